import type { ListEntryState } from "../../../../shared/app/lists.js";
import type { Cadence } from "../../../../shared/contract/schedule.js";
import { identifierKinds } from "../../domain/identifier.js";
import type { PricePoint } from "../../domain/price-point.js";
import type { StoredRule } from "../alerts/alert-rule.js";
import { allRows, change, getRow, getValue, type ReadDb, type WriteDb } from "../store.js";

/** What an entry added, so that an undo removes exactly that. */
export interface AddedByList {
  readonly isNewProduct: boolean;
  /** Public ids of offers. */
  readonly offers: readonly string[];
  /** Addresses of pages of offers that were known. */
  readonly pages: readonly string[];
  readonly schedule: { readonly cadence: Cadence; readonly retailer: string | null } | null;
  readonly rules: readonly Omit<StoredRule, "id">[];
  readonly tags: readonly string[];
  readonly history: AddedHistory | null;
}

export interface AddedHistory {
  readonly offerId: string;
  readonly points: readonly PricePoint[];
  /** Recorded points that became redundant, because an added one before them has the same value. */
  readonly repeats: readonly PricePoint[];
}

export const nothingAdded: AddedByList = {
  isNewProduct: false,
  offers: [],
  pages: [],
  schedule: null,
  rules: [],
  tags: [],
  history: null,
};

/** A link of a list, or a product of a watch list file. */
export interface StoredEntry {
  readonly id: number;
  readonly listId: number;
  readonly url: string;
  readonly host: string;
  readonly title: string | null;
  readonly price: number | null;
  readonly currency: string | null;
  readonly target: number | null;
  readonly tags: readonly string[];
  /** JSON of the price history to merge. */
  readonly history: string | null;
  /** JSON of a watch list file's product. */
  readonly product: string | null;
  readonly state: ListEntryState;
  readonly failures: number;
  readonly added: AddedByList | null;
  readonly removedId: number | null;
  readonly productKey: string | null;
}

const entrySql = `SELECT id, list_id AS listId, url, host, title, price, currency, target, tags AS "tags:json", history,
  product, state, failures, added AS "added:json", removed_id AS removedId, product_key AS productKey FROM list_entry`;

export type NewEntry = Pick<
  StoredEntry,
  "url" | "host" | "title" | "price" | "currency" | "target" | "tags" | "history" | "product" | "state"
> & { readonly listId: number; readonly key: string; readonly dueMs: number };

/** Inserts an entry unless the list has its address already; returns whether it did. */
export function insertEntry(tx: WriteDb, entry: NewEntry): boolean {
  const sql = `INSERT OR IGNORE INTO list_entry
      (list_id, url, key, host, title, price, currency, target, tags, history, product, state, due_at)
    VALUES (:listId, :url, :key, :host, :title, :price, :currency, :target, :tags, :history, :product, :state, :dueMs)`;
  return change(tx, sql, entry) === 1;
}

export function entryById(db: ReadDb, id: number): StoredEntry | undefined {
  return getRow<StoredEntry>(db, `${entrySql} WHERE id = ?`, id);
}

export interface WaitingHost {
  readonly host: string;
  /** When the first of its entries is due. */
  readonly dueMs: number;
}

/** Entries that wait, in lists that are complete. */
const waitingSql = "state = 'waiting' AND list_id NOT IN (SELECT id FROM link_list WHERE work = 'filling')";

/** The hosts with waiting entries. */
export function waitingHosts(db: ReadDb): WaitingHost[] {
  return allRows(db, `SELECT host, min(due_at) AS dueMs FROM list_entry WHERE ${waitingSql} GROUP BY host`);
}

/** A host's entries that wait for a visit, the longest due first. */
export function dueEntries(db: ReadDb, host: string, nowMs: number, limit: number): StoredEntry[] {
  const sql = `${entrySql} WHERE ${waitingSql} AND host = ? AND due_at <= ? ORDER BY due_at, list_id, id LIMIT ?`;
  return allRows(db, sql, host, nowMs, limit);
}

/** When the first of a list's waiting entries is due; null if none waits. */
export function nextEntryDueMs(db: ReadDb, listId: number): number | null {
  const sql = "SELECT min(due_at) FROM list_entry WHERE list_id = ? AND state = 'waiting'";
  return getValue<number>(db, sql, listId) ?? null;
}

/** Lets a host's entries wait at least until a time. */
export function postponeHost(tx: WriteDb, host: string, untilMs: number): void {
  const sql = `UPDATE list_entry SET due_at = :untilMs
    WHERE state = 'waiting' AND host = :host AND due_at < :untilMs`;
  change(tx, sql, { host, untilMs });
}

/** Lets an entry wait for another visit. */
export function postponeEntry(tx: WriteDb, id: number, dueMs: number): void {
  const sql = "UPDATE list_entry SET due_at = ?, failures = failures + 1 WHERE id = ? AND state = 'waiting'";
  change(tx, sql, dueMs, id);
}

/** Caps the due times of waiting entries, after the clock was set back. */
export function capEntryDueTimes(tx: WriteDb, latestMs: number): void {
  change(tx, "UPDATE list_entry SET due_at = ? WHERE state = 'waiting' AND due_at > ?", latestMs, latestMs);
}

