import { describe, expect, it } from "vitest";
import { blankFinding, type Candidate } from "../../../../src/main/engine/extract/candidate.js";
import {
  evidenceFor,
  isTaxBetween,
  isUnitAssumed,
  type Priced,
  settle,
  type Witnesses,
} from "../../../../src/main/engine/extract/choose/agreement.js";
import { extract } from "../../../../src/main/engine/extract/extract.js";
import type { ReadPrice } from "../../../../src/main/engine/extract/text/read-prices.js";
import { amount, amountsOf, inScript, inText, metaTag, stated } from "./candidates.js";
import { gist, jsonLd, page, product, read, shopUrl } from "./pages.js";

const price = '<p class="price">$40.00</p>';
const metaPrice = (amount: string) =>
  `<meta property="product:price:amount" content="${amount}"><meta property="product:price:currency" content="USD">`;
const state = (value: object) =>
  `<script type="application/json">${JSON.stringify({ product: { name: "Trail Lantern 4000", ...value } })}</script>`;

function readHtml(body: string, head = "", lang = "en-US"): unknown[] {
  const html = `<!doctype html><html lang="${lang}"><head><title>Trail Lantern 4000 | Shop</title>${head}</head><body>${body}<button>Add to cart</button></body></html>`;
  return gist(extract({ url: shopUrl, html }));
}

describe("digits", () => {
  it.each([
    ["Base64", state({ price: "MzI5Ljk5", currency: "USD" })],
    ["the size of a pack", state({ price: "2-pack", currency: "USD" })],
    ["a rating", "<p class=price>4.5 out of 5</p>"],
    ["a count", "<p class=price>(479)</p>"],
    ["a model number", "<p class=price>TL4</p>"],
    ["an instalment", "<p class=price>$12.00 per month</p>"],
  ])("are no price in %s", (_, body) => {
    expect(read({ body }).offer?.price ?? null).toBeNull();
  });

  it.each([
    ["<span>$379.00</span><span>379.00</span>", 379],
    ["130, 38 zł", 130.38],
    ["$.75", 0.75],
    ["423.923 KD", 423.923],
    ["EUR 12.99", 12.99],
  ])("make one amount: %s", (text, amount) => {
    expect(read({ body: `<p class=price>${text}</p>` }).offer?.price).toBe(amount);
  });

  it("are rounded to the currency's decimals", () => {
    expect(read({ head: jsonLd(product({ price: "210.8523" })) }).offer?.price).toBe(210.85);
    expect(read({ head: jsonLd(product({ price: "210.8523", priceCurrency: "KWD" })) }).offer?.price).toBe(
      210.852,
    );
    expect(read({ head: jsonLd(product({ price: "210.8", priceCurrency: "JPY" })) }).offer?.price).toBe(211);
  });
});

describe("the product's heading and its price", () => {
  it.each([
    ["the name is in an h2", `<h2>Trail Lantern 4000</h2>${price}`],
    [
      "the h1 lies seven elements deep",
      `${"<div>".repeat(7)}<h1>Trail Lantern 4000</h1>${"</div>".repeat(7)}${price}`,
    ],
    [
      "other h1 come first",
      `<h1>Shop</h1><h1>Summer sale</h1><div><h1>Trail Lantern 4000</h1>${price}</div>`,
    ],
    [
      "the first h1 is in a noscript",
      `<noscript><h1>Enable JavaScript</h1></noscript><h1>Trail Lantern 4000</h1>${price}`,
    ],
    ["the price is in a size class", `<h1>Trail Lantern 4000</h1><div class="a-size-medium">${price}</div>`],
    ["the price is in a delivery tab", `<h1>Trail Lantern 4000</h1><div class="tab delivery">${price}</div>`],
    ["the price is unselected", `<h1>Trail Lantern 4000</h1><div class="unselected">${price}</div>`],
  ])("are found where %s", (_, body) => {
    expect(readHtml(body)).toEqual(["found", 40, "USD", "in"]);
  });

  it("take the total for the price where payments stand beside it", () => {
    expect(readHtml("<h1>Trail Lantern 4000</h1><p>Pay: $10.00 x 4</p><p>Total $40.00</p>")[1]).toBe(40);
  });
});

describe("two sources that name the same price", () => {
  it("are sure, and both are the evidence", () => {
    const { offer, evidence } = read({ head: jsonLd(product({ price: 40 })) + metaPrice("40"), body: price });
    expect(offer?.price).toBe(40);
    expect(evidence).toMatchObject({
      price: "json-ld:Product.offers.price",
      agree: ["meta:product:price:amount", "text:price"],
    });
  });
});

