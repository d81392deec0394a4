import { describe, expect, it } from "vitest";
import { blankFinding, type Candidate } from "../../../../src/main/engine/extract/candidate.js";
import type { ShownText } from "../../../../src/main/engine/extract/choose/agreement.js";
import { decide } from "../../../../src/main/engine/extract/choose/decide.js";
import { mainProducts } from "../../../../src/main/engine/extract/choose/main-product.js";
import { identityOf, type PageIdentity } from "../../../../src/main/engine/extract/choose/page-identity.js";
import { extract } from "../../../../src/main/engine/extract/extract.js";
import type { Extraction } from "../../../../src/main/engine/extract/extraction.js";
import { collectPage } from "../../../../src/main/engine/extract/html/collect-page.js";
import { applyPick, priceChoices } from "../../../../src/main/engine/sources/page/pick.js";
import { amount, amountsOf, inScript, metaTag, stated } from "./candidates.js";
import { gist, jsonLd, page, product, read, shopUrl } from "./pages.js";

const variant = (name: string, price: number, more: object = {}) => ({
  "@type": "Product",
  name: `Trail Lantern 4000 ${name}`,
  color: name,
  sku: `TL-${name}`,
  offers: {
    "@type": "Offer",
    price,
    priceCurrency: "USD",
    availability: "InStock",
    url: `${shopUrl}?variant=${name.toLowerCase()}`,
  },
  ...more,
});

function group(...variants: object[]): string {
  return jsonLd({ "@type": "ProductGroup", name: "Trail Lantern 4000", hasVariant: variants });
}

function price(amount: string): string {
  const tag = (key: string, content: string) => `<meta property="product:price:${key}" content="${content}">`;
  return tag("amount", amount) + tag("currency", "USD");
}

describe("the variant", () => {
  const head = group(variant("Red", 39.99), variant("Green", 49.99), variant("Blue", 59.99));

  it("is the one that the address names, by its own address, key or option", () => {
    for (const query of ["variant=green", "sku=TL-Green", "color=green", "opt=green-large"])
      expect(gist(read({ head }, `${shopUrl}?${query}`))).toEqual(["found", 49.99, "USD", "in"]);
    const numbered = group(
      variant("Red", 39.99, { sku: "40001" }),
      variant("Green", 49.99, { sku: "40002" }),
    );
    const named = extract({ url: `${shopUrl}-40002.html`, html: `<h1>Trail Lantern 4000</h1>${numbered}` });
    expect(named.offer?.price).toBe(49.99);
    expect(gist(extract({ url: `${shopUrl}/TL-Blue`, html: `<h1>Trail Lantern 4000</h1>${head}` }))[1]).toBe(
      59.99,
    );
  });

  it("has its own barcode, by which other shops' pages join", () => {
    const head = group(
      variant("Red", 39.99, { gtin13: "4006381333931" }),
      variant("Green", 49.99, { gtin13: "4006381333948" }),
    );
    expect(read({ head }, `${shopUrl}?variant=green`).product?.gtin).toBe("4006381333948");
    expect(read({ head }).product?.gtin).toBeUndefined();
  });

  it("is the one that the page has selected", () => {
    const body =
      '<select name="color"><option value="red">Red</option><option value="green" selected>Green</option></select>';
    expect(gist(read({ head, body }))[1]).toBe(49.99);
  });

  it("gives way where the page shows another price, which a second source states", () => {
    const body = "<p class=price>$44.99</p><select><option value=green selected>Green</option></select>";
    expect(gist(read({ head: head + price("44.99"), body }))[1]).toBe(44.99);
    expect(gist(read({ head, body: body.replace("44.99", "49.99") }))[1]).toBe(49.99);
    expect(gist(read({ head: head + price("44.99"), body }, `${shopUrl}?variant=green`))[1]).toBe(49.99);
  });

  it("is told by the words on its price’s line, or by where the price stands, if it has no name", () => {
    const offers = [49.99, 39.99, 59.99, 19.99].map((price) => ({
      "@type": "Offer",
      price,
      priceCurrency: "USD",
    }));
    const html = `${jsonLd({ "@type": "Product", name: "Trail Lantern", offers })}<p>$59.99</p><h1>Trail Lantern</h1>
      <div><p>One-time purchase <b>$49.99</b> with tax</p><p><b>$39.99</b></p></div>`;
    expect(extract({ url: shopUrl, html }).candidates.map(({ price, place }) => [price, place])).toEqual([
      [49.99, { words: "One-time purchase … with tax", spot: "below-name" }],
      [39.99, { words: null, spot: "below-name" }],
      [59.99, { words: null, spot: "above-name" }],
      [19.99, { words: null, spot: "data" }],
    ]);
  });

  it("quotes whole words only, without quotation marks", () => {
    const offers = [3.99, 9.99].map((price) => ({ "@type": "Offer", price, priceCurrency: "USD" }));
    const long = "Watch at home for two days on every screen that you own";
    const html = `${jsonLd({ "@type": "Product", name: "Night Film", offers })}<h1>Night Film</h1>
      <p>“Rent Movie SD” <b>$3.99</b></p><p>${long} <b>$9.99</b></p>`;
    expect(extract({ url: shopUrl, html }).candidates.map(({ place }) => place?.words)).toEqual([
      "Rent Movie SD",
      "two days on every screen that you own",
    ]);
  });

  it("is one of the shown prices or of the data’s, where these differ", () => {
    const offers = { "@type": "AggregateOffer", lowPrice: 52, highPrice: 81, priceCurrency: "CAD" };
    const html = `${jsonLd({ "@type": "Product", name: "Pillow Cover", offers })}<div><h1>Pillow Cover</h1>
      <p class="price">US$36.97+</p><p>In stock</p></div>`;
    const told = extract({ url: shopUrl, html });
    expect(told.status).toBe("ambiguous");
    expect(told.candidates.map(({ price, currency, place }) => [price, currency, place])).toEqual([
      [52, "CAD", { words: null, spot: "data", end: "lowest" }],
      [81, "CAD", { words: null, spot: "data", end: "highest" }],
      [36.97, "USD", { words: null, spot: "below-name" }],
    ]);
    expect(priceChoices(told).map(({ price }) => price)).toEqual([36.97, 52, 81]);
  });

  it("is ambiguous where nothing says which, and all are told", () => {
    const told = read({ head });
    expect(told.status).toBe("ambiguous");
    expect(told.offer?.price).toBeNull();
    expect(told.candidates.map(({ price, variant: name }) => [name, price])).toEqual([
      ["Red", 39.99],
      ["Green", 49.99],
      ["Blue", 59.99],
    ]);
  });

  it("does not matter where all cost the same; one in stock comes before one that is not", () => {
    const out = {
      offers: { "@type": "Offer", price: 39.99, priceCurrency: "USD", availability: "OutOfStock" },
    };
    const same = group(variant("Red", 39.99, out), variant("Green", 39.99));
    expect(gist(read({ head: same }))).toEqual(["found", 39.99, "USD", "in"]);
    expect(gist(read({ head: same }, `${shopUrl}?color=red`))).toEqual(["found", 39.99, "USD", "out"]);
  });
});

