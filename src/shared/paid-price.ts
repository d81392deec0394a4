import type { ConditionKind } from "./app/paying.js";

/** What counts for the owner beside an offer's price, from a time on. */
export interface CountedTerms {
  readonly atMs: number;
  /** The lowest price whose condition the owner meets. */
  readonly conditional: { readonly kind: ConditionKind; readonly price: number } | null;
  /** Added to the price; 0 where it is free, unknown, or does not count. */
  readonly shipping: number;
}

/** What the owner pays, and why that is not the page's price. */
export interface PaidPrice {
  readonly price: number;
  readonly kind: ConditionKind | null;
  readonly shipping: number;
}

/** The price that applies to the owner, in the unit of its arguments: what everything compares, shows and reports. */
export function paidPrice(price: number, terms: CountedTerms | undefined): PaidPrice {
  if (terms === undefined) return { price, kind: null, shipping: 0 };
  const { conditional, shipping } = terms;
  // One that is no lower by now belongs to an earlier price.
  const met = conditional !== null && conditional.price < price ? conditional : null;
  // To the cent: amounts in main units are not exact.
  const sum = Math.round(((met?.price ?? price) + shipping) * 100) / 100;
  return { price: sum, kind: met?.kind ?? null, shipping };
}

/** Visits each change of an offer's price, and of what counts beside it from its first price on, in time order. */
export function visitPaid(
  times: ArrayLike<number>,
  terms: readonly CountedTerms[],
  visit: (atMs: number, index: number, terms: CountedTerms | undefined) => void,
): void {
  let [index, counted] = [-1, -1];
  for (;;) {
    const nextMs = times[index + 1] ?? Number.POSITIVE_INFINITY;
    const termsMs = terms[counted + 1]?.atMs ?? Number.POSITIVE_INFINITY;
    const atMs = Math.min(nextMs, termsMs);
    if (atMs === Number.POSITIVE_INFINITY) return;
    if (nextMs === atMs) index++;
    if (termsMs === atMs) counted++;
    if (index >= 0) visit(atMs, index, terms[counted]);
  }
}
