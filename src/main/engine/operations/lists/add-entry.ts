import { ruleTrigger } from "../../../../shared/app/rules.js";
import { rulesOfProduct, type StoredRule } from "../../db/alerts/alert-rule.js";
import type { StoredList } from "../../db/lists/link-list.js";
import {
  type AddedByList,
  type AddedHistory,
  entryById,
  nothingAdded,
  type StoredEntry,
  settleEntry,
} from "../../db/lists/list-entry.js";
import { pageAddedMs } from "../../db/pages/tracked-page.js";
import { editedTimes } from "../../db/prices/history-edit.js";
import { offerByPublicId, offersOfProduct, type StoredOffer } from "../../db/prices/offer.js";
import { mergePoints, readAllPoints } from "../../db/prices/price-history.js";
import type { WriteDb } from "../../db/store.js";
import { scheduleOfProduct } from "../../db/watch/schedule.js";
import { toTrigger, triggerError } from "../../domain/alerts/kinds.js";
import { toMinor } from "../../domain/money.js";
import { type PricePoint, toAvailabilityCode } from "../../domain/price-point.js";
import type { HistoryEntry } from "../../sources/lists/parsed-list.js";
import { eligibleOffers } from "../alerts/alert-facts.js";
import { createRule } from "../alerts/save-many-rules.js";
import type { AddedPage } from "../pages/save-page.js";
import { primaryCurrency } from "../products/best-offer.js";
import { saveSchedule } from "../watch/schedules.js";
import { addTags } from "../watch/tags.js";
import { findKnownLink } from "./known-link.js";

/** Thrown within a transaction that must save nothing, because the entry no longer waits. */
export class EntryGoneError extends Error {
  override readonly name = "EntryGone";
}

interface ListProduct {
  readonly productId: number;
  readonly productKey: string;
}

export function withoutId({ id: _id, ...rule }: StoredRule): Omit<StoredRule, "id"> {
  return rule;
}

/** Adds a target in the product's currency; returns null if the amount is invalid, or the product has a target. */
function addTarget(
  tx: WriteDb,
  { productId, productKey }: ListProduct,
  price: number,
  currency: string | null,
  nowMs: number,
): StoredRule | null {
  const request = ruleTrigger.safeParse({ kind: "target", price, currency });
  if (!request.success) return null;
  const trigger = toTrigger(request.data);
  if (triggerError(trigger) !== null) return null;
  const filter = { retailer: null, condition: null };
  const made = createRule(tx, productKey, { filter, onTargets: "keep", triggerFor: () => trigger, nowMs });
  return rulesOfProduct(tx, productId).find(({ id }) => id === made) ?? null;
}

/** The points of a list's history from before the page was added, at times without a known point. */
function newPoints(
  tx: WriteDb,
  offer: StoredOffer,
  text: string,
  known: readonly PricePoint[],
): PricePoint[] {
  const last = known.at(-1);
  const addedMs = pageAddedMs(tx, offer.id);
  if (last === undefined || addedMs === null) return [];
  const untilMs = Math.min(addedMs, last.atMs);
  const taken = new Set([...known.map(({ atMs }) => atMs), ...editedTimes(tx, offer.id)]);
  // Written by this program, from a parsed file.
  const entries = JSON.parse(text) as HistoryEntry[];
  return entries
    .filter(
      ({ atMs, price, currency }) =>
        atMs < untilMs &&
        !taken.has(atMs) &&
        toMinor(price) > 0 &&
        (currency === null || currency === offer.currency),
    )
    .map(({ atMs, price, availability }) => ({
      atMs,
      priceMinor: toMinor(price),
      availability: toAvailabilityCode(availability),
    }))
    .sort((one, other) => one.atMs - other.atMs);
}

/** Merges a list's history into an offer's. Checks and edits stay, and no event is published. */
function addHistory(tx: WriteDb, offer: StoredOffer, text: string): AddedHistory | null {
  const before = readAllPoints(tx, offer.id);
  const added = newPoints(tx, offer, text, before);
  if (added.length === 0) return null;
  mergePoints(tx, offer.id, added);
  const after = readAllPoints(tx, offer.id);
  const timesBefore = new Set(before.map(({ atMs }) => atMs));
  const timesAfter = new Set(after.map(({ atMs }) => atMs));
  return {
    offerId: offer.publicId,
    points: after.filter(({ atMs }) => !timesBefore.has(atMs)),
    repeats: before.filter(({ atMs }) => !timesAfter.has(atMs)),
  };
}

