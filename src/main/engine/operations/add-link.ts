import type { AddedLink, PagePick } from "../../../shared/app/pages.js";
import { type Recipe, recipeHost } from "../../../shared/recipe/recipe.js";
import { recipeOf } from "../db/recipe.js";
import { trackedPage } from "../db/tracked-page.js";
import type { ExtractedOffer, ExtractedProduct, Extraction } from "../extract/extraction.js";
import { choicesOf, withPick } from "../sources/page/pick.js";
import type { PageVisitor } from "../sources/page/visitor.js";
import type { OperationContext } from "./context.js";
import { invalidParams } from "./contract-error.js";
import { enterPage } from "./enter-page.js";
import { isByRecipe, readForShopper, type ShopPage } from "./read-for-shopper.js";

interface Usable {
  readonly product: ExtractedProduct;
  readonly offer: ExtractedOffer & { readonly price: number };
}

/**
 * Returns the product and offer of a trackable page, or the reason why it cannot be tracked. Throws
 * `ContractError` if the shop blocks the page.
 */
function usable({ status, reason, product, offer }: Extraction): Usable | string {
  if (status === "blocked")
    throw invalidParams(
      reason ?? "The shop refuses to show the page.",
      "Check that the link leads to the product's own page. If the shop blocks automated visits, try another shop.",
    );
  if (status !== "found" || offer === undefined) return reason ?? "The page shows no product.";
  if (offer.price === null) return "The page shows no price because the product is out of stock.";
  return { product: product ?? {}, offer: { ...offer, price: offer.price } };
}

function shown({ url, product }: Extraction): { title: string; image: string | null } {
  return { title: product?.title ?? new URL(url).hostname, image: product?.image ?? null };
}

interface LinkWish {
  readonly url: string;
  /** The price that the user selected on an ambiguous page. */
  readonly pick?: PagePick | undefined;
  readonly currency?: string | undefined;
  readonly render?: boolean | undefined;
  readonly recipe?: Recipe | undefined;
}

const lostClick = "The price you clicked could not be found on the page again.";

/**
 * Returns the page's extraction, or the host if its address is private. Throws `ContractError` if the user
 * can only try again.
 */
function extractionOf({ reading }: ShopPage, host: string): Extraction | { readonly private: string } {
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
  wish: LinkWish,
): Promise<AddedLink> {
  const url = new URL(wish.url);
  url.hash = "";
  const pick = wish.pick ?? null;
  const clicked = wish.recipe === undefined ? null : { ...wish.recipe, host: recipeHost(url) };
  const recipe = clicked ?? recipeOf(context.db, recipeHost(url))?.recipe ?? null;
  const isRendered = wish.render ?? trackedPage(context.db, url.href)?.isRendered ?? false;
  const shopWish = { isRendered, recipe, clicked: clicked !== null };
  const page = await readForShopper(visitor, url.href, shopWish);
  const read = extractionOf(page, url.host);
  if ("private" in read) return { outcome: "private", host: read.private };
  const extraction = withPick(read, pick);
  const unpriced = (reason: string): AddedLink => ({
    outcome: "unpriced",
    host: url.host,
    reason,
    is_rendered: page.isRendered,
  });
  const known = extraction.status === "ambiguous" ? null : usable(extraction);
  if (clicked !== null && !isByRecipe(page)) return unpriced(lostClick);
  if (known === null) return { outcome: "choose", ...shown(extraction), choices: choicesOf(extraction) };
  if (typeof known === "string") return unpriced(known);
  const { product, offer } = known;
  const currency = offer.currency ?? wish.currency ?? null;
  if (currency === null) return { outcome: "currency", ...shown(extraction), price: offer.price };
  const { outcome } = page;
  const entry = { product, offer: { ...offer, currency }, outcome, pick, recipe: clicked };
  return enterPage(context, { url: url.href, ...entry, isRendered: page.isRendered });
}
