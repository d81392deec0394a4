import type { Recipe } from "../../../../shared/recipe/recipe.js";
import { blocks } from "../../extract/classify.js";
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
 * Whether the page may show its price the other way: plainly, or in a hidden window whose scripts run. Not where the
 * shop has refused: opening the page in a window would circumvent its decision.
 */
function needsOtherWay(page: ShopPage, { isNewRecipe }: VisitRequest): boolean {
  const { reading, outcome } = page;
  if (reading.kind === "failed") return reading.outcome === "needs a window";
  if (reading.kind !== "read") return false;
  const { status, blocked_by } = reading.extraction;
  const hasRefused = blocked_by !== undefined && blocks[blocked_by].isRefusal;
  if (hasRefused || (outcome.kind === "page" && outcome.status >= 400)) return false;
  if (isNewRecipe && !isPriceFromRecipe(page)) return true;
  return status === "nothing" || status === "blocked";
}

/** Whether the second visit read more than the first. */
function isBetter({ reading }: ShopPage): boolean {
  if (reading.kind !== "read") return false;
  const { status } = reading.extraction;
  return status === "found" || status === "ambiguous";
}

interface VisitRequest {
  readonly isRendered: boolean;
  readonly recipe: Recipe | null;
  /** The recipe is new, so its price must be found. */
  readonly isNewRecipe: boolean;
}

/**
 * Fetches a page and reads it. If it shows no price, it is opened once more in a hidden window, or plainly if that came
 * first, without being asked.
 */
export async function readShopPage(
  visitor: PageVisitor,
  url: string,
  request: VisitRequest,
): Promise<ShopPage> {
  const { recipe } = request;
  const { readPage } = await import("../../sources/page/read-page.js");
  const signal = AbortSignal.timeout(renderTimeoutMs);
  const visit = async (isRendered: boolean): Promise<ShopPage> => {
    const visited = await visitor.visit(url, { maxWaitMs: fetchTimeoutMs, signal, isRendered });
    if (visited.kind === "done")
      return { outcome: visited.result, reading: readPage(url, visited.result, recipe), isRendered };
    throw new ContractError("ERR_INVALID_PARAMS", "The shop has asked for a pause.", {
      action: `Try again in ${Math.ceil(visited.waitMs / 60_000)} min.`,
    });
  };
  const page = await visit(request.isRendered);
  if (!needsOtherWay(page, request)) return page;
  const other = await visit(!request.isRendered);
  return isBetter(other) ? other : page;
}
