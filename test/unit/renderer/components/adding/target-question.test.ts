import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { TargetQuestion } from "../../../../../src/renderer/components/adding/questions.js";

function textOf(target: { price: number; currency: string | null; other_price?: number }): string {
  const question = { outcome: "target", title: "Lamp", price: 1_400, currency: "USD", target } as const;
  const markup = renderToStaticMarkup(createElement(TargetQuestion, { id: 1, question }));
  return markup
    .replace(/<[^>]*>/g, "|")
    .replace(/\|+/g, "|")
    .replaceAll("\u00a0", " ");
}

it.each([
  [
    "in another currency",
    { price: 40, currency: "EUR" },
    "|The target is 40 EUR, but the page says USD 1,400.00.|Target USD 40.00|Watch without a target|",
  ],
  [
    "of two meanings",
    { price: 1_299, currency: null, other_price: 1.299 },
    "|Is the target USD 1,299.00 or USD 1.30? The page says USD 1,400.00.|Target USD 1,299.00|Target USD 1.30|Watch without a target|",
  ],
  [
    "of two meanings in another currency, which is asked about next",
    { price: 1_299, currency: "£", other_price: 1.299 },
    "|Is the target 1,299 £ or 1.299 £? The page says USD 1,400.00.|Target 1,299 £|Target 1.299 £|Watch without a target|",
  ],
])("the card of a target %s asks which is meant", (_, target, text) => {
  expect(textOf(target)).toContain(text);
});
