import { expect, it } from "vitest";
import * as en from "../../src/shared/texts/en/index.js";
import { pageNames, readPage, stripCodeBlocks } from "../support/documents/pages.js";

const guide = pageNames()
  .filter((name) => name.startsWith("docs/guide/"))
  .map((name) => stripCodeBlocks(readPage(name)))
  .join("\n");

/** All texts of the window that have no parameters; those with parameters are functions. */
function textsIn(texts: unknown): string[] {
  if (typeof texts === "string") return [texts];
  if (typeof texts !== "object" || texts === null) return [];
  return Object.values(texts).flatMap(textsIn);
}

const shown = new Set(textsIn(en));

it("the user guide uses the window's own words in italics", () => {
  const named = [...guide.matchAll(/(?<!\*)\*([^*\n]+)\*(?!\*)/g)].flatMap(([, words]) =>
    (words ?? "").split(" → "),
  );
  expect(named.length).toBeGreaterThan(60);
  expect(named.filter((words) => !shown.has(words))).toEqual(["Words in italics"]);
});
