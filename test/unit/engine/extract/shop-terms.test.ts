import { describe, expect, it } from "vitest";
import { extract } from "../../../../src/main/engine/extract/extract.js";
import type { ExtractedOffer } from "../../../../src/main/engine/extract/extraction.js";
import { jsonLd, shopUrl } from "./pages.js";

/** A page without data: what it shows is all there is. */
function readShown(body: string, title = "Waldkauz Sitzbank", lang = "de"): ExtractedOffer | undefined {
  const head = `<title>${title}</title><meta property="og:title" content="${title}">`;
  const html = `<!doctype html><html lang="${lang}"><head>${head}</head><body><main><h1>${title}</h1>${body}<button>In den Warenkorb</button></main></body></html>`;
  return extract({ url: shopUrl, html }).offer;
}

describe("a footnote behind an amount", () => {
  it.each([
    "7,19 €²",
    "7,19²&nbsp;€",
    "7,19 EUR¹",
    "<b>7,19 €</b>²",
    "7,19 €<sup>2</sup>",
    "7,19 € <sup>2</sup>",
    "7,19<sup>1</sup> €",
    "7,19 €<sup>1)</sup>",
    "7,19 €<sup>1,2</sup>",
    "7,19 €<sup>12</sup>",
    "7,19 €<sup>*</sup>",
    "7,19 €<sup>†</sup>",
    "7,19 €<sup><a href=#n>3</a></sup>",
    "7,19 €<sup>1</sup><sup>2</sup>",
    "7<sup>19</sup> €<sup>1</sup>",
  ])("leaves it readable: %s", (text) => {
    const others = "<p>10 Beutel <a href=/a>2,89 €</a> · 30 Beutel <a href=/b>7,19 €</a></p>";
    const title = "Kamillentee 30 Beutel";
    expect(readShown(`<p class=p>${text}</p>`, title)?.price).toBe(7.19);
    expect(readShown(`<p>AVP¹ <s>9,49 €</s></p><p class=p>${text}</p>${others}`, title)?.price).toBe(7.19);
  });

  it.each(["49<sup>99</sup> €", "49<sup><i>9</i><i>9</i></sup> €", "49 €<sup>99</sup>"])(
    "is told from cents: %s",
    (text) => {
      expect(readShown(`<p class=price>${text}</p>`)?.price ?? 49.99).toBe(49.99);
    },
  );

  it("leaves the unit behind a price per unit", () => {
    const body = "<p class=price>6,40 €²</p><p>1,60 €² / 100 ml</p>";
    expect(readShown(body)).toMatchObject({ price: 6.4, size: { amount: 400, unit: "ml" } });
  });

  it("is no part of a square metre", () => {
    expect(readShown("<p class=price>12,50 €</p>", "Vlies 25 m²")).toMatchObject({ price: 12.5 });
  });
});

