import { expect, it } from "vitest";
import { readerOf } from "../../../../src/shared/texts/language.js";

it.each([
  ["system", ["de-AT", "en-US"], { language: "de", locale: "de-AT" }],
  ["system", ["fr-FR", "de-CH"], { language: "de", locale: "de-CH" }],
  ["system", ["en-GB"], { language: "en", locale: "en-GB" }],
  ["en", ["de-DE", "en-IE"], { language: "en", locale: "en-IE" }],
  ["de", ["en-US"], { language: "de", locale: "de-DE" }],
] as const)(
  "the language with the setting %s and the system's languages %j is %j",
  (choice, tags, reader) => {
    expect(readerOf(choice, tags)).toEqual(reader);
  },
);

it.each([[[]], [["fr-FR"]], [["C"]], [["den-CA"]]])(
  "the language is English if the system has neither language: %j",
  (tags) => {
    expect(readerOf("system", tags)).toEqual({ language: "en", locale: "en-US" });
  },
);

it("the language has its own default region if the system names none", () => {
  expect(readerOf("system", ["de"])).toEqual({ language: "de", locale: "de-DE" });
});
