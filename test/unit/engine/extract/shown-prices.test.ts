import { describe, expect, it } from "vitest";
import { extract } from "../../../../src/main/engine/extract/extract.js";
import { jsonLd, product, shopUrl } from "./pages.js";

const buy = "<button>Add to cart</button>";

/** The price of a page that shows `body` below its heading; `null` if it is open or missing. */
function priceOf(body: string, page: Page = {}): number | null | undefined {
  return offerOf(body, page)?.price;
}

interface Page {
  readonly lang?: string;
  /** A price in the page's data; 0 for none. */
  readonly data?: number;
  readonly end?: string;
}

/** By the rules alone: the score is learned from whole pages. */
function offerOf(body: string, { lang = "en", data = 0, end = buy }: Page = {}) {
  const head = data === 0 ? "" : jsonLd(product({ price: data, priceCurrency: "EUR" }));
  const html = `<html lang=${lang}><title>Trail Lantern 4000</title>${head}<main><h1>Trail Lantern 4000</h1>${body}${end}</main>`;
  return extract({ url: shopUrl, html }, null).offer;
}

describe("words in the element of another amount", () => {
  it.each([
    ["<span>7,50 € par mois</span> <span>89,90 €</span>", 89.9],
    ["<span>76,40 € mit Code SOMMER</span> <span>89,90 €</span>", 89.9],
    ["<span>Con cupón: 76,40 €</span> <span>89,90 €</span>", 89.9],
    ["<span>+ 4,50 € de livraison</span> <span>89,90 €</span>", 89.9],
    ["<span>Niedrigster Preis der letzten 30 Tage 80,90 €</span> <span>89,90 €</span>", 89.9],
    ["<span>Najniža cijena u zadnjih 30 dana: 80,90 €</span> <span>89,90 €</span>", 89.9],
    ["<span>€89.90</span> <span>Pre-owned: €53.90</span>", 89.9],
    ["<p>Use code SPRING now €76.40</p><p>€89.90</p>", 89.9],
    ["<div>Precio por litro:</div><div>44,90 €</div><div>89,90 €</div>", 89.9],
    ["<p>Kilohinta 44,90 €</p><p>89,90 €</p>", 89.9],
    ["<div>12 Raten à</div><div>7,50 €</div><div>89,90 €</div>", 89.9],
    ["<span>₹670 प्रति माह</span> <span>₹8,090</span>", 8090],
    ["<p>100gあたり4,490円</p><p>8,990円</p>", 8990],
    ["<p>50,000원 이상 무료배송</p><p>8,990원</p>", 8990],
    ["<p>पुरानी कीमत ₹12,940</p><p>₹8,990</p>", 8990],
    ["<p>statt 89.- <strong>nur 59.-</strong></p>", 59],
    ["<p class=price>€3.99<span>ea</span></p>", 3.99],
    [
      "<table><tr><td>List Price:<td>€15.99<tr><td>Price:<td>€11.49<tr><td>You Save:<td>€4.50 (28%)</table>",
      11.49,
    ],
  ])("says nothing of the price: %s", (body, price) => {
    expect(priceOf(`<div>${body}</div>`)).toBe(price);
  });
});

describe("an amount with a label that tells it from the price", () => {
  it.each([
    ["<dl><dt>Shipping<dd>€5.00<dt>Total<dd>€54.90<dt>Price<dd>€49.90</dl>", 49.9],
    ["<p>Versand: 5,00 €</p><p>Gesamtsumme: 54,90 €</p><p>Preis: 49,90 €</p>", 49.9],
    ["<p>Total: €49.90</p>", 49.9],
    ["<div>€83.25</div><div>VAT 20%</div><div>€99.90</div>", 99.9],
    ["<p><b>83,25 €</b> <i>20 % MwSt.</i> <b>99,90 €</b></p>", 99.9],
    ["<p>50% now €25.00, rest later</p><p>€50.00</p>", 50],
    ["<p>€50.00</p><p>€25.00 now, the rest on delivery</p>", 50],
    ["<p><b>€120.00 value</b> <b>€80.00</b></p>", 80],
    ["<p>€80.00 (€120.00 value)</p>", 80],
    ["<p>€80.00 value pack</p>", 80],
    ["<div>Envío gratis en compras mayores a</div><div class=price>€120</div><p class=price>€80.00</p>", 80],
    [
      "<p><b>Free delivery on all online orders over</b> <b class=price>€60</b></p><p class=price>€80.00</p>",
      80,
    ],
    ["<p class=price>van 249,95 voor 189,95</p>", 189.95],
    ["<p class=price>Antes 249,95 Ahora 189,95</p>", 189.95],
    ["<p>van <b>249,95</b> voor <b>189,95</b></p>", 189.95],
  ])("is not read as the price: %s", (body, price) => {
    expect(priceOf(`<div>${body}</div>`)).toBe(price);
  });
});

describe("cards with headings of one level", () => {
  const card = (tag: string, name: string, price: string) =>
    `<article><${tag}>${name}</${tag}><p>${price}</p>${buy}</article>`;
  const pageOf = (title: string, tag = "h1") =>
    `<title>${title}</title><main>${card(tag, "Lamp One", "€19.00")}${card(tag, "Lamp Two", "€29.00")}</main>`;
  const read = (html: string) => extract({ url: shopUrl, html }, null);

  it.each(["h1", "h3"])("are a list, unless the page's title names the first: %s", (tag) => {
    expect(read(pageOf("Lamps", tag)).status).toBe("nothing");
    expect(read(pageOf("Lamp One – Shop", tag)).offer?.price).toBe(19);
  });

  it("are no list where the title names the product in other words", () => {
    const claims = ["Every part is tested for a whole year", "Loved by all who camp in the rain"].map(
      (claim) => card("h1", claim, "Free delivery over €50"),
    );
    const own = card("h1", "BRASS TRAIL LANTERN 4000: WITH HOOK", "€49.00");
    const html = `<title>Trail Lantern | Brass Lantern</title><main>${own}${claims.join("")}</main>`;
    expect(read(html).offer?.price).toBe(49);
  });
});