describe("a charge for delivery", () => {
  it.each([
    ["1.149,–", "Speditionslieferung 59,– €"],
    ["1.149,-", "Versand 8,90 €"],
    ["1.149,00", "Lieferkosten: 59,00 €"],
    ["1.149,–", "Zustellung: 29,– €"],
  ])("is not the price, whose sign stands behind its element: %s, %s", (price, delivery) => {
    const body = `<p>statt <s>1.399,–</s> <span class=p>${price}</span> €</p><p>${delivery}</p>`;
    expect(readShown(body)).toMatchObject({ price: 1149, list_price: 1399 });
  });

  it.each([
    ["de", "Speditionsversand 39,00 €"],
    ["de", "Versandkosten: 39,00 €"],
    ["de", "Versandkostenpauschale 39,00 €"],
    ["de", "Paketversand 39,00 €"],
    ["de", "Lieferung per Spedition: 39,00 €"],
    ["de", "Lieferung nach Hause 39,00 €"],
    ["de", "Versand & Verpackung: 39,00 €"],
    ["de", "39,00 € Speditionszuschlag"],
    ["en", "Delivery charge: 39,00 €"],
    ["en", "Shipping costs 39,00 €"],
    ["en", "Postage 39,00 €"],
    ["nl", "Verzendkosten 39,00 €"],
    ["nl", "Bezorging 39,00 €"],
    ["nl", "Bezorgkosten: 39,00 €"],
    ["fr", "Livraison à domicile 39,00 €"],
    ["fr", "Frais de port : 39,00 €"],
    ["es", "Gastos de envío 39,00 €"],
    ["pl", "Koszt dostawy: 39,00 €"],
    ["sv", "Fraktkostnad 39,00 €"],
  ])("is what delivery costs (%s): %s", (lang, text) => {
    expect(readShown(`<p class=price>249,00 €</p><p>${text}</p>`, "Waldkauz", lang)).toMatchObject({
      price: 249,
      shipping: 39,
    });
    expect(readShown(`<p>${text}</p>`, "Waldkauz", lang)?.price ?? null).toBeNull();
  });

  it.each(["Versand ab 39,00 €", "Lieferung ab 39,00 €", "Delivery from 39,00 €"])(
    "is no range of prices: %s",
    (text) => {
      const offer = readShown(`<p class=price>249,00 €</p><p>${text}</p>`);
      expect([offer?.price, offer?.shipping]).toEqual([249, undefined]);
    },
  );

  it.each([
    "<p class=price>Sofort lieferbar 249,00 €</p>",
    "<p class=price>249,00 € versandkostenfrei</p>",
    "<p class=price>249,00 € Lieferung gratis</p>",
    "<p>Kostenlose Lieferung</p><p class=price>249,00 €</p>",
    "<p>Morgen bezorgd</p><p class=price>249,00 €</p>",
  ])("is not the price beside words on delivery: %s", (body) => {
    expect(readShown(body)?.price).toBe(249);
  });
});

describe("free delivery beside a faster one that is charged", () => {
  it.each([
    "FREE delivery Tuesday. Or fastest delivery tomorrow $9.99",
    "Free delivery Tuesday, or express delivery $9.99",
    "Free delivery. Or get it faster for $9.99 delivery",
  ])("is free: %s", (words) => {
    const body = `<div><p class="price">$329.00</p><div id="delivery">${words}</div></div>`;
    expect(readShown(body, "Runner Watch", "en-US")?.shipping).toBe(0);
  });

  it("is not free on a condition that the next words set", () => {
    const body =
      '<div><p class="price">$19.00</p><div>Free delivery on orders over $35 or with Prime</div></div>';
    expect(readShown(body, "Runner Watch", "en-US")?.shipping).toBeUndefined();
  });
});

