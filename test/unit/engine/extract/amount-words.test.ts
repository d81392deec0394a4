import { describe, expect, it } from "vitest";
import { extract } from "../../../../src/main/engine/extract/extract.js";
import type { ExtractedOffer, Extraction } from "../../../../src/main/engine/extract/extraction.js";
import { namesCondition } from "../../../../src/main/engine/extract/text/amount-words.js";
import { roleInWords } from "../../../../src/main/engine/extract/text/price-role.js";
import { jsonLd, product, shopUrl } from "./pages.js";

interface Parts {
  readonly lang?: string;
  readonly head?: string;
  readonly url?: string;
  readonly end?: string;
}

/** By the rules alone: the score is learned from whole pages. */
function readPage(body: string, { lang = "en", head = "", url = shopUrl, end = "" }: Parts = {}): Extraction {
  const button = end === "" ? "<button>Add to cart</button>" : end;
  const html = `<!doctype html><html lang="${lang}"><title>Trail Lantern 4000</title>${head}<main><h1>Trail Lantern 4000</h1><div>${body}${button}</div></main></html>`;
  return extract({ url, html }, null);
}

function offerOf(body: string, parts: Parts = {}): ExtractedOffer | undefined {
  return readPage(body, parts).offer;
}

function data(offer: object): string {
  return jsonLd(product({ priceCurrency: "EUR", ...offer }));
}

describe("a former price, by its label alone", () => {
  const layouts: Readonly<Record<string, (former: string, now: string) => string>> = {
    "a list of terms": (former, now) =>
      `<dl><dt>${former}</dt><dd>74,00 €</dd><dt>${now}</dt><dd>58,00 €</dd></dl>`,
    "a table": (former, now) =>
      `<table><tr><td>${former}:</td><td>74,00 €</td></tr><tr><td>${now}:</td><td>58,00 €</td></tr></table>`,
    "one line": (former, now) =>
      `<p><span>${former}</span> <span>74,00 €</span> <span>${now}</span> <span>58,00 €</span></p>`,
    "lines of their own": (former, now) => `<p>${former}: 74,00 €</p><p>${now}: 58,00 €</p>`,
    "a line before a bare price": (former) => `<p>${former} 74,00 €</p><p>58,00 €</p>`,
  };

  it.each([
    ["en", "High street price", "Price"],
    ["en", "Estimated value", "Outlet price"],
    ["de", "Ehemaliger Preis", "Preis"],
    ["de", "Empf. VK", "Unser Preis"],
    ["fr", "Ancien prix", "Prix"],
    ["fr", "Prix de vente conseillé", "Notre prix"],
    ["es", "Precio anterior", "Precio"],
    ["es", "PVPR", "Ahora"],
    ["it", "Prezzo precedente", "Prezzo"],
    ["pt", "Preço antigo", "Preço"],
    ["nl", "Oude prijs", "Prijs"],
    ["pl", "Stara cena", "Cena"],
    ["cs", "Doporučená maloobchodní cena", "Cena"],
    ["sk", "Predchádzajúca cena", "Cena"],
    ["sv", "Rekommenderat pris", "Vårt pris"],
    ["da", "Vejledende udsalgspris", "Pris"],
    ["nb", "Ordinær pris", "Pris"],
    ["fi", "Aiempi hinta", "Hinta"],
    ["hu", "Régi ár", "Ár"],
    ["ro", "Preț vechi", "Preț"],
    ["bg", "Стара цена", "Цена"],
    ["el", "Παλιά τιμή", "Τιμή"],
    ["ru", "Цена без скидки", "Цена"],
    ["uk", "Попередня ціна", "Ціна"],
    ["tr", "Eski fiyat", "Fiyat"],
    ["hr", "Prijašnja cijena", "Cijena"],
    ["sl", "Prejšnja cena", "Cena"],
    ["et", "Endine hind", "Hind"],
    ["lv", "Iepriekšējā cena", "Cena"],
    ["lt", "Ankstesnė kaina", "Kaina"],
    ["ja", "旧価格", "価格"],
    ["zh", "市场价", "现价"],
    ["ko", "기존가", "판매가"],
    ["vi", "Giá niêm yết", "Giá"],
  ])("is not what is asked, in %s: %s", (lang, former, now) => {
    for (const [layout, body] of Object.entries(layouts))
      expect([layout, offerOf(body(former, now), { lang })?.price]).toEqual([layout, 58]);
  });

  it.each(["Regulärer Preis", "Běžná cena", "Normal price", "Обычная цена"])(
    "is the price where only a regular one is shown: %s",
    (label) => {
      expect(offerOf(`<p>${label}: 58,00 €</p>`)?.price).toBe(58);
    },
  );

  it.each([
    ["74,00 € UVP, 58,00 €", 58],
    ["58,00 € UVP 74,00 €", 58],
    ["58,00 € statt 74,00 €", 58],
    ["74,00 € now 58,00 €", 58],
    ["de 74,00 € por 58,00 €", 58],
    ["Great value 58,00 €", 58],
  ])("is the higher of two amounts with a label between them: %s", (line, price) => {
    expect(offerOf(`<p class=price>${line}</p>`)?.price).toBe(price);
  });
});