describe("a price behind the name of another product", () => {
  const featured = (end: string) =>
    `<main><h1>Camping</h1><div><a href=/p/2>Brass Lantern With Hook</a> <b class=price>€49.00</b>${end}</div></main>`;

  it("is not the page's, unless the page says that its own can be had", () => {
    const read = (html: string) => extract({ url: shopUrl, html }, null);
    expect(read(`<title>Camping</title>${featured("")}`).status).toBe("nothing");
    expect(read(`<title>Camping</title>${featured(buy)}`).offer?.price).toBe(49);
    const unnamed = featured(buy).replace("<h1>Camping</h1>", "");
    expect(read(`<title>Our shop</title>${unnamed}`).status).toBe("nothing");
    expect(read(`<title>Brass Lantern With Hook</title>${unnamed}`).offer?.price).toBe(49);
  });
});

describe("a page without a heading or words about stock", () => {
  it("has the only amount that is called its price", () => {
    const read = (label: string) =>
      extract({ url: shopUrl, html: `<title>Trail Lantern</title><p><b>${label}:</b> €49.00</p>` }, null);
    expect(read("Price").offer?.price).toBe(49);
    expect(read("Fund").status).toBe("nothing");
  });
});

describe("a table of sellers", () => {
  it.each([
    ["from €49.90", 49.9],
    ["from €39.90", null],
  ])("has the price that the page states as the lowest, if it is the cheapest's: %s", (lowest, price) => {
    const rows = [55, 49.9, 61].map((each, i) => `<tr><td>Shop ${i}<td>€${each.toFixed(2)}</tr>`);
    const table = `<table><tr><th>Seller<th>Price</tr>${rows.join("")}</table>`;
    expect(priceOf(`<p class=price>${lowest}</p>${table}`, { end: "" })).toBe(price);
  });
});

describe("a former price", () => {
  it("stands behind the one that is paid, also in a part named after its shipping", () => {
    const part = (price: string) =>
      `<section class=offer-shipping><p class=price>${price}</p><p class=regular-price>$50.00</p></section>`;
    expect([priceOf(part("$40.00")), priceOf(part("$4.00"))]).toEqual([40, 50]);
  });

  it("may be struck out without a currency's mark", () => {
    const body = "<p>Sale price <b>$165.75</b></p><p>Regular price <s>195.00</s></p>";
    expect(offerOf(body, { data: 165.75 })).toMatchObject({ price: 165.75, list_price: 195 });
  });
});

describe("an amount in several elements", () => {
  it.each([
    ["<p class=price><span>149€</span><sup>99</sup></p>", 149.99],
    ["<p class=price><span>149€</span> <sup>99</sup></p>", 149.99],
    ["<p class=price><span>549</span><span>€95</span></p>", 549.95],
    ["<p class=price>549<span>€95</span></p>", 549.95],
    ["<p class=price><span>549</span> <sup>€95</sup></p>", 549.95],
    ["<p class=price>1 299<sup>€99</sup></p>", 1299.99],
    ["<p class=price>1 299€<sup>95</sup></p>", 1299.95],
    ["<p class=price>89€ <sup>95</sup></p>", 89.95],
    ["<p class=price><span>€</span> <span>89</span> <sup>95</sup></p>", 89.95],
    ["<p class=price>549 € 95</p>", 549.95],
    ["<b class=price>89 <sup>95</sup> €</b>", 89.95],
    ["<p class=price><span>1299</span> <sup>99</sup> <span>zł</span></p>", 1299.99],
    ["<span>€ 89 <sup>95</sup></span>", 89.95],
    ["<div><span>€</span><span>219</span><span>99</span></div>", 219.99],
    ["<div><span>€</span><span>1,249</span><span>00</span></div>", 1249],
    ["<div><span>1.249</span><span>99</span> €</div>", 1249.99],
    ["<div><span>2.</span><span>199</span><span>00 </span><span>€</span></div>", 2199],
    ["<div><span>€</span><span>219</span><span>99&nbsp;</span></div>", 219.99],
    ["<div><small>€</small>49<small>99</small></div>", 49.99],
    ["<div><span>€49</span><span>99</span></div>", 49.99],
    [
      "<div><span class=sr-only>€49.99</span><span aria-hidden=true><span>€</span><span>49</span><span>99</span></span></div>",
      49.99,
    ],
    ["<div class=price><span>1</span><span>2</span><span>9</span> €</div>", 129],
    ["<div class=price><span>1</span><span>299</span> €</div>", 1299],
    ["<p class=price>€ 89 <sup>1)</sup></p>", 89],
    ["<p class=price>549 € 24 mois de garantie</p>", 549],
    ["<p class=price>549 € 12 x 45,75 €</p>", 549],
    ["<p class=price>€ <b>348</b>,<small>90</small> <span class=price-off>25% OFF</span></p>", 348.9],
  ])("is one with its cents: %s", (body, price) => {
    expect(priceOf(body, { lang: "fr" })).toBe(price);
  });
});

/** A shop's system hides its amounts from screen readers, and says them in words that only those read. */
function spokenSale(was: string, now: string): string {
  const amount = (text: string) => `<span class=amount><bdi>${text}&nbsp;<span>€</span></bdi></span>`;
  return `<p class=price><del aria-hidden=true>${amount("249,00")}</del> <span class=screen-reader-text>${was} 249,00&nbsp;€.</span><ins aria-hidden=true>${amount("189,00")}</ins><span class=screen-reader-text>${now} 189,00&nbsp;€.</span></p>`;
}

