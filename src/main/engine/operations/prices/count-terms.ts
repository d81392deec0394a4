import type { AppOutput } from "../../../../shared/app/operations.js";
import {
  countedTerms,
  deleteCountedTerm,
  everyShop,
  insertCountedTerm,
} from "../../db/prices/counted-term.js";
import type { ReadDb } from "../../db/store.js";
import { act } from "../acts/perform-act.js";
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
export const countTerm = act(
  "paying.count",
  (_tx, { term }) => ({ title: "retailer" in term ? term.retailer : null, count: 1 }),
  (tx, { nowMs }, { term, counts }) => {
    const counted = { sinceMs: nowMs, retailer: everyShop, ...term };
    if (counts) insertCountedTerm(tx, counted);
    else deleteCountedTerm(tx, counted);
    markForEvaluation(tx, null, nowMs);
    return {};
  },
);
