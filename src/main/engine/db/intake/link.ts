import type { LinkOptions, LinkQuestion, LinkResult } from "../../../../shared/app/links.js";
import type { ListEntry, ListEntryState } from "../../../../shared/app/lists.js";
import { allRows, change, getRow, getValue, insert, type ReadDb, type WriteDb } from "../store.js";

/** What a link is added with. */
interface LinkFields {
  readonly accountId: number;
  readonly listId: number | null;
  readonly client: string;
  readonly text: string;
  readonly url: string | null;
  readonly host: string;
  readonly isUrgent: boolean;
  readonly options: LinkOptions;
  /** JSON of the price history to merge. */
  readonly history: string | null;
  /** JSON of a watch list file's product. */
  readonly product: string | null;
  readonly state: ListEntryState;
  /** The act of the request of which it is a part. */
  readonly requestId: number | null;
}

/** A link to be added, a number or name that stands for one, or a product of a watch list file. */
export interface StoredLink extends LinkFields {
  readonly id: number;
  /** The options as stored: an answer has changed them meanwhile if they differ. */
  readonly optionsText: string;
  readonly failures: number;
  readonly dueMs: number;
  readonly isRequested: boolean;
  readonly question: LinkQuestion | null;
  readonly result: LinkResult | null;
  readonly productKey: string | null;
  readonly reason: string | null;
  readonly actId: number | null;
  readonly createdMs: number;
}

const linkSql = `SELECT link.id, account_id AS accountId, list_id AS listId, client, text, url, host,
  is_urgent AS isUrgent, options AS optionsText, options AS "options:json", history, product,
  state, failures, due_at AS dueMs, is_requested AS isRequested, question AS "question:json", result AS "result:json",
  product_key AS productKey, reason, act_id AS actId, request_id AS requestId, created_at AS createdMs FROM link`;

export interface NewLink extends LinkFields {
  /** The address in the form in which it is compared. */
  readonly key: string;
  readonly title: string | null;
  readonly price: number | null;
  readonly currency: string | null;
  readonly nowMs: number;
}

/** Inserts a link unless its list has the address already; returns its id. */
export function insertLink(tx: WriteDb, link: NewLink): number | null {
  const sql = `INSERT OR IGNORE INTO link
      (account_id, list_id, client, text, url, key, host, is_urgent, title, price, currency, options, history, product,
       state, request_id, due_at, created_at)
    VALUES (:accountId, :listId, :client, :text, :url, :key, :host, :isUrgent, :title, :price, :currency, :options,
      :history, :product, :state, :requestId, :nowMs, :nowMs) RETURNING id`;
  return getRow<{ id: number }>(tx, sql, link)?.id ?? null;
}

/** In the order of their ids. */
export function linksById(db: ReadDb, accountId: number, ids: readonly number[]): StoredLink[] {
  const sql = `${linkSql} WHERE account_id = :accountId AND id IN (SELECT value FROM json_each(:ids)) ORDER BY id`;
  return allRows(db, sql, { accountId, ids });
}

/** Acts that were undone, through their index. */
const undoneActs = "SELECT id FROM act WHERE undone_at > 0";
/** Not of a request that was undone. */
const standingSql = `(request_id IS NULL OR request_id NOT IN (${undoneActs}))`;

/** Whether it is the app's window, or its page on a paired device. */
export function isWindow(client: string): boolean {
  return client === "window" || client.startsWith("device_");
}

/**
 * The links that every window shows as cards: pasted ones, those of a list that are being answered or lack something, and
 * open ones of a browser.
 */
export function shownLinks(db: ReadDb, accountId: number, limit: number): StoredLink[] {
  const sql = `${linkSql} WHERE account_id = ? AND dismissed_at IS NULL AND (list_id IS NULL OR is_urgent = 1)
      AND (client = 'window' OR client GLOB 'device_*' OR client <> 'command' AND state IN ('waiting', 'question', 'failed'))
      AND ${standingSql} AND (act_id IS NULL OR act_id NOT IN (${undoneActs}))
    ORDER BY created_at DESC, id LIMIT ?`;
  return allRows(db, sql, accountId, limit);
}

