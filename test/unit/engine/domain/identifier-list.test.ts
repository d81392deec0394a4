import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeQueryText, splitIdentifierList } from "../../../../src/main/engine/domain/identifier-list.js";

/** Any identifier that can be sent: trimmed, not empty, no lone surrogates. */
const identifier = fc
  .string({ unit: "grapheme", maxLength: 20 })
  .map((text) => text.trim())
  .filter((text) => text !== "");
const never = () => false;
const commaFree = identifier.map((text) => text.replaceAll(",", "").trim()).filter((text) => text !== "");

describe("lists of identifiers (decision 10)", () => {
  it("an identifier list is restored when its items were encoded one by one and joined by literal commas", () => {
    fc.assert(
      fc.property(fc.array(identifier, { minLength: 2, maxLength: 20 }), (list) => {
        expect(splitIdentifierList(list.map(encodeURIComponent).join(","), never)).toEqual(list);
      }),
    );
  });

  it("an identifier list is restored when it was joined first and encoded as a whole", () => {
    fc.assert(
      fc.property(fc.array(commaFree, { minLength: 1, maxLength: 20 }), (list) => {
        expect(splitIdentifierList(encodeURIComponent(list.join(",")), never)).toEqual(list);
      }),
    );
  });

  it("a single identifier with a comma stays whole when a literal comma follows (decision 36)", () => {
    fc.assert(
      fc.property(identifier, (text) => {
        expect(splitIdentifierList(`${encodeURIComponent(text)},`, never)).toEqual([text]);
      }),
    );
  });

  it.each([
    ["a%2Cb", ["a", "b"]],
    ["a%2Cb,", ["a,b"]],
    ["a%2Cb,c", ["a,b", "c"]],
    ["a,,b,", ["a", "b"]],
    ["%20a%20,+b+", ["a", "b"]],
    ["a+b", ["a b"]],
    ["a%2Bb", ["a+b"]],
    ["", []],
    [",%20,", []],
    ["%2C", []],
    ["a,a", ["a", "a"]],
    ["100%,b", ["100%", "b"]],
    ["%FFx", ["%FFx"]],
    ["%zz%20a", ["%zz a"]],
    ["caf%C3%A9", ["café"]],
  ])("the identifier list %s is read as %j", (raw, expected) => {
    expect(splitIdentifierList(raw, never)).toEqual(expected);
  });
});

it("a query value is decoded from the encodings of browsers and of other clients", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      expect(decodeQueryText(encodeURIComponent(text))).toBe(text);
      expect(decodeQueryText(new URLSearchParams([["", text]]).toString().slice(1))).toBe(text);
    }),
  );
});
