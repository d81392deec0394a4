import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  offersHistory,
  type PointColumns,
  paidColumns,
} from "../../../../src/main/engine/domain/best-price.js";
import {
  asPaid,
  paidBefore,
  paidFields,
  termChanges,
} from "../../../../src/main/engine/domain/paid-price.js";
import { type TermKind, termKinds } from "../../../../src/shared/app/paying.js";
import { paidPrice } from "../../../../src/shared/paid-price.js";
import "../../../support/seed.js";

const point = (kind: TermKind, atMs: number, priceMinor: number | null) => ({ kind, atMs, priceMinor });
const out = Number.POSITIVE_INFINITY;

function columns(points: Readonly<Record<number, number>>) {
  return {
    times: Float64Array.from(Object.keys(points), Number),
    prices: Float64Array.from(Object.values(points)),
  };
}

function pairs({ times, prices }: PointColumns) {
  return [...times].map((atMs, i) => [atMs, prices[i]]);
}

describe("the price that applies to the owner", () => {
  it("is the page's price where nothing counts", () => {
    expect(paidPrice(8_999, undefined)).toEqual({ price: 8_999, kind: null, shipping: 0 });
    expect(termChanges([point("member", 10, 7_999)], new Map())).toEqual([]);
  });

  it("is that of the condition that they meet, and of several the lowest", () => {
    const points = [point("code", 10, 6_999), point("coupon", 10, 7_499), point("member", 9, 7_999)];
    const kinds = [["member", 20] as const, ["coupon", 20] as const];
    const terms = termChanges(points, new Map(kinds));
    expect(terms).toEqual(termChanges(points.toReversed(), new Map(kinds.toReversed())));
    expect(terms.map(({ atMs }) => atMs)).toEqual([20]);
    expect(paidPrice(8_999, terms.at(-1))).toEqual({ price: 7_499, kind: "coupon", shipping: 0 });
    // An earlier price's condition.
    for (const price of [7_000, 7_499])
      expect(paidPrice(price, terms.at(-1))).toEqual({ price, kind: null, shipping: 0 });
    const equal = [point("coupon", 1, 7_999), point("member", 1, 7_999)];
    expect(termChanges(equal, new Map(kinds)).at(-1)?.conditional?.kind).toBe("member");
  });

  it("includes shipping from the day on which that counts; what the page does not state is nothing", () => {
    const since = new Map<TermKind, number>([
      ["member", 0],
      ["shipping", 3],
    ]);
    const terms = termChanges(
      [point("member", 1, 7_999), point("shipping", 1, 499), point("shipping", 5, null)],
      since,
    );
    expect(terms.map((each) => paidPrice(8_999, each))).toEqual([
      { price: 8_999, kind: null, shipping: 0 },
      { price: 7_999, kind: "member", shipping: 0 },
      { price: 8_498, kind: "member", shipping: 499 },
      { price: 7_999, kind: "member", shipping: 0 },
    ]);
    expect(paidPrice(79.99, { atMs: 0, conditional: null, shipping: 4.99 }).price).toBe(84.98);
  });

  it("changes from the day on which they said so, with the price and with the condition", () => {
    const points = [point("member", 5, 70), point("member", 30, 60), point("member", 40, null)];
    const terms = termChanges(points, new Map([["member", 20]]));
    expect(pairs(paidColumns(columns({ 0: 90, 10: 80, 25: 85, 35: out, 38: 85 }), terms))).toEqual([
      [0, 90],
      [10, 80],
      [20, 70],
      [25, 70],
      [30, 60],
      [35, out],
      [38, 60],
      [40, 85],
    ]);
  });

  it("changes with what counts alone, in the order of time, and begins with the offer's first price", () => {
    const points = [point("member", 30, 60), point("coupon", 25, 50), point("member", 5, 70)];
    const terms = termChanges(points, new Map([["member", 20]]));
    expect(terms.map(({ atMs, conditional }) => [atMs, conditional?.price])).toEqual([
      [20, 70],
      [30, 60],
    ]);
    expect(pairs(paidColumns(columns({ 25: 90 }), terms))).toEqual([
      [25, 70],
      [30, 60],
    ]);
  });

  it("names the condition and the shipping by which it differs from the page's price", () => {
    const at = (kind: "member" | null, shipping: number) =>
      [{ atMs: 2, conditional: kind && { kind, price: 70 }, shipping }] as const;
    const earlier = (["coupon", "code"] as const).map((kind, atMs) => ({
      atMs,
      conditional: { kind, price: 60 },
      shipping: 1,
    }));
    expect(paidFields({})).toEqual({});
    expect(paidFields({ paid: { statedMinor: 90, sinceMs: 2, terms: at(null, 0) } })).toEqual({});
    expect(
      paidFields({ paid: { statedMinor: 90, sinceMs: 2, terms: [...earlier, ...at("member", 499)] } }),
    ).toEqual({
      paid_with: "member",
      shipping: 4.99,
    });
  });

  it.each<[string, Partial<Record<TermKind, number>>, Partial<Record<TermKind, number>>, number | null]>([
    ["nothing that is stated", { member: 70 }, {}, null],
    ["a condition at no lower a price", { member: 95 }, { member: 20 }, null],
    ["a condition", { member: 70 }, { member: 20 }, 20],
    ["the cheaper of two conditions", { member: 70, coupon: 60 }, { member: 20, coupon: 10 }, 10],
    ["a condition, and shipping that is free", { member: 70, shipping: 0 }, { member: 20, shipping: 30 }, 20],
    ["a condition, and later shipping", { member: 70, shipping: 5 }, { member: 20, shipping: 30 }, 30],
    ["shipping, and later a condition", { member: 70, shipping: 5 }, { member: 40, shipping: 30 }, 40],
  ])("compares with prices since all of it counts: %s", (_case, stated, since, expected) => {
    const points = termKinds.flatMap((kind) =>
      stated[kind] === undefined ? [] : point(kind, 5, stated[kind]),
    );
    const counted = termKinds.flatMap((kind) =>
      since[kind] === undefined ? [] : [[kind, since[kind]] as const],
    );
    expect(asPaid({ priceMinor: 90 }, points, new Map(counted)).paid.sinceMs).toBe(expected);
  });

  it("before a round counts with what counts now, so that saying so is no drop of the price", () => {
    const terms = termChanges([point("member", 5, 70)], new Map([["member", 20]]));
    expect(paidBefore(90, { terms }, 15)).toBe(70);
    expect(paidBefore(60, { terms }, 15)).toBe(60);
    const later = termChanges([point("member", 5, 70), point("member", 30, 50)], new Map([["member", 20]]));
    expect([30, 31].map((untilMs) => paidBefore(90, { terms: later }, untilMs))).toEqual([70, 50]);
  });

  it("whatever is stated and counts, nothing before that day is rewritten, and later nobody pays more than the price and shipping", () => {
    const times = fc.integer({ min: 0, max: 50 });
    const price = fc.integer({ min: 1, max: 200 });
    const stated = fc.array(
      fc.record({ kind: fc.constantFrom(...termKinds), atMs: times, priceMinor: fc.option(price) }),
      { maxLength: 30 },
    );
    const history = fc.uniqueArray(fc.tuple(times, fc.oneof(price, fc.constant(out))), {
      minLength: 1,
      selector: ([atMs]) => atMs,
    });
    const counted = fc.uniqueArray(fc.tuple(fc.constantFrom(...termKinds), times), {
      selector: ([kind]) => kind,
    });
    fc.assert(
      fc.property(stated, history, counted, (points, seen, since) => {
        const own = columns(Object.fromEntries(seen));
        const terms = termChanges(points, new Map(since));
        const paid = paidColumns(own, terms);
        const firstMs = Math.min(...since.map(([, atMs]) => atMs));
        const at = ({ times: all, prices }: PointColumns, ms: number) =>
          prices[all.findLastIndex((atMs) => atMs <= ms)] ?? out;
        const maxShipping = Math.max(
          0,
          ...points.map(({ kind, priceMinor }) => (kind === "shipping" ? (priceMinor ?? 0) : 0)),
        );
        for (let ms = 0; ms <= 51; ms++) {
          if (ms < firstMs) expect(at(paid, ms)).toBe(at(own, ms));
          expect(at(paid, ms)).toBeLessThanOrEqual(at(own, ms) + maxShipping);
          expect(at(paid, ms) === out).toBe(at(own, ms) === out);
        }
        expect([...paid.times]).toEqual([...paid.times].toSorted((a, b) => a - b));
        const offer = {
          priceMinor: at(own, 51),
          availability: at(own, 51) === out ? (2 as const) : (1 as const),
          seenMs: 51,
        };
        const offered = asPaid(offer, points, new Map(since));
        const { spans } = offersHistory([offered], { columnsOf: () => own, nowMs: 60 });
        if (offer.priceMinor !== out) expect(spans.at(-1)?.priceMinor).toBe(offered.priceMinor);
      }),
    );
  });
});