describe("sources that contradict each other", () => {
  it.each([
    ["data and meta tag", jsonLd(product({ price: 50 })) + metaPrice("40"), "", [50, 40]],
    [
      "data and the price that is shown",
      jsonLd(product({ price: 40 })),
      '<p class="price">$48.00</p>',
      [40, 48],
    ],
    [
      "a range whose low end a meta tag repeats",
      metaPrice("12"),
      '<p class="price">$12.00 – $18.00</p>',
      [12],
    ],
    ['"from" and a meta tag', metaPrice("12"), '<p class="price">From $12.00</p>', [12]],
  ])("are ambiguous: %s", (_, head, body, prices) => {
    const { status, offer, candidates } = read({ head, body });
    expect([status, offer?.price]).toEqual(["ambiguous", null]);
    for (const each of prices) expect(candidates.map((candidate) => candidate.price)).toContain(each);
  });

  it.each([
    [
      "without tax",
      jsonLd(product({ price: 40 })),
      "<p>$40.00 excl. VAT</p><p class=price>$48.00 incl. VAT</p>",
      48,
    ],
    ["in another currency", jsonLd(product({ price: 44, priceCurrency: "EUR" })), price, 40],
    [
      "from before the sale",
      jsonLd(product({ price: 50 })),
      "<del>$50.00</del><p class=price>Now $40.00</p>",
      40,
    ],
    ["for members only", jsonLd(product({ price: 35 })), `<p>Member price $35.00</p>${price}`, 40],
    ["of an instalment", jsonLd(product({ price: 10 })), `<p>4 x $10.00</p>${price}`, 40],
    [
      "of a subtotal",
      jsonLd(product({ price: 35 })),
      `${price}<p>Subtotal: <b class=price>$35.00</b></p>`,
      40,
    ],
  ])("are settled by what is shown where the data is %s", (_, head, body, amount) => {
    const { offer, evidence } = read({ head, body, lang: "en-US" });
    expect([offer?.price, evidence.price]).toEqual([amount, "text:price"]);
  });
});

describe("data without a price in the page's text", () => {
  const data = (amount: number, currency = "USD") =>
    jsonLd(product({ price: amount, priceCurrency: currency }));
  const tag = metaPrice;
  const inState = (amount: number) => state({ price: amount, currency: "USD" });

  it.each([
    ["is confirmed by a source that differs by a rounded cent", data(49.99) + tag("50.00"), [49.99]],
    ["is open where a source differs by two cents", data(49.99) + tag("50.01"), [49.99, 50.01]],
    ["is confirmed by one source whatever another states", data(50) + tag("40") + inState(50), [50]],
    ["is open where two sources name two others", data(50) + tag("40") + inState(45), [50, 45]],
    ["is not contradicted in another currency", data(50, "EUR") + tag("40"), [50]],
    ["gives way to the price with tax", data(41.5) + tag("49.80"), [49.8]],
    ["stays where the other one is without tax", data(49.8) + tag("41.50"), [49.8]],
    ["is open where tax would explain two whole amounts", data(40) + tag("48"), [40, 48]],
  ])("%s", (_case, head, amounts) => {
    const { status, offer, candidates } = read({ head });
    if (amounts.length === 1) expect([status, offer?.price]).toEqual(["found", amounts[0]]);
    else expect([status, candidates.map((each) => each.price)]).toEqual(["ambiguous", amounts]);
  });
});

describe("data that states another price than the page shows", () => {
  const data = (amount: number | string, more: object = {}) => jsonLd(product({ price: amount, ...more }));
  const shows = (amount: string) => `<p class="price">${amount}</p>`;
  const lowest = (amount: number) =>
    jsonLd(product({ "@type": "AggregateOffer", price: undefined, lowPrice: amount }));

  it.each([
    [
      "takes the thousands separator for a decimal point",
      "de",
      data("1.299", { priceCurrency: "EUR" }),
      shows("1.299,00 €"),
      [1299],
    ],
    ["has a price that only the page doubts", "en", data(50) + metaPrice("50"), shows("$40.00"), [50]],
    ["has a price that another source doubts, too", "en", data(50) + metaPrice("40"), shows("$40.00"), [40]],
    ["has a higher price for members", "en", data(50), `<p>Member price $50.00</p>${shows("$40.00")}`, [50]],
    ["has the price without tax, which the page hides", "en", data(41.67), shows("$50.00"), [50]],
    ["has a whole amount that tax could explain", "en", data(50), shows("$60.00"), [50, 60]],
    ["has only the lowest price", "en", lowest(30), shows("$40.00"), [40]],
    ["has only the lowest price, of half as much", "en", lowest(20), shows("$40.00"), [20, 40]],
    ["has only the lowest price, and the page a lower one", "en", lowest(50), shows("$40.00"), [50, 40]],
    [
      "is shown by a sentence only",
      "en",
      data(40),
      `${shows("$50.00")}<p>Our autumn sale of all lanterns at $40.00 ended on 31 October.</p>`,
      [40, 50],
    ],
    ["has a price a rounded cent higher", "en", data(40.01), shows("$40.00"), [40.01]],
  ])("%s", (_case, lang, head, body, amounts) => {
    const { status, offer, candidates } = read({ head, body, lang: lang === "en" ? "en-US" : lang });
    if (amounts.length === 1) expect([status, offer?.price]).toEqual(["found", amounts[0]]);
    else expect([status, candidates.map((each) => each.price)]).toEqual(["ambiguous", amounts]);
  });
});