/** How many links that are in no list wait for a visit or an answer. */
export function countOpenLinks(db: ReadDb, accountId: number): number {
  const sql = `SELECT count(*) FROM link WHERE account_id = ? AND dismissed_at IS NULL AND list_id IS NULL
    AND state IN ('waiting', 'question', 'failed') AND ${standingSql}`;
  return getValue<number>(db, sql, accountId) ?? 0;
}

/** A link of no list with the same address or text that is not added yet. */
export function openLink(db: ReadDb, { accountId, client, key }: NewLink): StoredLink | undefined {
  const sql = `${linkSql} WHERE key = :key AND account_id = :accountId AND client = :client AND list_id IS NULL
    AND dismissed_at IS NULL AND state IN ('waiting', 'question', 'failed') AND ${standingSql}`;
  return getRow(db, sql, { accountId, client, key });
}

export function deleteLink(tx: WriteDb, id: number): void {
  change(tx, "DELETE FROM link WHERE id = ?", id);
}

export interface WaitingHost {
  readonly host: string;
  /** When the first of its links is due. */
  readonly dueMs: number;
  /** Whether the shopper waits for one that is due. */
  readonly isUrgent: boolean;
}

/** Links that wait, of lists that are complete and of requests that were not undone. */
const waitingSql = `state = 'waiting' AND dismissed_at IS NULL AND ${standingSql}
  AND (list_id IS NULL OR list_id NOT IN (
    SELECT id FROM link_list WHERE work = 'filling' UNION ALL SELECT id FROM link_list WHERE act_id IN (${undoneActs})))`;

/** The link, if it waits. */
export function waitingLink(db: ReadDb, id: number): StoredLink | undefined {
  return getRow(db, `${linkSql} WHERE id = ? AND ${waitingSql}`, id);
}

/** A list, or links of none; null for all. */
export type Work = number | readonly number[] | null;

/** Waiting links of `:work`. */
function waitingOf(work: Work): string {
  if (work === null) return waitingSql;
  return typeof work === "number"
    ? `${waitingSql} AND list_id = :work`
    : `${waitingSql} AND id IN (SELECT value FROM json_each(:work))`;
}

/** The hosts with waiting links. */
export function waitingHosts(db: ReadDb, nowMs: number, work: Work = null): WaitingHost[] {
  const sql = `SELECT host, min(due_at) AS dueMs, max(is_urgent = 1 AND due_at <= :nowMs) AS isUrgent FROM link
    WHERE ${waitingOf(work)} GROUP BY host`;
  return allRows(db, sql, { work, nowMs });
}

export interface DueLinks {
  readonly host: string;
  readonly nowMs: number;
  readonly limit: number;
  readonly work?: Work;
}

/** A host's links that are due: the urgent ones first, then the longest due. */
export function dueLinks(db: ReadDb, { work = null, ...due }: DueLinks): StoredLink[] {
  const sql = `${linkSql} WHERE ${waitingOf(work)} AND host = :host AND due_at <= :nowMs
    ORDER BY is_urgent DESC, due_at, list_id, request_id, dismissed_at LIMIT :limit`;
  return allRows(db, sql, { work, ...due });
}

/** When the first of the links is due that wait without a question; null if none does. */
export function nextDueMs(db: ReadDb, work: Work): number | null {
  const sql = `SELECT min(due_at) FROM link WHERE ${waitingOf(work)} AND question IS NULL`;
  return getValue<number>(db, sql, { work }) ?? null;
}

interface Postponement {
  readonly dueMs: number;
  readonly isRequested: boolean;
  /** Whether a visit has failed. */
  readonly isFailure: boolean;
  /** Whether the shop's other links wait, too. Those for which the shopper waits do so only if the shop has asked for it. */
  readonly isForShop: boolean;
  readonly reason: string;
}

