import type { Cadence } from "../../../../shared/contract/schedule.js";
import { identifierKinds } from "../../domain/identifier.js";
import type { IdentifierKey } from "../products/identifier.js";
import { allValues, change, getRow, getValue, type ReadDb, type WriteDb } from "../store.js";

/** A product's counterpart at an upstream, and when each kind of its data was fetched. */
export interface ProductLink {
  readonly upstreamId: number;
  readonly remoteId: string;
  readonly productId: number;
  readonly isOrigin: boolean;
  readonly productMs: number | null;
  readonly offersMs: number | null;
  readonly reviewMs: number | null;
  /** Until when the history was fetched; null until the user asks for it. */
  readonly historyUntilMs: number | null;
}

const linkSql = `SELECT service_id AS upstreamId, upstream_id AS remoteId, product_id AS productId,
  is_origin AS isOrigin, product_at AS productMs, offers_at AS offersMs, review_at AS reviewMs,
  history_until AS historyUntilMs FROM service_product`;

function readLink(db: ReadDb, sql: string, ...values: (number | string)[]): ProductLink | undefined {
  return getRow<ProductLink>(db, `${linkSql} ${sql}`, ...values);
}

export function linkOfProduct(db: ReadDb, upstreamId: number, productId: number): ProductLink | undefined {
  return readLink(db, "WHERE product_id = ? AND service_id = ? LIMIT 1", productId, upstreamId);
}

export function linkOfUpstream(db: ReadDb, upstreamId: number, remoteId: string): ProductLink | undefined {
  return readLink(db, "WHERE service_id = ? AND upstream_id = ?", upstreamId, remoteId);
}

/** The link to the enabled upstream that has the product; if several have it, the first one connected. */
export function enabledLinkOfProduct(db: ReadDb, productId: number): ProductLink | undefined {
  const sql = `JOIN service ON service.id = service_id WHERE product_id = ? AND is_enabled = 1
    ORDER BY service_id LIMIT 1`;
  return readLink(db, sql, productId);
}

export function saveProductLink(tx: WriteDb, link: ProductLink): void {
  const sql = `INSERT OR REPLACE INTO service_product (service_id, upstream_id, product_id, is_origin, product_at,
      offers_at, review_at, history_until)
    VALUES (:upstreamId, :remoteId, :productId, :isOrigin, :productMs, :offersMs, :reviewMs, :historyUntilMs)`;
  change(tx, sql, link);
}

/** The stored offer's id for an upstream's offer. */
export function offerOfUpstream(db: ReadDb, upstreamId: number, remoteId: string): number | undefined {
  const sql = "SELECT offer_id FROM service_offer WHERE service_id = ? AND upstream_id = ?";
  return getValue<number>(db, sql, upstreamId, remoteId);
}

export function saveOfferLink(tx: WriteDb, upstreamId: number, remoteId: string, offerId: number): void {
  const sql = "INSERT OR REPLACE INTO service_offer (service_id, upstream_id, offer_id) VALUES (?, ?, ?)";
  change(tx, sql, upstreamId, remoteId, offerId);
}

/** Where an offer can be fetched again. */
export interface OfferLink {
  readonly upstreamId: number;
  readonly productId: number;
  readonly remoteId: string;
}

/** The ids of those offers that an enabled upstream lists. */
export function filterLinkedOffers(db: ReadDb, publicIds: readonly string[]): Set<string> {
  const sql = `SELECT public_id FROM json_each(?) AS wanted CROSS JOIN offer ON public_id = wanted.value
      JOIN service_offer ON service_offer.offer_id = offer.id
      JOIN service ON service.id = service_offer.service_id
    WHERE service.is_enabled = 1`;
  return new Set(allValues<string>(db, sql, publicIds));
}

/** The link to the enabled upstream that an offer came from; if several have it, the first one connected. */
export function enabledLinkOfOffer(db: ReadDb, publicId: string): OfferLink | undefined {
  return getRow<OfferLink>(
    db,
    `SELECT service_id AS upstreamId, offer.product_id AS productId, upstream_id AS remoteId
     FROM offer JOIN service_offer ON service_offer.offer_id = offer.id
       JOIN service ON service.id = service_offer.service_id
     WHERE offer.public_id = ? AND service.is_enabled = 1 ORDER BY service_offer.service_id LIMIT 1`,
    publicId,
  );
}

export function countCached(db: ReadDb, upstreamId: number) {
  const count = (sql: string) => getValue<number>(db, sql, upstreamId) ?? 0;
  return {
    products: count("SELECT count(DISTINCT product_id) FROM service_product WHERE service_id = ?"),
    offers: count("SELECT count(DISTINCT offer_id) FROM service_offer WHERE service_id = ?"),
  };
}

/** Stores an identifier that found the product upstream but is not in the product's own data. */
export function saveUpstreamIdentifier(tx: WriteDb, productId: number, { kind, key }: IdentifierKey): void {
  for (const table of ["service_identifier", "identifier"])
    change(
      tx,
      `INSERT OR IGNORE INTO ${table} (kind, value, product_id) VALUES (?, ?, ?)`,
      identifierKinds[kind],
      key,
      productId,
    );
}

/** The cadences of a product's schedules. */
export function cadencesOfProduct(db: ReadDb, productId: number): Cadence[] {
  const sql = "SELECT cadence FROM schedule WHERE product_id = ?";
  return allValues<Cadence>(db, sql, productId);
}
