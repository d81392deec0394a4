import { maxOf } from "../../../../shared/arrays.js";
import { MINUTE_MS } from "../../../../shared/time.js";
import { endSnooze, productWithEndedSnooze, snoozedUntil } from "../../db/alerts/alert-snooze.js";
import {
  changesOfRound,
  deleteRound,
  endedRounds,
  insertRound,
  insertRoundsOfAll,
  isRoundWaiting,
  isWatchedByOwner,
  markRoundEvaluated,
  type OpenRound,
  releaseRounds,
  roundOfProduct,
} from "../../db/alerts/round.js";
import { retentionMs } from "../../db/expired.js";
import { offersOfProduct } from "../../db/prices/offer.js";
import { type WriteDb, write } from "../../db/store.js";
import type { OperationContext } from "../request/context.js";
import { yieldToEventLoop } from "../request/task-control.js";
import type { PublishContext } from "../webhooks/publish-event.js";
import { evaluateRound } from "./evaluate-round.js";

/** A round ends this long after its first result, whatever it still waits for. */
export const maxRoundMs = 15 * MINUTE_MS;

function isPastDeadline({ openedMs }: OpenRound, nowMs: number): boolean {
  // A clock that was set back must not keep a round open.
  return nowMs - openedMs > maxRoundMs || nowMs < openedMs;
}

/** Whether a round is that of a backup, or of a folder that was unused: its prices are no news until the next check. */
function isOutdated(tx: WriteDb, round: OpenRound | undefined, nowMs: number): boolean {
  if (round === undefined || nowMs - round.openedMs <= retentionMs) return false;
  const seenMs = maxOf(offersOfProduct(tx, round.productId).map((offer) => offer.seenMs));
  return nowMs - (seenMs ?? 0) > retentionMs;
}

/**
 * Ends the product's round, unless more results are expected or it is snoozed: evaluates its rules and records the alert,
 * in the transaction that records the last result. Without an open round, rules are evaluated all the same: medians move
 * with time. One that is past its deadline stays open for the results that a run still brings.
 */
export function endRound(tx: WriteDb, context: PublishContext, productId: number): void {
  const { nowMs } = context;
  const round = roundOfProduct(tx, productId);
  const isWaiting = round !== undefined && isRoundWaiting(tx, productId, { nowMs, maxMs: maxRoundMs });
  if (isWaiting && (round.isEvaluated || !isPastDeadline(round, nowMs))) return;
  if (!isOutdated(tx, round, nowMs) && isWatchedByOwner(tx, productId)) {
    // The round stays open, so that what has changed since then alerts once at the end.
    if (snoozedUntil(tx, productId, nowMs) !== null) return;
    const changes = round === undefined ? [] : changesOfRound(tx, productId);
    const subject = { productId, fromMs: round?.fromMs ?? nowMs, changes };
    const entryId = evaluateRound(tx, context, subject, round?.entryId ?? null);
    if (isWaiting) {
      markRoundEvaluated(tx, productId, entryId);
      return;
    }
  }
  if (round !== undefined) deleteRound(tx, productId);
}

/** Rounds that end in one turn of the event loop. */
const maxRoundsPerTurn = 20;

/**
 * Ends the rounds that nothing is expected of any more: those of a killed engine, or of a rule for all products that has
 * changed, and those past their deadline. Returns whether there may be more.
 */
export function endDueRounds({ db }: Pick<OperationContext, "db">, context: PublishContext): boolean {
  const due = endedRounds(db, { nowMs: context.nowMs, maxMs: maxRoundMs }, maxRoundsPerTurn);
  for (const { productId } of due) write(db, (tx) => endRound(tx, context, productId));
  return due.length === maxRoundsPerTurn;
}

/** Ends the rounds of an import, so that its alerts make one message and one notice. */
export async function endBulk({ db }: Pick<OperationContext, "db">, context: PublishContext): Promise<void> {
  write(db, releaseRounds);
  while (endDueRounds({ db }, context)) await yieldToEventLoop();
}

/**
 * Ends expired snoozes and records the alerts that they held back, if those still apply. The end of a snooze, its inbox
 * entry and the rules' memory share a transaction.
 */
export function endSnoozes({ db }: Pick<OperationContext, "db">, context: PublishContext): void {
  for (;;) {
    const productId = productWithEndedSnooze(db, context.nowMs);
    if (productId === undefined) return;
    write(db, (tx) => {
      endSnooze(tx, productId);
      endRound(tx, context, productId);
    });
  }
}

/** Marks a product, or all of them, for evaluation in the background: it has other rules or offers, or is watched now. */
export function markForEvaluation(tx: WriteDb, productId: number | null, nowMs: number): void {
  if (productId === null) insertRoundsOfAll(tx, nowMs);
  else insertRound(tx, { productId, fromMs: nowMs, openedMs: nowMs });
}
