import { describe, expect, it } from "vitest";
import { gist, read, shopUrl } from "./pages.js";

const name = "Trail Lantern 4000";

/** A page whose price stands only in the JSON that its program starts from. */
function readState(state: unknown, { head = "", url = shopUrl, lang = "en" } = {}) {
  const script = `<script>window.__INITIAL_STATE__ = ${JSON.stringify(state)};</script>`;
  return read({ head: head + script, lang, end: "" }, url);
}

function pricesOf(told: ReturnType<typeof readState>) {
  return told.candidates.map(({ price }) => price).sort((a, b) => Number(a) - Number(b));
}

describe("an amount in embedded state", () => {
  it.each([
    { sale_price: 39.99, price: 49.99, currency: "USD" },
    { prices: { current: "39.99", was: "49.99" }, currency: "USD" },
    { pricing: { final: { value: 39.99, currency: "USD" }, original: { value: 49.99, currency: "USD" } } },
    { price: { centAmount: 3999, fractionDigits: 2, currencyCode: "USD" }, msrp: 49.99 },
    { priceCents: 3999, listPriceCents: 4999, currency: "USD" },
    { price: "$39.99 USD", compareAtPrice: "$49.99 USD", priceCurrency: "USD" },
    { displayPrice: "$39.99", displayRegularPrice: "$49.99", currency: "USD" },
  ])("and its price before are told by the words of their keys: %j", (money) => {
    const told = readState({ product: { name, ...money } });
    expect(told.offer).toMatchObject({ price: 39.99, currency: "USD", list_price: 49.99 });
  });

  it.each([
    "shippingPrice",
    "pricePerUnit",
    "monthlyPrice",
    "giftWrapPrice",
    "minPrice",
    "priceDiscount",
    "depositPrice",
    "memberPrice",
    "priceLevel",
  ])("under the key %s is not the product's price", (key) => {
    expect(readState({ product: { name, currency: "USD", [key]: 4.99 } }).status).toBe("nothing");
  });

  it("is cents or whole dollars where nothing on the page says which", () => {
    const product = { name, price: 11900, compareAtPrice: 14900, currency: "USD" };
    const told = readState({ product });
    expect(told.status).toBe("ambiguous");
    expect(pricesOf(told)).toEqual([119, 11900]);
    const shown = read({
      head: `<script>window.__INITIAL_STATE__ = ${JSON.stringify({ product })};</script>`,
      end: '<p class="price">$119.00</p>',
    });
    expect(shown.offer).toMatchObject({ price: 119, list_price: 149 });
    expect(readState({ product: { ...product, currency: "JPY" } }).offer).toMatchObject({ price: 11900 });
  });

  it("of three digits is taken as it is, but known to be assumed", () => {
    const told = readState({ product: { name, price: 599, currency: "USD" } });
    expect([told.offer?.price, told.evidence.unit]).toEqual([599, "assumed"]);
    const exact = readState({ product: { name, price: 599.5, currency: "USD" } });
    expect([exact.offer?.price, exact.evidence.unit]).toEqual([599.5, undefined]);
  });

  it("with tax comes before the same without tax", () => {
    const told = readState({ product: { name, price: { net: 33.61, gross: 39.99, currency: "EUR" } } });
    expect(told.offer).toMatchObject({ price: 39.99, currency: "EUR" });
  });

  it("may stand in a part of the object that has the name, but not in its shipping", () => {
    const product = {
      name,
      shipping: { price: 4.99 },
      offers: { current: { price: 39.99 } },
      currency: "USD",
    };
    expect(readState({ product: { ...product, offers: { price: 39.99 } } }).offer?.price).toBe(39.99);
    expect(readState({ product: { ...product, offers: {} } }).status).toBe("nothing");
  });

  it("is of the page's product if the address has its number, with a name or without", () => {
    const state = { prices: { "Media:2805363": { id: "2805363", price: 39.99, currency: "USD" } } };
    const other = {
      cards: [
        { id: "2805364", price: 9.99, currency: "USD" },
        { id: "2805363", price: 39.99 },
      ],
    };
    const url = "https://shop.example/p/lantern-4000-2805363.html";
    expect(readState({ entities: Object.values(state.prices) }, { url }).offer?.price).toBe(39.99);
    expect(readState(other, { url }).offer?.price).toBe(39.99);
    expect(readState(other).status).toBe("nothing");
  });
});

