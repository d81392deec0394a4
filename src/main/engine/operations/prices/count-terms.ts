import type { AppOutput, AppRequest } from "../../../../shared/app/operations.js";
import {
  type CountedTerm,
  countedTerms,
  deleteCountedTerm,
  everyShop,
  insertCountedTerm,
} from "../../db/prices/counted-term.js";
import type { ReadDb, WriteDb } from "../../db/store.js";
import { type ActingContext, performAct } from "../acts/perform-act.js";
import { markForEvaluation } from "../alerts/round.js";

export function readPaying(db: ReadDb): AppOutput<"paying.read"> {
  const terms = countedTerms(db).map(({ sinceMs, ...term }) => ({
    ...term,
    since: new Date(sinceMs).toISOString(),
  }));
  return {
    conditions: terms.flatMap(({ kind, ...term }) => (kind === "shipping" ? [] : [{ ...term, kind }])),
    shipping_since: terms.find(({ kind }) => kind === "shipping")?.since ?? null,
  };
}

/** Rules are evaluated anew, because a target may be reached now. */
function count(
  tx: WriteDb,
  { clock, effects }: Pick<ActingContext, "clock" | "effects">,
  term: Omit<CountedTerm, "sinceMs">,
  counts: boolean,
): void {
  const nowMs = clock.now();
  if (counts) insertCountedTerm(tx, { ...term, sinceMs: nowMs });
  else deleteCountedTerm(tx, term);
  markForEvaluation(tx, null, nowMs);
  effects.wakeWorker("alerts");
}

export function countCondition(
  context: ActingContext,
  { retailer, kind, counts }: AppRequest<"paying.count_condition">,
): AppOutput<"paying.count_condition"> {
  const subject = () => ({ title: retailer, count: 1 });
  return performAct(context, "paying.count_condition", { subject }, (tx) => {
    count(tx, context, { retailer, kind }, counts);
    return {};
  });
}

export function countShipping(
  context: ActingContext,
  { counts }: AppRequest<"paying.count_shipping">,
): AppOutput<"paying.count_shipping"> {
  const subject = () => ({ title: null, count: 1 });
  return performAct(context, "paying.count_shipping", { subject }, (tx) => {
    count(tx, context, { retailer: everyShop, kind: "shipping" }, counts);
    return {};
  });
}
