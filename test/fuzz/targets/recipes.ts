import fc, { type Arbitrary } from "fast-check";
import { closeStore, openStore } from "../../../src/main/engine/db/open.js";
import { extract } from "../../../src/main/engine/extract/extract.js";
import {
  exportRecipes,
  importRecipes,
  listRecipes,
  removeRecipe,
} from "../../../src/main/engine/operations/pages/recipes.js";
import { ContractError } from "../../../src/main/engine/operations/request/contract-error.js";
import { scratchFolder } from "../../support/disk.js";
import { type Edit, editOf, editText } from "../inputs/bytes.js";
import { editJson, type Json, type JsonEdit, jsonEdit } from "../inputs/json.js";
import { fixturePages } from "../inputs/pages.js";
import { wildText } from "../inputs/text.js";
import { judgeExtraction } from "../judges/extraction.js";
import { defineTarget } from "../machinery/define-target.js";
import { type Subject, Wrong } from "../machinery/target.js";

interface RecipesCase {
  readonly lines: readonly { readonly selectors: readonly string[]; readonly json: readonly JsonEdit[] }[];
  readonly edits: readonly Edit<string>[];
  readonly page: number;
}

const parts = [
  "div",
  "span",
  ".price",
  "#price",
  "[itemprop=price]",
  '[data-a="b c"]',
  ":nth-child(2)",
  ":nth-of-type(1)",
  ">",
  " ",
  "*",
  "\\:",
  ":not(",
  ",",
  "+",
  "~",
  "::before",
  "[",
  "]",
  '"',
  "é",
];
const selector = fc.oneof(
  fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 6 }).map((each) => each.join("")),
  fc.constantFrom("div > span", ".price", "#price span", "p"),
  wildText,
);

const cases: Arbitrary<RecipesCase> = fc.record({
  lines: fc.array(
    fc.record({
      selectors: fc.array(selector, { minLength: 1, maxLength: 3 }),
      json: fc.array(jsonEdit, { maxLength: 2 }),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  edits: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(editOf(wildText), { minLength: 1, maxLength: 3 }) },
  ),
  page: fc.nat(fixturePages.length - 1),
});

function textOf({ lines, edits }: RecipesCase): string {
  const made = lines.map(({ selectors, json }, i) => {
    const recipe = {
      type: "tidemark-recipe",
      version: 1,
      host: `shop${i}.example`,
      price: { selectors: [...selectors], attribute: null, decimal: null },
      made_at: "2026-06-15T12:00:00.000Z",
    };
    return JSON.stringify(editJson(recipe as Json, json));
  });
  return editText(`${made.join("\n")}\n`, edits);
}

type Db = ReturnType<typeof openStore>;

function judgeFile(db: Db, text: string): void {
  const clock = { now: () => 0 };
  for (const { host } of listRecipes(db).recipes) removeRecipe({ db }, { host });
  const { imported, skipped } = importRecipes({ db, clock }, { text });
  const lines = text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "").length;
  if (imported + skipped.length !== lines)
    throw new Wrong(`Of ${lines} lines ${imported} were entered and ${skipped.length} named.`);
  const { text: exported } = exportRecipes(db, {});
  if (exported === "") return;
  const again = importRecipes({ db, clock }, { text: exported });
  if (again.skipped.length > 0 || exportRecipes(db, {}).text !== exported)
    throw new Wrong(`An export was not read back: ${JSON.stringify(again.skipped)}`);
}

/** A recipe that was let in can be read with, whatever the page. */
function judgeReading(db: Db, page: number): void {
  const [recipe] = listRecipes(db).recipes;
  const fixture = fixturePages[page];
  if (recipe === undefined || fixture === undefined) return;
  judgeExtraction(fixture.html, extract({ url: fixture.url, html: fixture.html, recipe }));
}

function open(): Subject<RecipesCase> {
  const folder = scratchFolder("fuzz");
  const db = openStore(folder.path);
  return {
    cases,
    judge: (value) => {
      try {
        judgeFile(db, textOf(value));
      } catch (error) {
        // An empty file is refused whole.
        if (!(error instanceof ContractError) || error.code !== "ERR_INVALID_PARAMS") throw error;
      }
      judgeReading(db, value.page);
    },
    close: () => {
      closeStore(db);
      folder.remove();
    },
  };
}

export const recipes = defineTarget({
  name: "recipes",
  what: "recipe files: changed lines and selectors; export and import; reading pages with what was let in",
  share: 6_000,
  open,
});