/** Offers of one product in its data. */
function offersOf(...offers: readonly object[]): string {
  return jsonLd({
    "@type": "Product",
    name: "Trail Lantern 4000",
    offers: offers.map((offer) => ({
      "@type": "Offer",
      priceCurrency: "USD",
      availability: "InStock",
      ...offer,
    })),
  });
}

/** The price that is found, or the prices to select from. */
function pricesOf({ status, offer, candidates }: Extraction): unknown {
  return status === "ambiguous" ? candidates.map(({ price }) => price) : (offer?.price ?? status);
}

describe("one of several offers", () => {
  const paths = [
    { url: "/p/lantern-red", price: 40 },
    { url: "/p/lantern-green", price: 50 },
  ];
  const queries = ["red", "green"].map((name, i) => ({
    url: `${shopUrl}?variant=${name}`,
    price: 40 + i * 10,
  }));
  const twoParts = ["red", "green"].flatMap((colour, i) =>
    ["s", "m"].map((size, j) => ({
      url: `${shopUrl}?colour=${colour}&size=${size}`,
      price: 40 + i * 10 + j,
    })),
  );
  const skus = [
    { sku: "TL-1", price: 40 },
    { sku: "TL-2", price: 50 },
  ];
  const names = ["Red / 64 GB", "Green / 64 GB", "Green / 128 GB"].map((name, i) => ({
    name,
    price: 40 + i * 10,
  }));

  it.each<[string, object[], string, unknown]>([
    ["a path of its own", paths, "https://shop.example/p/lantern-green", 50],
    [
      "a path of its own, whatever the letters' case and a slash at the end",
      paths,
      "https://shop.example/P/Lantern-Green/",
      50,
    ],
    [
      "a path of its own, whatever else the address says",
      paths,
      "https://shop.example/p/lantern-green?utm_source=mail",
      50,
    ],
    ["a query of its own", queries, `${shopUrl}?variant=green`, 50],
    ["a query of its own among other parameters", queries, `${shopUrl}?utm_source=mail&variant=green`, 50],
    ["a part of its query, as far as that goes", twoParts, `${shopUrl}?colour=green`, [50, 51]],
    ["all of its query", twoParts, `${shopUrl}?colour=green&size=m`, 51],
    ["a key", skus, `${shopUrl}?item=tl-2`, 50],
    ["a key at the end of the path", skus, `${shopUrl}/TL-2`, 50],
    ["a key in the fragment", skus, `${shopUrl}#TL-2`, 50],
    ["an option in one word", names, `${shopUrl}?size=128gb`, 60],
    ["an option among other words", names, `${shopUrl}?opt=large-red`, 40],
    ["most of its options", names, `${shopUrl}?colour=green&size=64gb`, 50],
    ["options that several have", names, `${shopUrl}?colour=green`, [50, 60]],
  ])("is selected by an address with %s", (_case, offers, url, expected) => {
    expect(pricesOf(read({ head: offersOf(...offers) }, url))).toEqual(expected);
  });

  const samePath = queries.map((offer) => ({ ...offer, url: shopUrl }));
  const otherPage = queries.map((offer) => ({ ...offer, url: offer.url.replace("4000", "5000") }));
  const shortKeys = ["1", "2"].map((sku, i) => ({ sku, price: 40 + i * 10 }));
  const pages = [1, 2].map((n) => ({ url: `${shopUrl}?page=${n}&size=${n}`, price: 40 + n * 10 }));
  const plain = [
    { url: shopUrl, price: 40 },
    { url: `${shopUrl}?variant=green`, price: 50 },
  ];
  const pairs = ["red&size=s", "green&size=m"].map((query, i) => ({
    url: `${shopUrl}?colour=${query}`,
    price: 40 + i * 10,
  }));
  const symbols = ["*", "Red"].map((name, i) => ({ name, price: 40 + i * 10 }));

  it.each<[string, object[], string]>([
    ["it says no more than all offers do", samePath, shopUrl],
    ["the offers belong to another page", otherPage, `${shopUrl}?variant=green`],
    ["it says no more than that of one offer", plain, shopUrl],
    ["it contradicts a part of each offer's", pairs, `${shopUrl}?colour=green&size=xl`],
    ["it names none of the values", queries, `${shopUrl}?variant=blue`],
    ["it has only a part of a key", skus, `${shopUrl}?item=tl`],
    ["the keys are too short to be told from other numbers", shortKeys, `${shopUrl}?qty=2`],
    ["it shares only the number of a page with an offer's", pages, `${shopUrl}?page=2`],
    ["an option has no words", symbols, `${shopUrl}?opt=large`],
    ["it has only a part of an option's words", names, `${shopUrl}?opt=128`],
  ])("is not selected by an address if %s", (_case, offers, url) => {
    expect(read({ head: offersOf(...offers) }, url).status).toBe("ambiguous");
  });

  it("has no condition of another offer that has the same price", () => {
    const used = { price: 40, itemCondition: "https://schema.org/UsedCondition" };
    const { offer } = read({ head: offersOf(used, { price: 40, availability: "OutOfStock" }), end: "" });
    expect({ price: offer?.price, condition: offer?.condition }).toEqual({ price: 40, condition: undefined });
  });

  it("is selected by an address that is exactly its own, rather than a part of another one's", () => {
    const offers = [
      { url: `${shopUrl}?colour=green`, price: 40 },
      { url: `${shopUrl}?colour=green&size=m`, price: 50 },
    ];
    expect(pricesOf(read({ head: offersOf(...offers) }, `${shopUrl}?colour=green`))).toBe(40);
  });

  it("is selected by the page's address, whatever the page calls its own", () => {
    const head = `<link rel="canonical" href="/p/lantern">${offersOf(...paths)}`;
    expect(pricesOf(read({ head }, "https://shop.example/p/lantern-green"))).toBe(50);
  });

  it.each([" / ", "/", " /", ", ", ",", " | ", "|"])("has options separated by %j", (separator) => {
    const offers = ["Red", "Blue"].map((name, i) => ({
      name: `${name}${separator}Size ${i}`,
      price: 40 + i * 10,
    }));
    for (const option of ["Blue", "Size 1"])
      expect(pricesOf(read({ head: offersOf(...offers), body: select(option) }))).toBe(50);
  });

  const select = (value: string) =>
    `<select name="o"><option value="a">A</option><option value="${value}" selected>B</option></select>`;

  it.each<[string, object[], string, string, unknown]>([
    ["the selected key", skus, select("TL-2"), shopUrl, 50],
    [
      "one selected key of several",
      skus.map((offer, i) => ({ ...offer, gtin13: `400638133393${i}` })),
      select("TL-2"),
      shopUrl,
      50,
    ],
    ["the selected option", names, select("Red"), shopUrl, 40],
    [
      "the selected key rather than another one's selected option",
      [
        { sku: "TL-1", name: "Red", price: 40 },
        { sku: "TL-2", name: "Blue", price: 50 },
      ],
      select("Red") + select("TL-2"),
      shopUrl,
      50,
    ],
    ["the address rather than the selection", names, select("Red"), `${shopUrl}?size=128gb`, 60],
    ["the key in the address rather than the selected one", skus, select("TL-1"), `${shopUrl}?item=tl-2`, 50],
  ])("is selected by %s", (_case, offers, body, url, expected) => {
    expect(pricesOf(read({ head: offersOf(...offers), body }, url))).toEqual(expected);
  });
});

