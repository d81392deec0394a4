import { minOf } from "./arrays.js";
import { MINUTE_MS } from "./time.js";

interface Timed {
  readonly atMs: number;
}

/** The links of one paste are read within this time; a link that is pasted later is a decision of its own. */
const earlyMs = MINUTE_MS;

/** Whether an offer's first price counts from the product's first one on, which is not later. */
export function isEarlyJoin(firstMs: number, productFirstMs: number): boolean {
  return firstMs <= productFirstMs + earlyMs;
}

/**
 * A shop that joins within a minute of a product's first price counts as if it had been there from the start, at its
 * first price: the shopper pasted its link together with the others, so the difference between them is no change of the
 * price. A shop that joins later counts from then on: what was seen before must stay as it was. Every best price over
 * time is computed from series adjusted like this, and every change of the price is one of that best price.
 *
 * `firstMs` is the time of the product's first price; give it if the series may begin later.
 */
export function backdateEarlyJoins<S extends { readonly points: readonly Timed[] }>(
  series: readonly S[],
  firstMs: number = minOf(series.flatMap(({ points: [first] }) => first?.atMs ?? [])) ?? 0,
): S[] {
  return series.map((each) => {
    const [first, ...later] = each.points;
    return first !== undefined && isEarlyJoin(first.atMs, firstMs)
      ? { ...each, points: [{ ...first, atMs: firstMs }, ...later] }
      : each;
  });
}