/** Watches a product as its entry asks; what it has already stays. */
function watchProduct(
  tx: WriteDb,
  product: ListProduct,
  offer: StoredOffer | undefined,
  { list, entry }: { readonly list: StoredList; readonly entry: StoredEntry },
  nowMs: number,
): AddedByList {
  const { productId } = product;
  const { accountId, schedule: cadence } = list;
  const { target, history } = entry;
  const isWatched = scheduleOfProduct(tx, accountId, productId) !== undefined;
  if (!isWatched) saveSchedule(tx, { accountId, productId, cadence, retailer: null }, nowMs);
  const currency = offer?.currency ?? primaryCurrency(eligibleOffers(tx, productId));
  const rule = target === null ? null : addTarget(tx, product, target, currency, nowMs);
  return {
    ...nothingAdded,
    schedule: isWatched ? null : { cadence, retailer: null },
    rules: rule === null ? [] : [withoutId(rule)],
    tags: addTags(tx, { accountId, productId }, [...list.tags, ...entry.tags]),
    history: offer === undefined || history === null ? null : addHistory(tx, offer, history),
  };
}

function hasAdded({ isNewProduct, offers, pages, schedule, rules, tags, history }: AddedByList): boolean {
  return (
    isNewProduct ||
    schedule !== null ||
    history !== null ||
    [offers, pages, rules, tags].some((each) => each.length > 0)
  );
}

/** Settles an entry with a product. */
export function settleWith(
  tx: WriteDb,
  { id }: Pick<StoredEntry, "id">,
  state: "watched" | "known",
  productKey: string,
  added: AddedByList,
): void {
  settleEntry(tx, id, { state, productKey, reason: null, added: hasAdded(added) ? added : null });
}

/** The entry, if it still waits. Throws `EntryGoneError`. */
function requireWaiting(tx: WriteDb, id: number): StoredEntry {
  const entry = entryById(tx, id);
  if (entry?.state !== "waiting") throw new EntryGoneError("The entry no longer waits.");
  return entry;
}

/** Watches the product of a link that is known already; returns whether it is. */
export function settleKnown(tx: WriteDb, list: StoredList, entry: StoredEntry, nowMs: number): boolean {
  const known = findKnownLink(tx, entry.url);
  if (known === null) return false;
  const product = { productId: known.id, productKey: known.product.service };
  const offer = known.offerId === null ? undefined : offerByPublicId(tx, known.offerId);
  const added = watchProduct(tx, product, offer, { list, entry }, nowMs);
  settleWith(tx, entry, "known", product.productKey, added);
  return true;
}

/** Whether this visit has added the offer. */
function isNewOffer(tx: WriteDb, { id }: StoredOffer, nowMs: number): boolean {
  return readAllPoints(tx, id).every(({ atMs }) => atMs >= nowMs);
}

/**
 * Watches a page's product within the transaction that adds the page, so that a killed engine has done both or neither.
 * Throws `EntryGoneError` if the entry no longer waits.
 */
export function settleAdded(
  tx: WriteDb,
  list: StoredList,
  entryId: number,
  page: AddedPage,
  nowMs: number,
): void {
  const entry = requireWaiting(tx, entryId);
  const offer = offerByPublicId(tx, page.offer_id);
  if (offer === undefined) throw new Error("The offer just saved cannot be found.");
  const isNew = !page.is_known_page && isNewOffer(tx, offer, nowMs);
  const isNewProduct = isNew && !page.is_known_product && offersOfProduct(tx, offer.productId).length === 1;
  const product = { productId: offer.productId, productKey: page.product_key };
  const added = watchProduct(tx, product, offer, { list, entry }, nowMs);
  const state = page.is_known_page ? "known" : "watched";
  settleWith(tx, entry, state, product.productKey, {
    ...added,
    isNewProduct,
    offers: isNew ? [offer.publicId] : [],
  });
}