describe("a price without tax beside the one with it", () => {
  const layouts: Readonly<Record<string, (net: string, gross: string) => string>> = {
    "one line": (net, gross) => `<p>80,00 € ${net} 96,00 € ${gross}</p>`,
    "one line, the higher first": (net, gross) => `<p>96,00 € ${gross}, 80,00 € ${net}</p>`,
    "two lines": (net, gross) => `<p>80,00 € ${net}</p><p>96,00 € ${gross}</p>`,
    "labels before them": (net, gross) => `<p>${net}: 80,00 €</p><p>${gross}: 96,00 €</p>`,
    "labels below them": (net, gross) =>
      `<div>80,00 €</div><div>${net}</div><div>96,00 €</div><div>${gross}</div>`,
    brackets: (net, gross) => `<p>96,00 € <small>(80,00 € ${net})</small></p><i>${gross}</i>`,
    "a misleading class": (net, gross) =>
      `<span class="price-old-live">96,00 €</span> ${gross} <span>80,00 €</span> ${net}`,
  };

  it.each([
    ["en", "+ GST", "incl. of all taxes"],
    ["en", "excluding VAT", "including VAT"],
    ["de", "exkl. MwSt.", "inkl. 20 % MwSt."],
    ["fr", "hors TVA", "TVA incluse"],
    ["es", "IVA no incluido", "IVA incluido"],
    ["it", "IVA escl.", "IVA compresa"],
    ["pt", "s/ IVA", "c/ IVA"],
    ["nl", "exclusief btw", "inclusief btw"],
    ["pl", "netto", "brutto"],
    ["cs", "bez DPH", "vč. DPH"],
    ["sk", "bez DPH", "vrátane DPH"],
    ["sv", "exkl. moms", "inkl. moms"],
    ["da", "uden moms", "med moms"],
    ["nb", "eks. mva", "inkl. mva"],
    ["fi", "alv 0 %", "sis. alv 25,5 %"],
    ["hu", "nettó", "ÁFA-val"],
    ["ro", "fără TVA", "cu TVA"],
    ["bg", "без ДДС", "с ДДС"],
    ["el", "πλέον ΦΠΑ", "με ΦΠΑ"],
    ["ru", "без НДС", "с НДС"],
    ["uk", "без ПДВ", "з ПДВ"],
    ["tr", "KDV hariç", "KDV dahil"],
    ["hr", "bez PDV-a", "s PDV-om"],
    ["sl", "brez DDV", "z DDV"],
    ["et", "km-ta", "km-ga"],
    ["lv", "bez PVN", "ar PVN"],
    ["lt", "be PVM", "su PVM"],
    ["ja", "（税抜）", "（税込）"],
    ["zh", "不含税", "含税"],
    ["ko", "부가세 별도", "부가세 포함"],
  ])("is not the price, in %s: %s, %s", (lang, net, gross) => {
    for (const [layout, body] of Object.entries(layouts))
      expect([layout, offerOf(body(net, gross), { lang })?.price]).toEqual([layout, 96]);
  });

  it("is the price where none with tax is shown", () => {
    expect(offerOf("<p>80,00 € zzgl. MwSt.</p>", { lang: "de" })?.price).toBe(80);
  });

  it("leaves a struck price struck, though tax is said to be included", () => {
    const body = "<b>58,00 €</b> <del>74,00 €</del> inkl. MwSt.";
    expect(offerOf(body, { lang: "de" })).toMatchObject({ price: 58, list_price: 74 });
  });
});