it("an element that shows another price than its own attribute states is believed", () => {
  const body = `<div itemscope itemtype="https://schema.org/Product"><span itemprop="name">Trail Lantern 4000</span>
    <p itemprop="offers" itemscope itemtype="https://schema.org/Offer">
      <span class="price" itemprop="price" content="149.00">$159.00</span></p></div>`;
  expect(read({ body, head: metaPrice("149.00"), lang: "en-US" }).offer?.price).toBe(159);
});

describe("stock", () => {
  const inData = jsonLd(product({ price: 40 }));

  it("is out where the data says in, but the page says sold out and disables its button", () => {
    const sold = {
      head: inData,
      body: `${price}<p>Sold out</p>`,
      end: "<button disabled>Add to cart</button>",
    };
    expect(gist(read(sold))).toEqual(["found", 40, "USD", "out"]);
  });

  it("is not out because of a message that is hidden by its class", () => {
    const body = `${price}<div class="hide">Currently unavailable.</div>`;
    expect(gist(read({ body, lang: "en-US" }))).toEqual(["found", 40, "USD", "in"]);
  });

  it("is not out because of other sizes", () => {
    const body = `${price}<ul><li>S sold out</li><li>M sold out</li><li>L</li></ul>`;
    expect(read({ body }).offer?.availability).toBe("in");
  });

  it("is in where the product can be ordered for later, whatever the data says", () => {
    const head = jsonLd(product({ price: 40, availability: "OutOfStock" }));
    expect(read({ head, body: `${price}<p>On backorder</p>` }).offer?.availability).toBe("in");
  });
});

describe("the currency of a sign", () => {
  const shown = (text: string, html = "", lang = "en") =>
    extract({ url: shopUrl, html: page({ body: `<p class="price">${text}</p>${html}`, lang }) }).offer
      ?.currency;

  it.each([
    ["US $40.00", "USD"],
    ["6 300 Р", "RUB"],
    ["S/. 40.00", "PEN"],
    ["40.000 KD", "KWD"],
  ])("%s is %s", (text, code) => {
    expect(shown(text)).toBe(code);
  });

  it("follows the region of the page, a code in an attribute or a postal address", () => {
    expect(shown("499:-", "", "sv-SE")).toBe("SEK");
    expect(shown("R 1 299,00", "", "en-ZA")).toBe("ZAR");
    expect(shown("₨ 2,499", "", "en-PK")).toBe("PKR");
    expect(shown('<b data-currency="SGD">$40.00</b>')).toBe("SGD");
    expect(shown("$40.00", "<footer>1 Main Street, Toronto, ON M5V 2T6</footer>")).toBe("CAD");
  });

  it("is unknown where nothing names the country", () => {
    expect(shown("$40.00")).toBeNull();
  });
});

describe("prices of which only one applies", () => {
  const listed = (prices: object, lang: string) => read({ head: state({ prices }), lang });

  it("are read for the page's country, never from the first entry alone", () => {
    const prices = [
      { country: "DE", amount: 50, currency: "EUR" },
      { country: "AT", amount: 40, currency: "EUR" },
    ];
    expect(listed(prices, "de-AT").offer?.price).toBe(40);
    expect(listed(prices, "en")).toMatchObject({ status: "ambiguous" });
  });
});

