import type { SampleCurrency } from "../../../../shared/app/operations.js";
import { deleteSampleEntries } from "../../db/alerts/inbox.js";
import { deleteSampleDeals, saveDeal } from "../../db/prices/deal.js";
import { offerByPublicId, type StoredOffer } from "../../db/prices/offer.js";
import { lastCheckOfOffer } from "../../db/prices/offer-check.js";
import { countProducts, sampleProductIds } from "../../db/products/product.js";
import { deleteSetting, readSetting, saveSetting } from "../../db/setting.js";
import { type ReadDb, type WriteDb, write, writeDurably } from "../../db/store.js";
import { isScheduled } from "../../db/watch/schedule.js";
import { toAvailabilityCode } from "../../domain/price-point.js";
import {
  isSampleRecheckable,
  sampleCatalogue,
  sampleChanges,
  sampleDealsBetween,
  sampleOfferIds,
} from "../../sources/sample/index.js";
import { recordObservations } from "../prices/record.js";
import { removeProduct } from "../products/remove.js";
import type { OperationContext, RequestContext } from "../request/context.js";
import { createPublishContext, type PublishContext } from "../webhooks/publish-event.js";
import { importGeneratedLines } from "./import-catalogue.js";

/** Samples of versions that had no choice are in dollars. */
function readSampleCurrency(db: ReadDb): SampleCurrency {
  return readSetting(db, "sample.currency") === "EUR" ? "EUR" : "USD";
}

export function hasSample(db: ReadDb): boolean {
  return readSetting(db, "sample.advanced_to") !== null;
}

/** Loads the sample market up to now; returns its number of products. */
export function loadSample(
  context: OperationContext,
  { currency = "USD" }: { readonly currency?: SampleCurrency } = {},
): number {
  const nowMs = context.clock.now();
  return writeDurably(context.db, (tx) => {
    if (hasSample(tx)) return sampleProductIds(tx).length;
    const lines = sampleCatalogue({ currency, now: nowMs });
    const options = { nowMs, randomBytes: context.randomBytes, isSample: true };
    const { products } = importGeneratedLines(tx, lines, options);
    saveSetting(tx, "sample.currency", currency);
    saveSetting(tx, "sample.advanced_to", String(nowMs));
    return products;
  });
}

/** Removes the sample market and nothing else; returns the number of removed products. */
export function removeSample(context: OperationContext): number {
  return writeDurably(context.db, (tx) => {
    const ids = sampleProductIds(tx);
    deleteSampleEntries(tx);
    for (const id of ids) removeProduct(tx, id);
    deleteSampleDeals(tx);
    deleteSetting(tx, "sample.seed");
    deleteSetting(tx, "sample.currency");
    deleteSetting(tx, "sample.advanced_to");
    return ids.length;
  });
}

/**
 * The time from which an offer's changes are due; `null` for a scheduled offer, which changes when it is
 * checked. An offer that is no longer scheduled catches up from when it was last seen.
 */
function changesDueFromMs(tx: WriteDb, offer: StoredOffer, fromMs: number): number | null {
  if (!isSampleRecheckable(offer.retailer)) return fromMs;
  if (isScheduled(tx, offer.productId)) return null;
  return lastCheckOfOffer(tx, offer.id) === undefined ? fromMs : Math.min(fromMs, offer.seenMs);
}

function advanceOffers(tx: WriteDb, publishContext: PublishContext, fromMs: number): number {
  let changes = 0;
  for (const publicId of sampleOfferIds()) {
    const offer = offerByPublicId(tx, publicId);
    const sinceMs = offer === undefined ? null : changesDueFromMs(tx, offer, fromMs);
    if (offer === undefined || sinceMs === null) continue;
    const observations = sampleChanges(publicId, sinceMs, publishContext.nowMs).map((point) => ({
      offerId: offer.id,
      priceMinor: point.priceMinor,
      availability: toAvailabilityCode(point.availability),
      atMs: point.at,
    }));
    if (recordObservations(tx, publishContext, observations)?.kind === "changed") changes++;
  }
  return changes;
}

/** Advances the sample market's prices and deals to now; returns how many offers changed. */
export function advanceSample(context: RequestContext): number {
  if (!hasSample(context.db)) return 0;
  const publishContext = createPublishContext(context);
  const { nowMs } = publishContext;
  const fromMs = Number(readSetting(context.db, "sample.advanced_to") ?? nowMs);
  if (nowMs <= fromMs) return 0;
  return write(context.db, (tx) => {
    const changes = advanceOffers(tx, publishContext, fromMs);
    const currency = readSampleCurrency(tx);
    for (const { type: _type, category, ...deal } of sampleDealsBetween(fromMs, nowMs, currency))
      saveDeal(tx, { deal, category: category ?? null }, true);
    saveSetting(tx, "sample.advanced_to", String(nowMs));
    return changes;
  });
}

/** Loads the sample unless there are products already. */
export function loadSampleIfEmpty(context: OperationContext): void {
  if (countProducts(context.db) === 0) loadSample(context);
}
