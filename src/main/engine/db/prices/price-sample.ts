import type { AvailabilityCode } from "../../domain/price-point.js";
import { allRows, allValues, change, type ReadDb, type WriteDb } from "../store.js";

/** What an offer cost at one time, by an archived copy of its page or a table. */
export interface PriceSample {
  readonly offerId: number;
  readonly atMs: number;
  readonly priceMinor: number;
  readonly currency: string;
  readonly availability: AvailabilityCode;
  /** The address of the copy; empty for a table. */
  readonly url: string;
  readonly source: string;
  readonly evidence: string;
}

/** In the currency of their offers, ascending. */
export function samplesOfOffers(db: ReadDb, offerIds: readonly number[]): PriceSample[] {
  const sql = `SELECT sample.offer_id AS offerId, at AS atMs, sample.price_minor AS priceMinor, sample.currency,
      sample.availability, sample.url, source, evidence
    FROM json_each(?) AS wanted CROSS JOIN offer ON offer.id = wanted.value
    CROSS JOIN price_sample AS sample ON sample.offer_id = offer.id AND sample.currency = offer.currency
    ORDER BY at, sample.offer_id`;
  return allRows(db, sql, offerIds);
}

export function sampleTimes(db: ReadDb, offerId: number): number[] {
  return allValues(db, "SELECT at FROM price_sample WHERE offer_id = ?", offerId);
}

/** A sample of the same time stays as it is; `pageId` is null for an imported one. */
export function insertSample(tx: WriteDb, sample: PriceSample, pageId: number | null): void {
  const sql = `INSERT OR IGNORE INTO price_sample (offer_id, at, price_minor, currency, availability, url, source, evidence, page_id)
    VALUES (:offerId, :atMs, :priceMinor, :currency, :availability, :url, :source, :evidence, :pageId)`;
  change(tx, sql, { ...sample, pageId });
}

export function deleteSamplesOfProduct(tx: WriteDb, productId: number): void {
  const sql = "DELETE FROM price_sample WHERE offer_id IN (SELECT id FROM offer WHERE product_id = ?)";
  change(tx, sql, productId);
}
