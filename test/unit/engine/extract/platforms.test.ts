import { describe, expect, it } from "vitest";
import { gist, jsonLd, read, shopUrl } from "./pages.js";

describe("the state that a shop's platform leaves in its pages", () => {
  it("of Shopify is in cents, with the variant of the address", () => {
    const json = {
      title: "Trail Lantern 4000",
      variants: [
        { id: 111, title: "Red", option1: "Red", price: 3999, compare_at_price: 5999, available: true },
        { id: 222, title: "Green", option1: "Green", price: 4999, compare_at_price: null, available: false },
      ],
    };
    const body = `<script>var Shopify = Shopify || {}; Shopify.currency = {"active":"USD"};</script>
      <script type="application/json" id="ProductJson-1">${JSON.stringify(json)}</script>`;
    const head = '<meta property="og:price:currency" content="USD">';
    expect(gist(read({ body, head }, `${shopUrl}?variant=222`))).toEqual(["found", 49.99, "USD", "out"]);
    expect(read({ body, head }, `${shopUrl}?variant=111`).offer).toMatchObject({
      price: 39.99,
      list_price: 59.99,
    });
  });

  it("of WooCommerce lists its variations in the form", () => {
    const variations = [
      {
        attributes: { attribute_pa_color: "red" },
        display_price: 39.99,
        display_regular_price: 39.99,
        is_in_stock: true,
        variation_id: 11,
      },
      {
        attributes: { attribute_pa_color: "green" },
        display_price: 49.99,
        display_regular_price: 79.99,
        is_in_stock: true,
        variation_id: 12,
      },
    ];
    const attribute = JSON.stringify(variations).replaceAll('"', "&quot;");
    const body = `<form class="variations_form" data-product_variations="${attribute}"></form>`;
    const told = read(
      { body, head: '<meta property="product:price:currency" content="USD">' },
      `${shopUrl}?attribute_pa_color=green`,
    );
    expect(gist(told)).toEqual(["found", 49.99, "USD", "in"]);
    expect(told.offer?.list_price).toBe(79.99);
  });

  it("of WooCommerce names the variations of a range", () => {
    const pot = (size: string, price: number, stocked: boolean) => ({
      attributes: { attribute_pa_pot: size },
      display_price: price,
      is_in_stock: stocked,
    });
    const readRange = (variations: readonly object[], high: number) => {
      const offers = {
        "@type": "AggregateOffer",
        lowPrice: "24.99",
        highPrice: String(high),
        priceCurrency: "AUD",
      };
      return read({
        head: jsonLd({ "@type": "Product", name: "Trail Lantern 4000", offers }),
        body: `<p class="price"><bdi>$24.99</bdi> – <bdi>$${high}.00</bdi></p><form class="variations_form" data-product_variations='${JSON.stringify(variations)}'></form>`,
      });
    };
    const told = readRange(
      [pot("140mm", 24.99, true), pot("200mm", 49.99, true), pot("400mm", 149, false)],
      149,
    );
    expect(told.status).toBe("ambiguous");
    expect(
      told.candidates.map(({ variant, price, currency, availability }) => [
        variant,
        price,
        currency,
        availability,
      ]),
    ).toEqual([
      ["140mm", 24.99, "AUD", "in"],
      ["200mm", 49.99, "AUD", "in"],
      ["400mm", 149, "AUD", "out"],
    ]);
    const many = Array.from({ length: 9 }, (_, i) => pot(`${i}00mm`, 24.99 + i, true));
    expect(readRange([...many, pot("mini", 40, true)], 40).candidates.map(({ price }) => price)).toEqual([
      24.99, 40,
    ]);
  });

  it("of Next.js is searched for the page's own product", () => {
    const state = {
      props: {
        pageProps: {
          product: {
            name: "Trail Lantern 4000",
            sku: "TL",
            price: { current: { value: 49.99, currencyCode: "USD" } },
            inStock: true,
          },
          recommended: [{ name: "Trail Lantern 4000 Case", price: 9.99 }],
        },
      },
    };
    const body = `<script id="__NEXT_DATA__" type="application/json">${JSON.stringify(state)}</script>`;
    expect(gist(read({ body }))).toEqual(["found", 49.99, "USD", "in"]);
  });

  it("of BigCommerce and PrestaShop is read, too", () => {
    const big = `<script>var BCData = {"product_attributes":{"name":"Trail Lantern 4000","sku":"TL","instock":true,"price":{"without_tax":{"formatted":"$49.99","value":49.99,"currency":"USD"}}}};</script>`;
    expect(gist(read({ body: big }))).toEqual(["found", 49.99, "USD", "in"]);
    const presta = JSON.stringify({
      id_product: 7,
      name: "Trail Lantern 4000",
      price_amount: 49.99,
      regular_price_amount: 59.99,
      quantity: 3,
    });
    const body = `<div data-product="${presta.replaceAll('"', "&quot;")}"></div><meta itemprop="x">`;
    expect(gist(read({ body, head: '<meta property="product:price:currency" content="EUR">' }))).toEqual([
      "found",
      49.99,
      "EUR",
      "in",
    ]);
  });
});

describe("meta tags", () => {
  it("of Open Graph are enough", () => {
    const head = `<meta property="og:title" content="Trail Lantern 4000"><meta property="product:price:amount" content="49.99">
      <meta property="product:price:currency" content="USD"><meta property="product:availability" content="instock">`;
    expect(gist(read({ head }))).toEqual(["found", 49.99, "USD", "in"]);
  });

  it("tell a sale price from the price before", () => {
    const head = `<meta property="product:price:amount" content="79.99"><meta property="product:sale_price:amount" content="49.99">
      <meta property="product:price:currency" content="USD">`;
    expect(read({ head }).offer).toMatchObject({ price: 49.99, list_price: 79.99 });
  });
});
