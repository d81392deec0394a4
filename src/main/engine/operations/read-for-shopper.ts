import type { Recipe } from "../../../shared/recipe/recipe.js";
import type { PageReading } from "../sources/page/check-page.js";
import type { FetchOutcome } from "../sources/page/fetch-outcome.js";
import type { PageVisitor } from "../sources/page/visitor.js";
import { ContractError } from "./contract-error.js";

/** The user is waiting; a slower page is better retried by hand. */
const patienceMs = 30_000;
/**
 * A hidden window takes longer, on top of the pause due to the shop. The window's own call ends after 60 s.
 */
const renderPatienceMs = 55_000;

export interface ShopPage {
  readonly outcome: FetchOutcome;
  readonly reading: PageReading;
  readonly isRendered: boolean;
}

/** Whether the price was found where the recipe points. */
export function isByRecipe({ reading }: ShopPage): boolean {
  return reading.kind === "read" && reading.extraction.evidence.price?.startsWith("recipe:") === true;
}

/**
 * Whether a readable page lacks the clicked price. A blocked page does not count: a shop that keeps programs
 * out means it.
 */
function isMissed(page: ShopPage): boolean {
  const { reading } = page;
  return reading.kind === "read" && reading.extraction.status !== "blocked" && !isByRecipe(page);
}

interface ShopWish {
  readonly isRendered: boolean;
  readonly recipe: Recipe | null;
  /** The recipe is new, so its price must be found. */
  readonly clicked: boolean;
}

/**
 * Fetches a page and reads it. A price that the user clicked may appear only after the page's scripts have
 * run; if it is missing, the page is opened again in a hidden window.
 */
export async function readForShopper(visitor: PageVisitor, url: string, wish: ShopWish): Promise<ShopPage> {
  const { clicked, recipe } = wish;
  const { readPage } = await import("../sources/page/check-page.js");
  const most = wish.isRendered || clicked ? renderPatienceMs : patienceMs;
  const signal = AbortSignal.timeout(most);
  const look = async (isRendered: boolean): Promise<ShopPage> => {
    const turn = await visitor.visit(url, { mostWaitMs: patienceMs, signal, isRendered });
    if (turn.kind === "done")
      return { outcome: turn.result, reading: readPage(url, turn.result, recipe), isRendered };
    throw new ContractError("ERR_INVALID_PARAMS", "The shop has asked for a pause.", {
      action: `Try again in ${Math.ceil(turn.waitMs / 60_000)} min.`,
    });
  };
  const page = await look(wish.isRendered);
  return wish.clicked && !wish.isRendered && isMissed(page) ? await look(true) : page;
}