describe("what a page says beside its price", () => {
  it("is the list price, the lowest one of 30 days and shipping", () => {
    const body =
      "<del>79,00 €</del><p class=price>59,00 €</p><p>Niedrigster Preis der letzten 30 Tage: 62,00 €</p><p>+ 4,90 € Versand</p>";
    expect(read({ body, lang: "de" }).offer).toMatchObject({
      price: 59,
      list_price: 79,
      lowest_30_days: 62,
      shipping: 4.9,
    });
  });

  it.each([
    ["12,99 €", "(25,98 € / 1 kg)", { amount: 500, unit: "g" }],
    ["1,49 €", "0,99 €/l", { amount: 1500, unit: "ml" }],
    ["24,50 €", "<small>(12,25 €/100 g)</small>", { amount: 200, unit: "g" }],
    ["24,50 €", "12,25 EUR/100 g", { amount: 200, unit: "g" }],
    ["9,90 €", "Grundpreis: 3,30 € pro 100 ml", { amount: 300, unit: "ml" }],
    ["7,20 €", "0,60 € / Stück", { amount: 12, unit: "piece" }],
  ])("tells the pack's size by the price per unit: %s, %s", (price, perUnit, size) => {
    const body = `<div><p class=price>${price}</p><p>${perUnit}</p></div>`;
    expect(read({ body, lang: "de" }).offer).toMatchObject({ size });
  });

  it("tells the pack's size by a price per unit on the price's own line", () => {
    const body = "<p><strong>24,50 €</strong> <small>(12,25 €/100 g)</small></p><p>auf Lager</p>";
    expect(read({ body, lang: "de" }).offer).toMatchObject({
      price: 24.5,
      size: { amount: 200, unit: "g" },
    });
  });

  it("tells no size if another product's price per unit is meant", () => {
    const body =
      "<div><p class=price>12,99 €</p><button>In den Warenkorb</button></div><ul><li><a href=/b>Tee 4,99 €</a> <span>9,98 €/kg</span><li><a href=/c>Kakao 5,99 €</a> <span>19,97 €/kg</span></ul>";
    expect(read({ body, lang: "de" }).offer).not.toHaveProperty("size");
  });

  it.each([
    ["PreOrder", "preorder"],
    ["BackOrder", "backorder"],
  ])("takes orders for what is not there yet: %s", (availability, ordering) => {
    const offers = { price: 20, priceCurrency: "EUR", availability: `https://schema.org/${availability}` };
    const data = JSON.stringify({ "@type": "Product", name: "Kaffeemühle", offers });
    const body = `<script type="application/ld+json">${data}</script><p class=price>20,00 €</p>`;
    expect(read({ body, lang: "de" }).offer).toMatchObject({ availability: "in", ordering });
  });

  it.each([
    "<h3>Other sellers</h3><table><tr><td>VacuumWorld<td>$44.50<td>+ $6.99 shipping</tr></table>",
    "<h3>Other sellers</h3><table><tr><td>GadgetBay<td>$47.00<td>Free shipping</tr></table>",
    "<h3>Customers also bought</h3><div>Desk lamp $19.00 <small>+ $4.99 shipping</small></div>",
  ])("is not that of another seller or product: %s", (others) => {
    const { offer } = read({
      body: `<p class=price>$40.00</p><p>In stock</p><button>Add to cart</button>${others}`,
    });
    expect([offer?.price, offer?.shipping, offer?.list_price]).toEqual([40, undefined, undefined]);
  });

  it.each(["Free shipping", "Kostenloser Versand", "inkl. MwSt. | versandkostenfrei"])(
    "is free delivery: %s",
    (text) => {
      expect(read({ body: `${price}<p>${text}</p>` }).offer?.shipping).toBe(0);
    },
  );

  it.each([
    "Free UK delivery over £30. Standard delivery £3.95.",
    "Versand 4,95 €, versandkostenfrei ab 30 €",
    "Shipping $4.95 · Free shipping on orders from $30",
  ])("is free delivery if the price reaches the amount for it: %s", (text) => {
    expect(read({ body: `${price}<p>${text}</p>` }).offer?.shipping).toBe(0);
  });

  it("is what delivery costs below the amount for free delivery", () => {
    const text = "Free UK delivery over £50. Standard delivery £3.95.";
    expect(read({ body: `${price}<p>${text}</p>` }).offer?.shipping).toBe(3.95);
  });

  it.each(["Free shipping over $50", "Free shipping for Prime members", "30-day returns"])(
    "is not free delivery for everybody: %s",
    (text) => {
      expect(read({ body: `${price}<p>${text}</p>` }).offer?.shipping).toBeUndefined();
    },
  );
});

describe("the amount that a shopper pays", () => {
  const data = (amount: number) =>
    jsonLd(product({ price: amount, priceCurrency: "EUR" })) + metaPrice(String(amount));

  it.each<[string, number, string, number]>([
    [
      "is with tax where the page names the price without it",
      100,
      "<p>100,00 € zzgl. MwSt.</p><p class=price>119,00 € inkl. MwSt.</p>",
      119,
    ],
    [
      "is with tax where the page rounds the price without it",
      100.4,
      "<p>100,00 € zzgl. MwSt.</p><p class=price>119,00 € inkl. MwSt.</p>",
      119,
    ],
    [
      "is not another product's without tax",
      100,
      "<p>80,00 € zzgl. MwSt.</p><p class=price>119,00 € inkl. MwSt.</p>",
      100,
    ],
    [
      "is not more than tax can add",
      100,
      "<p>100,00 € zzgl. MwSt.</p><p class=price>150,00 € inkl. MwSt.</p>",
      100,
    ],
    [
      "is not less than the price without tax",
      100,
      "<p>100,00 € zzgl. MwSt.</p><p class=price>79,00 €</p>",
      100,
    ],
    [
      "is not more because a used one costs what the price without tax would be",
      100,
      "<p>Gebraucht ab 100,40 €</p><p class=price>119,00 €</p>",
      100,
    ],
  ])("%s", (_case, amount, body, paid) => {
    expect(read({ head: data(amount), body, lang: "de" }, shopUrl, null).offer?.price).toBe(paid);
  });
});

describe("the price of the variant that the address names", () => {
  const offers = [
    { sku: "TL-RED", price: 100 },
    { sku: "TL-GREEN", price: 84.03 },
  ];
  const head = jsonLd({
    "@type": "Product",
    name: "Trail Lantern 4000",
    offers: offers.map((offer) => ({ "@type": "Offer", priceCurrency: "EUR", ...offer })),
  });

  it.each([
    ["is with tax if the page shows no other one", '<p class="price">100,00 €</p>', 100],
    [
      "stays if the page shows it beside that of the selected variant",
      '<p class="price">100,00 €</p><p>Green: 84,03 €</p>',
      84.03,
    ],
  ])("%s", (_case, body, paid) => {
    expect(read({ head, body, lang: "de" }, `${shopUrl}?sku=TL-GREEN`).offer?.price).toBe(paid);
  });
});