describe("amounts that are hidden from screen readers", () => {
  it.each([
    ["en", "Original price was:", "Current price is:"],
    ["de", "Ursprünglicher Preis war:", "Aktueller Preis ist:"],
    ["fr", "Le prix initial était :", "Le prix actuel est :"],
    ["it", "Il prezzo originale era:", "Il prezzo attuale è:"],
    ["es", "El precio original era:", "El precio actual es:"],
    ["nl", "Oorspronkelijke prijs was:", "Huidige prijs is:"],
    ["pl", "Pierwotna cena wynosiła:", "Aktualna cena wynosi:"],
    ["sv", "Det ursprungliga priset var:", "Det nuvarande priset är:"],
    ["da", "Den oprindelige pris var:", "Den aktuelle pris er:"],
    ["cs", "Původní cena byla:", "Aktuální cena je:"],
    ["pt", "O preço original era:", "O preço atual é:"],
    ["fi", "Alkuperäinen hinta oli:", "Nykyinen hinta on:"],
  ])("are the price, with its words for screen readers in %s", (lang, was, now) => {
    expect(priceOf(spokenSale(was, now), { lang })).toBe(189);
    expect(offerOf(spokenSale(was, now), { lang })?.list_price).toBe(249);
  });

  it.each([
    ["en", "Price range: 6,90 € through 19,90 €"],
    ["de", "Preisspanne: 6,90 € bis 19,90 €"],
    ["fr", "Plage de prix : 6,90 € à 19,90 €"],
    ["it", "Fascia di prezzo: da 6,90 € a 19,90 €"],
    ["es", "Rango de precios: desde 6,90 € hasta 19,90 €"],
  ])("are no price where they are a range, in %s", (lang, words) => {
    const body = `<p class=price><span aria-hidden=true>6,90 €</span> <span aria-hidden=true>–</span> <span aria-hidden=true>19,90 €</span><span class=screen-reader-text>${words}</span></p>`;
    expect(priceOf(body, { lang })).toBeFalsy();
  });

  it.each([
    ["en", "Price range: €6.90 through €19.90", true],
    ["en", "€6.90 to €19.90", true],
    ["de", "6,90 € bis 19,90 €", true],
    ["fr", "de 6,90 € à 19,90 €", true],
    ["nl", "€ 6,90 tot € 19,90", true],
    ["pl", "6,90 zł do 19,90 zł", true],
    ["en", "Reduced: €19.90 to €6.90", false],
    ["pt", "de 19,90 € por 6,90 €", false],
  ])("are a range where it stands in words that all can read, in %s: %s", (lang, words, isRange) => {
    expect(priceOf(`<p class=price>${words}</p>`, { lang }) === null).toBe(isRange);
  });

  it("are the price without such words, too", () => {
    const body =
      "<p class=price><del aria-hidden=true><span>249,00 €</span></del> <ins aria-hidden=true><span>189,00 €</span></ins></p>";
    expect(priceOf(body)).toBe(189);
  });
});

describe("a recommended price and the lowest one of 30 days on one line", () => {
  it.each([
    ["en", "RRP: <del>649 €</del> Lowest price of the last 30 days: 479 €"],
    ["en", "<del>RRP 649 €</del> Lowest price in the last 30 days 479 €"],
    ["en", "RRP <s>649 €</s> | Lowest price of the 30 days before: <b>479 €</b>"],
    ["en", "Lowest price of the last 30 days: 479 € RRP: <del>649 €</del>"],
    ["en", "30-day lowest price: 479 € (RRP 649 €)"],
    ["en", "479 € lowest price in 30 days. RRP: <del>649 €</del>"],
    ["en", "479 € (lowest price of the last 30 days) <del>649 €</del>"],
    ["en", "RRP: <del>649 €</del> 479 € lowest price in 30 days"],
    ["en", "RRP: 649 €, 479 € lowest price in 30 days"],
    ["de", "UVP 649 € · Niedrigster Preis der letzten 30 Tage: 479 €"],
    ["de", "UVP <del>649 €</del> Niedrigster Gesamtpreis der letzten 30 Tage vor der Ermäßigung: 479 €"],
    ["de", "Niedrigster Preis der letzten 30 Tage: 479 € · UVP <del>649 €</del>"],
    ["de", "479 € niedrigster Preis der letzten 30 Tage, UVP: 649 €"],
    ["fr", "Prix conseillé : <del>649 €</del> Prix le plus bas des 30 derniers jours : 479 €"],
    [
      "fr",
      "Prix le plus bas des 30 derniers jours avant réduction : 479 € Prix conseillé : <del>649 €</del>",
    ],
    ["it", "Prezzo consigliato: <del>649 €</del> Prezzo più basso degli ultimi 30 giorni: 479 €"],
    ["it", "Prezzo più basso degli ultimi 30 giorni 479 € - Prezzo di listino <del>649 €</del>"],
    ["es", "PVP recomendado: <del>649 €</del> Precio más bajo de los últimos 30 días: 479 €"],
    ["es", "Precio más bajo en 30 días: 479 € Precio recomendado: <del>649 €</del>"],
    ["nl", "Adviesprijs <del>649 €</del> Laagste prijs van de afgelopen 30 dagen: 479 €"],
    ["nl", "Laagste prijs in 30 dagen: 479 €. Adviesprijs: <del>649 €</del>"],
    ["pl", "Cena regularna: <del>649 zł</del> Najniższa cena z 30 dni przed obniżką: 479 zł"],
    ["pl", "Najniższa cena z 30 dni przed obniżką: 479 zł Cena katalogowa: <del>649 zł</del>"],
    ["sv", "Ord. pris: <del>649 kr</del> Lägsta pris senaste 30 dagarna: 479 kr"],
    ["sv", "Lägsta pris de senaste 30 dagarna 479 kr Ord. pris <del>649 kr</del>"],
  ])("are not taken for each other, in %s: %s", (lang, line) => {
    const currency = /zł|kr/.exec(line)?.[0] ?? "€";
    for (const body of [
      `<p class=price>499 ${currency}</p><p>${line}</p>`,
      `<p class="rrp">${line}</p><p class=price>499 ${currency}</p>`,
    ])
      expect(offerOf(body, { lang })).toMatchObject({ price: 499, list_price: 649, lowest_30_days: 479 });
  });
});

