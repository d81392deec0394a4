import type { AppOutput, AppRequest } from "../../../../shared/app/operations.js";
import {
  countedTerms,
  deleteCountedTerm,
  everyShop,
  insertCountedTerm,
} from "../../db/prices/counted-term.js";
import type { ReadDb } from "../../db/store.js";
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
export function countTerm(
  context: ActingContext,
  { term, counts }: AppRequest<"paying.count">,
): AppOutput<"paying.count"> {
  const nowMs = context.clock.now();
  const counted = { sinceMs: nowMs, retailer: everyShop, ...term };
  const subject = () => ({ title: counted.retailer || null, count: 1 });
  return performAct(context, "paying.count", { subject }, (tx) => {
    if (counts) insertCountedTerm(tx, counted);
    else deleteCountedTerm(tx, counted);
    markForEvaluation(tx, null, nowMs);
    context.effects.wakeWorker("alerts");
    return {};
  });
}
