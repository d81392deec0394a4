import { z } from "zod";
import { recipe } from "../recipe/recipe.js";
import { host } from "./primitives.js";

/** Keeps a recipe file below the size limit of one call (`main/ipc/engine-call.ts`). */
export const maxRecipeFileChars = 900_000;

export const storedRecipe = recipe.extend({ made_at: z.iso.datetime() });
export type StoredRecipe = z.infer<typeof storedRecipe>;

/** App operations for recipes, which locate the price on a shop's pages. */
export const recipeOperations = {
  "recipes.list": { input: z.object({}), output: z.object({ recipes: z.array(storedRecipe) }) },
  /** Replaces the host's recipe, if any. */
  "recipes.save": { input: z.object({ recipe }), output: storedRecipe },
  "recipes.remove": { input: z.object({ host }), output: z.object({ removed: z.boolean() }) },
  /** Returns JSON Lines with the recipe of one host, or of all hosts. */
  "recipes.export": {
    input: z.object({ host: host.optional() }),
    output: z.object({ text: z.string(), recipes: z.int() }),
  },
  /** Imports all valid lines; invalid ones are skipped and listed. */
  "recipes.import": {
    input: z.object({ text: z.string().max(maxRecipeFileChars) }),
    output: z.object({
      imported: z.int(),
      skipped: z.array(z.object({ line: z.int(), reason: z.string() })),
    }),
  },
} as const;
