import type { Act, KeptPart } from "../../../../shared/app/acts.js";
import type { AppOutput } from "../../../../shared/app/operations.js";
import { DAY_MS } from "../../../../shared/time.js";
import {
  actById,
  actsInWork,
  actsOfAccount,
  beginWork,
  deleteActsBefore,
  deleteOldestActs,
  endWork,
  followParts,
  markUndone,
  newestAct,
  nextPart,
  type Reverted,
  revertAct,
  type StoredAct,
  saveChanges,
} from "../../db/acts/act.js";
import { AddedAgainError } from "../../db/acts/revert.js";
import { retentionMs } from "../../db/expired.js";
import { productById } from "../../db/products/product.js";
import { deleteProductText, saveProductText } from "../../db/products/product-text.js";
import { readSetting, saveSetting } from "../../db/setting.js";
import { type ReadDb, type WriteDb, withSavepoint, write, writeDurably } from "../../db/store.js";
import { rememberPrices } from "../alerts/evaluate-round.js";
import { endRound, markForEvaluation } from "../alerts/round.js";
import { refreshProduct } from "../products/group-offers.js";
import type {
  AsyncOperation,
  Operation,
  OwnerContext,
  RequestContext,
  StoreContext,
} from "../request/context.js";
import { refuse } from "../request/contract-error.js";
import { yieldToEventLoop } from "../request/task-control.js";
import { createPublishContext } from "../webhooks/publish-event.js";
import type { ActingContext } from "./perform-act.js";

/** How long a slice of work may block the event loop. */
const sliceMs = 15;
/** Max size of all acts together. */
const maxBytes = 200_000_000;
/** Without a name, only an act of the last day is meant. */
const recentMs = DAY_MS;
const maxKept = 100;

function toAct({ id, kind, subject, atMs, undoneMs }: StoredAct): Act {
  return { id, kind, subject, at: new Date(atMs).toISOString(), is_undone: undoneMs !== null };
}

export const listActs: Operation<"acts.list", Pick<ActingContext, "db" | "accountId">> = (
  { db, accountId },
  { limit },
) => {
  return { acts: actsOfAccount(db, accountId, limit).map(toAct) };
};

/** Updates what is derived from the rows of products, and what their rules remember. */
function settleProducts(
  tx: WriteDb,
  { products, priced, hasGeneralRules }: Reverted,
  { nowMs, leftMs, isRedo }: { readonly nowMs: number; readonly leftMs: number; readonly isRedo: boolean },
): void {
  if (hasGeneralRules) markForEvaluation(tx, null, nowMs);
  for (const id of products) {
    const stored = productById(tx, id);
    if (stored === undefined) {
      deleteProductText(tx, id);
      continue;
    }
    saveProductText(tx, id, stored.product);
    refreshProduct(tx, stored);
    // Neither a restored price nor a redone rule alerts again. A rule that an undo restores may: today's price is news to it.
    if (isRedo || priced.has(id)) rememberPrices(tx, stored, { nowMs, leftMs });
    markForEvaluation(tx, id, nowMs);
  }
}

/** Reverts an act's own rows; a second time, back again. Throws `AddedAgainError`. */
function revertOwn(
  tx: WriteDb,
  context: OwnerContext,
  { id, kind, atMs, undoneMs }: StoredAct,
): readonly KeptPart[] {
  const publishContext = createPublishContext(context);
  const reverted = revertAct(tx, id);
  const { nowMs } = publishContext;
  // Rows that an undo restores were gone since the act; those that a redo restores, since the undo.
  settleProducts(tx, reverted, {
    nowMs,
    leftMs: undoneMs ?? atMs,
    isRedo: undoneMs !== null && kind !== "rules.snooze",
  });
  // What the snooze held back has not been sent.
  if (kind === "rules.snooze")
    for (const productId of reverted.products) endRound(tx, publishContext, productId);
  return reverted.kept;
}

/** Reverts a part, as far as it can be. */
function revertPart(tx: WriteDb, context: OwnerContext, part: StoredAct): readonly KeptPart[] {
  try {
    return withSavepoint(tx, () => revertOwn(tx, context, part));
  } catch (error) {
    if (!(error instanceof AddedAgainError)) throw error;
    saveChanges(tx, part.id, []);
    return [{ what: "product", title: error.message }];
  }
}

