import type { PageListing, PagePick } from "../../../../shared/app/pages.js";
import type { Recipe } from "../../../../shared/recipe/recipe.js";
import type { Extraction } from "../../extract/extraction.js";
import {
  hasPrice,
  type PageVisit,
  type ShopWays,
  visitBothWays,
  visitOneWay,
} from "../../sources/page/both-ways.js";
import { shownPage } from "../../sources/page/fetch-outcome.js";
import type { Pause } from "../../sources/page/host-queue.js";
import type { PageReader } from "../../sources/page/page-reader.js";
import type { FetchedPage, PageReading } from "../../sources/page/read-page.js";
import type { PageVisitor } from "../../sources/page/visitor.js";
import { invalidParams } from "../request/contract-error.js";
import { yieldToEventLoop } from "../request/task-control.js";

/** The user is waiting; a slower page is better retried by hand. */
const fetchTimeoutMs = 30_000;
/** A hidden window takes longer. The window's own call times out after 60 s. */
const renderTimeoutMs = 55_000;

/** Whether the recipe's place had the price. */
export function isPriceFromRecipe({ evidence }: Extraction): boolean {
  return evidence.price?.startsWith("recipe:") === true;
}

function isReadByRecipe(reading: PageReading): boolean {
  return reading.kind === "read" && isPriceFromRecipe(reading.extraction);
}

type ShownVisit = PageVisit & { readonly reading: Extract<PageReading, { kind: "read" }> };

/** Reads a page that the shopper's browser shows. Throws `ContractError` for one that is too complex. */
export async function readShownPage(
  reader: PageReader,
  html: string,
  page: Omit<FetchedPage, "outcome">,
): Promise<ShownVisit> {
  const outcome = shownPage(page.url, html);
  // This turn has parsed the request, and copying a long page to the reader's thread takes as long again.
  await yieldToEventLoop();
  const reading = await reader.readPage({ ...page, outcome });
  if (reading.kind === "failed") throw invalidParams(reading.detail, "Open the product's own page.");
  if (reading.kind !== "read") throw new Error("A page that is shown can be read.");
  return { outcome, reading, isRendered: false };
}

interface VisitRequest {
  readonly isRendered: boolean;
  readonly recipe: Recipe | null;
  readonly listing: PageListing | null;
  readonly pick: PagePick | null;
  /** The recipe is new, so its price must be found. */
  readonly isNewRecipe: boolean;
  /** Whether the user waits for the page. */
  readonly isUrgent: boolean;
  readonly signal: AbortSignal | undefined;
}

/**
 * Fetches a page and reads it. Some prices, and some that the user clicked, appear only after the page's scripts
 * have run; if the price is missing, the page is opened again in a hidden window.
 */
export async function readShopPage(
  visitor: PageVisitor,
  url: string,
  request: VisitRequest,
  ways: ShopWays,
): Promise<PageVisit | Pause> {
  const { isNewRecipe, recipe, listing, pick, isUrgent } = request;
  const timeoutMs = request.isRendered || visitor.canRender ? renderTimeoutMs : fetchTimeoutMs;
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = request.signal === undefined ? timeout : AbortSignal.any([timeout, request.signal]);
  if (isUrgent) visitor.reader.prepare();
  const page = { url, recipe, listing };
  const visited = await visitBothWays(
    {
      url,
      visit: (isRendered) =>
        visitOneWay(visitor, page, { maxWaitMs: fetchTimeoutMs, signal, isRendered, isUrgent }),
      canRender: visitor.canRender,
      mustRender: request.isRendered,
      isUrgent,
      isRead: isNewRecipe ? isReadByRecipe : (reading) => hasPrice(reading, pick),
    },
    ways,
  );
  return visited.kind === "done" ? visited.result : visited;
}