describe("delivery free of charge", () => {
  it.each([
    ["de", "inkl. 19 % MwSt., Versand gratis"],
    ["de", "inkl. MwSt., versandkostenfrei"],
    ["de", "Kostenloser Versand"],
    ["de", "Kostenlose Lieferung nach Hause"],
    ["de", "Versandkosten: gratis"],
    ["nl", "Gratis verzending en retour"],
    ["nl", "Gratis bezorgd"],
    ["en", "Free delivery"],
    ["en", "Free standard shipping"],
    ["fr", "Livraison gratuite"],
    ["fr", "Livraison offerte"],
    ["it", "Spedizione gratuita"],
    ["sv", "Fri frakt"],
    ["pl", "Darmowa dostawa"],
  ])("is read beside the price (%s): %s", (lang, text) => {
    expect(readShown(`<p class=price>249,00 €</p><p>${text}</p>`, "Waldkauz", lang)?.shipping).toBe(0);
  });

  it.each([
    "Free delivery over <b>300 €</b>",
    "<b>Free delivery</b> over 300 €",
    "Ab 300 € <b>versandkostenfrei</b>",
    "Ab 300 €, versandkostenfrei",
    "Livraison offerte dès 300 €",
    "Gratis verzending vanaf 300 €",
    "Gratis Versand mit Prime",
    "Kostenloser Versand für Mitglieder",
    "Mitglieder: <b>Versand gratis</b>",
    "Versand gratis bei Abholung",
    "Free delivery with code SHIP",
    "Free shipping to store",
  ])("is unknown where it has a condition: %s", (text) => {
    expect(readShown(`<p class=price>249,00 €</p><p>${text}</p>`)?.shipping).toBeUndefined();
  });

  it("is unknown where only a banner, a footer or another product has it", () => {
    const word = "<p>Versand gratis</p>";
    const price = "<p class=price>249,00 €</p><button>In den Warenkorb</button>";
    const more = `<section><h2>Das könnte Ihnen gefallen</h2><ul><li>Hocker 39,00 €${word}<li>Truhe 59,00 €${word}<li>Regal 79,00 €${word}</ul></section>`;
    const about = `<p>${"Die Bank besteht aus geölter Eiche. ".repeat(30)}</p>`;
    for (const body of [
      `<header>${word}</header><main><h1>Waldkauz</h1>${price}</main>`,
      `<div>${word}</div><main><h1>Waldkauz</h1>${price}</main>`,
      `<main><h1>Waldkauz</h1>${price}</main><footer>${word}</footer>`,
      `<main><h1>Waldkauz</h1>${price}${about}<div>${word}</div></main>`,
      `<main><h1>Waldkauz</h1>${price}${more}</main>`,
    ]) {
      const { offer } = extract({ url: shopUrl, html: `<html lang=de><title>Waldkauz</title>${body}` });
      expect([offer?.price, offer?.shipping], body).toEqual([249, undefined]);
    }
  });
});

describe("delivery at no charge", () => {
  it.each([
    ["en", "Ships free"],
    ["en", "Shipping & Handling Included*"],
    ["en", "Shipping included"],
    ["de", "inkl. Versandkosten"],
    ["de", "inkl. MwSt. und Versand"],
    ["de", "Lieferkosten CHF 0.–"],
    ["de", "Versandkosten: 0,00 €"],
    ["de", "Standard-Lieferung kostenlos"],
    ["nl", "Morgen gratis bezorgd"],
    ["nl", "Morgen gratis in huis"],
    ["fr", "Livraison gratuite dès demain"],
    ["fr", "Livraison gratuite dès le vendredi 27 novembre"],
    ["en", "Free ship at €49."],
    ["en", "Free shipping with €35 order"],
  ])("is told in other words, too (%s): %s", (lang, text) => {
    expect(readShown(`<p class=price>249,00 €</p><p>${text}</p>`, "Waldkauz", lang)?.shipping).toBe(0);
  });

  it.each([
    ["de", "inkl. MwSt. zzgl. Versand"],
    ["de", "inkl. MwSt., zzgl. Versandkosten"],
    ["fr", "Livraison gratuite dès 350 €"],
    ["en", "Free ship at €490."],
    ["en", "Free shipping with €350 order"],
    ["en", "Shipping 0.5 kg"],
  ])("is unknown where the words say something else (%s): %s", (lang, text) => {
    expect(
      readShown(`<p class=price>249,00 €</p><p>${text}</p>`, "Waldkauz", lang)?.shipping,
    ).toBeUndefined();
  });

  it.each([
    ["Bulky item delivery: €49.00 per order (2-person). Not available in the Highlands.", 49],
    ["Delivery — €5.99 by Tuesday", 5.99],
    ["Shipping calculated at checkout.", undefined],
  ])("is not promised by a banner where the product says: %s", (text, shipping) => {
    const banner =
      "<div class=banner>Free delivery on orders over €50 &middot; Sign up and get €10 off</div>";
    const html = `<html lang=en><title>Waldkauz</title>${banner}<main><h1>Waldkauz</h1><p class=price>€219.00</p><ul><li>${text}</li></ul><button>Add to basket</button></main>`;
    const { offer } = extract({ url: shopUrl, html });
    expect([offer?.price, offer?.shipping]).toEqual([219, shipping]);
  });

  it("is not that of another seller's line", () => {
    const lines =
      "<ul><li>ReWare – Gebraucht, sehr gut: 219,00 € + 4,99 € Versand</li><li>Hifi Meier – Neu: 349,00 €</li></ul>";
    expect(readShown(`<p class=price>349,00 €</p>${lines}`)?.shipping).toBeUndefined();
  });

  it("is read beside a day of delivery", () => {
    const body =
      "<p class=price>289,00 €</p><p>zzgl. Versandkosten 5,99 €</p><p>Lieferung Fr. 28.11. – Mo. 01.12.</p>";
    expect(readShown(body)?.shipping).toBe(5.99);
  });

  it("is no part of a charge that the price excludes", () => {
    const body = "<p class=price>249,00 €</p><p>spese di spedizione escluse € 29,99</p>";
    expect(readShown(body, "Waldkauz", "it")?.shipping).toBe(29.99);
  });
});

