import type { ArchivedCopy } from "../../domain/archived-page.js";
import type { AvailabilityCode } from "../../domain/price-point.js";
import { allRows, change, getRow, type ReadDb, type WriteDb } from "../store.js";

/** What became of a copy. Without a price, it was left out. */
export type CopyOutcome =
  | "price"
  | "sold out"
  | "no price"
  | "ambiguous"
  | "currency"
  | "blocked"
  | "other product"
  | "redirect"
  | "missing"
  | "unreadable";

/** A copy to read. */
export interface WantedCopy extends ArchivedCopy {
  /** Missing until it was read. */
  readonly outcome?: CopyOutcome;
  readonly priceMinor?: number;
  readonly currency?: string;
  readonly availability?: AvailabilityCode;
  readonly evidence?: string;
  /** Requests that the archive failed to answer. */
  readonly failures?: number;
}

/** A page to ask an archive for. */
export interface ArchivePage {
  readonly id: number;
  readonly offerId: number;
  readonly archive: string;
  readonly url: string;
  readonly sinceMs: number | null;
  readonly isUrgent: boolean;
  readonly isAutomatic: boolean;
  readonly askedMs: number;
  readonly copies: readonly WantedCopy[] | null;
  readonly isOpen: boolean;
  /** Requests in a row that the archive failed to answer. */
  readonly failures: number;
  readonly reason: string | null;
  /** How many prices its copies have brought. */
  readonly added: number;
}

const pageSql = `SELECT page.id, page.offer_id AS offerId, archive, page.url, since AS sinceMs, is_urgent AS isUrgent,
  is_automatic AS isAutomatic, asked_at AS askedMs, copies AS "copies:json", is_open AS isOpen, failures, reason,
  (SELECT count(*) FROM price_sample WHERE page_id = page.id) AS added
  FROM archive_page AS page`;

/** The index and the copy of each year; then a page can wait for others. */
const coarseRequests = 5;

/**
 * The page to ask for now: those that a shopper waits for first, the latest first, each coarsely before finely. Those that
 * fail again and again do not hold up the others.
 */
export function nextArchivePage(db: ReadDb): ArchivePage | undefined {
  const sql = `${pageSql} WHERE is_open = 1 ORDER BY failures > 1, is_urgent DESC, requests >= ?, asked_at DESC, id DESC LIMIT 1`;
  return getRow(db, sql, coarseRequests);
}

export function openArchivePage(db: ReadDb, id: number): ArchivePage | undefined {
  return getRow(db, `${pageSql} WHERE page.id = ? AND is_open = 1`, id);
}

/** The pages of a product, the latest of each offer first. */
export function archivePagesOfProduct(db: ReadDb, productId: number): ArchivePage[] {
  const sql = `${pageSql} JOIN offer ON offer.id = page.offer_id WHERE product_id = ? ORDER BY page.offer_id, page.id DESC`;
  return allRows(db, sql, productId);
}

/** A page takes the place of earlier ones of the offer that brought nothing. */
export function insertArchivePage(
  tx: WriteDb,
  page: Pick<ArchivePage, "offerId" | "archive" | "url" | "sinceMs" | "isUrgent" | "isAutomatic" | "askedMs">,
): void {
  const emptySql = `DELETE FROM archive_page WHERE offer_id = ? AND is_open = 0
    AND NOT EXISTS (SELECT 1 FROM price_sample WHERE page_id = archive_page.id)`;
  change(tx, emptySql, page.offerId);
  const sql = `INSERT INTO archive_page (offer_id, archive, url, since, is_urgent, is_automatic, asked_at)
    VALUES (:offerId, :archive, :url, :sinceMs, :isUrgent, :isAutomatic, :askedMs)`;
  change(tx, sql, page);
}

/** Notes a request, and what came of it. */
export function updateArchivePage(
  tx: WriteDb,
  id: number,
  page: Pick<ArchivePage, "copies" | "isOpen" | "failures" | "reason">,
): void {
  const sql = `UPDATE archive_page SET copies = :copies, is_open = :isOpen, failures = :failures, reason = :reason,
    requests = requests + 1 WHERE id = :id`;
  change(tx, sql, { ...page, id });
}

/** Ends what was to be asked without being asked for. */
export function closeAutomaticPages(tx: WriteDb): void {
  change(tx, "UPDATE archive_page SET is_open = 0 WHERE is_open = 1 AND is_automatic = 1");
}

export function deleteArchivePagesOfProduct(tx: WriteDb, productId: number): void {
  const sql = "DELETE FROM archive_page WHERE offer_id IN (SELECT id FROM offer WHERE product_id = ?)";
  change(tx, sql, productId);
}

/** A page that an archive could be asked for: with one product, and a price to compare with. */
export interface AskablePage {
  readonly offerId: number;
  readonly url: string;
}

/** The pages of a product in the order in which they were added. */
export function askablePages(db: ReadDb, productId: number): AskablePage[] {
  const sql = `SELECT offer.id AS offerId, tracked_page.url FROM offer JOIN tracked_page ON offer_id = offer.id
    WHERE product_id = ? AND listing IS NULL AND currency <> 'XXX' ORDER BY added_at, offer.id`;
  return allRows(db, sql, productId);
}
