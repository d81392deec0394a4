import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { LeftOutGroup, sharedLeftOut } from "../../../../../src/renderer/features/add/add-view.js";
import { type Entry, toState } from "../../../../../src/renderer/stores/adding/entries.js";
import type { Link } from "../../../../../src/shared/app/links.js";

/** Watched links whose products have no price, which their targets need. */
function entries(count: number): Entry[] {
  return Array.from({ length: count }, (_, id) => {
    const title = `Lamp ${id}`;
    const result = { title, page: null, was_watched: false, left_out: [{ what: "no price", detail: "" }] };
    const link = { state: "known", product_key: `product/lamp/${id}`, question: null, result };
    const state = toState(link as unknown as Link, 0);
    return { id, text: title, url: null, said: {}, state, actId: null };
  });
}

it("watched links that could not get the same share a card with one note, from four on", () => {
  expect(sharedLeftOut(entries(3))).toBeNull();
  const four = entries(4);
  expect(sharedLeftOut(four)).toHaveLength(1);
  const markup = renderToStaticMarkup(createElement(LeftOutGroup, { entries: four }));
  expect(markup.match(/no price is known/g)).toHaveLength(1);
  for (const { text } of four) expect(markup).toContain(text);
});