describe("words before or behind an amount", () => {
  it.each<[string, string, string | null]>([
    ["à partir de", "", "from"],
    ["Dès", "", "from"],
    ["începând de la", "", "from"],
    ["alates", "", "from"],
    ["", "alkaen", "from"],
    ["", "부터", "from"],
    ["~", "", "from"],
    ["Prix de", "", null],
    ["", "/ m²", "other"],
    ["", "/ opak. (2,22 m²)", null],
    ["", "per pack (covers 2.4 m²)", null],
    ["", "za kg", "other"],
    ["", "/ 100 g", "other"],
    ["", "/mo.", "other"],
    ["", "im Monat", null],
    ["", "pro Monat", "other"],
    ["", "na měsíc", "other"],
    ["Starting price:", "", "other"],
    ["Aktuelles Gebot", "", "other"],
    ["Mise à prix :", "", "other"],
    ["Cena wywoławcza:", "", "other"],
    ["Cena pro členy:", "", "other"],
    ["Non-member price", "", "now"],
    ["", "for members", "other"],
    ["with promo code SPRING only", "", "other"],
    ["Pfand", "", "other"],
    ["Záloha:", "", "other"],
    ["Sie sparen", "", "other"],
    ["Zusammen mit Versand: gesamt inkl. Versand", "", "other"],
    ["Unser Preis", "inkl. MwSt.", "now"],
    ["UVP inkl. MwSt.", "", "old"],
    ["Our price excl. VAT", "", "net"],
    ["without trade-in", "", null],
    ["trade-in", "", "other"],
  ])("%j, %j: %s", (line, after, role) => {
    expect(roleInWords(line, after)).toBe(role);
  });
});

describe("a line beside the price", () => {
  const price = "<span>58,00 €</span>";

  it.each([
    ["en", "Delivery from 4,99 €"],
    ["en", "Pay in 3: 19,33 €"],
    ["en", "Shipping weight: 2.5 kg"],
    ["de", "1 l = 5,80 €"],
    ["de", "UVP des Herstellers: 74,00 €"],
    ["de", "Lieferung frei ab 49 €"],
    ["fr", "Livraison express 9,99 €"],
    ["fr", "Remise immédiate de 16,00 €"],
    ["fr", "Le lot de 2 : 100,00 €"],
    ["fr", "Reprise jusqu'à 30,00 €"],
    ["es", "PVP 74,00 €"],
    ["pl", "Z kodem JESIEN 49,00 €"],
    ["sv", "Jämförpris 5,80 €/kg"],
    ["ko", "카드 할인가 55,00 €"],
    ["de", "Rabatt -0,00 €"],
  ])("does not hide it, in %s: %s", (lang, line) => {
    const layouts = [
      `<div>${line}</div><div>${price}</div>`,
      `<div>${price}</div><div>${line}</div>`,
      `<p>${price} <span>${line}</span></p>`,
    ];
    for (const body of layouts) expect([body, offerOf(body, { lang })?.price]).toEqual([body, 58]);
  });
});

