import { expect, it } from "vitest";
import {
  arrangeResults,
  brandsOf,
  type Result,
  type resultSorts,
} from "../../../../../src/renderer/features/search/arrange-results.js";
import type { ProductFigures } from "../../../../../src/shared/app/search.js";

function result(title: string, brand: string, figures?: Partial<ProductFigures>): Result {
  return {
    product: { title, service: title, brand },
    figures: figures && ({ below_median30: null, grade: null, ...figures } as ProductFigures),
  };
}

const price = (amount: number, currency = "EUR") => ({
  best: { price: amount, currency, retailer: "shop.example" },
});
const results = [
  result("late", "Hearthside"),
  result("dear", "Hearthside", { ...price(90), grade: "A-", below_median30: -3 }),
  result("yen", "Auster", { ...price(50, "JPY"), grade: "B+" }),
  result("cheap", "Auster", { ...price(40), grade: "A+", below_median30: 20 }),
];
const titles = (sort: (typeof resultSorts)[number], brand: string | null = null) =>
  arrangeResults(results, { sort, brand }).map(({ product }) => product.title);

it.each([
  ["match", ["late", "dear", "yen", "cheap"]],
  ["price", ["cheap", "dear", "late", "yen"]],
  ["grade", ["cheap", "dear", "yen", "late"]],
  ["drop", ["cheap", "dear", "late", "yen"]],
  ["rating", ["late", "dear", "yen", "cheap"]],
] as const)("orders results by %s, and those without it last", (sort, expected) => {
  expect(titles(sort)).toEqual(expected);
});

it("shows the results of one brand", () => {
  expect(titles("price", "Auster")).toEqual(["cheap", "yen"]);
  expect(brandsOf(results)).toEqual(["Auster", "Hearthside"]);
});