describe("offers of several sellers", () => {
  const by = (name: string, price: number, more: object = {}) => ({
    price,
    seller: { "@type": "Organization", name },
    ...more,
  });
  const out = { availability: "OutOfStock" };

  it.each<[string, object[], unknown]>([
    ["have the lowest price that can be had", [by("A", 50), by("B", 45, out), by("C", 48)], 48],
    ["have the lowest price if nobody has any left", [by("A", 50, out), by("B", 45, out)], 45],
    ["are open if one seller has several", [by("A", 50), by("A", 45)], [50, 45]],
    ["are open if one has no name", [by("A", 50), { price: 45 }], [50, 45]],
    [
      "are open if they sell different variants",
      [by("A", 50, { name: "Red" }), by("B", 45, { name: "Blue" })],
      [50, 45],
    ],
    ["have the price of a new one", [by("A", 50), by("B", 30, { itemCondition: "UsedCondition" })], 50],
    [
      "have a used one's price if all are used",
      [
        by("A", 50, { itemCondition: "UsedCondition" }),
        by("B", 30, { itemCondition: "RefurbishedCondition" }),
      ],
      30,
    ],
  ])("%s", (_case, offers, expected) => {
    expect(pricesOf(read({ head: offersOf(...offers) }))).toEqual(expected);
  });
});

describe("several offers at one price", () => {
  const [out, unknown] = [{ availability: "OutOfStock" }, { availability: undefined }];

  it.each<[string, object, object, string]>([
    ["in stock before one that is sold out", out, {}, "B"],
    ["in stock before one whose stock is unknown", unknown, {}, "B"],
    ["of unknown stock before one that is sold out", out, unknown, "B"],
    ["that comes first", {}, {}, "A"],
  ])("are represented by the one %s", (_case, first, second, expected) => {
    const seller = (name: string) => ({ seller: { "@type": "Organization", name }, price: 40 });
    const head = offersOf({ ...seller("A"), ...first }, { ...seller("B"), ...second });
    expect(read({ head, end: "" }).offer?.seller).toBe(expected);
  });
});

describe("a product without a price", () => {
  it.each<[string, string, string, unknown]>([
    ["is known to be sold out", offersOf({ availability: "OutOfStock" }), "", "out"],
    [
      "is sold out if all its offers are",
      offersOf({ availability: "OutOfStock" }, { availability: "OutOfStock" }),
      "",
      "out",
    ],
    [
      "is not known to be sold out if one offer is not",
      offersOf({ availability: "OutOfStock" }, {}),
      "",
      undefined,
    ],
    ["says nothing if it is in stock", offersOf({}), "", undefined],
    ["is sold out if only the page's text says so", "", "<p>Sold out</p>", "out"],
  ])("%s", (_case, head, body, availability) => {
    const { status, offer } = read({ head, body, end: "" });
    expect([status, offer?.availability]).toEqual([
      availability === undefined ? "nothing" : "found",
      availability,
    ]);
  });
});

describe("a range of prices", () => {
  const range = (lowPrice: number, highPrice: number) =>
    jsonLd(product({ "@type": "AggregateOffer", price: undefined, lowPrice, highPrice }));

  it.each<[string, string, string, unknown]>([
    ["is open", range(30, 60), "", [30, 60]],
    [
      "is decided by the price that the page shows between its ends",
      range(30, 60),
      "<p class=price>$40.00</p>",
      40,
    ],
    ["is decided by the one end that the page shows", range(30, 60), "<p class=price>$60.00</p>", 60],
    ["is open if the page shows both ends", range(30, 60), "<p class=price>$30.00 – $60.00</p>", [30, 60]],
    ["is not decided by a price beyond it", range(30, 60), "<p class=price>$70.00</p>", [30, 60, 70]],
    ["is not decided by its low end in another source", range(30, 60) + price("30"), "", [30, 60]],
    ["is no range if both ends are the same", range(30, 30), "", 30],
  ])("%s", (_case, head, body, expected) => {
    expect(pricesOf(read({ head, body }))).toEqual(expected);
  });

  it.each(["Rs. %", "NT$%", "CHF %", "R$ %"])("is open in any currency's marks: %s", (mark) => {
    for (const dash of ["-", "–"]) {
      const [low, high] = [30, 60].map((amount) => `<b>${mark.replace("%", String(amount))}</b>`);
      expect(pricesOf(read({ body: `<p class=price>${low} ${dash} ${high}</p>` }))).toEqual([30, 60]);
    }
  });

  it("is replaced by the variants that another source names, if these have its ends", () => {
    const named = (...prices: number[]) =>
      jsonLd({
        "@type": "Product",
        name: "Trail Lantern 4000",
        offers: { "@type": "AggregateOffer", lowPrice: 30, highPrice: 60, priceCurrency: "USD" },
      }) + microdata(prices);
    const microdata = (prices: readonly number[]) =>
      `<div itemscope itemtype="https://schema.org/Product"><span itemprop="name">Trail Lantern 4000</span>${prices
        .map(
          (price, i) =>
            `<div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><meta itemprop="name" content="Size ${i}"><meta itemprop="price" content="${price}"><meta itemprop="priceCurrency" content="USD"></div>`,
        )
        .join("")}</div>`;
    expect(pricesOf(read({ body: named(30, 45, 60) }))).toEqual([30, 45, 60]);
    expect(pricesOf(read({ body: named(30, 45, 70) }))).toEqual([30, 60]);
    const eight = [30, 30, 30, 40, 45, 50, 55, 60];
    expect(pricesOf(read({ body: named(...eight) }))).toEqual(eight);
    expect(pricesOf(read({ body: named(...eight, 60) }))).toEqual([30, 40, 45, 50, 55, 60]);
    expect(pricesOf(read({ body: named(30, 35, 40, 45, 50, 52, 55, 58, 60) }))).toEqual([30, 60]);
  });
});