describe("a price in another form", () => {
  it.each<[string, string, string, number]>([
    ["pence", "en", "<span class=price>85p</span>", 0.85],
    ["raised cents behind a comma", "nl", "<span>€49,⁹⁵</span>", 49.95],
    ["decimals behind an apostrophe", "es", "<span>49'95 €</span>", 49.95],
    [
      "elements on lines of their own",
      "de",
      "<div class=price>\n<i>1.</i>\n<i>349</i>\n<i>,–</i>\n<i>€</i>\n</div>",
      1349,
    ],
    ["drawn by a script", "de", '<x-price data-price-cents="6495" data-currency="EUR"></x-price>', 64.95],
    [
      "in a field that cannot be changed",
      "de",
      '<label>Preis <input readonly value="49,90 €"></label>',
      49.9,
    ],
    ["the shop's currency below another", "bg", "<p>19,56 лв.</p><p>10,00 €</p>", 10],
    ["euros beside the former currency", "bg", "<p>66,42 € / 129,90 лв.</p>", 66.42],
    ["beside another one in the page's header", "en", "<b>£58.00</b>", 58],
  ])("is read: %s", (_form, lang, body, price) => {
    const menu = "<header><p>Lantern Mini <span class=price>£19.99</span></p></header>";
    const html = `<!doctype html><html lang="${lang}"><title>Trail Lantern</title>${menu}<main><h1>Trail Lantern</h1>${body}<button>Add to cart</button></main></html>`;
    const url = `https://shop.example.${lang === "en" ? "co.uk" : lang}/p/1`;
    expect(extract({ url, html }, null).offer?.price).toBe(price);
  });

  it.each(['value="49,90 €"', 'type=hidden readonly value="49,90 €"', "readonly value=49"])(
    "is not read in a field for something else: %s",
    (attributes) => {
      expect(offerOf(`<p><input ${attributes}></p>`, { lang: "de" })?.price ?? null).toBeNull();
    },
  );

  it("is believed where data has it in cents", () => {
    expect(offerOf("<p>58,00 €</p>", { head: data({ price: 5800 }) })?.price).toBe(58);
  });
});

describe("a label below its amount", () => {
  it.each([
    ["fr", "74,00 €", "Ancien prix", "58,00 €", "Notre prix"],
    ["fr", "58,00 €", "Notre prix", "74,00 €", "Ancien prix"],
    ["pl", "74,00 zł", "Stara cena", "58,00 zł", "Cena"],
  ])("is not that of the next one, in %s: %s, %s", (lang, first, label, second, other) => {
    const body = `<div><div>${first}</div><div>${label}</div></div><div><div>${second}</div><div>${other}</div></div>`;
    expect(offerOf(body, { lang })?.price).toBe(58);
  });
});

describe("a table", () => {
  it.each([
    ["Old price", "Price", "74,00 €", "58,00 €", 58],
    ["excl. VAT", "incl. VAT", "58,00 €", "69,60 €", 69.6],
  ])("has labels at the head of its columns: %s, %s", (one, other, first, second, price) => {
    const body = `<table><tr><th>${one}</th><th>${other}</th></tr><tr><td>${first}</td><td>${second}</td></tr></table>`;
    expect(offerOf(body)?.price).toBe(price);
  });

  it.each(["", "</thead><tbody>"])("has a head for each amount of a row%s", (end) => {
    const row = (tag: string, ...cells: string[]) =>
      `<tr>${cells.map((each) => `<${tag}>${each}`).join("")}</tr>`;
    const head = row("th", "Price", "Shipping", "Total");
    const body = `<table>${end && "<thead>"}${head}${end}${row("td", "$49.90", "$5.00", "$54.90")}</table>`;
    expect(offerOf(body)).toMatchObject({ price: 49.9, shipping: 5 });
  });

  it("may have a row that says nothing but that it is the price", () => {
    const row = (label: string, amount: string) => `<tr><td>${label}</td><td>${amount}</td></tr>`;
    const body = `<table>${row("UVP", "74,00 €")}${row("Sie sparen", "16,00 €")}${row("Preis", "58,00 €")}</table>`;
    expect(offerOf(body, { lang: "de" })?.price).toBe(58);
  });
});

describe("a product's name", () => {
  it.each(["Gift voucher", "Extended warranty", "Was", "Pfand", "Montaż"])(
    "is no label of its price: %s",
    (name) => {
      const html = `<title>${name} | Shop</title><main><h1>${name}</h1><p>€25.00</p><button>Add to cart</button></main>`;
      expect(extract({ url: shopUrl, html }).offer?.price).toBe(25);
    },
  );
});