describe("a charge for delivery that larger orders do not pay", () => {
  it.each([
    ["en", "Delivery €5.80, free over €80"],
    ["en", "Delivery €5.80 (free over €80)"],
    ["en", "Delivery <b>€5.80</b>, free over <b>€80</b>"],
    ["en", "Standard delivery €5.80 or free over €80"],
    ["en", "Delivery: €5.80 | Free for orders over €80"],
    ["en", "<span>Delivery: €5.80</span> | <span>Free for orders over €80</span>"],
    ["en", "Shipping: €5.80 (free for orders €80+)"],
    ["en", "Shipping €5.80, free on orders of €80 or more"],
    ["en", "Shipping €5.80. Free shipping on orders €80+"],
    ["en", "€5.80 delivery, free over €80"],
    ["en", "€5.80 delivery. Free delivery on orders over €80"],
    ["en", "Delivery 5.80 EUR, free over 80 EUR"],
    ["de", "Versand 5,80 €, ab 80 € frei"],
    ["de", "Versand: 5,80 € (ab 80 € frei)"],
    ["de", "Versand 5,80 €, ab 80 € Bestellwert kostenlos"],
    ["de", "Versand 5,80 €, ab 80 € versandkostenfrei"],
    ["de", "Versand 5,80 €, kostenlos ab 80 €"],
    ["fr", "Livraison 5,80 €, offerte dès 80 €"],
    ["fr", "Livraison 5,80 € (gratuite à partir de 80 €)"],
    ["nl", "Verzending € 5,80, gratis vanaf € 80"],
  ])("is free from that value on, and added below it (%s): %s", (lang, text) => {
    const shippingAt = (price: string) => {
      const offer = readShown(`<p class=price>${price} €</p><p>${text}</p>`, "Waldkauz", lang);
      return [offer?.price, offer?.shipping];
    };
    expect(shippingAt("124,50")).toEqual([124.5, 0]);
    expect(shippingAt("44,50")).toEqual([44.5, 5.8]);
  });

  it.each([
    "Delivery €5.80, returns free over €80",
    "Delivery €5.80, free returns over €80",
    "Delivery €5.80. Free gift over €80",
    "Delivery €5.80. Click & collect free over €80",
    "Delivery €5.80, free for members over €80",
    "Delivery €5.80 or free over €80 for members",
    "Versand 5,80 €, ab 80 € Geschenk gratis",
    "Free returns. Shipping €5.80",
    "Spend another €27 for free shipping. Shipping €5.80",
  ])("is added where something else is free, or free for some shoppers: %s", (text) => {
    expect(readShown(`<p class=price>124,50 €</p><p>${text}</p>`)?.shipping).toBe(5.8);
  });

  it.each([
    "Spend another €27 for free shipping. Shipping from €9",
    "Spend another €27 for <b>free shipping</b>",
    "Noch 27 € bis <b>Gratis Versand</b>",
    "Spend €300 for free shipping",
    "You're €27 away from free shipping",
    "Free returns. Shipping from €9",
    "Free shipping on selected items",
    "Free delivery to selected postcodes",
    "Kostenloser Versand auf ausgewählte Artikel",
  ])("is unknown where the page only says how to get free delivery: %s", (text) => {
    expect(readShown(`<p class=price>124,50 €</p><p>${text}</p>`)?.shipping).toBeUndefined();
  });
});