describe("the price that the page's text says", () => {
  it.each([
    '<div class="strike">€299</div><div class="member-price">€229</div>',
    '<div class="strike">€299</div><div class="subscription-price">€229</div>',
    '<div class="was">€299</div><div>Club price €229</div>',
    '<div class="old">€299</div><div class="unit-price">€229</div>',
    "<div>€299</div><div class=price>€229</div>",
  ])("does not overrule data by what only its name calls conditional: %s", (body) => {
    expect(priceOf(body, { data: 229 })).toBe(229);
  });

  it.each([
    ['<div class="strike">€109</div><div>Price €89</div>', 89],
    [
      "<div>-50%</div><div class=price><span>99,-</span><span>/Stk.</span></div><div class=beforeprice>Normalpreis: 199,-/Stk.</div>",
      99,
    ],
    ['<div class="strikethrough">€1,149.99</div><div>Acme Price €849.99</div>', 849.99],
    ['<div class="was">€109</div><div>You pay €89</div>', 89],
    ["<div>Acme Price €89</div><p>€12.00</p>", 89],
    ["<div>Acme Price €89</div><h3>Related</h3><div><a href=/p/2>Mouse</a><div>€12.00</div></div>", 89],
    ["<div>Online Price €109</div><div>Your Price €89</div>", 89],
    ["<div>€44.97 /each</div><p>€19.97</p>", 44.97],
    ["<div class=price>€44.97 / box</div><p>€12.00</p>", 44.97],
    ["<div>€44.97/pair</div>", 44.97],
    ["<select><option>Whole beans - €44.97<option>Ground - €44.97</select>", 44.97],
    ["<p>Large - €44.97</p>", 44.97],
    ["<p>€44.97 - €5.00</p>", 44.97],
    ["<p>€44.97</p><p>Discount - €5.00</p>", 44.97],
    ["<p class=price>119,99 € / Stk.</p>", 119.99],
    ["<p class=price>119,99 € / Stk.</p><p class=price>Ersatzdüse 24,99 €</p>", 119.99],
    ["<p class=price>119,99 €/Paket</p>", 119.99],
    [
      "<strong>119,99</strong><span>€</span> / Stk.<div><b>heyKlub Preis</b><span>113,99 €</span></div>",
      119.99,
    ],
    ["<div>€59.60 / case</div><div>€2.98 / sq. ft.</div>", 59.6],
    ["<div>€89.00 <span>Free shipping</span></div><div>2-year plan</div><div>€12.00</div>", 89],
  ])("is the one in words, not a bare one behind it: %s", (body, price) => {
    expect(priceOf(body)).toBe(price);
  });

  it.each([
    ["<div>€179 FIRST</div><div>€199</div>", 199],
    ["<div>FIRST price €179</div><div>Non-member price €199</div>", 199],
    ["<p>€179 Pro price</p><p>€199</p>", 199],
    ["<div>Members pay €18.00</div><div>Non-members pay €20.00</div>", 20],
    ["<p>With Plus €179</p><p>Without Plus €199</p>", 199],
    ["<p>Friends-Preis <b>8,99 €</b></p><p>Regulär <b>9,99 €</b></p>", 9.99],
    ["<div class=price>PAYBACK-Preis <b>8,99 €</b></div><div class=price><b>9,99 €</b></div>", 9.99],
    ["<div class=price>Klubpris <b>8,99 €</b></div><div class=price><b>9,99 €</b></div>", 9.99],
    ["<div class=price>Cena z kartą <b>8,99 zł</b></div><div class=price><b>9,99 zł</b></div>", 9.99],
  ])("is not that of members: %s", (body, price) => {
    expect(priceOf(body)).toBe(price);
  });

  it.each([
    ["<div>€549.00</div><p>€499.00 with trade-in</p><p>Perks price €529.00</p><p>Delivery from €20</p>", 549],
    ["<div class=price>€549.00</div><p>Perks price €529.00</p><p>Delivery from €20</p>", 549],
    ["<p>€349.99 with trade-in</p><p>€799.99 without trade-in</p>", 799.99],
    ["<p>€349.99 with trade-in</p><p>Without trade-in: €799.99</p>", 799.99],
    ["<p>Without trade-in: €799.99</p>", 799.99],
    ["<p>No trade-in €799.99</p>", 799.99],
    ["<button>Activate today €699.99</button><button>Activate later €799.99</button>", 799.99],
    ["<p>€14.58/mo for 24 mos or €799.99</p>", 799.99],
    ["<p>Full retail price €799.99</p>", 799.99],
    ["<div>€44.97</div><p>Pay <b>€19.97</b> after <b>€25 OFF</b> your qualifying purchase.</p>", 44.97],
    ["<div>€100.00</div><div><b>€75.00</b> after €25 statement credit</div>", 100],
  ])("is not paid with something else, or in parts: %s", (body, price) => {
    expect(priceOf(body)).toBe(price);
  });

  it.each([
    ["<span>€249.99</span> <span>+ €60.00 Core Charge</span>", 249.99],
    ["<div>€89.00 + €18.00 core charge</div>", 89],
    ["<div>€89.00 + €10.00 eco fee</div>", 89],
    ["<div>€89.00 + €7.34 tax</div>", 89],
    ["<div>€89.00 + €4.95 delivery</div>", 89],
    ["<div>€89.00 +€20 gift card</div>", 89],
    ["<div>€89.00</div><div>Est. tax €7.34</div>", 89],
    ['<span id="productPriceUnitPrice">39,99 €</span><p>(33,61 € netto)</p>', 39.99],
    [
      "<p>39,99 €</p><table><tr><td>3</td><td>38,49 €</td></tr><tr><td>5</td><td>36,99 €</td></tr></table>",
      39.99,
    ],
  ])("is not an extra, the part without tax, or that of several: %s", (body, price) => {
    expect(priceOf(body)).toBe(price);
  });

  const card = (name: string, price: string) =>
    `<div class="product-card"><a href="/p/${name}">${name}</a><strong class="current">${price}</strong></div>`;
  it.each(["Combineer met", "Passend dazu", "Style With", "Wird oft zusammen gekauft"])(
    "is not that of a product under the heading “%s” behind the button",
    (heading) => {
      const others = `<h2>${heading}</h2>${card("Wick", "79,00 €")}${card("Oil", "24,99 €")}`;
      const own = '<strong class="current">1.299,00 €</strong>';
      expect(priceOf(own, { end: `<button>In winkelwagen</button>${others}`, lang: "nl" })).toBe(1299);
    },
  );
});

it("a part that is named after the price and the reviews has the product's price", () => {
  expect(
    priceOf(
      "<p>Extra wicks: €4.99 each</p><div id=priceReviewAge><p><b>€39.99</b></p><a>12 reviews</a></div>",
    ),
  ).toBe(39.99);
});

