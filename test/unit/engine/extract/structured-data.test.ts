import { describe, expect, it } from "vitest";
import { gist, jsonLd, product, read } from "./pages.js";

const found = ["found", 49.99, "USD", "in"];

function literals(values: string): string {
  return JSON.stringify(product({})).replace("{", `{"sizes":[${values}],`);
}

describe("JSON-LD", () => {
  it.each<[string, string]>([
    ["a product with an offer", jsonLd(product({}))],
    ["a number for a price", jsonLd(product({ price: 49.99 }))],
    ["an array at the top", jsonLd([{ "@type": "Organization", name: "Shop" }, product({})])],
    [
      "a graph",
      jsonLd({ "@context": "https://schema.org", "@graph": [{ "@type": "WebPage" }, product({})] }),
    ],
    ["a main entity", jsonLd({ "@type": "WebPage", mainEntity: product({}) })],
    [
      "the http vocabulary in any case",
      jsonLd({
        ...product({ availability: "http://schema.org/instock" }),
        "@type": "http://schema.org/Product",
      }),
    ],
    ["a prefixed type", jsonLd({ ...product({}), "@type": "schema:Product" })],
    ["several types", jsonLd({ ...product({}), "@type": ["Product", "Car"] })],
    ["offers as an array", jsonLd({ ...product({}), offers: [(product({}) as { offers: object }).offers] })],
    ["a charset in the type", jsonLd(product({}), "application/ld+json; charset=utf-8")],
    ["a type in capitals", jsonLd(product({}), "Application/LD+JSON")],
    ["a CDATA section", jsonLd(`//<![CDATA[\n${JSON.stringify(product({}))}\n//]]>`)],
    ["an HTML comment", jsonLd(`<!-- ${JSON.stringify(product({}))} -->`)],
    ["trailing commas", jsonLd(JSON.stringify(product({})).replaceAll("}", ",}"))],
    ["comments", jsonLd(`/* product */ ${JSON.stringify(product({})).replace("{", "{ // start\n")}`)],
    [
      "a raw line break in a text",
      jsonLd(JSON.stringify(product({}, { description: "a§b" })).replace("§", "\n")),
    ],
    ["entities", jsonLd(JSON.stringify(product({})).replaceAll('"', "&quot;"))],
    ["entities encoded twice", jsonLd(JSON.stringify(product({})).replaceAll('"', "&amp;quot;"))],
    ["itself as a text", jsonLd(JSON.stringify(JSON.stringify(product({}))))],
    ["literals of JavaScript", jsonLd(literals("NaN, -Infinity, undefined"))],
    ["literals in a text", jsonLd(literals('"NaN, undefined: [Infinity"'))],
    ["a missing value", jsonLd(JSON.stringify(product({})).replace("{", '{"sku":,'))],
    ["a missing last brace", jsonLd(JSON.stringify(product({})).slice(0, -1))],
    ["two missing braces", jsonLd(JSON.stringify(product({})).slice(0, -2))],
    ["a missing bracket", jsonLd(`[{"@type":"Organization"},${JSON.stringify(product({}))}`)],
    ["a semicolon at the end", jsonLd(`${JSON.stringify(product({}))};`)],
    ["a broken neighbour", jsonLd('{"@type":"Product","name":') + jsonLd(product({}))],
    ["two objects without an array", jsonLd(`{"@type":"Organization"}\n${JSON.stringify(product({}))}`)],
    [
      "a reference by id",
      jsonLd({
        "@graph": [
          { ...product({}), offers: { "@id": "#o" } },
          { ...(product({}) as { offers: object }).offers, "@id": "#o" },
        ],
      }),
    ],
    ["a thousands' comma", jsonLd(product({ price: "49.99" }))],
    ["a price with its currency", jsonLd(product({ price: "$49.99" }))],
  ])("is read with %s", (_name, head) => {
    expect(gist(read({ head }))).toEqual(found);
  });

  it("survives nodes that name each other without end", () => {
    const nodes = Array.from({ length: 30 }, (_, i) => ({
      "@id": `#${i}`,
      "@type": "Thing",
      about: Array.from({ length: 30 }, (_each, j) => ({ "@id": `#${j}` })),
    }));
    expect(gist(read({ head: jsonLd({ "@graph": [...nodes, product({})] }) }))).toEqual(found);
  });

  it("gives what it knows of the product, and leaves out the rest", () => {
    const more = {
      brand: { "@type": "Brand", name: "Northlight" },
      sku: "TL-4000",
      gtin13: "0036000291452",
      mpn: "NL-4000",
      image: ["/images/lantern.jpg"],
      description: "<p>A bright\n lantern.</p>",
    };
    const { product: told, evidence } = read({ head: jsonLd(product({}, more)) });
    expect(told).toEqual({
      title: "Trail Lantern 4000",
      brand: "Northlight",
      sku: "TL-4000",
      gtin: "0036000291452",
      mpn: "NL-4000",
      image: "https://shop.example/images/lantern.jpg",
      description: "A bright lantern.",
    });
    expect(evidence).toEqual({
      price: "json-ld:Product.offers.price",
      availability: "json-ld:Product.offers.availability",
    });
  });

  const described = (text: string, more: object = {}, head = "") =>
    read({ head: `${jsonLd(product({}, more))}<meta name="description" content="${text}">${head}` }).product
      ?.description;

  it.each([
    "Order online at FixRight.",
    "Trail Lantern 4000 günstig online kaufen bei FixRight",
    "Jetzt Trail Lantern 4000 bestellen und sparen.",
    "A bright lantern. Free delivery over £50.",
    "Commandez votre lanterne en quelques clics.",
    "All lanterns of Fix-Right",
  ])("has no description that is the shop's advertising: %s", (text) => {
    const shop = '<meta property="og:site_name" content="FixRight">';
    expect(described(text, {}, shop)).toBeUndefined();
    expect(described(text, { description: "Order online: a lantern." }, shop)).toBe(
      "Order online: a lantern.",
    );
  });

  it.each([
    ["A bright lantern for long nights.", {}, ""],
    [
      "The lantern of Northlight",
      { brand: "Northlight" },
      '<meta property="og:site_name" content="Northlight">',
    ],
  ])("has the page's description where it is about the product: %s", (text, more, head) => {
    expect(described(text, more, head)).toBe(text);
    const advertising = '<meta property="og:description" content="Order online today!">';
    expect(described(text, more, `${head}${advertising}`)).toBe(text);
  });
});

