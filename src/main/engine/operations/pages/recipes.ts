import type { AppOutput, AppRequest } from "../../../../shared/app/operations.js";
import { parseJson } from "../../../../shared/parse-json.js";
import { type Recipe, recipe as recipeForm } from "../../../../shared/recipe/recipe.js";
import { allRecipes, deleteRecipe, type StoredRecipe, saveRecipe } from "../../db/pages/recipe.js";
import { clearValidatorsOfHost } from "../../db/pages/tracked-page.js";
import type { ReadDb, WriteDb } from "../../db/store.js";
import { describeError } from "../../domain/describe-issue.js";
import { saysPrice } from "../../sources/page/both-ways.js";
import type { PageReader } from "../../sources/page/page-reader.js";
import { type ActingContext, aboutHost, act } from "../acts/perform-act.js";
import type { AsyncOperation, Operation } from "../request/context.js";
import { refuse } from "../request/contract-error.js";
import { isPriceFromRecipe, readShownPage } from "./read-shop-page.js";

/** Marks a line of a file as a Tidemark recipe. */
const recipeLineType = "tidemark-recipe";

function toRecipeSummary({ recipe, madeMs }: StoredRecipe): AppOutput<"recipes.list">["recipes"][number] {
  return { ...recipe, made_at: new Date(madeMs).toISOString() };
}

export function listRecipes(db: ReadDb): AppOutput<"recipes.list"> {
  return { recipes: allRecipes(db).map(toRecipeSummary) };
}

/** Saves a recipe. The host's pages were last read without it, so the next fetch is unconditional. */
export function saveShopRecipe(tx: WriteDb, recipe: Recipe, madeMs: number): void {
  saveRecipe(tx, { recipe, madeMs });
  clearValidatorsOfHost(tx, recipe.host);
}

export const storeRecipe = act(
  "recipes.save",
  (tx, { recipe }) => aboutHost(tx, recipe),
  (tx, { nowMs: madeMs }, { recipe }) => {
    saveShopRecipe(tx, recipe, madeMs);
    return toRecipeSummary({ recipe, madeMs });
  },
);

type ShownPage = Pick<AppRequest<"recipes.test">, "url" | "html">;

/** Reads a shown page as a check would. */
async function readShown(reader: PageReader, { url, html }: ShownPage, recipe: Recipe | null) {
  const { reading } = await readShownPage(reader, html, { url, recipe });
  return reading.extraction;
}

export const locateClickedPrice: AsyncOperation<"recipes.locate", PageReader> = async (reader, request) => {
  const { locateClick } = await import("../../extract/recipe/read-recipe.js");
  const place = locateClick(request, request.clicked);
  if (place === null) return { place };
  const extraction = await readShown(reader, request, place.recipe);
  const { price = null, currency = null } = extraction.offer ?? {};
  return { place: isPriceFromRecipe(extraction) && price !== null ? { ...place, price, currency } : null };
};

function withoutPage({ page: _page, ...recipe }: Recipe): Recipe {
  return recipe;
}

export const testRecipe: AsyncOperation<"recipes.test", PageReader> = async (reader, request) => {
  // A redirect may have led to another page, where the recipe's place still counts.
  const recipe = request.recipe && withoutPage(request.recipe);
  const extraction = await readShown(reader, request, recipe);
  const isFound = recipe === null ? saysPrice(extraction) : isPriceFromRecipe(extraction);
  // A page that the shop refuses to show is not worth waiting for.
  return { is_read: isFound || extraction.status === "blocked" };
};

export const removeRecipe = act("recipes.remove", aboutHost, (tx, _context, place) => {
  const removed = deleteRecipe(tx, place);
  if (removed) clearValidatorsOfHost(tx, place.host);
  return { removed };
});

export const exportRecipes: Operation<"recipes.export", ReadDb> = (db, { host }) => {
  const lines = allRecipes(db, host ?? null).map((each) =>
    JSON.stringify({ type: recipeLineType, ...toRecipeSummary(each) }),
  );
  return { text: lines.map((line) => `${line}\n`).join(""), recipes: lines.length };
};

/** Returns the recipe of a line, or a sentence explaining why it is invalid. */
function parseRecipeLine(text: string): Recipe | string {
  const data = parseJson(text);
  if (data === undefined) return "It is not JSON.";
  const { type, version } = { ...(data as { type?: unknown; version?: unknown } | null) };
  if (type !== recipeLineType) return "It is not a Tidemark recipe.";
  if (version !== 1) return "It was written by a newer Tidemark. Update Tidemark to read it.";
  const read = recipeForm.safeParse(data);
  return read.success ? read.data : describeError(read.error);
}

/** Other requests wait meanwhile. */
const maxLines = 5_000;

/** Imports the recipes of a file, replacing those of the same pages. Invalid lines are skipped and reported. */
export const importRecipes: Operation<"recipes.import", ActingContext> = (context, request) => {
  const { text } = request;
  const lines = text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .map((line, i) => ({ line: i + 1, text: line.trim() }))
    .filter((each) => each.text !== "");
  if (lines.length === 0) throw refuse("noRecipes");
  if (lines.length > maxLines) throw refuse("manyRecipes");
  const read = lines.map(({ line, text: own }) => ({ line, result: parseRecipeLine(own) }));
  const recipes = read.flatMap(({ result }) => (typeof result === "string" ? [] : [result]));
  const skipped = read.flatMap(({ line, result }) =>
    typeof result === "string" ? [{ line, reason: result }] : [],
  );
  const save = act(
    "recipes.import",
    () => ({ title: recipes[0]?.host ?? null, count: recipes.length }),
    (tx, { nowMs }) => {
      for (const each of recipes) saveShopRecipe(tx, each, nowMs);
      return { imported: recipes.length, skipped };
    },
  );
  return save(context, request);
};