describe("cards below the product", () => {
  const card = (name: string, price: string) =>
    `<div class=card><h4><a href="/p/${name}">${name}</a></h4><p class=price>${price}</p></div>`;
  const cards = `<div>${card("Wick", "79,00 €")}${card("Oil", "24,99 €")}</div>`;
  const own = "<h2>1.299,00 €</h2>";

  it.each(["Você também pode gostar", "आपको यह भी पसंद आ सकता है", "Any words at all"])(
    "are other products under a heading behind the button: %s",
    (heading) => {
      expect(priceOf(own, { end: `${buy}<h3>${heading}</h3>${cards}` })).toBe(1299);
    },
  );

  it("are other products in a table, too, whose only heading is bold", () => {
    const rows = "<tr><td>Wick<br><b>79,00 €</b></td><td>Oil<br><b>24,99 €</b></td></tr>";
    const end = `${buy}<table><tr><td colspan=2><b>Das könnte Ihnen auch gefallen</b></td></tr>${rows}</table>`;
    expect(priceOf("<p><b>12,99 €</b></p>", { end, lang: "de" })).toBe(12.99);
  });
});

describe("what a style sheet adds to an amount", () => {
  const labelled = (label: string, price: string) =>
    `<span data-label="${label}" class=price-wrapper><span class=price>${price}</span></span>`;
  it.each([
    [`<p>${labelled("Excl. BTW", "€ 82,64")} ${labelled("Incl. BTW", "€ 99,99")}</p>`, 99.99],
    [
      "<p><span class=price-excluding-tax><b class=price>€ 82,64</b></span> <b class=price>€ 99,99</b></p>",
      99.99,
    ],
    [
      "<style>.q1{color:red}.q2,.q3{text-decoration:line-through}</style><p><b class=q1>€ 79,99</b> <b class=q3>€ 99,99</b></p>",
      79.99,
    ],
    [
      "<p><b class=q1>€ 79,99</b> <b class=q2>€ 99,99</b></p><style>.q2{text-decoration:line-through}</style>",
      79.99,
    ],
    // Only where it is on sale, which its own element does not say.
    ["<style>.sale .q1{text-decoration:line-through}</style><p><b class=q1>€ 79,99</b></p>", 79.99],
  ])("tells what it is: %s", (body, price) => {
    expect(priceOf(body, { lang: "nl" })).toBe(price);
  });
});

describe("an amount in two currencies", () => {
  it.each([
    ["<p><b>49,90 €</b> <i>(97,60 лв.)</i></p>", 49.9, "EUR"],
    ["<p><b>97,60 лв.</b> / <i>49,90 €</i></p>", 97.6, "BGN"],
    ["<p><b>49,90 €</b> <i>(ca. 55 CHF)</i></p>", 49.9, "EUR"],
  ])("is the first one: %s", (body, price, currency) => {
    expect(offerOf(body)).toMatchObject({ price, currency });
  });
});

describe("the currency beside an amount", () => {
  it.each([
    ["<div class=price><div>£</div><div>49.99</div></div>", "GBP"],
    ["<div class=price><div>49.99</div><div>CHF</div></div>", "CHF"],
    ["<p>Price (EUR): <b>49.99</b></p>", "EUR"],
    ["<dl><dt>Price in SEK</dt><dd>49.99</dd></dl>", "SEK"],
    ['<p><b class=price>49.99</b> <i class="icon icon-euro" aria-hidden=true></i></p>', "EUR"],
    ['<p class=price>49.99 <img src=e.png alt="€"></p>', "EUR"],
    ["<select><option selected>EUR</option><option>USD</option></select><p class=price>49.99</p>", "EUR"],
  ])("stands in an element, a line, a label or a choice of its own: %s", (body, currency) => {
    expect(offerOf(body)).toMatchObject({ price: 49.99, currency });
  });
});

describe("digits of other scripts", () => {
  it.each(["٢٤٩٫٥٠ ر.س", "۲۴۹٫۵۰ €", "२४९.५० €", "๒๔๙.๕๐ €", "２４９.５０ €"])("are read: %s", (text) => {
    expect(priceOf(`<p class=price>${text}</p>`)).toBe(249.5);
  });
});

describe("a label around an amount", () => {
  const label = (text: string) => `<p>UVP 99,00 €</p><label id=p><span class=price>${text}</span></label>`;
  it("is a choice only if it has a control", () => {
    const choices = "<select><option selected>plain<option>engraved (+ 15,00 €)</select>";
    expect(priceOf(`${label("64,00 €")}${choices}`, { lang: "de" })).toBe(64);
  });
});

