import type { LinkOptions } from "../../../../shared/app/links.js";
import type { AppOutput, AppRequest } from "../../../../shared/app/operations.js";
import type { AddLinkResult, PageListing } from "../../../../shared/app/pages.js";
import { type UnreadCause, unreadCauses } from "../../../../shared/app/unreached.js";
import { overrides, type Recipe, recipeHost, recipePage } from "../../../../shared/recipe/recipe.js";
import { recipeOfPage } from "../../db/pages/recipe.js";
import { currencyOfShop, trackedOffer, trackedPage, trackedPages } from "../../db/pages/tracked-page.js";
import { offerByPublicId } from "../../db/prices/offer.js";
import { findByIdentifier } from "../../db/products/identifier.js";
import { productById } from "../../db/products/product.js";
import type { ReadDb } from "../../db/store.js";
import { fromMinor, unpriced } from "../../domain/money.js";
import { normaliseHost, normaliseProductUrl, withoutFragment } from "../../domain/product-url.js";
import { currenciesOfSign, currencyOfLocale } from "../../extract/amounts/currency.js";
import { blocks } from "../../extract/blocks.js";
import type { ExtractedOffer, ExtractedProduct, Extraction } from "../../extract/extraction.js";
import type { PageVisit } from "../../sources/page/both-ways.js";
import { applyPick, priceChoices } from "../../sources/page/pick.js";
import { pageLanguage } from "../../sources/page/renderer.js";
import type { PageVisitor } from "../../sources/page/visitor.js";
import { type ActingContext, recordPart, subjectOf } from "../acts/perform-act.js";
import type { Operation, RequestContext } from "../request/context.js";
import { refuse } from "../request/contract-error.js";
import { isPriceFromRecipe, readShopPage, readShownPage } from "./read-shop-page.js";
import { type AddedResult, askAboutSize, checkBelonging, type SavingPage, savePage } from "./save-page.js";
import { storedShopWays } from "./shops.js";

interface TrackablePage {
  readonly product: ExtractedProduct;
  /** Its price is null if the product is watched until it is back. */
  readonly offer: ExtractedOffer;
}

type Unread = Extract<AddLinkResult, { outcome: "unread" }>;
type UnreadReason = Pick<Unread, "cause" | "reason" | "advice">;

function noPrice(cause: UnreadCause, reason: string): UnreadReason {
  return { cause, reason, advice: null };
}

/** The product and offer of a trackable page, or why it cannot be tracked. A page that needs no price must name its product. */
function toTrackablePage(
  extraction: Extraction,
  recipe: Recipe | null,
  needsPrice: boolean,
): TrackablePage | UnreadReason {
  const { url, status, reason, product, offer } = extraction;
  if (status === "blocked") {
    const cause = extraction.blocked_by ?? "refused";
    const block = blocks[cause];
    return { cause, reason: reason ?? block.reason, advice: block.action };
  }
  const isNamed = product?.title !== undefined;
  if (status === "nothing" && isNamed && !needsPrice) return { product, offer: noOffer };
  if (status !== "found" || offer === undefined) {
    const isClicked = recipe !== null && overrides(recipe, new URL(url));
    return noPrice(isClicked ? "old-recipe" : "no-product", reason ?? "The page shows no product.");
  }
  if (offer.price === null && (needsPrice || !isNamed))
    return noPrice("out-of-stock", "The page shows no price because the product is out of stock.");
  return { product: product ?? {}, offer };
}

const noOffer: ExtractedOffer = { price: null, currency: null, availability: null };

/** The offer of a page that shows no price: sold out at its last one, if it has shown one before. */
function soldOutOffer(db: ReadDb, url: URL, offer: ExtractedOffer) {
  const tracked = trackedOffer(db, url.href);
  const known = tracked === null ? undefined : offerByPublicId(db, tracked.publicId);
  const last = known === undefined ? unpriced : { ...known, price: fromMinor(known.priceMinor) };
  return { ...offer, price: last.price, currency: last.currency, availability: "out" } as const;
}

