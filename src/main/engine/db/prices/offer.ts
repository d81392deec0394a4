import type { Condition } from "../../../../shared/contract/primitives.js";
import type { AvailabilityCode } from "../../domain/price-point.js";
import { allRows, change, getRow, insert, type ReadDb, type SqlValue, type WriteDb } from "../store.js";

export interface StoredOffer {
  readonly id: number;
  readonly publicId: string;
  readonly productId: number;
  /** Domain in lower case without `www.`. */
  readonly retailer: string;
  readonly currency: string;
  readonly priceMinor: number;
  readonly availability: AvailabilityCode;
  readonly condition: Condition | null;
  readonly conditionGrade: string | null;
  readonly url: string;
  readonly seller: string | null;
  readonly isMarketplace: boolean | null;
  readonly isTrusted: boolean;
  readonly isValid: boolean;
  readonly isAuction: boolean;
  readonly seenMs: number;
}

interface OfferRow {
  id: number;
  public_id: string;
  product_id: number;
  retailer: string;
  currency: string;
  price_minor: number;
  availability: AvailabilityCode;
  condition: Condition | null;
  condition_grade: string | null;
  url: string;
  seller: string | null;
  is_marketplace: number | null;
  is_trusted: number;
  is_valid: number;
  is_auction: number;
  seen_at: number;
}

function toOffer(row: OfferRow): StoredOffer {
  return {
    id: row.id,
    publicId: row.public_id,
    productId: row.product_id,
    retailer: row.retailer,
    currency: row.currency,
    priceMinor: row.price_minor,
    availability: row.availability,
    condition: row.condition,
    conditionGrade: row.condition_grade,
    url: row.url,
    seller: row.seller,
    isMarketplace: row.is_marketplace === null ? null : row.is_marketplace === 1,
    isTrusted: row.is_trusted === 1,
    isValid: row.is_valid === 1,
    isAuction: row.is_auction === 1,
    seenMs: row.seen_at,
  };
}

/**
 * The offers that the API returns: valid, from a trusted source, in US dollars (contract §4, offer rules); in stock
 * first, then by price, then by id (decision 14).
 */
export function returnableOffers(db: ReadDb, productId: number, retailer: string | null): StoredOffer[] {
  const offers = allRows<OfferRow>(
    db,
    `SELECT * FROM offer
     WHERE product_id = ? AND is_trusted = 1 AND is_valid = 1 AND currency = 'USD'
     ORDER BY availability <> 1, price_minor, public_id`,
    productId,
  );
  return offers.filter((offer) => retailer === null || offer.retailer === retailer).map(toOffer);
}

/** Every offer of a product, including those that the API must not return. */
export function offersOfProduct(db: ReadDb, productId: number): StoredOffer[] {
  return allRows<OfferRow>(db, "SELECT * FROM offer WHERE product_id = ? ORDER BY id", productId).map(
    toOffer,
  );
}

/** Every offer of several products, including those that the API must not return. */
export function offersOfProducts(db: ReadDb, productIds: readonly number[]): StoredOffer[] {
  return allRows<OfferRow>(
    db,
    `SELECT offer.* FROM json_each(?) AS wanted CROSS JOIN offer
     WHERE offer.product_id = wanted.value ORDER BY wanted.key, offer.id`,
    JSON.stringify(productIds),
  ).map(toOffer);
}

export function offerById(db: ReadDb, id: number): StoredOffer | undefined {
  const row = getRow<OfferRow>(db, "SELECT * FROM offer WHERE id = ?", id);
  return row && toOffer(row);
}

export function offerByPublicId(db: ReadDb, publicId: string): StoredOffer | undefined {
  const row = getRow<OfferRow>(db, "SELECT * FROM offer WHERE public_id = ?", publicId);
  return row && toOffer(row);
}

const savedColumns = [
  "public_id",
  "product_id",
  "retailer",
  "currency",
  "price_minor",
  "availability",
  "condition",
  "condition_grade",
  "url",
  "seller",
  "is_marketplace",
  "is_trusted",
  "is_valid",
  "is_auction",
  "seen_at",
];

function columnValues(offer: Omit<StoredOffer, "id">): SqlValue[] {
  return [
    offer.publicId,
    offer.productId,
    offer.retailer,
    offer.currency,
    offer.priceMinor,
    offer.availability,
    offer.condition,
    offer.conditionGrade,
    offer.url,
    offer.seller,
    offer.isMarketplace === null ? null : Number(offer.isMarketplace),
    Number(offer.isTrusted),
    Number(offer.isValid),
    Number(offer.isAuction),
    offer.seenMs,
  ];
}

export function insertOffer(tx: WriteDb, offer: Omit<StoredOffer, "id">): number {
  return insert(
    tx,
    `INSERT INTO offer (${savedColumns.join(", ")}) VALUES (${savedColumns.map(() => "?").join(", ")})`,
    ...columnValues(offer),
  );
}

export function updateOffer(tx: WriteDb, offer: StoredOffer): void {
  change(
    tx,
    `UPDATE offer SET ${savedColumns.map((column) => `${column} = ?`).join(", ")} WHERE id = ?`,
    ...columnValues(offer),
    offer.id,
  );
}

export function updateOfferPrice(
  tx: WriteDb,
  id: number,
  seen: { readonly priceMinor: number; readonly availability: AvailabilityCode; readonly seenMs: number },
): void {
  change(
    tx,
    "UPDATE offer SET price_minor = ?, availability = ?, seen_at = ? WHERE id = ?",
    seen.priceMinor,
    seen.availability,
    seen.seenMs,
    id,
  );
}

export function updateOfferSeller(tx: WriteDb, id: number, seller: string | null): void {
  change(tx, "UPDATE offer SET seller = ? WHERE id = ? AND seller IS NOT ?", seller, id, seller);
}

/** Caps `seen_at` at now: a fast clock or an imported file may have set it in the future. */
export function capSeenTime(tx: WriteDb, id: number, nowMs: number): void {
  change(tx, "UPDATE offer SET seen_at = ? WHERE id = ? AND seen_at > ?", nowMs, id, nowMs);
}

export function countOffers(db: ReadDb): number {
  return getRow<{ n: number }>(db, "SELECT count(*) AS n FROM offer")?.n ?? 0;
}

/** How many blocks of points the offers of products have. */
export function countBlocks(db: ReadDb, productIds: readonly number[]): number {
  const sql =
    "SELECT coalesce(sum(block_count), 0) AS n FROM offer WHERE product_id IN (SELECT value FROM json_each(?))";
  return getRow<{ n: number }>(db, sql, JSON.stringify(productIds))?.n ?? 0;
}

/** Moves offers to another product permanently: imports and page checks do not move them back. */
export function moveOffers(tx: WriteDb, publicIds: readonly string[], productId: number): void {
  const ids = JSON.stringify(publicIds);
  const inIdListSql = "public_id IN (SELECT value FROM json_each(?))";
  change(tx, `UPDATE offer SET product_id = ? WHERE ${inIdListSql}`, productId, ids);
  change(tx, `INSERT OR IGNORE INTO moved_offer (offer_id) SELECT id FROM offer WHERE ${inIdListSql}`, ids);
}

/** Whether the user assigned the offer to its product. */
export function isMovedOffer(db: ReadDb, offerId: number): boolean {
  return getRow(db, "SELECT 1 FROM moved_offer WHERE offer_id = ?", offerId) !== undefined;
}
