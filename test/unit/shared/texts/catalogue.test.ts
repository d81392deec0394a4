import { describe, expect, it } from "vitest";
import { de } from "../../../../src/shared/texts/de/index.js";
import { en } from "../../../../src/shared/texts/en/index.js";

type Say = (...values: unknown[]) => string;
type Leaf = string | Say;

/** Every text by its path: `watching.cadences.hourly`. */
function leavesOf(branch: object, path = ""): [string, Leaf][] {
  return Object.entries(branch).flatMap(([key, value]): [string, Leaf][] => {
    const here = path === "" ? key : `${path}.${key}`;
    return typeof value === "object" && value !== null ? leavesOf(value, here) : [[here, value as Leaf]];
  });
}

const english = new Map(leavesOf(en));
const german = new Map(leavesOf(de));

/** Words that are the same in both languages. */
const alike = new Set(
  `plus minus Shop Tidemark Status Name System Details Tags Tag Test API URL CSV PNG Link Version Modell Min Max ASIN MPN Barcode Enter Webhooks`.split(
    " ",
  ),
);

/** Numbers are there for plurals: what is shown comes as text. */
function say(leaf: Leaf, count: number): string {
  if (typeof leaf === "string") return leaf;
  return leaf(...Array.from({ length: leaf.length }, (_, index) => (index === 0 ? count : `⟦${index}⟧`)));
}

function marksOf(leaf: Leaf): string[] {
  if (typeof leaf === "string") return [];
  const said = leaf(...Array.from({ length: leaf.length }, (_, index) => `⟦${index}⟧`));
  return [...new Set(said.match(/⟦\d⟧/g))].sort();
}

describe("the catalogue", () => {
  it("has the same texts in German as in English", () => {
    expect([...german.keys()].sort()).toEqual([...english.keys()].sort());
  });

  it.each([...english.keys()])("%s says something in both languages", (path) => {
    for (const leaf of [english.get(path), german.get(path)])
      for (const count of [0, 1, 2]) expect(say(leaf ?? "", count).trim()).not.toBe("");
  });

  it("shows in German whatever it shows in English", () => {
    for (const [path, leaf] of english)
      expect([path, marksOf(german.get(path) ?? "")]).toEqual([path, marksOf(leaf)]);
  });

  it("leaves no English in German", () => {
    const same = [...english].filter(
      ([path, leaf]) => typeof leaf === "string" && german.get(path) === leaf && /\p{L}{3}/u.test(leaf),
    );
    expect(same.filter(([, leaf]) => !alike.has(String(leaf)))).toEqual([]);
  });

  it("writes German quotation marks and dashes of the language", () => {
    for (const [path, leaf] of german)
      expect([path, say(leaf, 2)]).toEqual([path, expect.not.stringMatching(/“[^„]*”|"/)]);
  });
});