describe("a price with a condition", () => {
  it.each([
    [
      '<p class="mix"><span class="price">£8.99</span> when you mix 6</p><p class="single"><span class="price">£10.99</span> single bottle</p>',
      "en",
    ],
    [
      '<div class="action__price"><span class="action__price-text">£8.99</span><span class="action__price-info">Mix Six</span></div><div class="action__price"><span class="action__price-text">£10.99</span><span class="action__price-info">Per bottle</span></div>',
      "en",
    ],
    ["<span class=price>£8.99</span> Mix Six <span class=price>£10.99</span> Per bottle", "en"],
    ["<span class=price>£10.99</span> Mix Six <span class=price>£8.99</span>", "en"],
    ["<div>£8.99</div><div>Mix six</div><div>£10.99</div><div>Per bottle</div>", "en"],
    ["<div>£10.99</div><div>£8.99</div><div>each when you mix 6</div>", "en"],
    ["<div>£10.99</div><div>Mix six</div><div>£8.99</div>", "en"],
    ["<div>8,99 €</div><div>ab 6 Flaschen</div><div>10,99 €</div><div>Einzelflasche</div>", "de"],
    ["<p><b>£8.99</b> each when you buy 2+</p><p><b>£10.99</b> each</p>", "en"],
    ["<p><b>£8.99</b> per bottle in a case of 12</p><p><b>£10.99</b></p>", "en"],
    ["<p><b>£8.99</b> from 10 pieces</p><p><b>£10.99</b></p>", "en"],
    ["<p><b>£8.99</b> (for 6 or more)</p><p><b>£10.99</b></p>", "en"],
    ["<p>When you buy 6: <b>£8.99</b></p><p><b>£10.99</b></p>", "en"],
    ["<p>6+ bottles <b>£8.99</b></p><p>1 bottle <b>£10.99</b></p>", "en"],
    ["<p>2 for <b>£20.00</b></p><p><b>£10.99</b></p>", "en"],
    ["<p>Any 3 for <b>£27.00</b></p><p><b>£10.99</b></p>", "en"],
    ["<p><b>8,99 €</b> ab 6 Flaschen</p><p><b>10,99 €</b></p>", "de"],
    ["<p><b>8,99 €</b> pro Flasche im 6er-Karton</p><p><b>10,99 €</b> Einzelflasche</p>", "de"],
    ["<p><b>8,99 €</b> bei Abnahme von 6 Flaschen</p><p><b>10,99 €</b></p>", "de"],
    ["<p>Ab 6 Flaschen: <b>8,99 €</b></p><p><b>10,99 €</b></p>", "de"],
    ["<p><b>8,99 €</b> à partir de 6</p><p><b>10,99 €</b></p>", "fr"],
    ["<p><b>8,99 €</b> la bouteille par carton de 6</p><p><b>10,99 €</b></p>", "fr"],
    ["<p><b>8,99 €</b> a partir de 6 unidades</p><p><b>10,99 €</b></p>", "es"],
    ["<p><b>8,99 €</b> acquistando 6 bottiglie</p><p><b>10,99 €</b></p>", "it"],
    ["<p><b>€ 8,99</b> per stuk bij 6</p><p><b>€ 10,99</b></p>", "nl"],
    ["<p><b>8,99 zł</b> przy zakupie 6 szt.</p><p><b>10,99 zł</b></p>", "pl"],
    ["<p><b>8,99 kr</b> vid köp av 6</p><p><b>10,99 kr</b></p>", "sv"],
    ["<p><b>8,99 kr.</b> ved køb af 6 stk.</p><p><b>10,99 kr.</b></p>", "da"],
  ])("on the number of pieces is not that of one: %s", (body, lang) => {
    expect(priceOf(body, { lang })).toBe(10.99);
    expect(priceOf(body, { lang, data: 10.99 })).toBe(10.99);
  });

  it("in a table of tiers has its condition in the row's first cell", () => {
    const rows = [
      ["Bis 9", "5,49 €"],
      ["Ab 10", "4,99 €"],
    ];
    const cells = rows.map(([from, price]) => `<tr><th>${from}</th><td>${price}</td></tr>`).join("");
    expect(priceOf(`<table>${cells}</table>`, { lang: "de" })).toBe(5.49);
  });

  it("is none where a label calls it the price, whatever its class says", () => {
    const body =
      "<p>Lantern week: 307 of our lanterns at €15.00 on its first day</p><p class=unit-price>Price <b>€39.99</b></p>";
    expect(priceOf(body)).toBe(39.99);
  });

  it.each(["member-price", "vip-price", "trade-price", "app-price"])(
    "may have it in its class only: %s",
    (name) => {
      expect(priceOf(`<div><p class=${name}><b>€39.99</b></p><p class=price><b>€49.99</b></p></div>`)).toBe(
        49.99,
      );
    },
  );

  it("does not count because the data has it, too", () => {
    const body = "<p><b class=price>8,99 €</b> ab 6 Flaschen</p><p><b class=price>10,99 €</b></p>";
    expect(priceOf(body, { lang: "de", data: 8.99 })).toBe(10.99);
  });

  it.each([
    ["<p><b class=price>19,99 €</b> ab 6 Jahren</p><p>Batterien <b>24,99 €</b></p>", "de"],
    ["<p><b class=price>19,99 €</b> à partir de 3 ans</p><p>Housse <b>24,99 €</b></p>", "fr"],
    ["<p><b class=price>£19.99</b> 6 in stock</p><p>Spare part <b>£24.99</b></p>", "en"],
    ["<p><b class=price>£19.99</b> each when you buy 6. <b>£119.94</b> in total</p>", "en"],
    ["<p><b class=price>19,99 €</b> ab 6 Flaschen</p>", "de"],
  ])("is no age, and stays the price where one without it is missing: %s", (body, lang) => {
    expect(priceOf(body, { lang })).toBe(19.99);
  });

  const choices = (again: string, once: string) =>
    `<label><input type=radio name=p checked> ${again} <span class="price">€46.74</span> <em>save 15%</em></label><label><input type=radio name=p> ${once} <span class="price">€54.99</span></label>`;
  it.each([
    ["Repeat order", "One-time purchase"],
    ["Repeat delivery", "Buy once"],
    ["Easy Repeat", "One time purchase"],
    ["Deliver every 4 weeks", "One-time delivery"],
    ["Auto-Replenish", "One-time purchase"],
    ["Subscribe", "One-time purchase"],
    ["Spar-Abo", "Einmalige Lieferung"],
    ["Abo", "Einzelkauf"],
    ["Regelmäßige Lieferung", "Einmalige Lieferung"],
    ["Abonnement", "Achat unique"],
    ["Suscripción", "Compra única"],
    ["Abbonamento", "Acquisto singolo"],
  ])("of a subscription does not count, selected or not: %s, %s", (again, once) => {
    const body = choices(again, once);
    expect(priceOf(body)).toBe(54.99);
    expect(priceOf(body, { data: 46.74 })).toBe(54.99);
    expect(priceOf(`<s>€59.99</s>${body}<p>€3.12 / kg</p>`)).toBe(54.99);
    expect(priceOf(body.replace(" checked", ""))).toBe(54.99);
  });

  it.each([
    "<div><div>Subscribe &amp; save 15%</div><div class=price>€46.74</div></div><div><div>One-time purchase</div><div class=price>€54.99</div></div>",
    "<p class=price>€46.74 with repeat delivery</p><p class=price>€54.99</p>",
    "<label><input type=radio checked>Subscribe <b>€46.74</b> save €8.25</label><label><input type=radio>One-time purchase <s>€59.99</s> <b>€54.99</b></label>",
    "<label><input type=radio checked><div>Save 15% with repeat orders</div><div class=price>€46.74</div></label><label><input type=radio><div>Just once</div><div class=price>€54.99</div></label>",
  ])("of a subscription is told by words around it: %s", (body) => {
    expect(priceOf(body)).toBe(54.99);
  });

  it("of a subscription stays the price where nothing else is sold", () => {
    expect(priceOf("<p>Abonnement <b class=price>€46.74</b></p>")).toBe(46.74);
  });
});