describe("a price that the page strikes out", () => {
  const data = jsonLd(product({ price: 50 })) + metaPrice("50");

  it.each<[string, string, number, number | undefined]>([
    ["gives way to the price called current behind it", "<p class=price>$50.00 Now $40.00</p>", 40, 50],
    [
      "gives way to the price called current behind several former ones",
      "<p class=price>$60.00 $50.00 Now $40.00</p>",
      40,
      50,
    ],
    [
      "stays where the price called current is another pack's",
      "<p class=price>$50.00</p><p>Refill pack now $40.00</p>",
      50,
      undefined,
    ],
    [
      "stays where another pack has a former and a current price",
      "<p>$50.00</p><p class=price>Refill pack $45.00 now $40.00</p>",
      50,
      undefined,
    ],
    [
      "stays where it is asked for another colour",
      "<ul><li>Red <s>$50.00</s> <b>$40.00</b></li><li>Green <b>$50.00</b></li></ul>",
      50,
      undefined,
    ],
    ["stays where the other one is higher", "<s>$50.00</s> <b class=price>$60.00</b>", 50, undefined],
    ["stays where the other one is a fiftieth", "<s>$50.00</s> <b class=price>$1.00</b>", 50, undefined],
    ["gives way to more than a fiftieth", "<s>$50.00</s> <b class=price>$1.01</b>", 1.01, 50],
  ])("%s", (_case, body, paid, former) => {
    const { offer } = read({ head: data, body, lang: "en-US" });
    expect([offer?.price, offer?.list_price]).toEqual([paid, former]);
  });

  it("stays where the shopper has clicked it", () => {
    const html = page({ body: '<s id="list">$50.00</s> <b class="price">$40.00</b>' });
    const place = { selectors: ["#list"], attribute: null, decimal: null };
    const recipe = { version: 1, host: "shop.example", price: place } as const;
    expect(extract({ url: shopUrl, html, recipe }).offer?.price).toBe(50);
  });
});

describe("the former price", () => {
  const paid = '<p class="price">$40.00';

  it.each<[string, string, number | undefined]>([
    ["is what is struck out beside the price", `${paid} <s>$55.00</s></p>`, 55],
    ["is not lower than the price", `${paid} <s>$35.00</s></p>`, undefined],
    ["is not ten times the price", `${paid} <s>$400.00</s></p>`, undefined],
    ["is nearly ten times the price at most", `${paid} <s>$399.00</s></p>`, 399],
    ["is not the price itself", `${paid} <s>$40.00</s></p>`, undefined],
    [
      "is what is struck out beside the price, which also stands far away",
      `${paid} <s>$55.00</s></p><p>${"All about it. ".repeat(60)}</p><p class="price">$40.00</p>`,
      55,
    ],
  ])("%s", (_case, body, former) => {
    expect(read({ head: jsonLd(product({ price: "40.00" })), body }).offer).toMatchObject({ price: 40 });
    expect(read({ body }).offer?.list_price).toBe(former);
  });

  it.each<[string, string, number | undefined]>([
    ["is what is struck out on a page without the price", "<p>RRP <s>$55.00</s></p>", 55],
    ["is not the price itself on a page that strikes it out", "<p><s>$40.00</s></p>", undefined],
    ["is no amount for free delivery", "<p>Free delivery over $55.00</p>", undefined],
  ])("%s", (_case, body, former) => {
    const { offer } = read({ head: jsonLd(product({ price: "40.00" })), body, lang: "en-US" });
    expect([offer?.price, offer?.list_price]).toEqual([40, former]);
  });

  it("is rounded to the currency's decimals", () => {
    const head = state({ price: 40, compare_at_price: 55.004, currency: "USD" });
    expect(read({ head }).offer).toMatchObject({ price: 40, list_price: 55 });
  });
});

describe("a product that is sold out and has no price", () => {
  it("has no currency, and nothing that a page says beside a price", () => {
    const head = jsonLd(product({ price: undefined, availability: "OutOfStock" }));
    const { offer } = read({ head, body: "<p>Free shipping</p><p>RRP <s>$55.00</s></p>", end: "" });
    expect(offer).toStrictEqual({ price: null, currency: null, availability: "out", seller: null });
  });
});

it("leaves out of an offer what the page does not say", () => {
  const head = jsonLd(product({ price: 40 }));
  expect(read({ head, body: price }).offer).toStrictEqual({
    price: 40,
    currency: "USD",
    availability: "in",
    seller: null,
  });
});