describe("prices of an offer", () => {
  const spec = (...specs: object[]) => jsonLd(product({ price: undefined, priceSpecification: specs }));
  const unit = { "@type": "UnitPriceSpecification", priceCurrency: "USD" };

  it.each<[string, string, number, number | undefined]>([
    [
      "the sale price before the list price",
      spec({ ...unit, price: 49.99 }, { ...unit, price: 79.99, priceType: "https://schema.org/ListPrice" }),
      49.99,
      79.99,
    ],
    [
      "also the other way round",
      spec(
        { ...unit, price: 79.99, priceType: "StrikethroughPrice" },
        { ...unit, price: 49.99, priceType: "https://schema.org/SalePrice" },
      ),
      49.99,
      79.99,
    ],
    [
      "no member price",
      spec(
        { ...unit, price: 49.99 },
        { ...unit, price: 39.99, validForMemberTier: { "@type": "MemberProgramTier" } },
      ),
      49.99,
      undefined,
    ],
    [
      "no price by the kilo",
      spec(
        { ...unit, price: 49.99 },
        { ...unit, price: 4.99, referenceQuantity: { value: 100, unitCode: "GRM" } },
      ),
      49.99,
      undefined,
    ],
    [
      "no instalment",
      spec({ ...unit, price: 49.99 }, { ...unit, price: 4.17, billingDuration: 12, billingIncrement: 1 }),
      49.99,
      undefined,
    ],
    [
      "no price from ten pieces on",
      spec({ ...unit, price: 49.99 }, { ...unit, price: 44.99, eligibleQuantity: { minValue: 10 } }),
      49.99,
      undefined,
    ],
    [
      "no delivery charge",
      spec({ ...unit, price: 49.99 }, { "@type": "DeliveryChargeSpecification", price: 4.9 }),
      49.99,
      undefined,
    ],
    [
      "the list price where there is no other",
      spec({ ...unit, price: 49.99, priceType: "ListPrice" }),
      49.99,
      undefined,
    ],
  ])("is %s", (_name, head, price, list) => {
    const { offer } = read({ head });
    expect([offer?.price, offer?.list_price]).toEqual([price, list]);
  });

  const tier = { validForMemberTier: { "@type": "MemberProgramTier", name: "Gold" } };
  const own = (price: number, ...specs: object[]) => jsonLd(product({ price, priceSpecification: specs }));
  const beside = (...offers: object[]) =>
    jsonLd({ ...product({}), offers: offers.map((each) => ({ ...unit, "@type": "Offer", ...each })) });
  it.each<[string, string, number, number | undefined]>([
    [
      "not its own where that is for members",
      own(39.99, { price: 49.99 }, { price: 39.99, ...tier }),
      49.99,
      undefined,
    ],
    ["the sale price before its own", own(79.99, { price: 49.99, priceType: "SalePrice" }), 49.99, 79.99],
    [
      "its own beside one by the kilo",
      own(49.99, { price: 9.99, referenceQuantity: { value: 1, unitCode: "KGM" } }),
      49.99,
      undefined,
    ],
    ["no offer to members", beside({ price: 39.99, ...tier }, { price: 49.99 }), 49.99, undefined],
    [
      "no offer to businesses",
      beside({ price: 40, eligibleCustomerType: "http://purl.org/goodrelations/v1#Business" }, { price: 50 }),
      50,
      undefined,
    ],
    [
      "no offer from ten pieces on",
      beside({ price: 50 }, { price: 44, eligibleQuantity: { minValue: 10 } }),
      50,
      undefined,
    ],
    [
      "no offer at the list price",
      beside({ price: 79.99, priceType: "ListPrice" }, { price: 49.99 }),
      49.99,
      79.99,
    ],
  ])("is %s, of all that an offer or its neighbours state", (_name, head, price, list) => {
    const { offer } = read({ head });
    expect([offer?.price, offer?.list_price]).toEqual([price, list]);
  });

  it("is nothing at 0, and no price is made of it", () => {
    for (const price of ["0", "0.00", 0, "-5", "free", "", null])
      expect(read({ head: jsonLd(product({ price })) }).offer?.price ?? null).toBeNull();
  });
});