describe("a price for a measure before that of the pack", () => {
  it.each([
    ["cs", "<b class=price>299 Kč / m²</b> <b class=price>718 Kč / bal. (2,4 m²)</b>", 718],
    ["pl", "<b class=price>49,90 zł / m²</b> <b>119,76 zł / opak. (2,4 m²)</b>", 119.76],
    ["fr", "<b class=price>19,90 €/m²</b> <b>le paquet de 2,4 m² : 47,76 €</b>", 47.76],
    ["nl", "<p>€ 19,90 per m²</p><p>€ 47,76 per doos</p>", 47.76],
    ["it", "<p>19,90 €/mq</p><p>47,76 €/conf.</p>", 47.76],
    ["sv", "<p class=price>199 kr/kvm</p><p>478 kr/förp</p>", 478],
  ])("is not what is paid, in %s: %s", (lang, body, price) => {
    expect(offerOf(body, { lang })?.price).toBe(price);
  });
});

describe("an amount that is no price", () => {
  it.each([
    ["en", "<p class=price>$24/mo.</p>"],
    ["de", "<p class=price>24,00 € pro Monat</p>"],
    ["en", "<p>Current bid: <b class=price>$24.00</b></p><p>4 bids</p>"],
    ["de", "<p>Startpreis: <b>24,00 €</b></p>"],
    ["fr", "<p>Enchère actuelle : <b>24,00 €</b></p>"],
  ])("is none for the page's data either, in %s: %s", (lang, body) => {
    expect(readPage(body, { lang }).status).toBe("nothing");
    expect(readPage(body, { lang, head: data({ price: 24 }) }).status).toBe("nothing");
  });

  it.each([
    ["en", "Call for pricing"],
    ["en", "POA"],
    ["de", "Preis bitte anfragen"],
    ["fr", "Tarif : nous consulter"],
    ["es", "Precio a consultar"],
    ["it", "Prezzo su richiesta"],
    ["pt", "Sob consulta"],
    ["nl", "Prijs op aanvraag"],
    ["pl", "Zapytaj o cenę"],
    ["cs", "Cena na dotaz"],
    ["sk", "Cena na vyžiadanie"],
    ["sv", "Pris på begäran"],
    ["da", "Ring for pris"],
    ["nb", "Pris på forespørsel"],
    ["fi", "Kysy hintaa"],
    ["hu", "Kérjen árajánlatot"],
    ["ro", "Preț la cerere"],
    ["bg", "Цена по запитване"],
    ["el", "Τιμή κατόπιν ζήτησης"],
    ["ru", "Уточняйте цену"],
    ["uk", "Ціна за запитом"],
    ["tr", "Fiyat sorunuz"],
    ["hr", "Cijena na upit"],
    ["et", "Küsi hinda"],
    ["lv", "Cena pēc pieprasījuma"],
    ["lt", "Kaina pagal užklausą"],
    ["ja", "要問合せ"],
    ["zh", "价格面议"],
    ["ko", "가격 문의"],
    ["vi", "Giá: Liên hệ"],
  ])("is a placeholder beside “price on request”, in %s: %s", (lang, words) => {
    for (const price of ["0.01", "1", "9999.99", "0"]) {
      const meta = `<meta property="product:price:amount" content="${price}"><meta property="product:price:currency" content="EUR">`;
      for (const head of [data({ price }), meta])
        expect(readPage(`<div class=price>${words}</div>`, { lang, head }).status).toBe("nothing");
    }
  });

  it("is no placeholder where nothing is asked for, or the page shows a price", () => {
    expect(offerOf("<p>Sticker</p>", { head: data({ price: 1 }) })?.price).toBe(1);
    const body = "<p class=price>€1.00</p><p>Delivery abroad: price on request</p>";
    expect(offerOf(body, { head: data({ price: 1 }) })?.price).toBe(1);
  });
});

describe("a price that the page hides from strangers", () => {
  it.each([
    ["en", "LOG IN TO SEE PRICE"],
    ["en", "Click here to see prices"],
    ["en", "Please log in with your trade account to see the pricing and order"],
    ["de", "Preis nur für registrierte Kunden"],
    ["de", "Einloggen, um Preise zu sehen"],
    ["fr", "Connectez-vous pour voir les prix"],
    ["es", "Regístrate para ver precios"],
    ["it", "Accedi per vedere il prezzo"],
    ["nl", "Inloggen voor prijzen"],
    ["pl", "Cena po zalogowaniu"],
    ["ja", "ログインして価格を見る"],
  ])("is not the one in its data, in %s: %s", (lang, words) => {
    const head = data({ price: 40 });
    expect(readPage(`<div>${words}</div>`, { lang, head }).status).toBe("nothing");
  });

  it("is read where it stands on the page, or where the words are about something else", () => {
    const head = data({ price: 40 });
    expect(offerOf("<p class=price>€40.00</p><a>Please log in</a>", { head })?.price).toBe(40);
    expect(offerOf("<p>Log in to see the reviews of our members</p>", { head })?.price).toBe(40);
    expect(offerOf("<p>Sign up for price drop alerts</p>", { head })?.price).toBe(40);
  });
});

