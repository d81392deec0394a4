import { editedTimes } from "../db/history-edit.js";
import { appendPoint } from "../db/price-history.js";
import { recordStateOf } from "../db/record-state.js";
import type { WriteDb } from "../db/store.js";
import { saysTheSame } from "../domain/price-point.js";
import type { Observation } from "./record.js";

/**
 * A clock that was ahead has left points of times that had not come. Once they have, the history would end with what
 * was seen then, although the offer has had another price for long: what is seen now ends it. What the shopper has put
 * right by hand stays as it is.
 */
export function endHistoryWith(tx: WriteDb, seen: Observation): void {
  const state = recordStateOf(tx, seen.offerId);
  if (state === undefined || state.isAuction) return;
  const last = state.lastPoints();
  const newest = last.points.at(-1);
  if (newest === undefined || newest.atMs >= seen.atMs || saysTheSame(newest, seen)) return;
  if (editedTimes(tx, seen.offerId).size === 0) appendPoint(tx, seen.offerId, last, seen);
}