describe("the title of one of several", () => {
  const titleAt = (html: string, query = "") =>
    extract({ url: `${shopUrl}${query}`, html }).product?.title ?? null;
  const offers = (...named: readonly (readonly [name: string, price: number])[]) =>
    jsonLd({
      "@type": "Product",
      name: "Trail Lantern 4000",
      offers: named.map(([name, price]) => ({
        "@type": "Offer",
        name,
        sku: `TL-${name}`,
        url: `${shopUrl}?variant=${name.length}`,
        price,
        priceCurrency: "USD",
      })),
    });
  const radios = (selected: string, ...names: readonly string[]) =>
    names
      .map((name, i) => {
        const checked = name === selected ? " checked" : "";
        return `<input type=radio name=o id=o${i} value=${name.split(" ")[0]}${checked}><label for=o${i}>${name}</label>`;
      })
      .join("");

  it("names the offer that the address or the price selects", () => {
    const head = offers(["Queen", 39.99], ["King XL", 59.99]);
    const body = `<p class=price>$39.99</p>${radios("Queen", "Queen", "King XL")}`;
    expect(titleAt(page({ head, body }), "?variant=7")).toBe("Trail Lantern 4000, King XL");
    expect(titleAt(page({ head, body }))).toBe("Trail Lantern 4000, Queen");
  });

  it.each([
    ["?colour=1", "Trail Lantern 4000, Volt", "Volt", 29.99],
    ["?colour=1&utm_source=mail", "Trail Lantern 4000, Volt", "Volt", 29.99],
    ["?colour=Volt", "Trail Lantern 4000, Volt", "Volt", 29.99],
    ["?colour=0", "Trail Lantern 4000, Black/White", "Black/White", 49.99],
    ["?size=1", "Trail Lantern 4000", undefined, undefined],
    ["", "Trail Lantern 4000", undefined, undefined],
  ])(
    "is named by what all variants that the address %j selects have in common",
    (query, title, name, price) => {
      const variants = ["Black/White", "Volt"].flatMap((color, i) =>
        ["UK 7", "UK 8", "UK 9"].map((size, j) => ({
          ...variant(`${color} - ${size}`, i === 1 ? 29.99 : 49.99, { color, size, material: "Mesh" }),
          offers: {
            "@type": "Offer",
            url: `${shopUrl}?colour=${i}&size=${j}`,
            price: i === 1 ? 29.99 : 49.99,
            priceCurrency: "GBP",
            availability: `https://schema.org/${j === 2 ? "OutOfStock" : "InStock"}`,
          },
        })),
      );
      const told = read({ head: group(...variants) }, `${shopUrl}${query}`);
      expect(told.product?.title).toBe(title);
      expect(told.product?.variant).toBe(name);
      expect(told.offer?.price ?? undefined).toBe(price);
    },
  );

  it("names the size that the heading has and the data lacks", () => {
    const head = offers(["4 kg", 21.99], ["12 kg", 54.99]);
    const html = page({ head, body: "<p class=price>$54.99</p>" }).replaceAll(
      "<h1>Trail Lantern 4000",
      "<h1>Trail Lantern 4000 12 kg",
    );
    expect(titleAt(html)).toBe("Trail Lantern 4000, 12 kg");
  });

  it("names no size where all cost the same, and nothing twice", () => {
    const body = `<p class=price>$39.99</p>${radios("M", "S", "M", "L")}`;
    const same = offers(["S", 39.99], ["Medium", 39.99], ["Large size", 39.99]);
    expect(titleAt(page({ head: same, body }))).toBe("Trail Lantern 4000");
    expect(titleAt(page({ head: jsonLd(product({})), body }), "?size=M")).toBe("Trail Lantern 4000");
    const named = offers(["Lantern", 39.99], ["Other", 59.99]);
    expect(titleAt(page({ head: named, body: "<p class=price>$39.99</p>" }))).toBe("Trail Lantern 4000");
  });

  it("names the selected option that the address asks for", () => {
    const html = page({
      head: jsonLd(product({})),
      body: `${radios("32 GB RAM", "16 GB RAM", "32 GB RAM")}<select><option value=1 selected>1 piece</option></select>`,
    });
    expect(titleAt(html, "?ram=32&qty=1")).toBe("Trail Lantern 4000, 32 GB RAM");
    expect(titleAt(html, "?utm_source=32")).toBe("Trail Lantern 4000");
    expect(titleAt(html)).toBe("Trail Lantern 4000");
  });

  const option = (label: string, value = "1", name = "o") =>
    `<select name="${name}"><option value="${value}" selected>${label}</option><option value="x">Other</option></select>`;

  it.each([
    ["by its value", option("Deep blue", "DB"), "?v=db", "Deep blue"],
    ["by a word", option("Deep blue"), "?colour=blue", "Deep blue"],
    ["by its words in one", option("32 GB RAM"), "?ram=32gbram", "32 GB RAM"],
    ["by its words in another order", option("Deep blue"), "?colour=blue-deep", "Deep blue"],
    ["without the surcharge beside it", option("64 GB (+$20.00)", "64"), "?gb=64", "64 GB"],
    ["with others", option("Deep blue") + option("64 GB", "64", "p"), "?a=blue&b=64", "Deep blue / 64 GB"],
    ["once", option("Deep blue") + option("Deep blue", "2", "p"), "?a=blue", "Deep blue"],
  ])("names the selected option, %s", (_how, body, query, name) => {
    expect(titleAt(page({ head: jsonLd(product({})), body }), query)).toBe(`Trail Lantern 4000, ${name}`);
  });

  it.each([
    ["a single digit", option("3 m cable", "3"), "?v=3"],
    ["a number without a word", option("64", "64"), "?v=64"],
    ["a size of clothes", option("XL", "XL"), "?size=xl"],
    ["a size of clothes", option("Medium", "M") + option("M", "mm", "p"), "?size=mm"],
    ["the language", option("German", "de"), "?lang=de"],
    ["the sort order", option("Newest", "new"), "?sort_by=new"],
    ["another option", option("Deep blue"), "?colour=red"],
  ])("names no selected option for %s in the address", (_what, body, query) => {
    expect(titleAt(page({ head: jsonLd(product({})), body }), query)).toBe("Trail Lantern 4000");
  });
});

