import { z } from "zod";
import { maxFigureChars, recipe } from "../recipe/recipe.js";
import { actId } from "./acts.js";
import { host, pageUrl } from "./primitives.js";

/** Keeps a recipe file below the size limit of one call (`main/ipc/engine-call.ts`). */
export const maxRecipeFileChars = 900_000;

export const storedRecipe = recipe.extend({ made_at: z.iso.datetime() });
export type StoredRecipe = z.infer<typeof storedRecipe>;

const maxHtmlChars = 5 * 1_024 * 1_024;

/** A page as a browser shows it, with its scripts' changes. */
const shownPage = { url: pageUrl, html: z.string().max(maxHtmlChars) };

/** App operations for recipes, which locate the price on a shop's pages. */
export const recipeOperations = {
  "recipes.list": { input: z.object({}), output: z.object({ recipes: z.array(storedRecipe) }) },
  /** Replaces the recipe of the same page, or that of the whole host, if any. */
  "recipes.save": { input: z.object({ recipe }), output: storedRecipe.extend({ act_id: actId }) },
  /**
   * Completes the recipe of a click so that it reads the clicked figure. `clicked` is the figure under the pointer, or
   * empty. The place is null if no check could read it.
   */
  "recipes.locate": {
    input: z.object({ ...shownPage, recipe, clicked: z.string().max(maxFigureChars) }),
    output: z.object({
      place: z
        .object({
          recipe,
          /** As the page writes it. */
          figure: z.string(),
          price: z.number(),
          /** Null if the page does not state it. */
          currency: z.string().nullable(),
        })
        .nullable(),
    }),
  },
  /** Whether a check would read the page: its clicked price if there is a recipe, or else any price. */
  "recipes.test": {
    input: z.object({ ...shownPage, recipe: recipe.nullable() }),
    output: z.object({ is_read: z.boolean() }),
  },
  "recipes.remove": {
    input: recipe.pick({ host: true, page: true }),
    output: z.object({ removed: z.boolean(), act_id: actId }),
  },
  /** Returns JSON Lines with the recipes of one host, or of all hosts. */
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
      act_id: actId,
    }),
  },
} as const;