/** Works on one part of an act, or ends the work on it; collects what stayed, and returns whether parts are left. */
function workOnPart(tx: WriteDb, context: OwnerContext, id: number, kept: KeptPart[]): boolean {
  const act = actById(tx, context.accountId, id);
  if (act?.work == null) return false;
  const isUndo = act.work === "undoing";
  const part = nextPart(tx, act);
  if (part !== undefined) {
    kept.push(...revertPart(tx, context, part));
    markUndone(tx, part.id, isUndo ? act.undoneMs : null);
    return true;
  }
  if (isUndo) kept.push(...revertPart(tx, context, act));
  endWork(tx, act);
  return false;
}

/** Works on the parts of an act, in slices that yield to the event loop. After an interruption, `resumeActs` goes on. */
async function workOnParts(context: OwnerContext, id: number): Promise<KeptPart[]> {
  const kept: KeptPart[] = [];
  const workOnSlice = (tx: WriteDb): boolean => {
    const endMs = performance.now() + sliceMs;
    while (workOnPart(tx, context, id, kept)) if (performance.now() >= endMs) return true;
    return false;
  };
  while (write(context.db, workOnSlice)) await yieldToEventLoop();
  // This durable commit flushes all earlier ones to disk as well.
  writeDurably(context.db, () => undefined);
  return kept;
}

/** Ends the undos and redos that a killed engine left. */
export async function resumeActs(context: RequestContext): Promise<void> {
  for (const { id, accountId } of actsInWork(context.db)) await workOnParts({ ...context, accountId }, id);
}

/** Undoes or redoes an act. Its own rows go last in an undo, and come first in a redo. Throws `AddedAgainError`. */
async function revertWhole(
  context: OwnerContext,
  act: StoredAct,
  undoneMs: number | null,
): Promise<readonly KeptPart[]> {
  const { isParent } = act;
  const kept = writeDurably(context.db, (tx) => {
    const own = isParent && undoneMs !== null ? [] : revertOwn(tx, context, act);
    if (isParent) beginWork(tx, act.id, undoneMs);
    else markUndone(tx, act.id, undoneMs);
    if (act.parentId !== null) followParts(tx, act.parentId);
    return own;
  });
  return isParent ? [...kept, ...(await workOnParts(context, act.id))] : kept;
}

function requireAct(db: ReadDb, accountId: number, id: number): StoredAct {
  const act = actById(db, accountId, id);
  if (act !== undefined) return act;
  throw refuse("cannotUndo");
}

/** Reverts an act. Throws `ContractError` if something has been added again meanwhile. */
async function revert(
  context: OwnerContext,
  { id, work }: StoredAct,
  undoneMs: number | null,
): Promise<AppOutput<"acts.redo">> {
  // An undo or redo that is under way, or that a killed engine left, ends first.
  if (work !== null) await workOnParts(context, id);
  const act = requireAct(context.db, context.accountId, id);
  const isDone = (act.undoneMs === null) === (undoneMs === null);
  try {
    const kept = isDone ? [] : await revertWhole(context, act, undoneMs);
    context.effects.wakeWorker("schedules");
    context.effects.wakeWorker("alerts");
    return { act: toAct(requireAct(context.db, context.accountId, act.id)), kept: kept.slice(0, maxKept) };
  } catch (error) {
    if (!(error instanceof AddedAgainError)) throw error;
    throw refuse("addedAgain", error.message);
  }
}

/** Undoes an act, or the latest one of this client. Throws `ContractError`. */
export const undoAct: AsyncOperation<"acts.undo", ActingContext> = async (context, { id }) => {
  const { db, accountId, clock } = context;
  const act =
    id === undefined ? newestAct(db, context, clock.now() - recentMs) : requireAct(db, accountId, id);
  return act === undefined ? { act: null, kept: [] } : revert(context, act, clock.now());
};

/** Redoes an act. Throws `ContractError`. */
export const redoAct: AsyncOperation<"acts.redo", ActingContext> = async (context, { id }) => {
  return revert(context, requireAct(context.db, context.accountId, id), null);
};

/**
 * Deletes acts that are too old, and the oldest if all take too much space. Returns whether to notify the user of the
 * latter, which happens once.
 */
export function purgeActs({ db, clock }: StoreContext): boolean {
  return write(db, (tx) => {
    deleteActsBefore(tx, clock.now() - retentionMs);
    if (deleteOldestActs(tx, maxBytes) === 0) return false;
    const isFirst = readSetting(tx, "acts.full_reported") === null;
    if (isFirst) saveSetting(tx, "acts.full_reported", String(clock.now()));
    return isFirst;
  });
}
