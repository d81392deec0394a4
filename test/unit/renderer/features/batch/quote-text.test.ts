import { describe, expect, it } from "vitest";
import { quoteText, sumQuotes, tooDearText } from "../../../../../src/renderer/features/batch/quote-text.js";

const quote = { total: 40, found: 38, not_found: 2, credits: 152, credits_remaining: 4_870 };

describe("the cost said beforehand", () => {
  it("names what is found, what it costs and what there is", () => {
    expect(quoteText(quote)).toBe("Finds 38 of 40; costs 152 of your 4,870 credits.");
    expect(quoteText({ ...quote, found: 40, not_found: 0 })).toContain("Finds all 40;");
  });

  it("says that nothing costs nothing", () => {
    expect(quoteText({ ...quote, found: 0, not_found: 40, credits: 0 })).toBe(
      "Finds none of 40, which costs nothing.",
    );
  });

  it("adds parts up; what is left is not added", () => {
    expect(sumQuotes([quote, quote])).toEqual({
      total: 80,
      found: 76,
      not_found: 4,
      credits: 304,
      credits_remaining: 4_870,
    });
  });
});

describe("a list that is too dear", () => {
  it("may cost all that is left, and not one credit more", () => {
    expect(tooDearText({ ...quote, credits_remaining: 152 }, true)).toBeNull();
    expect(tooDearText({ ...quote, credits_remaining: 151 }, true)).toBe(
      "That is 1 credit more than you have. Leave out offers or reviews, or look up fewer; Settings say under Account when the next period starts.",
    );
  });

  it("does not advise to leave out what is not asked for", () => {
    expect(tooDearText({ ...quote, credits_remaining: 0 }, false)).toContain("have. Look up fewer;");
  });
});
