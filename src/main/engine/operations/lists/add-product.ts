import { insertRule } from "../../db/alerts/alert-rule.js";
import type { StoredLink } from "../../db/intake/link.js";
import { ownShopName, saveOwnShopName } from "../../db/pages/shop.js";
import { saveTrackedPage, trackedOffer } from "../../db/pages/tracked-page.js";
import { offersOfProduct, type StoredOffer } from "../../db/prices/offer.js";
import { productById } from "../../db/products/product.js";
import { productsTitled } from "../../db/products/product-text.js";
import type { ReadDb, WriteDb } from "../../db/store.js";
import { purchasesOf, writePurchase } from "../../db/watch/purchase.js";
import { scheduleOfProduct } from "../../db/watch/schedule.js";
import { toTrigger, triggerError } from "../../domain/alerts/kinds.js";
import { toMinor, unpriced } from "../../domain/money.js";
import { normaliseHost } from "../../domain/product-url.js";
import type { CatalogueProduct } from "../../sources/catalogue/line.js";
import { markForEvaluation } from "../alerts/round.js";
import { findConflict, maxRulesPerProduct } from "../alerts/rules.js";
import { findExistingProduct, importProduct } from "../catalogue/import-product.js";
import { addLinkTags, settleAs } from "../intake/settle.js";
import type { OperationContext } from "../request/context.js";
import { saveSchedule } from "../watch/schedules.js";
import type { BoughtProduct, ExportedRule, WatchedLink, WatchedProduct } from "./watch-file.js";

function retailerOf(url: string): string {
  return normaliseHost(new URL(url).hostname);
}

/** The time of the file, but not a later one than now. */
function seenAt({ seen_at: seenAt }: WatchedLink, nowMs: number): string {
  return new Date(Math.min(nowMs, Date.parse(seenAt))).toISOString();
}

function toOfferLine(link: WatchedLink, nowMs: number): CatalogueProduct["offers"][number] {
  const { url, price, currency, availability, condition } = link;
  const isKnown = price !== null && currency !== null;
  return {
    retailer: new URL(url).hostname,
    ...(isKnown ? { price, currency } : unpriced),
    availability,
    condition,
    URL: url,
    timestamp: seenAt(link, nowMs),
    history: [],
    trusted: true,
    valid: isKnown,
    auction: false,
  };
}

function toLine(
  { title, brand, identifiers, image }: WatchedProduct,
  links: readonly WatchedLink[],
  nowMs: number,
): CatalogueProduct {
  return {
    type: "product",
    title,
    ...(brand === undefined ? {} : { brand }),
    ...identifiers,
    ...(image === null ? {} : { images: [image] }),
    offers: links.map((link) => toOfferLine(link, nowMs)),
  };
}

function findOffer(offers: readonly StoredOffer[], url: string): StoredOffer | undefined {
  return offers.find((offer) => offer.url === url && offer.retailer === retailerOf(url));
}

/** Adds a rule unless it exists or is invalid; returns whether there are too many for it. */
function addRule(
  tx: WriteDb,
  product: { readonly productId: number; readonly productKey: string } | null,
  { trigger: requested, retailer, condition, is_enabled: isEnabled }: ExportedRule,
  nowMs: number,
): boolean {
  const trigger = toTrigger(requested);
  const definition = { productId: product?.productId ?? null, trigger, retailer, condition };
  const conflict = triggerError(trigger) === null ? findConflict(tx, definition) : "exists";
  if (conflict !== null) return conflict === "too_many";
  const rule = { ...definition, isEnabled, createdMs: nowMs, channels: null };
  insertRule(tx, rule);
  markForEvaluation(tx, definition.productId, nowMs);
  return false;
}

/** Adds rules for all products; returns whether there are too many. */
export function addGeneralRules(tx: WriteDb, rules: readonly ExportedRule[], nowMs: number): boolean {
  return rules.filter((rule) => addRule(tx, null, rule, nowMs)).length > 0;
}

/**
 * Adds a watch list file's product without a visit to its shops, or completes the one that exists. The product that
 * exists keeps its own fields, prices and schedule.
 */
export function settleProduct(
  tx: WriteDb,
  { clock, randomBytes }: Pick<OperationContext, "clock" | "randomBytes">,
  link: StoredLink & { readonly product: string },
): void {
  const context = { nowMs: clock.now(), randomBytes };
  const watched = fromJson(link.product);
  const existingId = findProduct(tx, watched, context.nowMs);
  settleAs(tx, link, context, () => {
    const state = existingId === null ? "watched" : "known";
    const added = addWatched(tx, link, watched, existingId, context);
    return { state, title: watched.title, page: null, ...added };
  });
}