describe("an amount that happens to lie between two prices", () => {
  it.each([
    ["<div>€349.99</div><p>Scratch &amp; dent: €299.99</p><p>Save €50 on install gear</p>", 349.99],
    ["<div>€74.95</div><p>30 ml €39.95</p><p>Free shipping over €35</p>", 74.95],
    ["<div>€74.95</div><p>30 ml €39.95</p><p>Shipping €35</p>", 74.95],
    ["<div>€74.95</div><p>30 ml €39.95</p><p>4 payments of €35</p>", 74.95],
    ["<div>€54.00</div><ul><li>Small €49.00</li><li>Large €54.00</li></ul><p>Shipping €5.00</p>", 54],
    ["<div>€379.00</div><p>Deposit €37.90</p><p>Loan amount €341.10</p>", 379],
    ["<div>119,00 €</div><p>Autres vendeurs : 113,10 €</p><p>Livraison 5,90 €</p>", 119],
    ["<div>€9.50</div><div>€7.00 with Nectar</div><div>Save €2.50</div>", 9.5],
    ["<div>€349.99</div><p>€299.99 with Motoring Club</p><p>Save €50</p>", 349.99],
    ["<div>€74.95</div><p>ExtraCare price</p><p>€39.95</p><p>Save €35</p>", 74.95],
    ["<div>€349.99</div><p>Refurbished €299.99</p><p>Save €50</p>", 349.99],
    ["<div>€74.95</div><p>Was €109.95 Save €35</p><p>Small €39.95</p>", 74.95],
    ["<div>€349.99</div><p>Save €50 with the store card</p><p>Other Thing €299.99</p>", 349.99],
  ])("is no saving of the second one: %s", (body, price) => {
    expect(priceOf(body, { data: price })).toBe(price);
    expect(priceOf(body)).toBe(price);
  });

  it.each([
    "<div>€219.99</div><p>Core deposit €22.00</p><p>Total with core €241.99</p>",
    "<div>219,99 €</div><p>Versand 4,95 €</p><p>Gesamt: 224,94 €</p>",
  ])("makes no list price of a total: %s", (body) => {
    const head = jsonLd(product({ price: 219.99, priceCurrency: "EUR" }));
    const html = `<title>Trail Lantern 4000</title>${head}<main><h1>Trail Lantern 4000</h1>${body}${buy}</main>`;
    expect(extract({ url: shopUrl, html }).offer).toMatchObject({ price: 219.99 });
    expect(extract({ url: shopUrl, html }).offer?.list_price).toBeUndefined();
  });

  it.each([
    "<div>€349.99</div><div>Save €50</div><div>€299.99</div>",
    "<div>€349.99</div><div>You save €50.00</div><div>Now €299.99</div>",
  ])("is a saving that stands beside both: %s", (body) => {
    expect(priceOf(body)).toBe(299.99);
  });
});

describe("sizes on one page", () => {
  it.each([
    "<a href=/1>10 St 2,79 €</a><a aria-current=true>20 St 3,99 €</a><div>3,99 €</div>",
    "<div><span>30 ml</span><span>2,79 €</span></div><div><span>100 ml</span><span>3,99 €</span></div><div>3,99 €</div>",
  ])("do not beat the price of the selected one: %s", (body) => {
    expect(priceOf(body)).toBe(3.99);
  });

  it("leave only the offer whose address is the page's", () => {
    const offer = (path: string, price: number) => ({
      "@type": "Offer",
      url: path,
      price,
      priceCurrency: "EUR",
    });
    const offers = [
      offer("/p/lantern-3000", 29.9),
      offer("/p/lantern-4000", 42.9),
      offer("/p/lantern-5000", 63.5),
    ];
    const head = jsonLd({ "@type": "Product", name: "Trail Lantern", offers });
    const html = `<title>Trail Lantern</title>${head}<main><h1>Trail Lantern</h1>${buy}</main>`;
    expect(extract({ url: shopUrl, html }).offer?.price).toBe(42.9);
  });
});

describe("data without tax", () => {
  it.each([
    ["<div>12 990,-</div>", 10735.54, 12990],
    ["<div>129,-</div>", 108.4, 129],
    ["<div class=price>129,00</div>", 108.4, 129],
  ])("does not beat the only price that the page shows: %s, %d", (body, net, gross) => {
    const event = {
      event: "view_item",
      ecommerce: { currency: "CZK", items: [{ item_name: "Trail Lantern", price: net }] },
    };
    const data = `<script>dataLayer.push(${JSON.stringify(event)})</script>`;
    const html = `<html lang=cs><title>Trail Lantern</title><main><h1>Trail Lantern</h1>${body}<button>Do košíku</button></main>${data}`;
    expect(extract({ url: shopUrl, html }).offer?.price).toBe(gross);
  });
});

describe("a currency's code behind or before its sign", () => {
  it.each([
    ["$184.50 CAD", "CAD"],
    ["CAD $184.50", "CAD"],
    ["CA $184.50", "CAD"],
    ["$184.50 AUD", "AUD"],
    ["AUD $184.50", "AUD"],
    ["$184.50 USD", "USD"],
    ["$184.50 NOW", null],
  ])("%s", (text, currency) => {
    const html = `<title>Trail Lantern</title><main><h1>Trail Lantern</h1><p class=price>${text}</p>${buy}</main>`;
    const { offer } = extract({ url: shopUrl, html });
    expect([offer?.price, offer?.currency]).toEqual([184.5, currency]);
  });
});

