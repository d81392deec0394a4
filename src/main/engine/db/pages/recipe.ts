import { type Recipe, recipeHost, recipePage } from "../../../../shared/recipe/recipe.js";
import { allRows, change, getValue, type ReadDb, type WriteDb } from "../store.js";

export interface StoredRecipe {
  readonly recipe: Recipe;
  readonly madeMs: number;
}

/** The recipe of a page: its own, or else that of its whole host, or else the newest of the host's other pages. */
export function recipeOfPage(db: ReadDb, url: URL): Recipe | null {
  const sql = `SELECT body AS "body:json" FROM recipe WHERE host = ?
    ORDER BY page = ? DESC, page = '' DESC, made_at DESC, page LIMIT 1`;
  return getValue<Recipe>(db, sql, recipeHost(url), recipePage(url)) ?? null;
}

/** Ordered by host and page; only the given host's if there is one. */
export function allRecipes(db: ReadDb, host: string | null = null): StoredRecipe[] {
  const sql = `SELECT body AS "recipe:json", made_at AS madeMs FROM recipe
    WHERE :host IS NULL OR host = :host ORDER BY host, page`;
  return allRows(db, sql, { host });
}

/** Replaces the recipe of the same page, if there is one. */
export function saveRecipe(tx: WriteDb, { recipe, madeMs }: StoredRecipe): void {
  const { host, page = "" } = recipe;
  const sql =
    "INSERT OR REPLACE INTO recipe (host, page, body, made_at) VALUES (:host, :page, :recipe, :madeMs)";
  change(tx, sql, { host, page, recipe, madeMs });
}

/** Returns whether there was one. */
export function deleteRecipe(tx: WriteDb, { host, page }: Pick<Recipe, "host" | "page">): boolean {
  return change(tx, "DELETE FROM recipe WHERE host = ? AND page = ?", host, page ?? "") > 0;
}