/** Lets a link wait for another visit, at least until a time. Links without a host have no shop in common. */
export function postponeLink(
  tx: WriteDb,
  { id, host }: Pick<StoredLink, "id" | "host">,
  wait: Postponement,
): void {
  const sql = `UPDATE link SET due_at = max(due_at, :dueMs), is_requested = :isRequested, failures = failures + :isFailure,
      reason = :reason
    WHERE id = :id OR id IN (
      SELECT id FROM link WHERE :isForShop = 1 AND host = :host AND host <> '' AND state = 'waiting'
        AND dismissed_at IS NULL AND (is_urgent = 0 OR :isRequested = 1))`;
  change(tx, sql, { ...wait, host, id });
}

type Settled = Pick<StoredLink, "state" | "productKey" | "reason" | "question" | "result" | "actId">;

/** Ends a link's wait. One of a list with a reason is shown. */
export function settleLink(tx: WriteDb, id: number, settled: Settled): void {
  const sql = `UPDATE link SET state = :state, product_key = :productKey, reason = :reason, question = :question,
      result = :result, act_id = :actId, history = NULL, product = NULL,
      is_urgent = max(is_urgent, :reason IS NOT NULL)
    WHERE id = :id`;
  change(tx, sql, { ...settled, id });
  change(tx, "DELETE FROM link_page WHERE link_id = ?", id);
}

/** Notes what a page asked. A link whose state is `waiting` will be tried again by itself. */
export function saveQuestion(
  tx: WriteDb,
  id: number,
  asked: Pick<StoredLink, "state" | "question" | "reason" | "options">,
): void {
  const sql = `UPDATE link SET state = :state, question = :question, reason = :reason, options = :options WHERE id = :id`;
  change(tx, sql, { ...asked, id });
}

/** The links of a shop whose pages do not state their currency. */
export function linksAskingCurrency(db: ReadDb, { accountId, host }: StoredLink): StoredLink[] {
  const sql = `${linkSql} WHERE account_id = ? AND host = ? AND host <> '' AND state = 'question' AND dismissed_at IS NULL
    AND question ->> 'outcome' = 'currency'`;
  return allRows(db, sql, accountId, host);
}

/** Lets a link be read again, with these options. */
export function reopenLink(
  tx: WriteDb,
  id: number,
  reopened: { readonly options: LinkOptions; readonly isUrgent: boolean; readonly nowMs: number },
): void {
  const sql = `UPDATE link SET state = 'waiting', options = :options, due_at = :nowMs, failures = 0, is_requested = 0,
      is_urgent = max(is_urgent, :isUrgent), question = NULL, reason = NULL, dismissed_at = NULL WHERE id = :id`;
  change(tx, sql, { ...reopened, id });
}

/** Lets the other links with an address go on, once its page was added; they join it with their own target and tags. */
export function reopenByKey(tx: WriteDb, id: number, nowMs: number): void {
  const sql = `UPDATE link SET state = 'waiting', due_at = :nowMs, question = NULL, reason = NULL
    WHERE key = (SELECT key FROM link WHERE id = :id) AND id <> :id
      -- The condition of its index.
      AND state IN ('waiting', 'question', 'failed') AND state <> 'waiting'`;
  change(tx, sql, { id, nowMs });
}

/** Lets the links go on that ask to visit a host. */
export function reopenPrivate(tx: WriteDb, nowMs: number): void {
  const sql = `UPDATE link SET state = 'waiting', due_at = ?, question = NULL, reason = NULL
    WHERE state = 'question' AND question ->> 'outcome' = 'private'`;
  change(tx, sql, nowMs);
}

/** Changes the state of those of a list's links that are in one of these states; returns how many. */
export function moveLinks(
  tx: WriteDb,
  listId: number,
  move: {
    /** Null for all links. */
    readonly ids: readonly number[] | null;
    readonly from: readonly ListEntryState[];
    readonly to: ListEntryState;
    readonly nowMs: number;
    /** The act of the request. */
    readonly requestId?: number | null;
  },
): number {
  const sql = `UPDATE link SET state = :to, due_at = :nowMs, failures = 0, reason = NULL, question = NULL,
      request_id = coalesce(:requestId, request_id)
    WHERE list_id = :listId AND state IN (SELECT value FROM json_each(:from))
      AND (:ids IS NULL OR id IN (SELECT value FROM json_each(:ids)))`;
  return change(tx, sql, { requestId: null, ...move, listId });
}