describe("the product", () => {
  it("is the page's own, not a related one", () => {
    const other = { ...product({ price: 9.99 }), name: "Spare Wick", url: "/p/wick" };
    const related = { ...product({ url: shopUrl }), url: shopUrl, isRelatedTo: [other] };
    expect(gist(read({ head: jsonLd(related) }))[1]).toBe(49.99);
    expect(gist(read({ head: jsonLd([other, product({}, { url: shopUrl })]) }))[1]).toBe(49.99);
    const list = { "@type": "ItemList", itemListElement: [{ "@type": "ListItem", item: other }] };
    expect(gist(read({ head: jsonLd([list, product({})]) }))[1]).toBe(49.99);
  });

  it("is none where a sentence says to whom something is not available", () => {
    const html =
      "<h1>Codes of the interface</h1><p>This function is not available to this caller.</p><p>Not available to you.</p>";
    expect(extract({ url: shopUrl, html }).status).toBe("nothing");
    for (const said of ["Not available", "Not available to order", "This item is not available."])
      expect(extract({ url: shopUrl, html: `<h1>Lantern</h1><p>${said}</p>` }).offer?.availability).toBe(
        "out",
      );
  });

  it("is none where the page lists many", () => {
    const item = (
      name: string,
    ) => `<div itemscope itemtype="https://schema.org/Product"><a itemprop="url" href="/p/${name}"><span itemprop="name">${name}</span></a>
      <div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><meta itemprop="price" content="9.99"></div></div>`;
    const html = `<title>Camping</title><h1>Camping gear</h1>${["Tent", "Stove", "Rope", "Knife"].map(item).join("")}`;
    expect(extract({ url: "https://shop.example/camping", html }).status).toBe("nothing");
  });
});

describe("a page that sells several products", () => {
  const named = (name: string, price: number, more: object = {}) => ({
    "@type": "Product",
    name,
    offers: { price, priceCurrency: "USD" },
    ...more,
  });
  const workshop = (...products: object[]) =>
    extract({
      url: "https://shop.example/kits",
      html: `<title>Kits</title><h1>Kits</h1>${jsonLd(products)}`,
    });

  it("asks which of them is meant, by their names", () => {
    const page = workshop(named("Weaving loom", 89), named("Spinning wheel", 240));
    expect([page.status, page.candidates.map(({ title, price }) => [title, price])]).toEqual([
      "ambiguous",
      [
        ["Weaving loom", 89],
        ["Spinning wheel", 240],
      ],
    ]);
    const wheel = priceChoices(page).find(({ variant }) => variant === "Spinning wheel");
    const dearer = workshop(named("Carding comb", 19), named("Spinning wheel", 250));
    expect(applyPick(dearer, wheel?.pick ?? null)).toMatchObject({
      product: { title: "Spinning wheel" },
      offer: { price: 250 },
    });
  });

  it.each([
    ["/kits", 0],
    ["/p/0", 1],
    ["/kits/0?sort=price", 1],
  ])("has as many of its own at %s as it is the page of: %s", (path, count) => {
    const titles = ["Weaving loom", "Spinning wheel", "Carding comb"];
    const findings = titles.map((title, i) => ({
      ...blankFinding("json-ld"),
      title,
      url: `https://shop.example/p/${i}`,
      candidates: [stated(89 + i)],
    }));
    const page = identityOf(collectPage("<h1>Weaving loom</h1>"), new URL(path, shopUrl));
    expect(mainProducts(findings, page).get("json-ld") ?? []).toHaveLength(count);
  });

  const card = (name: string, price: number) =>
    `<h2>${name}</h2><p class="price">$${price}.00</p><button>Add to cart</button>`;
  const shop = (heading: string, ...products: [string, number][]) =>
    extract({
      url: "https://shop.example/kits",
      html: `<h1>${heading}</h1>${products.map((each) => card(...each)).join("")}${jsonLd(products.map((each) => named(...each)))}`,
    });

  it("asks also where words show one of their prices first", () => {
    const page = shop("Kits", ["Weaving loom", 89], ["Spinning wheel", 240]);
    expect([page.status, page.candidates.map(({ title }) => title)]).toEqual([
      "ambiguous",
      ["Weaving loom", "Spinning wheel"],
    ]);
  });

  it.each([
    ["the heading names one of them", shop("Weaving loom", ["Weaving loom", 89], ["Wheel", 240]), 89],
    ["all cost the same", shop("Kits", ["Weaving loom", 89], ["Spinning wheel", 89]), 89],
  ])("asks nothing if %s", (_what, page, price) => {
    expect(page).toMatchObject({ status: "found", offer: { price } });
  });

  it.each([
    ["many", Array.from({ length: 9 }, (_, i) => named(`Kit ${i}`, 10 + i))],
    [
      "some with pages of their own",
      [named("Loom", 89, { url: "/loom" }), named("Wheel", 240, { url: "/wheel" })],
    ],
    ["two of one name", [named("Loom", 89), named("Loom", 79)]],
  ])("asks nothing if there are %s", (_what, products) => {
    expect(workshop(...products).status).toBe("nothing");
  });
});

describe("what a page offers besides its price", () => {
  const offers = [
    { "@type": "Offer", price: 40, priceCurrency: "USD", availability: "InStock" },
    {
      "@type": "Offer",
      price: 29,
      priceCurrency: "USD",
      itemCondition: "UsedCondition",
      seller: { name: "Second Light" },
    },
    {
      "@type": "Offer",
      price: 33,
      priceCurrency: "USD",
      itemCondition: "RefurbishedCondition",
      availability: "OutOfStock",
    },
    {
      "@type": "Offer",
      price: 29,
      priceCurrency: "USD",
      itemCondition: "UsedCondition",
      seller: { name: "Second Light" },
    },
  ];

  it("are used and refurbished pieces with their sellers, each once", () => {
    const { offer, offers: further } = read({
      head: jsonLd({ "@type": "Product", name: "Trail Lantern 4000", offers }),
    });
    expect([offer?.price, further]).toEqual([
      40,
      [
        { price: 29, currency: "USD", condition: "used", seller: "Second Light" },
        { price: 33, currency: "USD", condition: "refurbished", availability: "out" },
      ],
    ]);
  });

  it("are no other variants, nor the same offer in another source", () => {
    const head = `${group(variant("Red", 39.99), variant("Green", 49.99))}<meta property="product:price:amount" content="49.99">`;
    expect(read({ head }, `${shopUrl}?variant=green`).offers).toBeUndefined();
  });
});

