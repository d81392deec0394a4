import { thinHistoryDays } from "../../../../shared/app/limits.js";
import type { ReasonClause, ReasonClauses, ReasonHead } from "../../../../shared/app/reasons.js";
import { minOf } from "../../../../shared/arrays.js";
import { reasons } from "../../../../shared/texts/en/reasons.js";
import { reasonSentence } from "../../../../shared/texts/sentences.js";
import { fromMinor } from "../money.js";
import { paidFields } from "../paid-price.js";
import { englishFormats } from "../sentence-formats.js";
import { medianClause, previousPriceClause, type ReasonContext, rareLowClause } from "./clauses.js";
import { canBeBought, type Firing, type Quote } from "./facts.js";
import { behaviourOf } from "./kinds.js";

/** More would be cut off in a notification. */
const maxClauses = 3;

function reasonHead({ quote }: Firing, kind: "price" | "back_in_stock" | "in_stock"): ReasonHead {
  const { retailer, currency, condition } = quote;
  if (!canBeBought(quote)) return { kind: "out_of_stock", retailer };
  const stated = condition === null || condition === "new" ? {} : { condition };
  return { kind, price: fromMinor(quote.priceMinor), currency, retailer, ...stated, ...paidFields(quote) };
}

function isSameOffer(a: Quote, b: Quote): boolean {
  return a.retailer === b.retailer && a.priceMinor === b.priceMinor;
}

function furtherClauses(quote: Quote, context: ReasonContext): (ReasonClause | null)[] {
  if (!canBeBought(quote)) return [];
  const { past, previousMinor } = context;
  return [
    past.days >= thinHistoryDays ? medianClause(quote, past.median30()) : null,
    rareLowClause(quote, context),
    previousPriceClause(quote, previousMinor, context),
  ];
}

/**
 * A drop at a dearer shop is no reason to buy there, and one from above another shop's price saves only the difference
 * to that.
 */
function elsewhereClause(
  { quote, previousMinor }: Firing,
  { elsewhere, previousMinor: changedMinor }: ReasonContext,
): ReasonClause | null {
  if (elsewhere === null || elsewhere.retailer === null) return null;
  if (!canBeBought(quote)) return null;
  const { retailer, currency, priceMinor } = elsewhere;
  const offer = { price: fromMinor(priceMinor), currency, retailer };
  if (priceMinor < quote.priceMinor) return { kind: "cheaper_at", ...offer };
  return priceMinor < (changedMinor ?? previousMinor ?? 0) ? { kind: "next_best_at", ...offer } : null;
}

function isElsewhere({ kind }: ReasonClause): boolean {
  return kind === "cheaper_at" || kind === "next_best_at";
}

/** The most important ones, with the price before and the best price elsewhere. */
function foremost(clauses: readonly ReasonClause[]): ReasonClause[] {
  const needed = [clauses.find(({ kind }) => kind === "was"), clauses.find(isElsewhere)];
  const others = clauses.filter((clause) => clause.kind !== "was" && !isElsewhere(clause));
  const kept = others.slice(0, maxClauses - needed.filter(Boolean).length);
  return clauses.filter((clause) => kept.includes(clause) || needed.includes(clause));
}

function distinctClauses(clauses: readonly (ReasonClause | null)[]): ReasonClause[] {
  const byContent = new Map(
    clauses.flatMap((clause) => (clause === null ? [] : [[JSON.stringify(clause), clause] as const])),
  );
  return [...byContent.values()];
}

/** Of several targets reached, the lowest says it all. */
function withoutHigherTargets(clauses: readonly ReasonClause[]): ReasonClause[] {
  const lowest = minOf(clauses.flatMap((clause) => (clause.kind === "target" ? [clause.price] : [])));
  return clauses.filter((clause) => clause.kind !== "target" || clause.price === lowest);
}

/** Where the price before was the usual or the highest one, several clauses would say the same percentage. */
function withoutSameFall(clauses: readonly ReasonClause[]): ReasonClause[] {
  const before = clauses.find((clause) => clause.kind === "was");
  const percent = before?.is_elsewhere === true ? null : before?.percent;
  const isRepeated = (clause: ReasonClause) =>
    (clause.kind === "under_median30" || clause.kind === "under_highest") && clause.percent === percent;
  return clauses.filter((clause) => !isRepeated(clause));
}

/** The reasons for an alert, in the order of its firings. */
export function buildReasonClauses(
  firings: readonly [Firing, ...Firing[]],
  context: ReasonContext,
): ReasonClauses {
  const [first] = firings;
  const { quote } = first;
  // A clause about another offer would read as if it were about this one.
  const sameOfferFirings = firings
    .filter((firing) => isSameOffer(firing.quote, quote))
    .map((firing) => ({ firing, ...behaviourOf(firing.rule.trigger) }));
  const isStock = sameOfferFirings.some(({ isAboutReturn }) => isAboutReturn);
  const stockKind = context.isRelease ? "in_stock" : "back_in_stock";
  const clauses = [
    ...sameOfferFirings.map(({ firing, clause }) => clause(firing, context)),
    ...furtherClauses(quote, context),
    elsewhereClause(first, context),
  ];
  return {
    head: reasonHead(first, isStock ? stockKind : "price"),
    clauses: foremost(withoutSameFall(withoutHigherTargets(distinctClauses(clauses)))),
  };
}

/**
 * The reasons as one English sentence without a full stop: `$249.99 at shop.example, under your target of $260.00,
 * 18% under its usual price, lowest since March 3`.
 */
export function englishReason(clauses: ReasonClauses, nowMs: number): string {
  return reasonSentence(clauses, reasons, englishFormats(nowMs));
}