describe("a range in data", () => {
  const range = data({ "@type": "AggregateOffer", price: undefined, lowPrice: 58, highPrice: 74 });

  it.each([
    "<del>74,00 €</del> <ins>58,00 €</ins>",
    "<p class=price>58,00 €</p><p>UVP 74,00 €</p>",
    "<span>Was €74.00</span> <span>Now €58.00</span>",
  ])("is the price and the former one: %s", (body) => {
    expect(offerOf(body, { head: range })).toMatchObject({ price: 58, list_price: 74 });
  });

  it.each([
    "<p class=price>58,00 € – 74,00 €</p>",
    "<p class=price>ab 58,00 €</p>",
    "<select><option>S 58,00 €<option>M 66,00 €<option>L 74,00 €</select>",
  ])("is a question where it is one: %s", (body) => {
    expect(readPage(body, { head: range, lang: "de" }).status).toBe("ambiguous");
  });

  it.each(["76,00 € <small>-5 %</small>", "<i>−5%</i> <b>76,00 €</b>", "76,00 € (5 % Rabatt)"])(
    "or two that agree are the former price if a percentage beside the price says so: %s",
    (body) => {
      const meta = '<meta property="product:price:amount" content="80">';
      const head = `${data({ price: 80 })}${meta}<meta property="product:price:currency" content="EUR">`;
      expect(offerOf(`<p class=price>${body}</p>`, { lang: "de", head })?.price).toBe(76);
    },
  );
});

describe("three digits behind one separator", () => {
  const price = (text: string, lang: string, more = "", head = "") => {
    const { status, offer, candidates } = readPage(`<p class=price>${text}</p>${more}`, { lang, head });
    return status === "ambiguous" ? candidates.map((each) => each.price) : offer?.price;
  };

  it.each<[string, string, number]>([
    ["de", "1.450 €", 1450],
    ["de", "1,450 €", 1.45],
    ["fr", "1,450 €", 1.45],
    ["en-US", "$1,450", 1450],
    ["en-US", "$1.450", 1.45],
    ["en-GB", "£0.450", 0.45],
    ["en-IE", "€1,450", 1450],
    ["es-MX", "$1,450", 1450],
    ["es-AR", "$1.450", 1450],
    // The language and the currency disagree, and thousands are much more common.
    ["en", "1.450 €", 1450],
    ["es", "$1,450", 1450],
    ["de-CH", "CHF 1.450", 1450],
    ["de", "1.450,-", 1450],
  ])("are read as usual with %s: %s", (lang, text, amount) => {
    expect(price(text, lang)).toBe(amount);
  });

  it.each([
    ["ko", "1.450원"],
    ["en", "Rp1.450"],
    ["en-US", "COP 1.450"],
  ])("are thousands in a currency without decimals: %s %s", (lang, text) => {
    expect(price(text, lang, "<p>Other 12.95</p>")).toBe(1450);
  });

  it("are decimals where the page's other prices say so", () => {
    expect(price("1,450 €", "en", "<p>Kabel 12,95 €</p><p>Versand 4,90 €</p>")).toBe(1.45);
    expect(price("1,450 €", "en", "<p>Cable €12.95</p><p>Shipping €4.90</p>")).toBe(1450);
  });

  it("are what a second witness names", () => {
    expect(price("1,450 €", "en", "", data({ price: 1.45 }))).toBe(1.45);
    expect(price("1,450 €", "de", "", data({ price: 1450 }))).toBe(1450);
    expect(price("<b content='1.450'>£1.450</b>", "en-GB")).toBe(1.45);
  });

  it("stay open where witness, page and usage contradict each other", () => {
    expect(price("1.450 €", "de", "", data({ price: "1.450" }))).toEqual([1450, 1.45]);
    expect(price("1.450 €", "de", "<p>Kabel 12.95 €</p><p>Versand 4.90 €</p>")).toEqual([1450, 1.45]);
    expect(price("1,450 €", "en", "<p>Kabel 12,95 €</p>", data({ price: 1450 }))).toEqual([1450, 1.45]);
  });
});