describe("stock in the page's words", () => {
  const stockOf = (text: string, lang: string) => {
    const html = `<html lang=${lang}><title>Trail Lantern</title><main><h1>Trail Lantern</h1><p class=price>599,00 €</p>${text}</main>`;
    return extract({ url: shopUrl, html }).offer?.availability;
  };

  it.each([
    ["de", "<button>Benachrichtige mich</button>"],
    ["de", "<button>Benachrichtigen, sobald verfügbar</button>"],
    ["fr", "<button>M'alerter du retour en stock</button>"],
    ["es", "<button>Avísame cuando esté disponible</button>"],
    ["it", "<button>Avvisami quando torna disponibile</button>"],
    [
      "de",
      "<p>Online derzeit nicht verfügbar</p><button disabled>Ausverkauft</button><h2>Ähnliche Produkte</h2><div><a href=/p/2>X</a><p>449,00 €</p><p>Auf Lager</p><button>In den Warenkorb</button></div>",
    ],
  ])("is out where it only offers to tell of a return, or others (%s): %s", (lang, text) => {
    expect(stockOf(text, lang)).toBe("out");
  });

  const termsOf = (text: string, data?: string) => {
    const head =
      data === undefined
        ? ""
        : jsonLd(product({ price: 599, priceCurrency: "EUR", availability: `https://schema.org/${data}` }));
    const html = `<title>Trail Lantern</title>${head}<main><h1>Trail Lantern</h1><p class=price>599,00 €</p>${text}</main>`;
    const { availability, ordering } = extract({ url: shopUrl, html }).offer ?? {};
    return [availability, ordering];
  };

  it.each([
    "<p>Nur im Markt erhältlich</p>",
    "<p>Dieser Artikel ist nur in unseren Filialen verfügbar.</p>",
    "<p>Online nicht verfügbar</p><p>Nur im Markt erhältlich</p>",
    "<p>Not available online. Available in store only.</p>",
    "<p>Only available in stores</p><button disabled>Add to cart</button>",
    "<p>Disponible uniquement en magasin</p>",
    "<p>Solo disponible en tienda</p>",
    "<p>Disponibile solo in negozio</p>",
    "<p>Alleen verkrijgbaar in de winkel</p>",
    "<p>Finns endast i butik</p>",
    "<p>Dostępny tylko w sklepach stacjonarnych</p>",
  ])("is in, in stores only, where the text beside the name says so: %s", (text) => {
    expect(termsOf(text)).toEqual(["in", "store"]);
    expect(termsOf(text, "InStock")).toEqual(["in", "store"]);
    expect(termsOf(text, "OutOfStock")).toEqual(["in", "store"]);
  });

  it.each([
    ["<p>Nur online erhältlich, nicht im Markt</p><button>In den Warenkorb</button>", "in"],
    ["<p>Auch im Markt erhältlich</p><button>In den Warenkorb</button>", "in"],
    ["<p>Available in store only</p><button>Add to cart</button>", "in"],
    ["<p>Ausverkauft</p><footer>Gutscheine: nur im Markt erhältlich</footer>", "out"],
    ["<p>Ausverkauft. Weitere Größen und Farben sind nur in unseren Filialen erhältlich.</p>", undefined],
  ])("is not in stores only: %s", (text, availability) => {
    const [stock, ordering] = termsOf(text);
    expect(ordering).toBeUndefined();
    if (availability !== undefined) expect(stock).toBe(availability);
  });

  it.each([
    ["<p>Not in stock</p><button disabled>Add to cart</button>", "InStock", "out"],
    ["<p>Back in stock soon</p><button disabled>Add to cart</button>", undefined, "out"],
    ["<p>Skladem: 0 ks</p>", undefined, "out"],
    ["<p>Skladem: <b>0 ks</b></p>", undefined, "out"],
    ["<p><b>Not</b> in stock</p>", undefined, "out"],
    ["<p>Wieder auf Lager ab <time>12.01.</time></p>", undefined, "out"],
    // The button contradicts the words, so that neither counts.
    ["<p>Expected in stock 12 January</p><button>Add to cart</button>", undefined, null],
  ])("is never in by words that deny it or put it off: %s", (text, data, availability) => {
    expect(termsOf(text, data)[0]).toBe(availability);
  });

  it.each([
    "<p>In stock <a>5 reviews</a></p>",
    "<p>In stock</p><p>0 pieces in your cart</p>",
    "<p><b>In stock</b>, delivery from <time>12 January</time></p>",
    "<p>In stock online <span>Not available in stores</span></p>",
  ])("is in where other words beside it say something else: %s", (text) => {
    expect(termsOf(`${text}<button>Add to cart</button>`)[0]).toBe("in");
  });

  it.each([
    ["<button><span>Add</span> <span>to basket</span></button>", "in"],
    ["<a class='btn btn-primary' href=/cart><span>Lägg i</span> <span>varukorgen</span></a>", "in"],
    ["<form><input type=image src=b.gif alt='In den Warenkorb'></form>", "in"],
    ["<form><input type=image src=b.gif name=add_to_cart></form>", "in"],
    ["<form><input type=submit value='Do košíku'></form>", "in"],
    ["<a href=/cart/add/1><img src=b.gif alt='Ajouter au panier'></a>", "in"],
    ["<button title='Legg i handlekurv'><svg><path d='M0 0'/></svg></button>", "in"],
    ["<button name=add-to-cart><i class=icon></i></button>", "in"],
    ["<a href=/><img src=shop.png alt=logo></a>", null],
    ["<div class=opinions><p>Ten model jest niedostępny</p></div>", null],
    ["<a class=add href=/backInStock.jsp?sku=1 title='Add to cart'></a>", "out"],
    ["<button disabled><img src=b.gif alt='Add to cart'></button>", null],
    ["<button disabled><span>Add</span> <span>to cart</span></button>", null],
    ["<button><span>Notify me</span> <span>when available</span></button>", "out"],
    ["<button><span>Sold</span> <span>out</span></button>", "out"],
    ["<p>Only <b>3</b> left</p>", "in"],
    ["<p>Stock: <b>0</b></p>", "out"],
    ["<p>Availability: <b>None</b></p>", "out"],
  ])("is told by a control as a whole, or by a line: %s", (text, availability) => {
    expect(termsOf(text)[0]).toBe(availability);
  });

  it.each([
    "<div class=d-none><div><p>Sold out</p></div></div>",
    "<section class='product-template hidden'><ul><li><b>Out of stock</b></li></ul></section>",
    "<p>Not available at our depot</p>",
    "<p>Pickup currently unavailable at Harbour Street</p>",
  ])("is not denied by a hidden template or by words about something else: %s", (text) => {
    expect(termsOf(`${text}<button>Add to cart</button>`)[0]).toBe("in");
  });

  it("is read from an element that only narrow windows hide", () => {
    expect(termsOf("<div class='hidden md:block'><p>Out of stock</p></div>")[0]).toBe("out");
  });

  it("is not out because of an alarm for prices", () => {
    const text = "<button>In den Warenkorb</button><p>Preisalarm: Benachrichtigen, wenn der Preis sinkt</p>";
    expect(stockOf(text, "de")).toBe("in");
  });
});
