import { expect, it } from "vitest";
import { troubleOf } from "../../../../../src/renderer/features/product/check-list.js";

it.each([
  ["blocked", "blocked"],
  ["http 403", "blocked"],
  ["http 429", "blocked"],
  ["no price", "unread"],
  ["ambiguous", "unread"],
  ["network", "unreachable"],
  ["http 503", "unreachable"],
  ["gone", "gone"],
  ["http 404", "gone"],
  ["ok", null],
  ["a word of tomorrow", null],
  ["constructor", null],
])("what %s asks of the shopper: %s", (outcome, trouble) => {
  expect(troubleOf(outcome)).toBe(trouble);
});
