import fc, { type Arbitrary } from "fast-check";
import { it } from "vitest";
import type { ReadDb } from "../../src/main/engine/db/store.js";
import { extract } from "../../src/main/engine/extract/extract.js";
import {
  exportRecipes,
  importRecipes,
  listRecipes,
  removeRecipe,
} from "../../src/main/engine/operations/pages/recipes.js";
import { ContractError } from "../../src/main/engine/operations/request/contract-error.js";
import { actingContext } from "../support/acting-context.js";
import { openTestStore } from "../support/folder.js";
import { anyEdit, type Edit, editText, mostly } from "./inputs/edits.js";
import { anyJsonEdit, editJson, type Json, type JsonEdit } from "./inputs/json.js";
import { fixturePages } from "./inputs/pages.js";
import { anyText } from "./inputs/text.js";
import { checkExtraction } from "./oracles/extraction.js";
import { checkCases } from "./support/check-cases.js";

interface RecipesCase {
  readonly lines: readonly { readonly selectors: readonly string[]; readonly json: readonly JsonEdit[] }[];
  readonly edits: readonly Edit<string>[];
  readonly page: number;
}

// biome-ignore format: one per line would fill a page
const selectorParts = [
  "div", "span", ".price", "#price", "[itemprop=price]", '[data-a="b c"]', ":nth-child(2)",
  ":nth-of-type(1)", ">", " ", "*", "\\:", ":not(", ",", "+", "~", "::before", "[", "]", '"', "é",
];
const selector = fc.oneof(
  fc.array(fc.constantFrom(...selectorParts), { minLength: 1, maxLength: 6 }).map((each) => each.join("")),
  fc.constantFrom("div > span", ".price", "#price span", "p"),
  anyText,
);

const recipeCases: Arbitrary<RecipesCase> = fc.record({
  lines: fc.array(
    fc.record({
      selectors: fc.array(selector, { minLength: 1, maxLength: 3 }),
      json: fc.array(anyJsonEdit, { maxLength: 2 }),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  edits: mostly([], fc.array(anyEdit(anyText), { minLength: 1, maxLength: 3 }), 3),
  page: fc.nat(fixturePages.length - 1),
});

function toText({ lines, edits }: RecipesCase): string {
  const recipes = lines.map(({ selectors, json }, i) => {
    const recipe = {
      type: "tidemark-recipe",
      version: 1,
      host: `shop${i}.example`,
      price: { selectors: [...selectors], attribute: null, decimal: null },
      made_at: "2026-06-15T12:00:00.000Z",
    };
    return JSON.stringify(editJson(recipe as Json, json));
  });
  return editText(`${recipes.join("\n")}\n`, edits);
}

function checkImportAndExport(db: ReadDb, text: string): void {
  const context = actingContext(db, () => 0);
  for (const { host } of listRecipes(db).recipes) removeRecipe(context, { host });
  const { imported, skipped } = importRecipes(context, { text });
  const lines = text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "").length;
  if (imported + skipped.length !== lines)
    throw new Error(`${imported} of ${lines} lines were imported and ${skipped.length} reported.`);
  const { text: exported } = exportRecipes(db, {});
  if (exported === "") return;
  const again = importRecipes(context, { text: exported });
  if (again.skipped.length > 0 || exportRecipes(db, {}).text !== exported)
    throw new Error(`An import refuses lines of an export: ${JSON.stringify(again.skipped)}`);
}

/** An imported recipe works on any page. */
function checkUse(db: ReadDb, page: number): void {
  const [recipe] = listRecipes(db).recipes;
  const fixture = fixturePages[page];
  if (recipe === undefined || fixture === undefined) return;
  checkExtraction(fixture.html, extract({ url: fixture.url, html: fixture.html, recipe }));
}

it("an import of recipes reports bad lines, and an imported recipe works on any page", async () => {
  const db = openTestStore();
  const property = fc.asyncProperty(recipeCases, async (value) => {
    try {
      checkImportAndExport(db, toText(value));
    } catch (error) {
      // An empty file is refused as a whole.
      if (!(error instanceof ContractError) || error.code !== "ERR_INVALID_PARAMS") throw error;
    }
    checkUse(db, value.page);
  });
  await checkCases(property, { cases: 1_000 });
});
