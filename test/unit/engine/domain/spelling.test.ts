import { describe, expect, it } from "vitest";
import { closestWord, countWords, editDistance } from "../../../../src/main/engine/domain/spelling.js";

it.each([
  ["kettle", "kettle", 0],
  ["headfones", "headphones", 2],
  ["ketle", "kettle", 1],
  ["ektlte", "kettle", 2],
  ["ketlte", "kettle", 1],
  ["", "abc", 3],
  ["abc", "", 3],
])("the distance between %s and %s is %d", (one, other, distance) => {
  expect(editDistance(one, other)).toBe(distance);
  expect(editDistance(other, one)).toBe(distance);
});

describe("the closest known word", () => {
  const known = countWords([
    "Trail Lantern 400",
    "Copper kettle",
    "Kettle, copper, 1.7 l",
    "Wireless headphones",
  ]);

  it("of a mistyped one is found", () => {
    expect(closestWord("headfones", known)).toBe("headphones");
    expect(closestWord("lantren", known)).toBe("lantern");
  });

  it("is the same one with its umlauts written out, or with umlauts", () => {
    expect(closestWord("kuechenwaage", countWords(["Küchenwaage"]))).toBe("küchenwaage");
    expect(closestWord("küchenwaage", countWords(["Kuechenwaage"]))).toBe("kuechenwaage");
    expect(closestWord("strasse", countWords(["Straße, Strafe"]))).toBe("straße");
  });

  it("is the most frequent of several that are as close", () => {
    expect(closestWord("battle", countWords(["cattle", "kettle rattle", "rattle"]))).toBe("rattle");
  });

  it("is none for a short word, which has too many neighbours", () => {
    expect(closestWord("cat", countWords(["cart"]))).toBeNull();
  });

  it("is none where nothing is close", () => {
    expect(closestWord("microscope", known)).toBeNull();
  });
});