describe("the sign beside a price", () => {
  it("is part of the offer if its currency is unknown", () => {
    expect(read({ body: price }).offer).toMatchObject({ price: 40, currency: null, sign: "$" });
  });

  const bare = { price: 40, priceCurrency: undefined };

  it.each([
    ["is written into the data's price", { head: jsonLd(product({ ...bare, price: "$40.00" })) }],
    ["is all that the data says of its currency", { head: jsonLd(product({ ...bare, priceCurrency: "$" })) }],
    ["stands in a meta tag", { head: '<meta property="product:price:amount" content="$40.00">' }],
  ])("is part of the offer if it %s", (_case, parts) => {
    expect(read(parts).offer).toMatchObject({ price: 40, currency: null, sign: "$" });
  });

  it("in the data names the currency in the page's country, or if only one has it", () => {
    const currencyOf = (amount: string, lang: string) =>
      read({ head: jsonLd(product({ ...bare, price: amount })), lang }).offer?.currency;
    expect(currencyOf("$40.00", "en-CA")).toBe("CAD");
    expect(currencyOf("€40.00", "en")).toBe("EUR");
  });

  it("allows only its own currencies, although others are on the page", () => {
    const withOther = { body: `${price}<p>Delivery abroad €12.00</p>` };
    expect(read(withOther).offer).toMatchObject({ price: 40, currency: null, sign: "$" });
  });

  it.each([
    ["the currency is known", { body: price, lang: "en-US" }],
    ["only the data names the currency", { head: jsonLd(product({ price: 40 })), body: price }],
    ["there is none", { body: '<p class="price">40.00</p>' }],
    [
      "it stands beside another amount",
      { head: jsonLd(product({ price: 40, priceCurrency: undefined })), body: "<p>Shipping $5.00</p>" },
    ],
  ])("is left out of the offer if %s", (_case, parts) => {
    expect(read(parts).offer).not.toHaveProperty("sign");
  });
});

describe("the size of a pack", () => {
  const sizeOf = (...lines: string[]) =>
    read({
      body: `<div><p class=price>12,99 €</p>${lines.map((line) => `<p>${line}</p>`).join("")}</div>`,
      lang: "de",
    }).offer?.size;

  it("follows from two prices per unit that say the same", () => {
    expect(sizeOf("25,98 € / kg", "2,60 € / 100 g")).toEqual({ amount: 500, unit: "g" });
  });

  it("is the nearest one's if two prices per unit are nearly the same", () => {
    expect(sizeOf("25,98 € / kg", "2,50 € / 100 g")).toEqual({ amount: 500, unit: "g" });
  });

  it.each([
    ["differ", "25,98 € / kg", "12,99 € / kg"],
    ["differ by more than rounding does", "25,98 € / kg", "2,40 € / 100 g"],
    ["are of different units", "25,98 € / kg", "25,98 € / l"],
  ])("is unknown if two prices per unit %s", (_how, one, other) => {
    expect(sizeOf(one, other)).toBeUndefined();
  });

  const own = "<section><div><p class=price>12,99 €</p><p>25,98 € / kg</p></div></section>";

  it.each([
    ["before another one", `${own}<p>Beutel: 12,99 € / kg</p>`],
    ["behind another one", `<p>Beutel: 12,99 € / kg</p>${own}`],
    [
      "before that of another pack beside its price",
      `${own}<div><div><div>Beutel: 6,49 €<p>12,99 € / kg</p></div></div></div>`,
    ],
    ["with the price above it, too", `<p>12,99 €</p>${own}<p>Beutel: 12,99 € / kg</p>`],
  ])("follows from the price per unit nearest to the price, %s", (_where, body) => {
    expect(read({ body, lang: "de" }).offer?.size).toEqual({ amount: 500, unit: "g" });
  });
});

describe("the title", () => {
  it("is the heading without the shop's name that a meta tag appends", () => {
    const head = `<meta property="og:title" content="Trail Lantern 4000 | Shop">${metaPrice("40")}`;
    expect(read({ head }).product?.title).toBe("Trail Lantern 4000");
  });

  it("has the characters for which a shop's data writes references", () => {
    const named = { name: "Men&#039;s&nbsp;Lantern &quot;Trail&quot; &amp; more" };
    expect(read({ head: jsonLd(product({}, named)) }).product?.title).toBe('Men\'s Lantern "Trail" & more');
  });
});

describe("a price that is only called regular by its class", () => {
  const stated = jsonLd(product({ price: "180.00", priceCurrency: "USD" }));
  const called = (name: string) => `<div class="price"><span class="${name}">$180.00</span></div>`;
  const accessories = {
    "in plain parts": "<div class=more><div>Cushion socks $19.95</div><div>Insole $49.95</div></div>",
    "as links": '<div class=more><a href="/a">Cushion socks $19.95</a><a href="/b">Insole $49.95</a></div>',
    "in a list": "<h2>Goes well with</h2><ul><li>Cushion socks $19.95</li><li>Insole $49.95</li></ul>",
    alone: "<div class=more><div>Insole $49.95</div></div>",
  };

  it.each(
    Object.entries(accessories).flatMap(([how, html]) =>
      ["price-item--regular", "original-price", "rrp"].map((name) => [how, name, html] as const),
    ),
  )("is what is asked, whatever accessories cost %s (%s)", (_how, name, html) => {
    const end = `<button>Add to cart</button>${html}`;
    expect(read({ head: stated, body: called(name), end }).offer?.price).toBe(180);
    expect(read({ body: called(name), end }).offer?.price).toBe(180);
  });

  it.each(["price-item--regular", "original-price", "rrp"])(
    "is not mistaken for that of other products that are called the same (%s)",
    (name) => {
      const card = (title: string, amount: string) =>
        `<div><a href="/p">${title}</a><span class="${name}">$${amount}</span></div>`;
      const end = `<button>Add to cart</button><h2>You may also like</h2><div>${card("Socks", "19.95")}${card("Insole", "49.95")}</div>`;
      expect(read({ head: stated, body: called(name), end }).offer?.price).toBe(180);
      // Without data, the shopper may have to say which.
      expect([180, null]).toContain(read({ body: called(name), end }).offer?.price);
    },
  );

  it("was asked before where the reduced one stands beside it", () => {
    const body =
      '<div class="price"><span class="price-item--regular">$180.00</span> <span class="price-item--last">$144.00</span></div>';
    expect(read({ head: stated, body }).offer).toMatchObject({ price: 144, list_price: 180 });
    expect(read({ body }).offer).toMatchObject({ price: 144, list_price: 180 });
  });
});

