import { describe, expect, it } from "vitest";
import { extract } from "../../../../src/main/engine/extract/extract.js";
import { readPage } from "../../../../src/main/engine/sources/page/read-page.js";
import { jsonLd, page, product, read, shopUrl } from "./pages.js";

/** The amounts that a page offers to select from, with the words beside them. */
function amountsOf(html: string, url = shopUrl) {
  return extract({ url, html }).candidates.map(({ price, place }) => [price, place?.words ?? null]);
}

it("asks about all prices of a list, however many words each has", () => {
  const list = "<ul><li>Hardback £22.00</li><li>Paperback £10.99</li><li>eBook £6.99</li></ul>";
  const html = page({ body: `<h1>Tern Season</h1>${list}<button>Add to basket</button>`, end: "" });
  expect(amountsOf(html).map(([price]) => price)).toEqual([6.99, 10.99, 22]);
});

const plain = (body: string) => page({ body, end: "", lang: "en-US" });

describe("the prices of a page that none is clearly the price of", () => {
  it.each([
    [
      "the heading of its column",
      `<table><tr><th>Plan</th><th>Basic</th><th>Deluxe</th><th>Family</th></tr>
        <tr><td>Price</td><td>$49.00</td><td>$79.00</td><td>$129.00</td></tr></table>`,
      [
        [49, "Basic"],
        [79, "Deluxe"],
        [129, "Family"],
      ],
    ],
    [
      "the heading of its row",
      `<table><tr><td>Basic</td><td>$49.00</td></tr><tr><td>Deluxe</td><td>$79.00</td></tr>
        <tr><td>Family</td><td>$129.00</td></tr></table>`,
      [
        [49, "Basic"],
        [79, "Deluxe"],
        [129, "Family"],
      ],
    ],
    [
      "a quantity in its row",
      `<table><tr><th>Quantity</th><th>Price each</th></tr><tr><td>1–9</td><td>$4.50</td></tr>
        <tr><td>10–49</td><td>$4.10</td></tr><tr><td>50+</td><td>$3.60</td></tr></table>`,
      [
        [4.5, "1–9"],
        [4.1, "10–49"],
        [3.6, "50+"],
      ],
    ],
    [
      "row and column",
      `<table><tr><th></th><th>Basic</th><th>Deluxe</th></tr><tr><td>Month</td><td>$4.00</td><td>$7.00</td></tr>
        <tr><td>Year</td><td>$40.00</td><td>$70.00</td></tr></table>`,
      [
        [4, "Month · Basic"],
        [7, "Month · Deluxe"],
        [40, "Year · Basic"],
        [70, "Year · Deluxe"],
      ],
    ],
    [
      "the label above it",
      `<div class=plan><h3>Basic</h3><p>$49.00</p></div><div class=plan><h3>Deluxe</h3><p>$79.00</p></div>
        <div class=plan><h3>Family</h3><p>$129.00</p></div>`,
      [
        [49, "Basic"],
        [79, "Deluxe"],
        [129, "Family"],
      ],
    ],
    [
      "its line",
      "<p>$41.58/mo for 24 months</p><p>or pay in full: $998.00</p>",
      [
        [41.58, "/mo for 24 months"],
        [998, "or pay in full"],
      ],
    ],
  ])("are offered with %s", (_where, body, amounts) => {
    expect(read({ body, end: "", lang: "en-US" })).toMatchObject({
      status: "nothing",
      product: { title: "Trail Lantern 4000" },
    });
    expect(amountsOf(plain(body))).toEqual(amounts);
  });

  it("have the headings of their columns beside a button to buy, too", () => {
    const body = `<table><tr><th>Basic</th><th>Deluxe</th><th>Family</th></tr>
      <tr><td>$49.00</td><td>$79.00</td><td>$129.00</td></tr></table><button>Add to cart</button>`;
    expect(read({ body, end: "", lang: "en-US" }).status).toBe("ambiguous");
    expect(amountsOf(plain(body))).toEqual([
      [49, "Basic"],
      [79, "Deluxe"],
      [129, "Family"],
    ]);
  });

  it("are six at most, in the page's order", () => {
    const rows = Array.from({ length: 9 }, (_, i) => `<tr><td>${i + 1} pcs</td><td>$${i + 10}.00</td></tr>`);
    const amounts = amountsOf(plain(`<table>${rows.join("")}</table>`));
    expect(amounts).toHaveLength(6);
    expect(amounts).toEqual([...amounts].sort(([one], [other]) => Number(one) - Number(other)));
  });

  it("leave out former prices, savings, delivery and other products", () => {
    const body = `<table><tr><td>Basic</td><td><s>$60.00</s> $49.00</td></tr><tr><td>Deluxe</td><td>$79.00</td></tr>
      <tr><td>Family</td><td>$129.00</td></tr></table><p>You save $11.00</p><p>Shipping: $4.95</p>
      <h2>You may also like</h2><div><a href="/p/2">Lamp</a> <b>$12.00</b></div>`;
    expect(amountsOf(plain(body)).map(([price]) => price)).toEqual([49, 79, 129]);
  });

  it("keep the sign that several currencies share", () => {
    const body =
      "<table><tr><td>Basic</td><td>$49.00</td></tr><tr><td>Deluxe</td><td>$79.00</td></tr></table>";
    const { candidates } = read({ body, end: "", lang: "" });
    expect(candidates).toMatchObject([
      { price: 49, currency: null, sign: "$" },
      { price: 79, currency: null, sign: "$" },
    ]);
  });
});

