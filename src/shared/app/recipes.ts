import { z } from "zod";
import { recipe } from "../recipe/recipe.js";

/** As much as the bridge lets through in one call. */
export const longestRecipeFile = 900_000;

export const storedRecipe = recipe.extend({ made_at: z.iso.datetime() });
export type StoredRecipe = z.infer<typeof storedRecipe>;

const host = z.string().min(1).max(260);

/** Operations of the app alone on recipes: where the price stands on a shop's pages. */
export const recipeOperations = {
  "recipes.list": { input: z.object({}), output: z.object({ recipes: z.array(storedRecipe) }) },
  /** Takes the place of the host's recipe, if it has one. */
  "recipes.save": { input: z.object({ recipe }), output: storedRecipe },
  "recipes.remove": { input: z.object({ host }), output: z.object({ removed: z.boolean() }) },
  /** JSON Lines, one recipe a line; of one host, or of all. */
  "recipes.export": {
    input: z.object({ host: host.optional() }),
    output: z.object({ text: z.string(), recipes: z.int() }),
  },
  /** Lines that are no recipe are left out and named; the others are entered. */
  "recipes.import": {
    input: z.object({ text: z.string().max(longestRecipeFile) }),
    output: z.object({
      imported: z.int(),
      skipped: z.array(z.object({ line: z.int(), reason: z.string() })),
    }),
  },
} as const;
