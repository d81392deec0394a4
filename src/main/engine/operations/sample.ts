import { deleteSampleDeals, saveDeal } from "../db/deal.js";
import { offerByPublicId } from "../db/offer.js";
import { countProducts, deleteProduct, sampleProductIds } from "../db/product.js";
import { deleteProductText } from "../db/product-text.js";
import { deleteSetting, readSetting, saveSetting } from "../db/setting.js";
import { type ReadDb, type WriteDb, write } from "../db/store.js";
import { toAvailabilityCode } from "../domain/price-point.js";
import {
  sampleCatalogue,
  sampleChanges,
  sampleDealsBetween,
  sampleOfferIds,
  sampleSeed,
} from "../sources/sample/index.js";
import type { OperationContext } from "./context.js";
import { importOwnLines } from "./import-catalogue.js";
import { record } from "./record.js";

function seedOf(db: ReadDb): number | null {
  const seed = readSetting(db, "sample.seed");
  return seed === null ? null : Number(seed);
}

export function hasSample(db: ReadDb): boolean {
  return seedOf(db) !== null;
}

/** Loads the sample market up to now; returns how many products there are of it. */
export function loadSample(context: OperationContext, seed: number = sampleSeed): number {
  const nowMs = context.clock.now();
  return write(
    context.db,
    (tx) => {
      if (hasSample(tx)) return sampleProductIds(tx).length;
      const lines = sampleCatalogue({ seed, now: nowMs });
      const options = { nowMs, randomBytes: context.randomBytes, isSample: true };
      const { products } = importOwnLines(tx, lines, options);
      saveSetting(tx, "sample.seed", String(seed));
      saveSetting(tx, "sample.advanced_to", String(nowMs));
      return products;
    },
    { durable: true },
  );
}

/** Removes all of the sample market and nothing else; returns how many products went. */
export function removeSample(context: OperationContext): number {
  return write(
    context.db,
    (tx) => {
      const ids = sampleProductIds(tx);
      for (const id of ids) {
        deleteProductText(tx, id);
        deleteProduct(tx, id);
      }
      deleteSampleDeals(tx);
      deleteSetting(tx, "sample.seed");
      deleteSetting(tx, "sample.advanced_to");
      return ids.length;
    },
    { durable: true },
  );
}

function advanceOffers(tx: WriteDb, seed: number, fromMs: number, toMs: number): number {
  let changes = 0;
  for (const publicId of sampleOfferIds(seed)) {
    const points = sampleChanges(publicId, fromMs, toMs, seed);
    if (points.length === 0) continue;
    const offer = offerByPublicId(tx, publicId);
    if (offer === undefined) continue;
    for (const point of points) {
      const availability = toAvailabilityCode(point.availability);
      const seen = { offerId: offer.id, priceMinor: point.priceMinor, availability, atMs: point.at };
      if (record(tx, seen).kind === "changed") changes++;
    }
  }
  return changes;
}

/** Lets the sample market's prices and deals move on to now; returns how many prices changed. */
export function advanceSample(context: OperationContext): number {
  const seed = seedOf(context.db);
  if (seed === null) return 0;
  const nowMs = context.clock.now();
  const fromMs = Number(readSetting(context.db, "sample.advanced_to") ?? nowMs);
  if (nowMs <= fromMs) return 0;
  return write(context.db, (tx) => {
    const changes = advanceOffers(tx, seed, fromMs, nowMs);
    for (const { type: _type, category, ...deal } of sampleDealsBetween(fromMs, nowMs, seed))
      saveDeal(tx, { deal, category: category ?? null }, true);
    saveSetting(tx, "sample.advanced_to", String(nowMs));
    return changes;
  });
}

/** Loads the sample where the folder holds nothing yet. */
export function loadSampleIfNew(context: OperationContext, isNewFolder: boolean): void {
  if (isNewFolder && countProducts(context.db) === 0) loadSample(context);
}
