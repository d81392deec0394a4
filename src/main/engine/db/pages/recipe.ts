import { type Recipe, recipeHost, recipePage } from "../../../../shared/recipe/recipe.js";
import { allRows, change, getRow, type ReadDb, type WriteDb } from "../store.js";

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

/** The recipe of a page: its own, or else that of its whole host, or else the newest of the host's other pages. */
export function recipeOfPage(db: ReadDb, url: URL): Recipe | null {
  const row = getRow<RecipeRow>(
    db,
    `SELECT body, made_at FROM recipe WHERE host = ?
     ORDER BY page = ? DESC, page = '' DESC, made_at DESC, page LIMIT 1`,
    recipeHost(url),
    recipePage(url),
  );
  return row === undefined ? null : toRecipe(row).recipe;
}

/** Ordered by host and page; only the given host's if there is one. */
export function allRecipes(db: ReadDb, host: string | null = null): StoredRecipe[] {
  return allRows<RecipeRow>(
    db,
    "SELECT body, made_at FROM recipe WHERE ? IS NULL OR host = ? ORDER BY host, page",
    host,
    host,
  ).map(toRecipe);
}

/** Replaces the recipe of the same page, if there is one. */
export function saveRecipe(tx: WriteDb, { recipe, madeMs }: StoredRecipe): void {
  change(
    tx,
    "INSERT OR REPLACE INTO recipe (host, page, body, made_at) VALUES (?, ?, ?, ?)",
    recipe.host,
    recipe.page ?? "",
    JSON.stringify(recipe),
    madeMs,
  );
}

/** Returns whether there was one. */
export function deleteRecipe(tx: WriteDb, { host, page }: Pick<Recipe, "host" | "page">): boolean {
  return change(tx, "DELETE FROM recipe WHERE host = ? AND page = ?", host, page ?? "") > 0;
}
