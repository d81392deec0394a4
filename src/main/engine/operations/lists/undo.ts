import { isDeepStrictEqual } from "node:util";
import type { AppOutput, AppRequest } from "../../../../shared/app/operations.js";
import { DAY_MS } from "../../../../shared/time.js";
import { insertAct, type NewAct, recordAct, revertAct } from "../../db/acts/act.js";
import { AddedAgainError } from "../../db/acts/revert.js";
import { rulesOfProduct } from "../../db/alerts/alert-rule.js";
import {
  beginWork,
  finishWork,
  listById,
  type StoredList,
  saveAddedByList,
} from "../../db/lists/link-list.js";
import {
  type AddedByList,
  type AddedHistory,
  countNewProducts,
  entryToRedo,
  entryToUndo,
  hasAddedOffer,
  type StoredEntry,
  saveRemoval,
} from "../../db/lists/list-entry.js";
import { trackedPages } from "../../db/pages/tracked-page.js";
import { editedTimes } from "../../db/prices/history-edit.js";
import { offerByPublicId } from "../../db/prices/offer.js";
import { mergePoints, readAllPoints, replacePoints } from "../../db/prices/price-history.js";
import { productById, productIdByKey } from "../../db/products/product.js";
import { saveProductText } from "../../db/products/product-text.js";
import { tagKey } from "../../db/products/tag.js";
import {
  change,
  type ReadDb,
  type SqlValue,
  type WriteDb,
  withSavepoint,
  write,
  writeDurably,
} from "../../db/store.js";
import { scheduleOfProduct } from "../../db/watch/schedule.js";
import { hasSameValue, mergeByTime, mergeChangePoints } from "../../domain/price-point.js";
import { refreshProduct } from "../products/group-offers.js";
import { removeProduct } from "../products/remove.js";
import type { RequestContext } from "../request/context.js";
import { invalidParams } from "../request/contract-error.js";
import { yieldToEventLoop } from "../request/task-control.js";
import { withoutId } from "./add-entry.js";
import { cancelWaiting, requireList } from "./lists.js";

/** How long a slice of work may block the event loop. */
const sliceMs = 15;
/** The rows that an undo set aside are deleted after this time. */
const redoMs = DAY_MS;

type ListContext = RequestContext & { readonly accountId: number };

/** Rows of a table, by a condition in SQL and its values. */
interface RowSelection {
  readonly table: string;
  readonly where: string;
  readonly values: readonly SqlValue[];
}

/** Removes what a list added, as an act that only its redo reverts; returns the act's id. */
function setAside(tx: WriteDb, { accountId, name }: StoredList, nowMs: number, remove: () => void): number {
  const subject = { title: name, count: 1 };
  const act: NewAct = { accountId, kind: "lists.import", subject, client: "", nowMs };
  return recordAct(tx, act, remove).actId ?? insertAct(tx, act);
}

function removeRows(
  tx: WriteDb,
  list: StoredList,
  selections: readonly RowSelection[],
  nowMs: number,
): number {
  return setAside(tx, list, nowMs, () => {
    for (const { table, where, values } of selections)
      change(tx, `DELETE FROM ${table} WHERE ${where}`, ...values);
  });
}

/** Whether a product has no pages but those that the list has added. */
function isOnlyOfList(db: ReadDb, { listId, productKey, added }: StoredEntry, productId: number): boolean {
  return trackedPages(db, productId).every(
    ({ offer_id: offerId }) =>
      added?.offers.includes(offerId) === true || hasAddedOffer(db, listId, productKey ?? "", offerId),
  );
}

/** Takes a list's points out of an offer's history, unless the user has edited them. */
function takeOutHistory(tx: WriteDb, { offerId, points, repeats }: AddedHistory): void {
  const offer = offerByPublicId(tx, offerId);
  if (offer === undefined) return;
  const added = new Map(points.map((point) => [point.atMs, point]));
  const rest = readAllPoints(tx, offer.id).filter((point) => {
    const own = added.get(point.atMs);
    return own === undefined || !hasSameValue(own, point);
  });
  const merge = editedTimes(tx, offer.id).size > 0 ? mergeByTime : mergeChangePoints;
  replacePoints(tx, offer.id, merge(repeats, rest));
}

/** The rules that the list added and nobody has changed. */
function unchangedRules(db: ReadDb, productId: number | null, { rules }: AddedByList): RowSelection[] {
  const ids = rulesOfProduct(db, productId)
    .filter((rule) => rules.some((added) => isDeepStrictEqual({ ...added, productId }, withoutId(rule))))
    .map(({ id }) => id);
  return ids.map((id) => ({ table: "alert_rule", where: "id = ?", values: [id] }));
}

/** The rows that a list added to a product that stays, without those that were changed since. */
function unchangedRows(db: ReadDb, accountId: number, productId: number, added: AddedByList): RowSelection[] {
  const { offers, pages, schedule, tags, isNewProduct } = added;
  const shops = offers.flatMap((offerId): RowSelection[] => [
    { table: "offer", where: "public_id = ? AND product_id = ?", values: [offerId, productId] },
    {
      table: "merged_product",
      where: "product_id = ? AND offers = ? AND belongings = 'null'",
      values: [productId, JSON.stringify([offerId])],
    },
  ]);
  // The user has since added another shop to the list's product, and so watches it.
  if (isNewProduct) return shops;
  const known = scheduleOfProduct(db, accountId, productId);
  const isSame =
    schedule !== null && known?.cadence === schedule.cadence && known.retailer === schedule.retailer;
  return [
    ...shops,
    ...pages.map((url) => ({ table: "tracked_page", where: "url = ?", values: [url] })),
    ...(isSame ? [{ table: "schedule", where: "id = ?", values: [known.id] }] : []),
    ...unchangedRules(db, productId, added),
    ...tags.map((name) => ({
      table: "tag",
      where: "product_id = ? AND account_id = ? AND key = ?",
      values: [productId, accountId, tagKey(name)],
    })),
  ];
}