describe("availability and condition", () => {
  it.each([
    ["https://schema.org/OutOfStock", "out"],
    ["SoldOut", "out"],
    ["http://schema.org/Discontinued", "out"],
    ["https://schema.org/BackOrder", "in"],
    ["LimitedAvailability", "in"],
    ["https://schema.org/PreOrder", "in"],
    ["in stock", "in"],
  ])("%s is %s", (availability, expected) => {
    expect(read({ head: jsonLd(product({ availability })), end: "" }).offer?.availability).toBe(expected);
  });

  it.each([
    ["PreOrder", "preorder"],
    ["BackOrder", "backorder"],
    ["https://schema.org/InStoreOnly", "store"],
    ["OnlineOnly", undefined],
    ["InStock", undefined],
  ])("%s is ordered as %s", (availability, ordering) => {
    expect(read({ head: jsonLd(product({ availability })) }).offer?.ordering).toBe(ordering);
  });

  it.each([
    ["<p>Online nicht verfügbar</p><p>Filialabholung: heute abholbereit (7 Stück)</p>", ""],
    ["<p>Nur im Markt erhältlich</p>", ""],
    ["<p>Not available online</p>", "<button disabled>Add to cart</button>"],
  ])("is in, in stores only, where the data says so: %s", (body, end) => {
    const head = jsonLd(product({ availability: "InStoreOnly" }));
    const price = "<p class=price>$49.99</p>";
    expect(read({ head, body: price + body, end }).offer).toMatchObject({
      availability: "in",
      ordering: "store",
    });
  });

  it("is told without a price where it is clear", () => {
    const head = jsonLd(product({ price: undefined, availability: "https://schema.org/OutOfStock" }));
    expect(gist(read({ head, end: "" }))).toEqual(["found", null, null, "out"]);
  });

  it("tells new, used and refurbished apart", () => {
    for (const [itemCondition, condition] of [
      ["https://schema.org/NewCondition", "new"],
      ["UsedCondition", "used"],
      ["https://schema.org/RefurbishedCondition", "refurbished"],
    ])
      expect(read({ head: jsonLd(product({ itemCondition })) }).offer?.condition).toBe(condition);
  });
});