function pagePreview({ url, product }: Extraction): { title: string; image: string | null } {
  return { title: product?.title ?? new URL(url).hostname, image: product?.image ?? null };
}

interface AddLinkRequest extends LinkOptions {
  readonly url: string;
  readonly html?: string | undefined;
  /** By default, the user waits for the page. */
  readonly isUrgent?: boolean;
  readonly signal?: AbortSignal;
  readonly saving?: SavingPage;
}

const clickedPriceMissing = "The price you clicked could not be found on the page again.";

/** The page's extraction, or why there is none. */
function readExtraction({ reading }: PageVisit): Extraction | UnreadReason {
  if (reading.kind === "read") return reading.extraction;
  const [outcome, reason] =
    reading.kind === "failed" ? [reading.outcome, reading.detail] : [null, "The shop sent no page."];
  const cause = unreadCauses.find((each) => each === outcome) ?? null;
  return { cause, reason, advice: "Check the address and try again." };
}

function recipeFor(recipe: Recipe, url: URL): Recipe {
  return { ...recipe, host: recipeHost(url), page: recipePage(url) };
}

function isPrivate({ reading }: PageVisit): boolean {
  return reading.kind === "failed" && reading.outcome === "refused address";
}

/**
 * Reads a page, which it fetches unless a browser has passed it on. Adds its product, or its shop to a known product, but
 * nothing while the user still has to answer a question. Throws `ContractError` if the page belongs to another product than
 * the one that it is to join.
 */
export async function addLink(
  context: RequestContext,
  visitor: PageVisitor,
  request: AddLinkRequest,
): Promise<AddLinkResult> {
  const url = withoutFragment(request.url);
  // Before the shop is visited.
  checkBelonging(context.db, url.href, request.into ?? undefined);
  const newRecipe = request.recipe === undefined ? null : recipeFor(request.recipe, url);
  const recipe = newRecipe ?? recipeOfPage(context.db, url);
  const tracked = trackedAddress(context.db, url);
  const known = tracked === null ? null : trackedPage(context.db, tracked);
  if (known !== null) checkListing(known.listing, request);
  const isRendered = request.render ?? known?.isRendered ?? false;
  const listing = request.listing === undefined ? (known?.listing ?? null) : request.listing;
  const { isUrgent = true, signal, pick = null } = request;
  const isNewRecipe = newRecipe !== null;
  const visitRequest = { isRendered, recipe, listing, pick, isNewRecipe, isUrgent, signal };
  const ways = storedShopWays(context.db, context.clock);
  const isUsuallyRendered = isRendered || ways.find(url.href)?.isRendered === true;
  const page =
    request.html === undefined
      ? await readShopPage(visitor, url.href, visitRequest, ways)
      : await readShownPage(visitor.reader, request.html, { url: url.href, recipe, listing });
  if ("waitMs" in page)
    return { outcome: "paused", host: url.host, wait_ms: page.waitMs, is_requested: page.isRequested };
  if (isPrivate(page)) return { outcome: "private", host: url.host };
  const isVisitedAsUsual = page.isRendered === isUsuallyRendered;
  const address = addressOf(context.db, url, page);
  checkBelonging(context.db, address.href, request.into ?? undefined);
  const ownRecipe = newRecipe && recipeFor(newRecipe, address);
  return addVisited(context, {
    url: address,
    page,
    request,
    listing,
    items: listing === null ? await countItems(page) : null,
    isRendered,
    isVisitedAsUsual,
    recipe,
    newRecipe: ownRecipe,
  });
}

/** A page has one price: other words would silently make it the price of another product. */
function checkListing(known: PageListing | null, { listing, into }: AddLinkRequest): void {
  if (listing === undefined || into != null || known?.words === listing?.words) return;
  throw known === null ? refuse("pageWatched") : refuse("pageWatchedFor", known.words);
}

/** How many products a page without a clear price lists; null if it does not look like a list. */
async function countItems({ reading, outcome }: PageVisit): Promise<number | null> {
  const status = reading.kind === "read" ? reading.extraction.status : "found";
  if ((status !== "ambiguous" && status !== "nothing") || outcome.kind !== "page") return null;
  const { countListed } = await import("../../extract/listing/cheapest.js");
  return countListed(outcome.html, new URL(outcome.url));
}

