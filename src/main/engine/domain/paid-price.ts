import type { PaidFields, TermKind } from "../../../shared/app/paying.js";
import { maxOf } from "../../../shared/arrays.js";
import { type CountedTerms, paidPrice } from "../../../shared/paid-price.js";
import { fromMinor } from "./money.js";

/** What a page states beside its price, from a time on; null from when it no longer does. */
interface StatedPoint {
  readonly kind: TermKind;
  readonly atMs: number;
  readonly priceMinor: number | null;
}

/** How an offer's price has become the one that the owner pays. */
export interface Paid {
  readonly statedMinor: number;
  /** What counts, ascending. */
  readonly terms: readonly CountedTerms[];
  /** Since when all that makes the present price counts; null if nothing does. Earlier prices do not compare. */
  readonly sinceMs: number | null;
}

/** The conditions and shipping that count for an offer, at each time at which they change, ascending. */
export function termChanges(
  points: readonly StatedPoint[],
  since: ReadonlyMap<TermKind, number>,
): CountedTerms[] {
  const own = points.filter(({ kind }) => since.has(kind)).toSorted((a, b) => a.atMs - b.atMs);
  const times = new Set([...since.values(), ...own.map(({ atMs }) => atMs)]);
  const stated = new Map<TermKind, number | null>();
  let read = 0;
  return [...times]
    .sort((a, b) => a - b)
    .flatMap((atMs) => {
      for (let point = own[read]; point !== undefined && point.atMs <= atMs; point = own[++read])
        stated.set(point.kind, point.priceMinor);
      const counted = [...since].flatMap(([kind, sinceMs]) => (sinceMs <= atMs ? [kind] : []));
      return counted.length === 0 ? [] : [termsAt(atMs, counted, stated)];
    });
}

function termsAt(
  atMs: number,
  counted: readonly TermKind[],
  stated: ReadonlyMap<TermKind, number | null>,
): CountedTerms {
  let conditional: CountedTerms["conditional"] = null;
  for (const kind of counted) {
    const price = stated.get(kind) ?? null;
    if (kind === "shipping" || price === null || price >= (conditional?.price ?? Number.POSITIVE_INFINITY))
      continue;
    conditional = { kind, price };
  }
  const shipping = counted.includes("shipping") ? (stated.get("shipping") ?? 0) : 0;
  return { atMs, conditional, shipping };
}

/** The offer at the price that its owner pays now, by what its page states and since when that counts. */
export function asPaid<Offer extends { readonly priceMinor: number }>(
  offer: Offer,
  points: readonly StatedPoint[],
  since: ReadonlyMap<TermKind, number>,
): Offer & { readonly paid: Paid } {
  const { priceMinor: statedMinor } = offer;
  const terms = termChanges(points, since);
  const { price: priceMinor, kind, shipping } = paidPrice(statedMinor, terms.at(-1));
  const counts = (each: TermKind) => (each === "shipping" ? shipping > 0 : each === kind);
  const sinceMs = maxOf([...since].flatMap(([each, atMs]) => (counts(each) ? [atMs] : [])));
  return { ...offer, priceMinor, paid: { statedMinor, terms, sinceMs } };
}

/** What the owner paid before a time, when the page's price was `statedMinor`, with all that counts now. */
export function paidBefore(statedMinor: number, { terms }: Pick<Paid, "terms">, untilMs: number): number {
  return paidPrice(statedMinor, terms.findLast(({ atMs }) => atMs < untilMs) ?? terms[0]).price;
}

/** Why an offer's price is not the page's. */
export function paidFields({ paid }: { readonly paid?: Paid }): PaidFields {
  if (paid === undefined) return {};
  const { kind, shipping } = paidPrice(paid.statedMinor, paid.terms.at(-1));
  return {
    ...(kind === null ? {} : { paid_with: kind }),
    ...(shipping === 0 ? {} : { shipping: fromMinor(shipping) }),
  };
}
