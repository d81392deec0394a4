import { describe, expect, it } from "vitest";
import { readerOf } from "../../../../src/shared/texts/language.js";

describe("who reads", () => {
  it.each([
    ["system", ["de-AT", "en-US"], { language: "de", locale: "de-AT" }],
    ["system", ["fr-FR", "de-CH"], { language: "de", locale: "de-CH" }],
    ["system", ["en-GB"], { language: "en", locale: "en-GB" }],
    ["en", ["de-DE", "en-IE"], { language: "en", locale: "en-IE" }],
    ["de", ["en-US"], { language: "de", locale: "de-DE" }],
  ] as const)("choice %s on a computer that speaks %j reads %j", (choice, tags, reader) => {
    expect(readerOf(choice, tags)).toEqual(reader);
  });

  it.each([[[]], [["fr-FR"]], [["C"]], [["den-CA"]]])(
    "who speaks neither language reads English: %j",
    (tags) => {
      expect(readerOf("system", tags)).toEqual({ language: "en", locale: "en-US" });
    },
  );

  it("formats by the language's own region where the computer names none", () => {
    expect(readerOf("system", ["de"])).toEqual({ language: "de", locale: "de-DE" });
  });
});