function addWatched(
  tx: WriteDb,
  { accountId, options }: StoredLink,
  watched: WatchedProduct,
  existingId: number | null,
  context: Pick<OperationContext, "randomBytes"> & { readonly nowMs: number },
) {
  const { nowMs } = context;
  const untracked = watched.links.filter(({ url }) => trackedOffer(tx, url) === null);
  const before = existingId === null ? [] : offersOfProduct(tx, existingId);
  const fresh = untracked.filter(({ url }) => findOffer(before, url) === undefined);
  const { productId, productKey } = saveProduct(tx, watched, fresh, existingId, context);
  const offers = offersOfProduct(tx, productId);
  for (const page of untracked) trackPage(tx, page, offers, nowMs);
  const wasWatched = scheduleOfProduct(tx, accountId, productId) !== undefined;
  const { schedule: cadence, retailer } = watched;
  if (!wasWatched && cadence !== null) saveSchedule(tx, { accountId, productId, cadence, retailer }, nowMs);
  const rules = watched.rules.filter((rule) => addRule(tx, { productId, productKey }, rule, nowMs));
  for (const bought of watched.bought ?? []) addPurchase(tx, productId, bought);
  const leftOut = addLinkTags(tx, { accountId, productId }, [...(options.tags ?? []), ...watched.tags]);
  if (rules.length > 0) leftOut.push({ what: "rules", detail: String(maxRulesPerProduct) });
  return { productKey, wasWatched, leftOut };
}

/** Adds a purchase unless it exists. */
function addPurchase(tx: WriteDb, productId: number, bought: BoughtProduct): void {
  const { currency, on: boughtOn } = bought;
  const priceMinor = toMinor(bought.price);
  const isKnown = purchasesOf(tx, productId).some(
    (each) => each.boughtOn === boughtOn && each.priceMinor === priceMinor && each.currency === currency,
  );
  if (isKnown) return;
  const minorOrNull = (price: number | null) => (price === null ? null : toMinor(price));
  writePurchase(tx, {
    productId,
    priceMinor,
    currency,
    boughtOn,
    retailer: bought.retailer,
    returnUntil: bought.return_until,
    listMinor: minorOrNull(bought.list_price),
    usualMinor: minorOrNull(bought.usual_price),
    firstMinor: minorOrNull(bought.first_price),
    cadence: bought.schedule,
    watchedRetailer: null,
    notifiedMinor: null,
    isOpen: bought.is_open,
  });
}

function fromJson(product: string): WatchedProduct {
  // Written by this program, from a parsed file.
  return JSON.parse(product) as WatchedProduct;
}

/** The id of the product that an import would complete; null if it would add one. */
export function findWatchedProduct(db: ReadDb, product: string, nowMs: number): number | null {
  return findProduct(db, fromJson(product), nowMs);
}

/** The product of one of the file's pages, or the one with its barcode, or, without a page to tell it by, with its title. */
function findProduct(tx: ReadDb, watched: WatchedProduct, nowMs: number): number | null {
  for (const { url } of watched.links) {
    const service = trackedOffer(tx, url)?.productKey;
    if (service !== undefined) return findExistingProduct(tx, { ...toLine(watched, [], nowMs), service });
  }
  const found = findExistingProduct(tx, toLine(watched, watched.links, nowMs));
  return found ?? (watched.links.length === 0 ? (productsTitled(tx, watched.title)[0] ?? null) : null);
}

function saveProduct(
  tx: WriteDb,
  watched: WatchedProduct,
  links: readonly WatchedLink[],
  existingId: number | null,
  context: Pick<OperationContext, "randomBytes"> & { readonly nowMs: number },
) {
  const line = toLine(watched, links, context.nowMs);
  const existing = existingId === null ? undefined : productById(tx, existingId)?.product;
  const own =
    existing === undefined
      ? line
      : { type: line.type, title: existing.title, service: existing.service, offers: line.offers };
  return importProduct(tx, own, { ...context, isSample: false });
}

function trackPage(
  tx: WriteDb,
  { url, pick, listing, is_rendered: isRendered, shop_name: shopName }: WatchedLink,
  offers: readonly StoredOffer[],
  nowMs: number,
): void {
  const offer = findOffer(offers, url);
  if (offer === undefined) return;
  if (shopName !== undefined && ownShopName(tx, offer.retailer) === null)
    saveOwnShopName(tx, offer.retailer, shopName);
  saveTrackedPage(tx, {
    offerId: offer.id,
    url,
    etag: null,
    lastModified: null,
    addedMs: nowMs,
    pick,
    listing: listing ?? null,
    isRendered,
    terms: {},
  });
}