it.each([
  ["to other sites", '<meta property="og:site_name" content="Acme &amp;amp; Daughters">', "Acme & Daughters"],
  [
    "in its data",
    jsonLd([
      { "@type": "Organization", name: "Acme" },
      { "@type": "WebSite", name: "Acme" },
    ]),
    "Acme",
  ],
  [
    "nowhere clearly",
    jsonLd([
      { "@type": "Organization", name: "Acme" },
      { "@type": "Store", name: "Buildwell" },
    ]),
    undefined,
  ],
])("the shop has the name that it gives itself %s", (_where, head, name) => {
  expect(read({ head: head + jsonLd(product({})) }).product?.shop).toBe(name);
});

describe("a price that is only to be read", () => {
  it("is the one that is labelled, not a struck, related or smaller one", () => {
    const body = `<div class="price-box"><del class="old-price">$79.99</del> <span class="price">$49.99</span>
      <small class="installment">or 4 × $12.50</small><span class="unit-price">$12.50 / 100 g</span></div>
      <div class="related-products"><span class="price">$9.99</span></div>`;
    const told = read({ body });
    expect(gist(told)).toEqual(["found", 49.99, null, "in"]);
    expect(told.offer?.list_price).toBe(79.99);
    expect(told.evidence.price).toBe("text:price");
  });

  it("is put together from its pieces", () => {
    const pieces = [
      '<span class="price"><span>€</span><span>49</span><sup>99</sup></span>',
      '<div class="price"><b>49</b><span class="decimals">,99</span> €</div>',
      '<span class="price">49,99&nbsp;€</span>',
    ];
    for (const body of pieces)
      expect(gist(read({ body, lang: "de" }))).toEqual(["found", 49.99, "EUR", "in"]);
  });

  it.each([
    ["%33 799,90 TL", 799.9],
    ["<span>%33</span> <span>799,90 TL</span>", 799.9],
    ["<span>-20 %</span><span>799,90 TL</span>", 799.9],
    ["<span>%33</span><span>799,90 TL</span>", undefined],
  ])("does not take the percentage before it for its thousands: %s", (text, price) => {
    expect(read({ body: `<p class="price">${text}</p>` }).offer?.price).toBe(price);
  });

  it.each([
    ["Members' price", "Price"],
    ["Members’ price", "Our price"],
    ["Member's price", "Price"],
    ["Club-price", "Price"],
    ["Student price", "Price"],
    ["Member price", "Non-members"],
  ])("is not the one for a few only: %s, %s", (few, all) => {
    const body = `<p>${few} <b>£39.00</b></p><p>${all} <b>£49.00</b></p><button>Add to basket</button>`;
    expect(read({ body, lang: "en-GB" }).offer?.price).toBe(49);
  });

  it.each([
    ["<p>£8.50 per bottle</p><p>Mix six £7.65 a bottle</p><p>Case of 12: £86.70</p>", 8.5],
    ["<p>£18.50 a bottle</p><p>Case of 6 £99.00</p>", 18.5],
    ["<p>Case of 6 £99.00</p>", 99],
    ["<p>£1.04 per piece</p><p>Carton (24 pieces): £24.90</p>", 24.9],
    ["<p>£12.00 a roll</p><p>Sample £1.50</p>", 12],
    ["<p>£14.00 per pair</p><p>3 pairs £36.00</p>", 14],
    ["<p>£25.00 per print</p><p>Framed £65.00</p>", 25],
    ["<p>£3.60 per dozen</p><p>Tray of 30 £8.20</p>", 3.6],
  ])("is that of one, unless only several are sold: %s", (prices, price) => {
    const body = `<h1>Chablis</h1>${prices}<p>In stock</p><button>Add to basket</button>`;
    expect(read({ body, lang: "en-GB" }).offer?.price).toBe(price);
  });

  it.each([
    "Kunden kauften auch",
    "Das könnte Ihnen auch gefallen",
    "You may also like",
    "Customers who bought this also bought",
    "Related products",
    "Vous aimerez aussi",
    "Prodotti correlati",
    "Klanten die dit kochten bekeken ook",
  ])("is not that of a product under the heading “%s”, whatever it is called", (heading) => {
    const others = `<h2>${heading}</h2><div><div><a href="#">Wick</a><br><span class="product-price">39,00 €</span></div></div>`;
    const own = "<div><p><strong>1.049,00 €</strong></p></div><button>In den Warenkorb</button>";
    expect(read({ body: own, end: others, lang: "de" }).offer?.price).toBe(1049);
    const boxed = `<div><h3>${heading}</h3></div>${others.replace(/<h2.*<\/h2>/, "")}`;
    expect(read({ body: own, end: boxed, lang: "de" }).offer?.price).toBe(1049);
    expect(read({ body: "<p>Preis im Laden</p>", end: others, lang: "de" }).offer?.price ?? null).toBeNull();
  });

  it("is the product's own under a heading on other customers, above the button to buy", () => {
    const body = '<h3>Customers also love it: 4.8 of 5</h3><p class="price">$49.99</p>';
    expect(read({ body }).offer?.price).toBe(49.99);
  });

  it.each([
    ["<span>£100.00 <small>ex. VAT</small></span> <span>£120.00 <small>inc. VAT</small></span>", 120],
    ["<p>£100.00 ex VAT <span>£120.00 inc VAT</span></p>", 120],
    ["<span>£100.00</span> <span>+ VAT</span> <strong>£120.00</strong> <span>inc VAT</span>", 120],
    ["<span>£120.00 inc VAT</span> <span>£100.00 ex VAT</span>", 120],
    ["<span>Ex VAT: £100.00</span> <span>Inc VAT: £120.00</span>", 120],
    ["<span>Inc VAT: £120.00</span> <span>Ex VAT: £100.00</span>", 120],
    ["<p>£100.00 ex VAT</p>", 100],
  ])("is the one with tax, whichever side its label stands on: %s", (prices, price) => {
    expect(read({ body: `<div class="price">${prices}</div>`, lang: "en-GB" }).offer?.price).toBe(price);
    expect(read({ body: prices, lang: "en-GB" }).offer?.price).toBe(price);
  });

  it.each(["Subscribe & save 10%", "Subscribe and save", "Auto-ship", "Im Abo", "With subscription"])(
    "is that of one purchase, not of “%s”, even if that is selected",
    (label) => {
      const option = (name: string, amount: string, more = "") =>
        `<label><input type="radio" ${more}> ${name} <span class="price">${amount}</span></label>`;
      const body = `${option(label, "$16.20", "checked")}${option("One-time purchase", "$18.00")}`;
      expect(read({ body, lang: "en-US" }).offer?.price).toBe(18);
    },
  );

  it("is read from a plain page by hand, and from a classified ad", () => {
    const body =
      "<p>Forged by hand.</p><p><b>£68</b> plus £6 carriage.</p><hr><p>Other tools: trowel £24.50, spade £68, hoe £59</p>";
    expect(read({ body, end: "", lang: "en-GB" }).offer?.price).toBe(68);
    const ad = '<h2 class="ad-price">60 € VB</h2><p>Zustand: Gut</p>';
    expect(read({ body: ad, end: "", lang: "de" }).offer?.price).toBe(60);
  });

  const shownPrices = {
    de: [
      '<div><span>319,– €</span> <span class="old">UVP 419,– €</span></div>',
      '<span class="price">319,00 €</span> <s>419,00 €</s>',
      '<p class="price">319,00 € statt 419,00 €</p>',
      "<p>UVP 419,– € <b>319,– €</b></p>",
      '<div class="product-price">319,00 €</div>',
      "<div>319,00 € <del>419,00 €</del> <span>Du sparst 100,00 €</span></div>",
    ],
    en: [
      '<div class="price"><span>€</span><span>319</span><sup>00</sup></div>',
      '<p class="price">€319.00 <span class="was">was €419.00</span></p>',
      "<p>List price €419.00 <b>€319.00</b></p>",
      "<p><b>€319.00</b> <small>-24%</small></p>",
    ],
  };

  it.each<["de" | "en", string]>([
    ["de", "<p>Geräteschutz: 3 Jahre 59,99 €</p>"],
    ["de", "<p>Plus-Schutz 2 Jahre 39,00 €</p>"],
    ["de", "<p>Garantieverlängerung auf 5 Jahre <span class=price>49,99 €</span></p>"],
    ["de", "<label><input type=checkbox> Geschenkverpackung 3,99 €</label>"],
    ["de", "<p>Altgerät-Mitnahme 19,90 €</p>"],
    ["de", "<p>Installation + 79 €</p>"],
    ["de", "<p>294,00 € nach 25 € Cashback</p>"],
    ["de", "<p>Finanzierung ab 15,95 € / Monat</p>"],
    ["de", "<p>0 % Finanzierung, 12 Monate à 26,58 €</p>"],
    ["de", "<p>Kundenkarte: 299,00 €</p>"],
    ["en", "<p>Protect it: <label><input type=checkbox>2-Year plan €21.00</label></p>"],
    ["en", "<p>Expert installation €89.00</p>"],
    ["en", "<p>Haul-away of your old one €30.00</p>"],
    ["en", "<p>€294.00 after €25 OFF your qualifying purchase upon opening a new card.</p>"],
    [
      "en",
      "<p>€294.00 after €25 OFF upon opening a new card.</p><p>Options: <a href=/a>Tool only €109.00</a> <a href=/b>Kit €319.00</a></p>",
    ],
    ["en", "<p>Get €25 off with your first order: €294.00</p>"],
    ["en", "<p>As low as €29/mo</p>"],
    ["en", "<p>Open box: €279.99</p>"],
  ])("is not that of what can be had with it, or under a condition (%s): %s", (lang, extra) => {
    const head = jsonLd(product({ price: "319.00", priceCurrency: "EUR" }));
    const buy = "<button>Add to cart</button>";
    for (const price of shownPrices[lang])
      for (const data of [head, ""])
        for (const end of [extra + buy, buy + extra])
          expect(read({ head: data, body: price, end, lang }).offer?.price, price + end).toBe(319);
  });

  it.each([
    "<div><span>$69.00</span> <span>$49.00</span></div>",
    "<ul class=price><li>\n    <b>$69.00</b>\n  </li>\n  <li>\n    <b>$49.00</b>\n</li></ul>",
  ])("is open where two amounts stand side by side, or one below the other, without a word: %s", (body) => {
    const { status, candidates } = read({ body }, shopUrl, null);
    expect([status, candidates.map(({ price }) => price)]).toEqual(["ambiguous", [69, 49]]);
    const head = jsonLd(product({ price: "49.00" }));
    expect(read({ body, head }).offer?.price).toBe(49);
  });

  it("is that of a new one beside a used one's", () => {
    const body = '<span>Used from $35.00</span> <span class="price">$49.99</span> <span>New</span>';
    expect(read({ body }).offer?.price).toBe(49.99);
  });

  it("is chosen by the shopper among the options of a range, by their names", () => {
    const data = { "@type": "AggregateOffer", lowPrice: "649.00", highPrice: "899.00", priceCurrency: "GBP" };
    const head = jsonLd({ "@type": "Product", name: "Trail Lantern 4000", offers: data });
    const body =
      "<p>From £649</p><select><option>4 m – £649.00</option><option>5 m – £749.00</option><option>6 m – £899.00</option></select>";
    for (const told of [read({ head, body, lang: "en-GB" }), read({ body, lang: "en-GB" })])
      expect(told.candidates.map(({ price, variant }) => [price, variant])).toEqual([
        [649, "4 m"],
        [749, "5 m"],
        [899, "6 m"],
      ]);
  });

  it("goes before the data where the page strikes out what the data calls the price", () => {
    const head = jsonLd(product({ price: 79.99 }));
    const body = '<s class="was-price">$79.99</s> <span class="sale-price">$49.99</span>';
    const { offer } = read({ head, body });
    expect([offer?.price, offer?.list_price]).toEqual([49.99, 79.99]);
  });
});