describe("money that only some get, or later", () => {
  const stated = jsonLd(product({ price: "149.00", priceCurrency: "EUR" }));
  const paid = '<p class="price">149,00 €</p><p>inkl. MwSt.</p>';

  it.each([
    "50 € Cashback: effektiv 99,00 €",
    "Nach 50 € Cashback nur 99,00 €",
    "Get €50 cashback: effectively €99.00",
    "50 € Eintauschbonus, danach effektiv 99,00 €",
    "Jetzt 10 € sparen mit Code TOP10 – nur 139,00 €",
    "Mit App nur 139,00 €",
    "Im Set nur 139,00 €",
  ])("is not taken off the price: %s", (line) => {
    const body = `${paid}<p>${line}</p><p>Auf Lager</p>`;
    for (const head of [stated, ""])
      expect(read({ head, body, lang: "de" }).offer).toMatchObject({ price: 149 });
    expect(read({ head: stated, body, lang: "de" }).offer?.list_price).toBeUndefined();
  });
});

describe("the list price", () => {
  const compared = "<table><tr><td>Storm Lantern</td><td>$59.99, List: <s>$89.99</s></td></tr></table>";

  it.each([
    ["beside the price is its own", '<p class="price">$40.00 <s>$55.00</s></p>', 55],
    ["far away is another product's", `${price}<p>${"All about it. ".repeat(60)}</p>${compared}`, undefined],
    [
      "far away is another product's, which costs members as much",
      `${price}<p>${"All about it. ".repeat(60)}</p>${compared.replace("$59.99", "Members $40.00")}`,
      undefined,
    ],
  ])("%s", (_case, body, listPrice) => {
    expect(read({ body }).offer).toMatchObject({ price: 40 });
    expect(read({ body }).offer?.list_price).toBe(listPrice);
  });

  const stated = jsonLd(product({ price: "40.00", priceCurrency: "USD" }));

  it.each([
    ["another size's", "<p>Size: 50 x 70 <b>$40.00</b> · 60 x 90 <b>$55.00</b></p>"],
    ["another size's", "<ul><li>50 x 70 <b>$40.00</b><li>60 x 90 <b>$55.00</b></ul>"],
    ["another size's", "<p>Also in 60 x 90: <b>$55.00</b></p>"],
    [
      "another product's",
      '<h2>Customers also bought</h2><div class="more"><div><a href="/b">Storm Lantern</a><br><span class="product-price price-small">$55.00</span></div></div>',
    ],
    [
      "another product's, reduced",
      '<h2>Customers also bought</h2><div class="more"><div><a href="/b">Storm Lantern</a><br><s>$89.00</s> <b>$55.00</b></div></div>',
    ],
  ])("is not %s: %s", (_whose, html) => {
    for (const parts of [
      { head: stated, body: `<p><b>$40.00</b></p>${html}` },
      { head: stated, body: `${price}${html}` },
      { head: stated, body: price, end: `<button>Add to cart</button>${html}` },
    ]) {
      const { offer } = read(parts);
      expect([offer?.price, offer?.list_price], JSON.stringify(parts)).toEqual([40, undefined]);
    }
    expect(read({ body: `${price}${html}` }).offer?.list_price).toBeUndefined();
  });

  it.each([
    ["en", "Usual price $55.00"],
    ["en", "Recommended retail price (RRP): $55.00"],
    ["de", "Listenpreis: $55.00"],
    ["de", "Früher $55.00"],
    ["de", "Bisheriger Preis: $55.00"],
    ["de", "Alter Preis: $55.00"],
    ["de", "Unverb. Preisempf.: $55.00"],
    ["de", "<span>Unverbindliche Preisempfehlung des Herstellers:</span><div>$55.00</div>"],
    ["da", '<span class="foer">$55.00</span>'],
  ])("is named (%s): %s", (lang, html) => {
    for (const head of [stated, ""])
      expect(read({ head, lang, body: `${price}<p>${html}</p>` }).offer).toMatchObject({
        price: 40,
        list_price: 55,
      });
  });

  it.each(["Listenpreis", "Normalpreis", "Usual price"])("is the price where it stands alone: %s", (name) => {
    expect(read({ body: `<p>${name}: <b class="price">$40.00</b></p>` }).offer).toMatchObject({ price: 40 });
  });

  it("stands beside a price whose class says that it has one", () => {
    const body =
      '<div class="prices"><p class="detail-price with-list-price">$40.00</p><span class="list-price-price">$55.00</span></div>';
    expect(read({ head: stated, body }).offer).toMatchObject({ price: 40, list_price: 55 });
  });
});

