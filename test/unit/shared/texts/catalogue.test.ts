import { describe, expect, it } from "vitest";
import * as de from "../../../../src/shared/texts/de/index.js";
import * as en from "../../../../src/shared/texts/en/index.js";

type TextFunction = (...values: unknown[]) => string;
type Leaf = string | TextFunction;

/** Every text by its path: `watching.cadences.hourly`. */
function listTexts(branch: object, path = ""): [string, Leaf][] {
  return Object.entries(branch).flatMap(([key, value]): [string, Leaf][] => {
    const here = path === "" ? key : `${path}.${key}`;
    return typeof value === "object" && value !== null ? listTexts(value, here) : [[here, value as Leaf]];
  });
}

const english = new Map(listTexts(en));
const german = new Map(listTexts(de));

/** Words that are the same in both languages. */
const sameInBoth = new Set([
  ..."plus minus Shop Shops Tidemark Status Name System Details Tags Tag Test API URL CSV PNG Link Version Modell".split(
    " ",
  ),
  ..."Min Max ASIN MPN Barcode Enter Webhooks Browser Server Token ntfy Gotify Pushover Telegram Discord Slack".split(
    " ",
  ),
  ..."Matrix Apprise changedetection.io PriceBuddy".split(" "),
  "Home Assistant",
]);

/** Renders a text. Only its first parameter may be a number, for plurals; others are texts. */
function render(leaf: Leaf, count: number): string {
  if (typeof leaf === "string") return leaf;
  return leaf(...Array.from({ length: leaf.length }, (_, index) => (index === 0 ? count : `⟦${index}⟧`)));
}

function placeholdersIn(leaf: Leaf): string[] {
  if (typeof leaf === "string") return [];
  const rendered = leaf(...Array.from({ length: leaf.length }, (_, index) => `⟦${index}⟧`));
  return [...new Set(rendered.match(/⟦\d⟧/g))].sort();
}

describe("the text catalogue", () => {
  it("the German catalogue has the same texts as the English one", () => {
    expect([...german.keys()].sort()).toEqual([...english.keys()].sort());
  });

  it.each([...english.keys()])("the text %s is not empty in either language", (path) => {
    for (const leaf of [english.get(path), german.get(path)])
      for (const count of [0, 1, 2]) expect(render(leaf ?? "", count).trim()).not.toBe("");
  });

  it("German texts show the same parameters as English ones", () => {
    for (const [path, leaf] of english)
      expect([path, placeholdersIn(german.get(path) ?? "")]).toEqual([path, placeholdersIn(leaf)]);
  });

  it.each([
    ["English", en],
    ["German", de],
  ])("%s sentences have one full stop after a product's name, also if it ends in one", (_language, texts) => {
    const { acts, events } = texts;
    const sentencesOn = (name: string) => [
      events.told("Alert", name, "6,49 €"),
      acts.kinds["products.remove"](name),
      acts.kinds["watch.stop"](name),
    ];
    for (const name of ["Filters", "Filters, 50 St."])
      for (const sentence of sentencesOn(name)) expect(sentence).toMatch(/[^.]\.$/);
    expect(sentencesOn("Filters")[0]).toBe("Alert: Filters. 6,49 €.");
    expect(sentencesOn("Filters, 50 St.")[0]).toBe("Alert: Filters, 50 St. 6,49 €.");
  });

  it("the German catalogue contains no English text", () => {
    const same = [...english].filter(
      ([path, leaf]) => typeof leaf === "string" && german.get(path) === leaf && /\p{L}{3}/u.test(leaf),
    );
    expect(same.filter(([, leaf]) => !sameInBoth.has(String(leaf)))).toEqual([]);
  });

  it("German texts contain only German quotation marks", () => {
    for (const [path, leaf] of german)
      expect([path, render(leaf, 2)]).toEqual([path, expect.not.stringMatching(/“[^„]*”|"/)]);
  });
});