/** Ends an entry's wait; does nothing if it was ended meanwhile. */
export function settleEntry(
  tx: WriteDb,
  id: number,
  settled: Pick<StoredEntry, "state" | "productKey" | "added"> & { readonly reason: string | null },
): void {
  const sql = `UPDATE list_entry SET state = :state, product_key = :productKey, reason = :reason, added = :added,
      history = NULL, product = NULL
    WHERE id = :id AND state = 'waiting'`;
  change(tx, sql, { ...settled, id });
}

/** Notes what an undo set aside; null once it is restored. */
export function saveRemoval(tx: WriteDb, id: number, removedId: number | null): void {
  change(tx, "UPDATE list_entry SET removed_id = ? WHERE id = ?", removedId, id);
}

/** The newest entry of a list that added something which is still there. */
export function entryToUndo(db: ReadDb, listId: number): StoredEntry | undefined {
  const where = "WHERE list_id = ? AND added IS NOT NULL AND removed_id IS NULL ORDER BY id DESC LIMIT 1";
  return getRow<StoredEntry>(db, `${entrySql} ${where}`, listId);
}

/** The oldest entry of a list whose additions an undo has set aside. */
export function entryToRedo(db: ReadDb, listId: number): StoredEntry | undefined {
  const where = "WHERE list_id = ? AND added IS NOT NULL AND removed_id IS NOT NULL ORDER BY id LIMIT 1";
  return getRow<StoredEntry>(db, `${entrySql} ${where}`, listId);
}

/** Changes the state of those of a list's entries that are in one of these states; returns how many. */
export function moveEntries(
  tx: WriteDb,
  listId: number,
  move: {
    /** Null for all entries. */
    readonly ids: readonly number[] | null;
    readonly from: readonly ListEntryState[];
    readonly to: ListEntryState;
    readonly dueMs: number;
  },
): number {
  const sql = `UPDATE list_entry SET state = :to, due_at = :dueMs, failures = 0, reason = NULL
    WHERE list_id = :listId AND state IN (SELECT value FROM json_each(:from))
      AND (:ids IS NULL OR id IN (SELECT value FROM json_each(:ids)))`;
  return change(tx, sql, { ...move, listId });
}

/** An entry as lists show it. */
export interface ListedEntry {
  readonly id: number;
  readonly url: string;
  readonly title: string | null;
  readonly price: number | null;
  readonly currency: string | null;
  readonly state: ListEntryState;
  /** Null if the product does not exist any more. */
  readonly product_key: string | null;
  readonly reason: string | null;
  readonly goneMs: number | null;
}

/**
 * A page of a list's entries in their order, after the one with id `after`. A link with a question is watched once it has
 * been added otherwise.
 */
export function listedEntries(
  db: ReadDb,
  listId: number,
  page: { readonly after: number; readonly limit: number; readonly states: readonly ListEntryState[] | null },
): ListedEntry[] {
  const sql = `SELECT * FROM (
      SELECT entry.id, entry.url, entry.title, entry.price, entry.currency, entry.gone_at AS goneMs,
        CASE WHEN answer.service IS NULL THEN entry.state ELSE 'watched' END AS state,
        coalesce(answer.service, product.service) AS product_key,
        CASE WHEN answer.service IS NULL THEN entry.reason END AS reason
      FROM list_entry AS entry
      LEFT JOIN product ON product.service = entry.product_key
      LEFT JOIN product AS answer ON entry.state IN ('question', 'failed')
        AND answer.id = (SELECT product_id FROM identifier WHERE kind = :kind AND value = entry.key LIMIT 1)
      WHERE entry.list_id = :listId AND entry.id > :after
    )
    WHERE :states IS NULL OR state IN (SELECT value FROM json_each(:states))
    ORDER BY id LIMIT :limit`;
  return allRows(db, sql, { ...page, listId, kind: identifierKinds.url });
}

/** The addresses of a list, in the form in which they are compared, with whether the page has lost them. */
export function entryKeys(db: ReadDb, listId: number): ReadonlyMap<string, { id: number; isGone: boolean }> {
  const sql = "SELECT id, key, gone_at IS NOT NULL AS isGone FROM list_entry WHERE list_id = ?";
  const rows = allRows<{ id: number; key: string; isGone: boolean }>(db, sql, listId);
  return new Map(rows.map(({ key, ...entry }) => [key, entry]));
}

export function markGone(tx: WriteDb, id: number, goneMs: number | null): void {
  change(tx, "UPDATE list_entry SET gone_at = ? WHERE id = ?", goneMs, id);
}

/** What a followed page says now of an entry. */
export function refreshEntry(
  tx: WriteDb,
  id: number,
  entry: Pick<StoredEntry, "title" | "price" | "currency">,
): void {
  const sql = `UPDATE list_entry SET title = coalesce(:title, title), price = :price, currency = :currency
    WHERE id = :id`;
  change(tx, sql, { ...entry, id });
}

/** Whether an entry of the list added the offer to the product. */
export function hasAddedOffer(db: ReadDb, listId: number, productKey: string, offerId: string): boolean {
  const sql = `SELECT 1 FROM list_entry, json_each(list_entry.added, '$.offers') AS offer
    WHERE list_id = ? AND added IS NOT NULL AND product_key = ? AND offer.value = ? LIMIT 1`;
  return getRow(db, sql, listId, productKey, offerId) !== undefined;
}

/** The number of products that a list has added. */
export function countNewProducts(db: ReadDb, listId: number): number {
  const sql = `SELECT count(*) FROM list_entry
    WHERE list_id = ? AND added IS NOT NULL AND added ->> 'isNewProduct'`;
  return getValue<number>(db, sql, listId) ?? 0;
}