describe("the currency", () => {
  const body = '<span class="price">$49.99</span>';

  it("is never guessed to be dollars", () => {
    expect(read({ body }).offer?.currency).toBeNull();
    expect(read({ body }, "https://shop.example.ca/p/lantern").offer?.currency).toBe("CAD");
    expect(read({ body, lang: "en-AU" }).offer?.currency).toBe("AUD");
    expect(read({ body, head: '<meta property="og:price:currency" content="USD">' }).offer?.currency).toBe(
      "USD",
    );
    expect(read({ head: jsonLd(product({ priceCurrency: undefined })) }).offer?.currency).toBeNull();
  });
});

/** The decision on a page; its address and its selection name no variant unless given. */
function decideOn(
  candidates: readonly Candidate[],
  page: Partial<ShownText> = {},
  named: Partial<PageIdentity> = {},
) {
  const nameless = { url: new URL(shopUrl), addresses: [], titles: [], urlValues: [], selected: [] };
  const identity = { ...nameless, ...named };
  const origins = [...new Set(candidates.map(({ from }) => from))];
  const main = new Map(
    origins.map((from) => [
      from,
      [{ ...blankFinding(from), candidates: candidates.filter((each) => each.from === from) }],
    ]),
  );
  return decide(main, identity, { shown: null, prices: [], ...page });
}

