import { DAY_MS } from "./time.js";

interface Timed {
  readonly atMs: number;
}

/**
 * A shop that joins within the first day of a product's history, before any price has changed, counts as if it had been
 * there from the start, at its first price: the shopper is still collecting shops, so the difference between them is no
 * change of the price. A shop that joins later counts from then on: what was seen before must stay as it was. Every best
 * price over time is computed from series adjusted like this.
 *
 * `firstMs` is the time of the product's first price; give it if the series may begin later.
 */
export function backdateFirstDayJoins<S extends { readonly points: readonly Timed[] }>(
  series: readonly S[],
  firstMs: number = Math.min(...series.flatMap(({ points: [first] }) => first?.atMs ?? [])),
): S[] {
  const changedMs = Math.min(...series.flatMap(({ points: [, second] }) => second?.atMs ?? []));
  const untilMs = Math.min(firstMs + DAY_MS, changedMs);
  return series.map((each) => {
    const [first, ...later] = each.points;
    const isJoin = first !== undefined && first.atMs > firstMs && first.atMs <= untilMs;
    return isJoin ? { ...each, points: [{ ...first, atMs: firstMs }, ...later] } : each;
  });
}