describe("digits and signs", () => {
  it.each([
    "<p class=price>58<sup>90</sup></p> <del>74,95</del>",
    "<s>74<sup>95</sup></s> <p class=price>58<sup>90</sup></p>",
    "<p class=price>58<small>90</small></p> <del>€ 74,95</del>",
    "<p class=price>58<span>,</span><span>90</span></p>",
    "<p class=price>\n € \n <span>58 <sup>\n , \n</sup>\n </span><span>\n 90 </span></p> <del>€ 74,95</del>",
    "<p class=price>58⁹⁰ €</p>",
    "<p class=price>€58⁹⁰</p><s>€74⁹⁵</s>",
  ])("have raised cents beside a former price: %s", (body) => {
    expect(offerOf(body, { lang: "nl" })?.price).toBe(58.9);
  });

  it.each(["<p class=price>€ <b class=price>12</b></p>", "<p>€ <b class=price>12.90</b></p>"])(
    "do not lend their sign to a number in the heading above: %s",
    (body) => {
      const html = `<title>Lantern 4000</title><main><div><h1>Lantern 4000</h1>${body}<button>Add to cart</button></div></main>`;
      expect(Math.floor(extract({ url: shopUrl, html }).offer?.price ?? 0)).toBe(12);
    },
  );

  it("are no price where only the cents are there", () => {
    const body = "<p class=price>$ <span></span>.<sup class=price>90</sup></p>";
    expect(readPage(body).status).toBe("nothing");
    expect(offerOf(body, { head: data({ price: 58.9 }) })?.price).toBe(58.9);
  });

  it.each([
    ["58,90 &amp;euro;", "EUR"],
    ["58,90&amp;nbsp;&amp;euro;", "EUR"],
    ["58,90 &amp;#8364;", "EUR"],
    ["58,90 â‚¬", "EUR"],
    ["58,90Â â‚¬", "EUR"],
    ["Â£58.90", "GBP"],
    ["58,90 zÅ‚", "PLN"],
    ["58,90 KÄ\u008d", "CZK"],
    ["â‚¹58.90", "INR"],
  ])("are read though encoded twice or misread: %s", (text, currency) => {
    expect(offerOf(`<p class=price>${text}</p>`)).toMatchObject({ price: 58.9, currency });
  });

  it.each([
    ["de-CH", "https://shop.example.ch/p/1", "CHF"],
    ["fr-CH", "https://shop.example.ch/p/1", "CHF"],
    ["de", "https://shop.example.ch/p/1", null],
    ["de-CH", shopUrl, null],
    ["de-DE", "https://shop.example.ch/p/1", null],
  ])("without a sign are in the currency of %s at %s: %s", (lang, url, currency) => {
    expect(offerOf("<p class=price>58.–</p>", { lang, url })).toMatchObject({ price: 58, currency });
  });

  it.each([
    ["$", "en-US", "USD"],
    ["$", "en-CA", "CAD"],
    ["â‚¬", "en", "EUR"],
    ["&euro;", "en", "EUR"],
  ])("are in the currency that data writes as %s, in %s", (priceCurrency, lang, currency) => {
    expect(offerOf("<p>Sale</p>", { lang, head: data({ price: 20, priceCurrency }) })).toMatchObject({
      price: 20,
      currency,
    });
  });
});

it.each([
  ["Member price", false],
  ["Mitgliederpreis", false],
  ["with coupon:", false],
  ["Im Abo", false],
  ["Price with code", false],
  ["With code AUTUMN", true],
  ["mit der Plus-Karte", true],
  ["For Gold members", true],
])("the words of a condition are quoted where they say more than its kind: %s", (words, isNamed) => {
  expect(namesCondition(words)).toBe(isNamed);
});
