import type { Recipe } from "../../../shared/recipe/recipe.js";
import { allRows, change, getRow, type ReadDb, type WriteDb } from "./store.js";

export interface StoredRecipe {
  readonly recipe: Recipe;
  readonly madeMs: number;
}

interface RecipeRow {
  body: string;
  made_at: number;
}

function toRecipe({ body, made_at }: RecipeRow): StoredRecipe {
  // Written only by this module.
  return { recipe: JSON.parse(body) as Recipe, madeMs: made_at };
}

export function recipeByHost(db: ReadDb, host: string): StoredRecipe | null {
  const row = getRow<RecipeRow>(db, "SELECT body, made_at FROM recipe WHERE host = ?", host);
  return row === undefined ? null : toRecipe(row);
}

/** Ordered by host; only the given host's recipe if there is one. */
export function allRecipes(db: ReadDb, host: string | null = null): StoredRecipe[] {
  return allRows<RecipeRow>(
    db,
    "SELECT body, made_at FROM recipe WHERE ? IS NULL OR host = ? ORDER BY host",
    host,
    host,
  ).map(toRecipe);
}

/** Replaces the host's recipe, if it has one. */
export function saveRecipe(tx: WriteDb, { recipe, madeMs }: StoredRecipe): void {
  change(
    tx,
    "INSERT OR REPLACE INTO recipe (host, body, made_at) VALUES (?, ?, ?)",
    recipe.host,
    JSON.stringify(recipe),
    madeMs,
  );
}

/** Returns whether the host had a recipe. */
export function deleteRecipe(tx: WriteDb, host: string): boolean {
  return change(tx, "DELETE FROM recipe WHERE host = ?", host) > 0;
}