/** The price decided on, or the prices to select from. */
function decidedOn(candidates: readonly Candidate[], page: Partial<ShownText> = {}): unknown {
  const decision = decideOn(candidates, page);
  if (decision.status === "nothing") return "nothing";
  return decision.status === "found" ? decision.candidate.price : amountsOf(decision.candidates);
}

/** Shares fewer elements with the heading than `amount`. */
const farther = { shared: 2 };

describe("several prices in the data", () => {
  const data = [stated(40), stated(50), stated(60)];
  const now = amount(50);
  const selected = amount(50, { isChosen: true });
  const range = { from: "text", path: "text:range" } as const;

  it.each<[string, Partial<ShownText>, unknown]>([
    ["are open if the page shows none", {}, [40, 50, 60]],
    ["are decided by the one that the page shows", { shown: now, prices: [now] }, 50],
    ["are open if the page shows two side by side", { shown: now, prices: [now, amount(40)] }, [40, 50, 60]],
    [
      "are open if the page shows two side by side, one of which it has named above",
      { shown: now, prices: [amount(40, { role: "other" }), now, amount(40)] },
      [40, 50, 60],
    ],
    [
      "are decided by the selected one that the page shows beside another one",
      { shown: selected, prices: [selected, amount(40)] },
      50,
    ],
    [
      "are decided by the one that the page shows nearer to the heading",
      { shown: now, prices: [now, amount(40, farther)] },
      50,
    ],
    [
      "are decided by the one that the page does not show as a former one",
      { shown: now, prices: [now, amount(60), amount(60, { role: "old", ...farther })] },
      50,
    ],
    [
      "are decided by the one that the page shows nearer to the heading than all others",
      { shown: now, prices: [now, amount(40, farther), amount(60, farther)] },
      50,
    ],
    ["are open if the page shows another one", { shown: amount(70), prices: [amount(70)] }, [40, 50, 60]],
  ])("%s", (_case, page, expected) => {
    expect(decidedOn(data, page)).toEqual(expected);
  });

  it.each<[string, readonly Candidate[], Partial<ShownText>, unknown]>([
    ["are decided by another source", [stated(50, metaTag)], {}, 50],
    [
      "are decided by the more trusted one of two other sources",
      [stated(60, inScript), stated(50, metaTag)],
      {},
      60,
    ],
    [
      "are decided by the page rather than another source",
      [stated(60, metaTag)],
      { shown: now, prices: [now] },
      50,
    ],
    [
      "are decided by another source if the page shows none of them",
      [stated(50, metaTag)],
      { shown: amount(70), prices: [amount(70)] },
      50,
    ],
    [
      "are open if another source has several, too",
      [stated(50, metaTag), stated(60, metaTag)],
      {},
      [40, 50, 60],
    ],
    ["are open if another source has another price", [stated(70, metaTag)], {}, [40, 50, 60]],
    ["are open if the page gives only the lowest one", [stated(40, range)], {}, [40, 50, 60]],
    [
      "are open if the page names the lowest one",
      [stated(40, range)],
      { prices: [amount(40, { role: "from" })] },
      [40, 50, 60],
    ],
  ])("%s", (_case, others, page, expected) => {
    expect(decidedOn([...data, ...others], page)).toEqual(expected);
  });

  it("are open if the option that the page has selected has no name", () => {
    const variants = [stated(40, { variant: "Red" }), stated(50, { variant: "Green / " })];
    expect(decideOn(variants, {}, { selected: [""] })).toMatchObject({ status: "ambiguous" });
  });
});

describe("the price of one offer", () => {
  it.each<[string, readonly Candidate[], Partial<PageIdentity>, boolean]>([
    ["is the product's own if there is no other offer", [stated(50)], {}, true],
    ["is one of several if only the page's price selects it", [stated(40), stated(50)], {}, false],
    [
      "is the product's own if the address names it",
      [stated(40), stated(50, { keys: ["tl-50"] })],
      { urlValues: ["tl-50"] },
      true,
    ],
  ])("%s", (_case, candidates, named, isOnly) => {
    const page = { shown: amount(50), prices: [amount(50)] };
    expect(decideOn(candidates, page, named)).toMatchObject({ candidate: { price: 50 }, isOnly });
  });

  const variants = (source: Partial<Candidate>) => [
    stated(40, { ...source, variant: "Red" }),
    stated(50, { ...source, variant: "Green" }),
  ];
  const option = { from: "text", path: "text:option" } as const;

  it.each<[string, Partial<Candidate>, Partial<PageIdentity>, string | null]>([
    ["has the name of the variant that the page has selected", {}, { selected: ["green"] }, "Green"],
    ["has no name that only the page's selected option has", option, { selected: ["green"] }, null],
    ["has the option's name if the address names it", option, { urlValues: ["green"] }, "Green"],
  ])("%s", (_case, source, named, name) => {
    expect(decideOn(variants(source), {}, named)).toMatchObject({ candidate: { price: 50 }, variant: name });
  });

  it.each<[string, Partial<PageIdentity>, boolean]>([
    ["the address names it", { urlValues: ["green"] }, true],
    ["the page has selected it", { selected: ["green"] }, false],
    ["the page shows it", {}, false],
  ])("is the address's choice only if the address names it, here: %s", (_how, named, isAddressed) => {
    const page = { shown: amount(50), prices: [amount(50)] };
    expect(decideOn(variants({}), page, named)).toMatchObject({ candidate: { price: 50 }, isAddressed });
  });

  it("has the name that all sizes of the addressed colour share, but an offer without a name does not", () => {
    const sizes = ["Green / S", "Green / M"].map((variant) => stated(50, { variant }));
    const decision = decideOn([...sizes, stated(40)], {}, { urlValues: ["green"] });
    expect(decision).toMatchObject({ candidate: { price: 50 }, variant: "Green" });
  });
});