const silent: Witnesses = { shown: null, prices: [], others: [], text: null };

describe("a whole number in the page's scripts", () => {
  const number = (price: number, more: Partial<Candidate> = {}) =>
    stated(price, { ...inScript, mayBeCents: true, ...more });

  it.each<[string, Priced, boolean]>([
    ["may be in cents", number(1999), true],
    ["may be in cents if that makes one unit of the currency", number(100), true],
    ["is not in cents if that made less than one unit", number(99), false],
    ["is not in cents if the currency has none", number(1999, { currency: "JPY" }), false],
    ["is not in cents if its source says so", number(1999, { mayBeCents: false }), false],
  ])("%s", (_case, candidate, expected) => {
    expect(isUnitAssumed(candidate)).toBe(expected);
  });

  it("is not in cents if there is no number", () => {
    expect(isUnitAssumed({ ...number(1999), price: null })).toBe(false);
  });

  it.each<[string, number, Partial<Witnesses>, readonly number[]]>([
    ["is open between cents and units", 1999, {}, [1999, 19.99]],
    ["is open between cents and units from four digits on", 1000, {}, [1000, 10]],
    ["is in units if it has three digits", 999, {}, [999]],
    ["is in cents if the page shows that price", 1999, { prices: [amount(19.99), amount(5)] }, [19.99]],
    [
      "is in cents if it has three digits and the page shows that price",
      999,
      { prices: [amount(9.99)] },
      [9.99],
    ],
    ["is in cents if another source has that price", 1999, { others: [stated(19.99), stated(5)] }, [19.99]],
    ["is in units if the page shows that price", 1999, { prices: [amount(1999), amount(19.99)] }, [1999]],
    ["is in units if another source has that price", 1999, { others: [stated(1999), stated(5)] }, [1999]],
    ["is open if the page shows only another price", 1999, { prices: [amount(5)] }, [1999, 19.99]],
  ])("%s", (_case, price, witnesses, expected) => {
    expect(amountsOf(settle([number(price)], { ...silent, ...witnesses }))).toEqual(expected);
  });

  it("is converted from cents once, along with its list price", () => {
    const page = { ...silent, prices: [amount(19.99)] };
    const [read] = settle([number(1999, { listPrice: 2999 })], page);
    expect(read).toEqual(stated(19.99, { ...inScript, mayBeCents: false, listPrice: 29.99 }));
    expect(settle([number(1999)], page)).toEqual([stated(19.99, { ...inScript, mayBeCents: false })]);
  });
});

describe("a price with tax", () => {
  it.each([
    [41.67, 50, true],
    [84.03, 100, true],
    [84.05, 100, false],
    [100, 119, false],
    [50, 41.67, false],
  ])("belongs to one without it: %d and %d", (net, gross, expected) => {
    expect(isTaxBetween(net, gross)).toBe(expected);
  });
});

describe("the evidence for a price", () => {
  const found = (...candidates: readonly Candidate[]) => ({
    ...blankFinding(candidates[0]?.from ?? "text"),
    candidates,
  });
  const evidence = (others: readonly Candidate[], prices: readonly ReadPrice[], chosen = stated(40)) => {
    const main = new Map([[chosen.from, [found(chosen)]]]);
    if (others[0] !== undefined) main.set(others[0].from, [found(...others)]);
    return evidenceFor(chosen, main, prices);
  };

  it.each<[string, readonly Candidate[], readonly ReadPrice[], object]>([
    ["is empty without a witness", [], [], {}],
    ["is the page that shows it", [], [amount(40)], { agree: ["text:price"] }],
    ["is the page that offers it, once", [stated(40, inText)], [amount(40)], { agree: ["text:price"] }],
    ["is not the page that shows it as a former price", [], [amount(40, { role: "old" })], {}],
    ["is not the page that shows another one", [], [amount(50)], {}],
    ["is not a source of several other prices", [stated(50, metaTag), stated(60, metaTag)], [], {}],
    [
      "is a source of several prices with this one among them",
      [stated(50, metaTag), stated(40, metaTag)],
      [],
      { agree: [metaTag.path] },
    ],
    [
      "is against it if a source has another one only",
      [{ ...stated(50, metaTag), price: null, path: "meta:availability" }, stated(50, metaTag)],
      [],
      { differ: [{ from: metaTag.path, price: 50 }] },
    ],
  ])("%s", (_case, others, prices, expected) => {
    expect(evidence(others, prices)).toEqual(expected);
  });

  it("is not the page itself for a price from its text", () => {
    expect(evidence([], [amount(40)], stated(40, inText))).toEqual({});
  });
});
