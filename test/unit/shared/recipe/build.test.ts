import { expect, it } from "vitest";
import {
  buildRecipe,
  candidateSelectors,
  isStableName,
  stablePrefix,
} from "../../../../src/shared/recipe/build.js";
import { type ClickedElement, type ClickReport, recipe } from "../../../../src/shared/recipe/recipe.js";

function element(tag: string, attributes: Record<string, string> = {}, nth = 1): ClickedElement {
  return { tag, attributes, nth };
}

function click(text: string, ...chain: ClickedElement[]): ClickReport {
  return { text, chain: [...chain, element("body"), element("html")] };
}

it.each(["price", "product-price", "priceBox", "a-price", "col-6", "product__price", "price2"])(
  "%s is a stable name",
  (name) => {
    expect(isStableName(name)).toBe(true);
  },
);

it.each([
  "css-1q2w3e",
  "sc-bdVaJa",
  "_3fYh2",
  "price-12345",
  "p8d1f0c",
  "Price_value__3xYz1",
  "is-active",
  "selected",
  "on-sale",
  "w-1/2",
  "md:flex",
  "",
])("%j is not a stable name", (name) => {
  expect(isStableName(name)).toBe(false);
});

it("a name has a stable part before the suffix that a build adds", () => {
  expect(stablePrefix("Price_value__3xYz1")).toBe("Price_value__");
  expect(stablePrefix("product__price")).toBeNull();
  expect(stablePrefix("x_1a2b3c")).toBeNull();
});

it("selectors prefer ids and semantic attributes, and end with the element's position", () => {
  const clicked = click(
    "$49.99",
    element("span", { id: "our-price", class: "price css-1x2y3z", itemprop: "price", content: "49.99" }),
    element("div", { class: "buy-box" }, 2),
    element("main", { id: "product" }),
  );
  const selectors = candidateSelectors(clicked);
  expect(selectors[0]).toBe("#our-price");
  expect(selectors).toContain('#product span[itemprop="price"]');
  expect(selectors).toContain("span.price");
  expect(selectors.at(-1)).toBe("#product > div:nth-of-type(2) > span:nth-of-type(1)");
});

it("selectors contain no generated name and no value that is the price", () => {
  const clicked = click(
    "$49.99",
    element("b", { id: "price-184467", class: "css-9a8b7c", "data-price": "49.99" }, 3),
    element("td"),
    element("tr", {}, 2),
    element("tbody"),
    element("table"),
  );
  const selectors = candidateSelectors(clicked);
  expect(selectors.join(" ")).not.toMatch(/184467|css-|49\.99|tbody/);
  expect(selectors).toContain("b[data-price]");
  expect(selectors.at(-1)).toBe(
    "table:nth-of-type(1) tr:nth-of-type(2) > td:nth-of-type(1) > b:nth-of-type(3)",
  );
});

it("selectors contain no injected syntax", () => {
  const clicked = click("$1", element("x-y", { class: 'a"]{}', id: "a b", itemprop: '"]<script>' }));
  for (const text of candidateSelectors(clicked)) expect(text).not.toMatch(/[{<]/);
});

it("a recipe has the decimal sign, and an attribute only if the element has no text", () => {
  const shown = click("1.299,95 €", element("b", { content: "1299.95" }));
  expect(buildRecipe("shop.example", shown, ["b"])?.price).toEqual({
    selectors: ["b"],
    attribute: null,
    decimal: ",",
  });
  const hidden = click("", element("data", { value: "49.99" }));
  expect(buildRecipe("shop.example", hidden, ["data"])?.price.attribute).toBe("value");
  expect(buildRecipe("shop.example", hidden, [])).toBeNull();
  expect(recipe.safeParse(buildRecipe("shop.example", shown, ["b"])).success).toBe(true);
});

it.each(["shop.example", "127.0.0.1:8080", "xn--bcher-kva.example"])(
  "a recipe is for a host such as %s",
  (host) => {
    const price = { selectors: [".price"] };
    expect(recipe.safeParse({ version: 1, host, price }).success).toBe(true);
    expect(recipe.safeParse({ version: 1, host: `${host}\u0000`, price }).success).toBe(false);
  },
);