describe("free delivery that a banner promises", () => {
  const buy = "<button>In den Warenkorb</button>";
  const readShop = (banner: string, own: string, after = "", lang = "de") => {
    const html = `<html lang=${lang}><title>Gartenbank Esche</title><body><div>${banner}</div><main><h1>Gartenbank Esche</h1>${own}${buy}</main>${after}</body></html>`;
    return extract({ url: shopUrl, html }).offer;
  };
  const price = "<p class=price>249,00 €</p>";

  it.each([
    ["Gratis Versand ab 50,00 €", "inkl. MwSt., zzgl. 49,90 € Versand (Spedition)"],
    ["Kostenloser Versand ab 50 € (ausgenommen Speditionsware)", "Versand per Spedition 49,90 €"],
    ["Ab 50 € versandkostenfrei", "inkl. 19 % MwSt. zzgl. <a href=/v>Versand</a> (49,90 €)"],
    ["Gratis Versand ab 50 €", "Versand 49,90 €"],
    ["Free delivery over 60 €", "Delivery 49,90 €"],
    ["Free delivery on orders over 60 €", "Large item delivery 49,90 €"],
  ])("is not that of a product with a charge beside its price: %s, %s", (banner, charge) => {
    for (const own of [`${price}<p>${charge}</p>`, `<div><b>249,00 €</b></div><p>${charge}</p>`])
      expect(readShop(banner, own), own).toMatchObject({ price: 249, shipping: 49.9 });
    const below = `<section><p>${banner}</p></section>`;
    expect(readShop("", `${price}<p>${charge}</p>`, below)).toMatchObject({ price: 249, shipping: 49.9 });
  });

  it("is not that of a product whose price only its data has, either", () => {
    const offers = { "@type": "Offer", price: 249, priceCurrency: "EUR" };
    const data = jsonLd({ "@type": "Product", name: "Gartenbank Esche", offers });
    const own = `${data}<p>zzgl. 49,90 € Versand</p>`;
    expect(readShop("Gratis Versand ab 50 €", own)).toMatchObject({ price: 249, shipping: 49.9 });
  });

  it("counts where no charge stands beside the price", () => {
    expect(readShop("Gratis Versand ab 50,00 €", price)).toMatchObject({ price: 249, shipping: 0 });
    const terms = "Gratis Versand ab 50 €. Versand 4,90 €";
    expect(readShop(terms, price)).toMatchObject({ price: 249, shipping: 0 });
  });

  it.each([
    "<p>Versand 4,90 €, ab 50 € versandkostenfrei</p>",
    "<div><p>Versand 4,90 €</p><p>Gratis Versand ab 50 €</p></div>",
    "<p>zzgl. 4,90 € Versand</p><p>Gratis Versand ab 50 €</p>",
  ])("counts by the order value in the same block as a charge: %s", (terms) => {
    expect(readShop("", `${price}${terms}`)).toMatchObject({ price: 249, shipping: 0 });
    expect(readShop("", `<p class=price>24,00 €</p>${terms}`)).toMatchObject({ price: 24, shipping: 4.9 });
  });

  it.each([
    "Kostenloser Versand ab 50 € (ausgenommen Speditionsware)",
    "Gratis Versand ab 50 € <small>(außer Möbel)</small>",
    "Ab 50 € versandkostenfrei – nicht für Möbel",
    "Versandkostenfrei ab 50 €, Speditionsware ausgenommen",
    "Free delivery over 50 € (excluding furniture)",
    "Free delivery on orders over 50 €, except bulky items",
    "Free delivery over 50 €. Exclusions apply.",
    "Livraison offerte dès 50 € (hors meubles)",
    "Kostenloser Versand (außer Speditionsware)",
  ])("is unknown where it has exceptions: %s", (banner) => {
    expect(readShop(banner, price)).toMatchObject({ price: 249 });
    expect(readShop(banner, price)?.shipping).toBeUndefined();
    expect(readShop("", `${price}<p>${banner}</p>`)?.shipping).toBeUndefined();
  });

  it("is unknown where charges beside the price differ, or the charge has no fixed amount", () => {
    for (const own of [
      "<p>DHL-Versand 4,90 €</p><p>Speditionsversand 39,90 €</p>",
      "<p>Versand ab 4,90 €</p>",
    ])
      expect(readShop("Gratis Versand ab 50 €", `${price}${own}`)?.shipping, own).toBeUndefined();
  });

  it.each([
    ["Free shipping on orders over 50 €", "Standard shipping 6,95 € under 50 €.", 0],
    ["Free shipping on orders over 50 €", "Shipping 6,95 € on orders under 50 €.", 0],
    ["Free shipping on orders over 50 €", "Roasted Tuesdays. Flat-rate shipping 5 €.", 0],
    ["Gratis Versand ab 50 €", "Standardversand 4,90 €", 0],
    ["Gratis Versand ab 300 €", "Standardversand 4,90 €", 4.9],
  ])("counts where the charge is that of smaller orders: %s, %s", (banner, charge, shipping) => {
    expect(readShop(banner, `${price}<p>${charge}</p>`)?.shipping).toBe(shipping);
  });

  it.each(["Express-Versand 9,90 €", "Next day delivery 9,90 €", "Lieferung ins Ausland 9,90 €"])(
    "is not denied by what another way of delivery costs: %s",
    (charge) => {
      expect(readShop("Gratis Versand ab 50 €", `${price}<p>${charge}</p>`)?.shipping).toBe(0);
    },
  );

  it.each([
    ["Free delivery over 249 €", undefined],
    ["Free delivery on orders over 249 €", undefined],
    ["Gratis Versand über 249 €", undefined],
    ["Free delivery from 249 €", 0],
    ["Free delivery on orders of 249 € or more", 0],
    ["Gratis Versand ab 249 €", 0],
  ])("starts at the order value or above it, as the words say: %s", (banner, shipping) => {
    expect(readShop(banner, price)?.shipping).toBe(shipping);
  });
});

describe("a seller on a marketplace", () => {
  it.each([
    ["Sold by <a>HomeHub UK</a> and dispatched by Bazaarly.", "HomeHub UK"],
    ["Sold by <a>HomeHub UK</a>, dispatched by Bazaarly.", "HomeHub UK"],
    ["Sold by HomeHub &amp; Sons and shipped from Spain", "HomeHub & Sons"],
    ["Sold and dispatched by HomeHub UK", "HomeHub UK"],
    ["Sold by Smith and Sons", "Smith and Sons"],
    ["Verkauf durch HomeHub und Versand durch Bazaarly", "HomeHub"],
    ["Verkäufer: HomeHub und versendet von Bazaarly", "HomeHub"],
    ["Vendu par HomeHub et expédié par Bazaarly", "HomeHub"],
    ["Vendido por HomeHub y enviado por Bazaarly", "HomeHub"],
    ["Venduto da HomeHub e spedito da Bazaarly", "HomeHub"],
    ["Verkocht door HomeHub en verzonden door Bazaarly", "HomeHub"],
  ])("is named without the sender: %s", (text, seller) => {
    expect(readShown(`<p class=price>49,00 €</p><p>${text}</p>`)?.seller).toBe(seller);
  });
});
