import type { Condition } from "../../../../shared/contract/primitives.js";
import type { Paid } from "../../domain/paid-price.js";
import type { AvailabilityCode } from "../../domain/price-point.js";
import { allRows, change, getRow, getValue, insert, newIdSql, type ReadDb, type WriteDb } from "../store.js";

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
  /** Set by `paidOffers`: the price is what the owner pays. */
  readonly paid?: Paid;
}

const offerSql = `SELECT offer.id, public_id AS publicId, offer.product_id AS productId, retailer, currency,
  price_minor AS priceMinor, availability, condition, condition_grade AS conditionGrade, url, seller,
  is_marketplace AS isMarketplace, is_trusted AS isTrusted, is_valid AS isValid, is_auction AS isAuction,
  seen_at AS seenMs FROM`;

/**
 * The offers that the API returns: valid, from a trusted source, in US dollars (contract §4, offer rules); in stock
 * first, then by price, then by id (decision 14).
 */
export function returnableOffers(db: ReadDb, productId: number, retailer: string | null): StoredOffer[] {
  const sql = `${offerSql} offer WHERE product_id = ? AND is_trusted = 1 AND is_valid = 1 AND currency = 'USD'
    ORDER BY availability <> 1, price_minor, public_id`;
  const offers = allRows<StoredOffer>(db, sql, productId);
  return offers.filter((offer) => retailer === null || offer.retailer === retailer);
}

/** Every offer of a product, including those that the API must not return. */
export function offersOfProduct(db: ReadDb, productId: number): StoredOffer[] {
  return allRows(db, `${offerSql} offer WHERE product_id = ? ORDER BY id`, productId);
}

/** Every offer of several products, including those that the API must not return. */
export function offersOfProducts(db: ReadDb, productIds: readonly number[]): StoredOffer[] {
  const from = `json_each(?) AS wanted CROSS JOIN offer
    WHERE offer.product_id = wanted.value ORDER BY wanted.key, offer.id`;
  return allRows(db, `${offerSql} ${from}`, productIds);
}

export function offerById(db: ReadDb, id: number): StoredOffer | undefined {
  return getRow<StoredOffer>(db, `${offerSql} offer WHERE id = ?`, id);
}

export function offerByPublicId(db: ReadDb, publicId: string): StoredOffer | undefined {
  return getRow<StoredOffer>(db, `${offerSql} offer WHERE public_id = ?`, publicId);
}

export function insertOffer(tx: WriteDb, offer: Omit<StoredOffer, "id">): number {
  const sql = `INSERT INTO offer (id, public_id, product_id, retailer, currency, price_minor, availability, condition,
      condition_grade, url, seller, is_marketplace, is_trusted, is_valid, is_auction, seen_at)
    VALUES (${newIdSql("offer")}, :publicId, :productId, :retailer, :currency, :priceMinor, :availability, :condition, :conditionGrade,
      :url, :seller, :isMarketplace, :isTrusted, :isValid, :isAuction, :seenMs)`;
  return insert(tx, sql, offer);
}

export function updateOffer(tx: WriteDb, offer: StoredOffer): void {
  const sql = `UPDATE offer SET public_id = :publicId, product_id = :productId, retailer = :retailer,
      currency = :currency, price_minor = :priceMinor, availability = :availability, condition = :condition,
      condition_grade = :conditionGrade, url = :url, seller = :seller, is_marketplace = :isMarketplace,
      is_trusted = :isTrusted, is_valid = :isValid, is_auction = :isAuction, seen_at = :seenMs WHERE id = :id`;
  change(tx, sql, offer);
}

export function updateOfferPrice(
  tx: WriteDb,
  id: number,
  price: Pick<StoredOffer, "priceMinor" | "availability" | "seenMs">,
): void {
  const sql = `UPDATE offer SET price_minor = :priceMinor, availability = :availability, seen_at = :seenMs
    WHERE id = :id`;
  change(tx, sql, { ...price, id });
}

export function updateOfferSeller(tx: WriteDb, id: number, seller: string | null): void {
  change(tx, "UPDATE offer SET seller = ? WHERE id = ? AND seller IS NOT ?", seller, id, seller);
}

/** Caps `seen_at` at now: a fast clock or an imported file may have set it in the future. */
export function capSeenTime(tx: WriteDb, id: number, nowMs: number): void {
  change(tx, "UPDATE offer SET seen_at = ? WHERE id = ? AND seen_at > ?", nowMs, id, nowMs);
}

export function countOffers(db: ReadDb): number {
  return getValue<number>(db, "SELECT count(*) FROM offer") ?? 0;
}

/** How many blocks of points the offers of products have; those without offers are left out. */
export function blocksOfProducts(db: ReadDb, productIds: readonly number[]): ReadonlyMap<number, number> {
  const sql = `SELECT product_id AS id, sum(block_count) AS blocks FROM offer
    WHERE product_id IN (SELECT value FROM json_each(?)) GROUP BY product_id`;
  const rows = allRows<{ id: number; blocks: number }>(db, sql, productIds);
  return new Map(rows.map(({ id, blocks }) => [id, blocks]));
}

/** Moves offers to another product permanently: imports and page checks do not move them back. */
export function moveOffers(tx: WriteDb, publicIds: readonly string[], productId: number): void {
  const inIdListSql = "public_id IN (SELECT value FROM json_each(?))";
  change(tx, `UPDATE offer SET product_id = ? WHERE ${inIdListSql}`, productId, publicIds);
  change(
    tx,
    `INSERT OR IGNORE INTO moved_offer (offer_id) SELECT id FROM offer WHERE ${inIdListSql}`,
    publicIds,
  );
}

/** Whether the user assigned the offer to its product. */
export function isMovedOffer(db: ReadDb, offerId: number): boolean {
  return getRow(db, "SELECT 1 FROM moved_offer WHERE offer_id = ?", offerId) !== undefined;
}