/** Hides links, or shows them again; returns how many. */
export function dismissLinks(
  tx: WriteDb,
  accountId: number,
  ids: readonly number[],
  dismissedMs: number | null,
): number {
  const sql = `UPDATE link SET dismissed_at = :dismissedMs
    WHERE account_id = :accountId AND id IN (SELECT value FROM json_each(:ids)) AND (dismissed_at IS NULL) = (:dismissedMs IS NOT NULL)`;
  return change(tx, sql, { accountId, ids, dismissedMs });
}

/** Notes that the program that has added links still waits for them. */
export function renewLinks(tx: WriteDb, ids: readonly number[], nowMs: number): void {
  change(tx, "UPDATE link SET created_at = ? WHERE id IN (SELECT value FROM json_each(?))", nowMs, ids);
}

/** Dismisses the open links of commands that have not waited for them since a time, because they were killed. */
export function dismissAbandoned(tx: WriteDb, sinceMs: number, nowMs: number): void {
  const sql = `UPDATE link SET dismissed_at = :nowMs WHERE client = 'command' AND list_id IS NULL
    AND dismissed_at IS NULL AND state IN ('waiting', 'question', 'failed') AND created_at < :sinceMs`;
  change(tx, sql, { sinceMs, nowMs });
}

/** Pages take at most this much; a page that is deleted is fetched from its shop. */
const maxPageBytes = 100_000_000;

export function savePage(tx: WriteDb, linkId: number, html: Buffer, maxBytes = maxPageBytes): void {
  insert(tx, "INSERT INTO link_page (link_id, html) VALUES (?, ?)", linkId, html);
  const sql = `DELETE FROM link_page WHERE link_id IN (SELECT link_id FROM
    (SELECT link_id, sum(length(html)) OVER (ORDER BY link_id DESC) AS total FROM link_page) WHERE total > ?)`;
  change(tx, sql, maxBytes);
}

export function pageOfLink(db: ReadDb, linkId: number): Buffer | null {
  return getValue<Buffer>(db, "SELECT html FROM link_page WHERE link_id = ?", linkId) ?? null;
}

/**
 * A page of a list's links in their order, after the one with id `after`, by the titles of their pages; without the keys of
 * products that do not exist any more.
 */
export function listedLinks(
  db: ReadDb,
  listId: number,
  page: { readonly after: number; readonly limit: number; readonly states: readonly ListEntryState[] | null },
): ListEntry[] {
  const sql = `SELECT link.id, link.url, coalesce(product.title, question ->> 'title', link.title) AS title, link.price,
      link.currency, gone_at AS "gone_at:time", state, product.service AS product_key, reason
    FROM link LEFT JOIN product ON product.service = link.product_key
    WHERE list_id = :listId AND link.id > :after
      AND (:states IS NULL OR state IN (SELECT value FROM json_each(:states)))
    ORDER BY link.id LIMIT :limit`;
  return allRows(db, sql, { ...page, listId });
}

/** The addresses of a list, in the form in which they are compared, with whether the page has lost them. */
export function linkKeys(db: ReadDb, listId: number): ReadonlyMap<string, { id: number; isGone: boolean }> {
  const sql = "SELECT id, key, gone_at IS NOT NULL AS isGone FROM link WHERE list_id = ?";
  const rows = allRows<{ id: number; key: string; isGone: boolean }>(db, sql, listId);
  return new Map(rows.map(({ key, ...link }) => [key, link]));
}

export function markGone(tx: WriteDb, id: number, goneMs: number | null): void {
  change(tx, "UPDATE link SET gone_at = ? WHERE id = ?", goneMs, id);
}

/** What a followed page says now of a link. */
export function refreshLink(
  tx: WriteDb,
  id: number,
  link: Pick<NewLink, "title" | "price" | "currency">,
): void {
  const sql =
    "UPDATE link SET title = coalesce(:title, title), price = :price, currency = :currency WHERE id = :id";
  change(tx, sql, { ...link, id });
}
