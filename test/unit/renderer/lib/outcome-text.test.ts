import { describe, expect, it } from "vitest";
import { outcomeText } from "../../../../src/renderer/lib/outcome-text.js";

describe("the outcome of a check in words", () => {
  it.each(["ok", "blocked", "no price", "needs a window"])(
    "%s is the engine's own word in English",
    (word) => {
      expect(outcomeText(word)).toBe(word);
    },
  );

  it.each(["http 503", "constructor", ""])("%j, which no language knows, stands for itself", (word) => {
    expect(outcomeText(word)).toBe(word);
  });
});