it("embedded state is read from any object that a script assigns", () => {
  const value = JSON.stringify({ item: { name, price: 39.99, currency: "USD" } });
  const body = `<script>(function(w){var q={"a":1};w.zq = ${value};})(window)</script>`;
  expect(gist(read({ body, end: "" }))).toEqual(["found", 39.99, "USD", null]);
});

describe("a list of prices in embedded state", () => {
  it("is read for the country of the page", () => {
    const prices = [
      { country: "AT", value: 44.99, currency: "EUR" },
      { country: "DE", value: 39.99, currency: "EUR" },
      { value: 49.99, currency: "EUR" },
    ];
    expect(readState({ product: { name, prices } }, { lang: "de-DE" }).offer?.price).toBe(39.99);
    expect(readState({ product: { name, prices } }, { lang: "de-CH" }).offer?.price).toBe(49.99);
  });

  it("is read in the currency of the page, as a list and as a map", () => {
    const head = '<meta property="og:price:currency" content="GBP">';
    const prices = [
      { value: 49.99, currency: "USD" },
      { value: 39.99, currency: "GBP" },
    ];
    expect(gist(readState({ product: { name, prices } }, { head }))).toEqual(["found", 39.99, "GBP", null]);
    const map = { USD: 49.99, GBP: { amount: 39.99 } };
    expect(gist(readState({ product: { name, prices: map } }, { head }))).toEqual([
      "found",
      39.99,
      "GBP",
      null,
    ]);
  });

  it("has prices for groups of customers and for several pieces, which are not the shopper's", () => {
    const prices = [
      { value: 29.99, customerGroup: "staff", currency: "EUR" },
      { value: 34.99, minQuantity: 10, currency: "EUR" },
      { value: 39.99, customerGroup: null, minQuantity: 1, currency: "EUR" },
    ];
    expect(readState({ product: { name, prices } }).offer?.price).toBe(39.99);
  });

  it("is ambiguous if its entries differ and nothing tells them apart", () => {
    const prices = [
      { value: 39.99, currency: "EUR" },
      { value: 49.99, currency: "EUR" },
    ];
    const told = readState({ product: { name, prices } });
    expect(told.status).toBe("ambiguous");
    expect(pricesOf(told)).toEqual([39.99, 49.99]);
  });
});

describe("stock in embedded state", () => {
  it.each([
    [{ isInStock: true }, "in"],
    [{ soldOut: true }, "out"],
    [{ isSoldOut: false }, "in"],
    [{ stock: { status: "OUT_OF_STOCK", quantity: 0 } }, "out"],
    [{ availability: "Sofort lieferbar" }, "in"],
    [{ available: true, inventoryQuantity: 0 }, "in"],
    [{ stockQuantity: 0 }, "out"],
    [{ available: true, inStock: false }, null],
    [{ quantity: 1 }, null],
    [{ sold: 120 }, null],
  ])("is read from %j", (stock, availability) => {
    const told = readState({ product: { name, price: 39.99, currency: "EUR", ...stock } });
    expect(told.offer?.availability).toBe(availability);
  });
});

describe("variants in embedded state", () => {
  it("may be a list, a map by number, or a connection of GraphQL", () => {
    const red = { id: "v-1", color: "Red", price: 39.99 };
    const green = { id: "v-2", color: "Green", price: 49.99 };
    const kinds = [
      { variants: [red, green] },
      { skus: { 1: red, 2: green } },
      { variants: { edges: [{ node: red }, { node: green }] } },
    ];
    for (const variants of kinds) {
      const told = readState(
        { product: { name, currency: "USD", ...variants } },
        { url: `${shopUrl}?variant=v-2` },
      );
      expect(gist(told).slice(0, 3)).toEqual(["found", 49.99, "USD"]);
    }
  });
});
