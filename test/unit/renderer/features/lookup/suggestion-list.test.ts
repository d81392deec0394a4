import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { ProductLine } from "../../../../../src/renderer/features/lookup/suggestion-list.js";
import type { ProductFigures } from "../../../../../src/shared/app/search.js";
import type { Product } from "../../../../../src/shared/contract/product.js";

it("a suggestion says that its product is out of stock, once that is known", () => {
  const product = { service: "product/lamp/1", title: "Lamp" } as Product;
  const textOf = (figures?: ProductFigures) =>
    renderToStaticMarkup(createElement(ProductLine, { product, figures })).replace(/<[^>]*>/g, " ");
  expect(textOf({ best: null, grade: null } as ProductFigures)).toContain("Out of stock");
  expect(textOf()).not.toContain("Out of stock");
});