/** Sets aside what an entry added; returns the id to restore it by. */
function takeBack(
  tx: WriteDb,
  list: StoredList,
  entry: StoredEntry,
  added: AddedByList,
  nowMs: number,
): number {
  const productId = entry.productKey === null ? undefined : productIdByKey(tx, entry.productKey);
  const stored = productId === undefined ? undefined : productById(tx, productId);
  if (stored === undefined) return removeRows(tx, list, [], nowMs);
  if (added.isNewProduct && isOnlyOfList(tx, entry, stored.id))
    return setAside(tx, list, nowMs, () => removeProduct(tx, stored.id));
  if (added.history !== null) takeOutHistory(tx, added.history);
  const removedId = removeRows(tx, list, unchangedRows(tx, list.accountId, stored.id, added), nowMs);
  refreshProduct(tx, stored);
  return removedId;
}

function undoOne(tx: WriteDb, list: StoredList, nowMs: number): boolean {
  const entry = entryToUndo(tx, list.id);
  if (entry === undefined || entry.added === null) return false;
  saveRemoval(tx, entry.id, takeBack(tx, list, entry, entry.added, nowMs));
  return true;
}

/** Restores what was set aside, unless it has been added again meanwhile. */
function restore(tx: WriteDb, removedId: number): void {
  try {
    withSavepoint(tx, () => revertAct(tx, removedId));
  } catch (error) {
    if (!(error instanceof AddedAgainError)) throw error;
  }
}

function putBack(tx: WriteDb, { productKey, added, removedId }: StoredEntry): void {
  if (removedId !== null) restore(tx, removedId);
  const productId = productKey === null ? undefined : productIdByKey(tx, productKey);
  const stored = productId === undefined ? undefined : productById(tx, productId);
  if (stored === undefined) return;
  const offer = added?.history == null ? undefined : offerByPublicId(tx, added.history.offerId);
  if (offer !== undefined) mergePoints(tx, offer.id, added?.history?.points ?? []);
  saveProductText(tx, stored.id, stored.product);
  refreshProduct(tx, stored);
}

function redoOne(tx: WriteDb, list: StoredList): boolean {
  const entry = entryToRedo(tx, list.id);
  if (entry === undefined) return false;
  putBack(tx, entry);
  saveRemoval(tx, entry.id, null);
  return true;
}

/** Rules for all products come last in an undo, and in a redo. */
function finish(tx: WriteDb, list: StoredList, nowMs: number): void {
  const { id, added, removedId, work } = list;
  if (added !== null && work === "undoing" && removedId === null)
    saveAddedByList(tx, id, {
      added,
      removedId: removeRows(tx, list, unchangedRules(tx, null, added), nowMs),
    });
  if (removedId !== null && work === "redoing") {
    restore(tx, removedId);
    saveAddedByList(tx, id, { added, removedId: null });
  }
  finishWork(tx, id);
}

/**
 * Does a slice of a list's undo or redo in one transaction; returns whether more is left. After an interruption, the next
 * call goes on.
 */
export function continueWork({ db, clock }: Pick<RequestContext, "db" | "clock">, listId: number): boolean {
  const endMs = performance.now() + sliceMs;
  return write(db, (tx) => {
    const list = listById(tx, listId);
    if (list?.work == null) return false;
    const workOnOne = () => (list.work === "undoing" ? undoOne(tx, list, clock.now()) : redoOne(tx, list));
    do {
      if (workOnOne()) continue;
      finish(tx, list, clock.now());
      return false;
    } while (performance.now() < endMs);
    return true;
  });
}

async function workToTheEnd(context: ListContext, listId: number): Promise<{ products: number }> {
  while (continueWork(context, listId)) await yieldToEventLoop();
  // This durable commit flushes all earlier ones to disk as well.
  writeDurably(context.db, () => undefined);
  context.effects.wakeWorker("lists");
  context.effects.wakeWorker("schedules");
  return { products: countNewProducts(context.db, listId) };
}

/** Takes back what an import added; one that is running is cancelled. Throws `ContractError`. */
export function undoList(
  context: ListContext,
  { id }: AppRequest<"lists.undo">,
): Promise<AppOutput<"lists.undo">> {
  const nowMs = context.clock.now();
  writeDurably(context.db, (tx) => {
    const list = requireList(tx, id);
    if (list.url !== null)
      throw invalidParams("A followed page cannot be undone.", "Remove its products one by one.");
    if (list.undoneMs !== null) return;
    cancelWaiting(tx, id, nowMs);
    beginWork(tx, id, "undoing", { undoneMs: nowMs });
  });
  return workToTheEnd(context, id);
}

/** Restores what an undo took back. Throws `ContractError` after a day. */
export function redoList(
  context: ListContext,
  { id }: AppRequest<"lists.redo">,
): Promise<AppOutput<"lists.redo">> {
  writeDurably(context.db, (tx) => {
    const { undoneMs } = requireList(tx, id);
    if (undoneMs === null) throw invalidParams("This import was not undone.", "There is nothing to restore.");
    if (undoneMs < context.clock.now() - redoMs)
      throw invalidParams("This import was undone more than a day ago.", "Import the file again.");
    beginWork(tx, id, "redoing", { undoneMs });
  });
  return workToTheEnd(context, id);
}
