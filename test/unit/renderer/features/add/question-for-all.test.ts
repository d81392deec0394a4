import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { QuestionForAll } from "../../../../../src/renderer/features/add/add-view.js";
import type { Entry } from "../../../../../src/renderer/stores/adding/entries.js";

function soldOut(id: number, title: string): Entry {
  const question = { outcome: "unread", host: "north.example", cause: "out-of-stock", title, reason: "" };
  const state = { kind: "question", question } as Entry["state"];
  return { id, text: `north.example/${id}`, url: null, said: {}, state, actId: null };
}

it("products that are sold out without a price share one question", () => {
  const entries = [soldOut(1, "Lamp"), soldOut(2, "Stove")];
  const markup = renderToStaticMarkup(createElement(QuestionForAll, { entries }));
  expect(markup).toContain("2 products are out of stock");
  expect(markup.match(/Watch until they are back/g)).toHaveLength(1);
  for (const text of ["Lamp", "Stove"]) expect(markup).toContain(text);
});