/** A tracked page's address, also if its tracking parameters differ; null if the page is not tracked. */
export function trackedAddress(db: ReadDb, url: URL): string | null {
  if (trackedOffer(db, url.href) !== null) return url.href;
  const key = normaliseProductUrl(url.href);
  const found = key === null ? null : findByIdentifier(db, "url", key);
  const pages = found === null ? [] : trackedPages(db, found.productId);
  return pages.find((page) => normaliseProductUrl(page.url) === key)?.url ?? null;
}

/**
 * The address under which a page is tracked: the final one if the link leads to another shop, or to a page that is tracked
 * already. Within a shop, a redirect may drop the variant that the link selects.
 */
function addressOf(db: ReadDb, url: URL, { outcome }: PageVisit): URL {
  if (outcome.kind !== "page" || trackedOffer(db, url.href) !== null) return url;
  const final = withoutFragment(outcome.url);
  const isSameShop = normaliseHost(final.hostname) === normaliseHost(url.hostname);
  if (isSameShop && url.search !== "") return url;
  const tracked = trackedAddress(db, final);
  if (tracked !== null) return new URL(tracked);
  return isSameShop ? url : final;
}

/** Whether to ask the shopper which of the page's prices is meant. Not of a list, whose prices are of many products. */
function mayChoose(extraction: Extraction, recipe: Recipe | null, items: number | null): boolean {
  const { status, candidates, url } = extraction;
  if (status === "ambiguous") return true;
  const isClicked = recipe !== null && overrides(recipe, new URL(url));
  return status !== "found" && candidates.length > 0 && !isClicked && items === null;
}

/** The currency of a page that states none: that of the shop's other pages, unless another sign stands beside the price. */
export function currencyAtShop(db: ReadDb, url: URL, { sign }: Pick<ExtractedOffer, "sign">): string | null {
  const currency = currencyOfShop(db, normaliseHost(url.hostname));
  if (currency === null || sign === undefined) return currency;
  return currenciesOfSign(sign).includes(currency) ? currency : null;
}

/** The currencies that share the sign beside the price; without a sign, those to which the page points. */
function possibleCurrencies(
  { sign, likely_currencies: likely = [] }: ExtractedOffer,
  language: string,
): string[] {
  const shared = sign === undefined ? likely : currenciesOfSign(sign);
  const own = currencyOfLocale(language);
  const first = [...likely, ...(own === null ? [] : [own])].filter((code) => shared.includes(code));
  return [...new Set([...first, ...shared])];
}

/** The currency of the first price that a watched page shows: the likeliest one, as a check cannot ask the shopper. */
export function firstCurrency(db: ReadDb, url: string, offer: ExtractedOffer): string | null {
  const atShop = offer.currency ?? currencyAtShop(db, new URL(url), offer);
  return atShop ?? possibleCurrencies(offer, pageLanguage())[0] ?? currencyOfLocale(pageLanguage());
}

interface Visited {
  readonly url: URL;
  readonly page: PageVisit;
  readonly request: AddLinkRequest;
  readonly listing: PageListing | null;
  /** How many products the page lists, if it looks like a list of them. */
  readonly items: number | null;
  readonly isRendered: boolean;
  /** Whether checks will get the page in the same way. */
  readonly isVisitedAsUsual: boolean;
  readonly recipe: Recipe | null;
  readonly newRecipe: Recipe | null;
}

