import type { AddLinkResult, PagePick } from "../../../../shared/app/pages.js";
import { type Recipe, recipeHost } from "../../../../shared/recipe/recipe.js";
import { recipeByHost } from "../../db/recipe.js";
import { trackedPage } from "../../db/tracked-page.js";
import { blocks } from "../../extract/classify.js";
import type { ExtractedOffer, ExtractedProduct, Extraction } from "../../extract/extraction.js";
import type { PageVisit } from "../../sources/page/both-ways.js";
import { applyPick, priceChoices } from "../../sources/page/pick.js";
import type { PageVisitor } from "../../sources/page/visitor.js";
import type { OperationContext } from "../request/context.js";
import { invalidParams } from "../request/contract-error.js";
import { isPriceFromRecipe, readShopPage } from "./read-shop-page.js";
import { savePage } from "./save-page.js";
import { storedShopWays } from "./shop-ways.js";

interface TrackablePage {
  readonly product: ExtractedProduct;
  readonly offer: ExtractedOffer & { readonly price: number };
}

/**
 * Returns the product and offer of a trackable page, or the reason why it cannot be tracked. Throws
 * `ContractError` if the shop blocks the page.
 */
function toTrackablePage(extraction: Extraction): TrackablePage | string {
  const { status, reason, product, offer } = extraction;
  if (status === "blocked") {
    const block = blocks[extraction.blocked_by ?? "refused"];
    throw invalidParams(reason ?? block.reason, block.action);
  }
  if (status !== "found" || offer === undefined) return reason ?? "The page shows no product.";
  if (offer.price === null) return "The page shows no price because the product is out of stock.";
  return { product: product ?? {}, offer: { ...offer, price: offer.price } };
}

function pagePreview({ url, product }: Extraction): { title: string; image: string | null } {
  return { title: product?.title ?? new URL(url).hostname, image: product?.image ?? null };
}

interface AddLinkRequest {
  readonly url: string;
  /** The price that the user selected on an ambiguous page. */
  readonly pick?: PagePick | undefined;
  readonly currency?: string | undefined;
  readonly render?: boolean | undefined;
  readonly recipe?: Recipe | undefined;
}

const clickedPriceMissing = "The price you clicked could not be found on the page again.";

/**
 * Returns the page's extraction, or the host if its address is private. Throws `ContractError` if the user
 * can only try again.
 */
function readExtraction({ reading }: PageVisit, host: string): Extraction | { readonly private: string } {
  if (reading.kind === "read") return reading.extraction;
  if (reading.kind === "failed" && reading.outcome === "refused address") return { private: host };
  throw invalidParams(
    reading.kind === "failed" ? reading.detail : "The shop sent no page.",
    "Check the address and try again.",
  );
}

/**
 * Fetches a page and adds its product, or adds the shop to a known product. Adds nothing while the user still
 * has to answer a question. Throws `ContractError`.
 */
export async function addLink(
  context: OperationContext,
  visitor: PageVisitor,
  request: AddLinkRequest,
): Promise<AddLinkResult> {
  const url = new URL(request.url);
  url.hash = "";
  const pick = request.pick ?? null;
  const newRecipe = request.recipe === undefined ? null : { ...request.recipe, host: recipeHost(url) };
  const recipe = newRecipe ?? recipeByHost(context.db, recipeHost(url))?.recipe ?? null;
  const isRendered = request.render ?? trackedPage(context.db, url.href)?.isRendered ?? false;
  const visitRequest = { isRendered, recipe, isNewRecipe: newRecipe !== null };
  const page = await readShopPage(visitor, url.href, visitRequest, storedShopWays(context.db, context.clock));
  const original = readExtraction(page, url.host);
  if ("private" in original) return { outcome: "private", host: original.private };
  const extraction = applyPick(original, pick);
  const unpricedResult = (reason: string): AddLinkResult => ({
    outcome: "unpriced",
    host: url.host,
    reason,
    is_rendered: page.isRendered,
  });
  const trackable = extraction.status === "ambiguous" ? null : toTrackablePage(extraction);
  if (newRecipe !== null && !isPriceFromRecipe(page.reading)) return unpricedResult(clickedPriceMissing);
  if (trackable === null)
    return { outcome: "choose", ...pagePreview(extraction), choices: priceChoices(extraction) };
  if (typeof trackable === "string") return unpricedResult(trackable);
  const { product, offer } = trackable;
  const currency = offer.currency ?? request.currency ?? null;
  if (currency === null) return { outcome: "currency", ...pagePreview(extraction), price: offer.price };
  const { outcome } = page;
  const entry = { product, offer: { ...offer, currency }, outcome, pick, recipe: newRecipe };
  return savePage(context, { url: url.href, ...entry, isRendered });
}