describe("aggregate offers", () => {
  const aggregate = (fields: object) =>
    jsonLd({ ...product({}), offers: { "@type": "AggregateOffer", priceCurrency: "USD", ...fields } });

  it("with one price in all are that price", () => {
    expect(gist(read({ head: aggregate({ lowPrice: "49.99", highPrice: "49.99" }) })).slice(0, 3)).toEqual([
      "found",
      49.99,
      "USD",
    ]);
  });

  it("with a range are ambiguous where nothing decides, and decided by the price that stands on the page", () => {
    const head = aggregate({ lowPrice: 39.99, highPrice: 59.99 });
    expect(read({ head }).status).toBe("ambiguous");
    const body = '<div class="product-price">$59.99</div>';
    expect(gist(read({ head, body })).slice(0, 3)).toEqual(["found", 59.99, "USD"]);
  });

  it("of several sellers are the lowest that can be had", () => {
    const offer = (price: number, name: string, availability = "InStock") => ({
      "@type": "Offer",
      price,
      availability,
      seller: { name },
    });
    const head = aggregate({
      offers: [offer(59.99, "A"), offer(44.99, "B", "OutOfStock"), offer(49.99, "C")],
    });
    const { offer: chosen } = read({ head });
    expect([chosen?.price, chosen?.seller]).toEqual([49.99, "C"]);
  });
});

describe("microdata and RDFa", () => {
  it("are read like JSON-LD", () => {
    const microdata = `<div itemscope itemtype="http://schema.org/Product"><span itemprop="name">Trail Lantern 4000</span>
      <div itemprop="offers" itemscope itemtype="http://schema.org/Offer"><meta itemprop="priceCurrency" content="USD">
      <span itemprop="price" content="49.99">$49.99</span><link itemprop="availability" href="http://schema.org/InStock"></div></div>`;
    expect(gist(read({ body: microdata }))).toEqual(found);
    const rdfa = `<div vocab="https://schema.org/" typeof="Product"><span property="name">Trail Lantern 4000</span>
      <div property="offers" typeof="Offer"><meta property="priceCurrency" content="USD"><span property="price" content="49.99">$49.99</span>
      <link property="availability" href="https://schema.org/InStock"></div></div>`;
    expect(gist(read({ body: rdfa }))).toEqual(found);
  });

  it("follow itemref to what stands elsewhere", () => {
    const body = `<div itemscope itemtype="https://schema.org/Product" itemref="buy"><span itemprop="name">Trail Lantern 4000</span></div>
      <div id="buy"><div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><meta itemprop="price" content="49.99">
      <meta itemprop="priceCurrency" content="USD"><link itemprop="availability" href="https://schema.org/InStock"></div></div>`;
    expect(gist(read({ body }))).toEqual(found);
  });
});