function addVisited(
  context: RequestContext,
  { url, page, request, listing, items, isRendered, isVisitedAsUsual, recipe, newRecipe }: Visited,
): AddLinkResult {
  const pick = request.pick ?? null;
  const listed = items === null ? {} : { list: { items } };
  const unread = (reason: UnreadReason): AddLinkResult => ({
    outcome: "unread",
    host: url.host,
    ...reason,
    title: page.reading.kind === "read" ? (page.reading.extraction.product?.title ?? null) : null,
    is_rendered: page.isRendered,
    ...listed,
  });
  const original = readExtraction(page);
  if ("advice" in original) return unread(original);
  const extraction = applyPick(original, pick);
  const isOpen = mayChoose(extraction, recipe, items);
  const needsPrice = request.alerts_on_return !== true;
  const trackable = isOpen ? null : toTrackablePage(extraction, recipe, needsPrice);
  if (newRecipe !== null && !isPriceFromRecipe(original))
    return unread(noPrice("lost-click", clickedPriceMissing));
  if (trackable === null)
    return { outcome: "choose", ...pagePreview(extraction), choices: priceChoices(extraction), ...listed };
  if ("advice" in trackable) return unread(trackable);
  const { product, offer: shown } = trackable;
  const offer =
    shown.price === null ? soldOutOffer(context.db, url, shown) : { ...shown, price: shown.price };
  const currency = offer.currency ?? request.currency ?? currencyAtShop(context.db, url, offer);
  if (currency === null) {
    const { price, sign = null } = offer;
    const possible = possibleCurrencies(offer, pageLanguage());
    return { outcome: "currency", ...pagePreview(extraction), price, sign, possible };
  }
  const { outcome } = page;
  const entry = {
    url: url.href,
    product,
    offer: { ...offer, currency },
    further: extraction.offers,
    outcome,
    pick,
    listing,
    isRendered,
    isUrgent: request.isUrgent,
    recipe: newRecipe,
    isReadWithoutClick: isVisitedAsUsual && original.evidence.unclicked === offer.price,
    into: request.into ?? undefined,
    isSeparate: request.other_size === "separate",
    saving: request.saving,
  };
  const question = request.other_size === undefined ? askAboutSize(context.db, entry) : null;
  return question ?? savePage(context, entry);
}

/** Reads a known page again at the place that the user has clicked. */
export function teachPage(
  context: ActingContext,
  visitor: PageVisitor,
  request: AppRequest<"prices.teach">,
): Promise<AppOutput<"prices.teach">> {
  const { db } = context;
  const tracked = trackedOffer(db, request.url);
  if (tracked === null) throw refuse("pageNotWatched");
  const subject = subjectOf(db, [tracked.productKey]);
  const saving: SavingPage = (tx, _nowMs, save) =>
    recordPart(tx, context, { kind: "prices.teach", subject }, save);
  return addLink(context, visitor, { ...request, saving });
}

interface EnteredPage {
  readonly url: string;
  readonly title: string;
  readonly price: number;
  readonly currency: string;
  readonly isInStock: boolean;
  readonly into: string | undefined;
  readonly saving: SavingPage;
}

/** Adds a page with the product and price that the user reads on it. */
export function addLinkByHand(
  context: RequestContext,
  { url: address, title, price, currency, isInStock, into, saving }: EnteredPage,
): AddedResult {
  const url = withoutFragment(address);
  return savePage(context, {
    url: url.href,
    product: { title },
    offer: { price, currency, availability: isInStock ? null : "out" },
    outcome: null,
    pick: null,
    listing: null,
    recipe: null,
    isReadWithoutClick: false,
    isRendered: false,
    into,
    isSeparate: false,
    saving,
  });
}

/** Replaces the price that the user read on a page by one in another currency. Throws `ContractError`. */
export const enterPrice: Operation<"prices.enter", ActingContext> = (
  context,
  { offer_id: offerId, price, currency, is_in_stock: isInStock },
) => {
  const { db } = context;
  const offer = offerByPublicId(db, offerId);
  const stored = offer && productById(db, offer.productId);
  if (offer === undefined || stored === undefined || trackedOffer(db, offer.url) === null)
    throw refuse("offerGone");
  const { title, service: into } = stored.product;
  const subject = { title, count: 1 };
  const saving: SavingPage = (tx, _nowMs, save) =>
    recordPart(tx, context, { kind: "prices.enter", subject }, save);
  const entered = { url: offer.url, title, price, currency, isInStock, into, saving };
  const { act_id } = addLinkByHand(context, entered);
  context.effects.wakeWorker("schedules");
  return { act_id };
};