describe("the name of a page without a clear price", () => {
  const nameOf = (html: string) => extract({ url: shopUrl, html }).product?.title ?? null;

  it.each([
    ["<title>Lamp 3 | Shop</title><h1>Lamp 3</h1><p>Ask us.</p>", "Lamp 3"],
    ['<meta property="og:title" content="Old Whisky 12"><h1>Are you over 21?</h1>', "Old Whisky 12"],
    ["<title>Old Whisky 12</title><h1>Are you over 21?</h1>", "Old Whisky 12"],
    ["<title>Lamp 3 | Shop</title><h1>Sign in</h1><form><input type=password></form>", "Lamp 3"],
    ["<title>Just a moment...</title><p>Checking your browser.</p>", null],
    ["<title>Access Denied</title><h1>Access Denied</h1>", null],
    ["<title>404</title><h1>Page not found</h1>", null],
    ["<title>shop.example</title><p>Robot or human?</p>", null],
    ["<title>Shop</title><p>Type the captcha.</p>", null],
    ["", null],
  ])("of %s is %s", (html, title) => {
    expect(nameOf(html)).toBe(title);
  });

  it.each([
    [403, "<title>Lamp 3</title><h1>Lamp 3</h1><p>$12.00</p>", "Lamp 3"],
    [403, "<title>Access Denied</title>", undefined],
    [404, "<title>Lamp 3 is gone</title>", "Lamp 3 is gone"],
    [500, "<title>Internal Server Error</title>", undefined],
  ])("of an error page with status %d is read, its amounts are not: %s", (status, html, title) => {
    const outcome = { kind: "page", url: shopUrl, status, html, etag: null, lastModified: null } as const;
    const reading = readPage({ url: shopUrl, outcome: { ...outcome, retryAfterSeconds: null } });
    if (reading.kind !== "read") throw new Error("The page was not read.");
    expect(reading.extraction).toMatchObject({ status: "blocked", candidates: [] });
    expect(reading.extraction.product?.title).toBe(title);
  });
});

describe("a question about the price", () => {
  const options = (stocks: readonly string[]) =>
    jsonLd(
      product(
        {},
        {
          offers: stocks.map((availability, i) => ({
            "@type": "Offer",
            price: 40 + i,
            priceCurrency: "EUR",
            availability: `https://schema.org/${availability}`,
          })),
        },
      ),
    );

  it.each([
    ["in stock if one of the prices is", ["OutOfStock", "InStock"], "in"],
    ["out of stock if all of them are", ["OutOfStock", "SoldOut"], "out"],
    ["unknown otherwise", ["OutOfStock", "Other"], null],
  ])("says that the product is %s", (_case, stocks, availability) => {
    const { status, offer } = read({ head: options(stocks), end: "" });
    expect([status, offer?.availability]).toEqual(["ambiguous", availability]);
  });
});

describe("a dollar that the page does not explain", () => {
  it.each([
    ["Ships within two days.", "USD"],
    ["We ship from Canada.", null],
    ["An Australian family business.", null],
  ])("is read beside: %s", (words, currency) => {
    const html = page({ body: `<p class="price">$49.00</p><p>${words}</p>` });
    expect(extract({ url: "https://lantern-shop.com/p/1", html }).offer?.currency).toBe(currency);
  });
});
