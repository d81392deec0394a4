import { describe, expect, it } from "vitest";
import { outcomeText } from "../../../../src/renderer/lib/check-health.js";

describe("the outcome of a check in words", () => {
  it.each(["ok", "blocked", "no price", "refused redirect"])(
    "%s is the engine's own word in English",
    (word) => {
      expect(outcomeText(word)).toBe(word);
    },
  );

  it.each([
    ["http 503", "error at the shop"],
    ["http 404", "page gone"],
    ["http 429", "blocked"],
  ])("%s means: %s", (outcome, said) => {
    expect(outcomeText(outcome)).toBe(said);
  });

  it.each(["http 418", "constructor", ""])("%j, which no language knows, stands for itself", (word) => {
    expect(outcomeText(word)).toBe(word);
  });
});
