import type { Recipe } from "../../../../shared/recipe/recipe.js";
import type { FetchOutcome } from "../../sources/page/fetch-outcome.js";
import type { PageReading } from "../../sources/page/read-page.js";
import type { PageVisitor } from "../../sources/page/visitor.js";
import { ContractError } from "../request/contract-error.js";

/** The user is waiting; a slower page is better retried by hand. */
const fetchTimeoutMs = 30_000;
/**
 * A hidden window takes longer, on top of the pause due to the shop. The window's own call ends after 60 s.
 */
const renderTimeoutMs = 55_000;

export interface ShopPage {
  readonly outcome: FetchOutcome;
  readonly reading: PageReading;
  readonly isRendered: boolean;
}

/** Whether the price was found where the recipe points. */
export function isPriceFromRecipe({ reading }: ShopPage): boolean {
  return reading.kind === "read" && reading.extraction.evidence.price?.startsWith("recipe:") === true;
}

/**
 * Whether a readable page lacks the clicked price. A blocked page does not count: opening it in a window would
 * circumvent the shop's decision.
 */
function isClickedPriceMissing(page: ShopPage): boolean {
  const { reading } = page;
  return reading.kind === "read" && reading.extraction.status !== "blocked" && !isPriceFromRecipe(page);
}

interface VisitRequest {
  readonly isRendered: boolean;
  readonly recipe: Recipe | null;
  /** The recipe is new, so its price must be found. */
  readonly isNewRecipe: boolean;
}

/**
 * Fetches a page and reads it. A price that the user clicked may appear only after the page's scripts have
 * run; if it is missing, the page is opened again in a hidden window.
 */
export async function readShopPage(
  visitor: PageVisitor,
  url: string,
  request: VisitRequest,
): Promise<ShopPage> {
  const { isNewRecipe, recipe } = request;
  const { readPage } = await import("../../sources/page/read-page.js");
  const timeoutMs = request.isRendered || isNewRecipe ? renderTimeoutMs : fetchTimeoutMs;
  const signal = AbortSignal.timeout(timeoutMs);
  const visit = async (isRendered: boolean): Promise<ShopPage> => {
    const visited = await visitor.visit(url, { maxWaitMs: fetchTimeoutMs, signal, isRendered });
    if (visited.kind === "done")
      return { outcome: visited.result, reading: readPage(url, visited.result, recipe), isRendered };
    throw new ContractError("ERR_INVALID_PARAMS", "The shop has asked for a pause.", {
      action: `Try again in ${Math.ceil(visited.waitMs / 60_000)} min.`,
    });
  };
  const page = await visit(request.isRendered);
  return request.isNewRecipe && !request.isRendered && isClickedPriceMissing(page) ? await visit(true) : page;
}
