import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bestPriceSteps, offersHistory, toColumns } from "../../../../src/main/engine/domain/best-price.js";
import type { PricePoint } from "../../../../src/main/engine/domain/price-point.js";
import { DAY_MS, MINUTE_MS } from "../../../../src/shared/time.js";
import { closePoints, historyOf, naiveMerge, startMs } from "./points.js";

const codes = { in: 1, out: 2, unknown: 0 } as const;

/** Points as `[time, price, availability]`. */
function series(id: string, ...points: [number, number, keyof typeof codes][]) {
  return {
    id,
    points: points.map(
      ([atMs, priceMinor, word]): PricePoint => ({
        atMs,
        priceMinor,
        availability: codes[word],
      }),
    ),
  };
}

/** Spans as `id from-to price`. */
function formatSpans(nowMs: number, ...list: ReturnType<typeof series>[]): string[] {
  return historyOf(list, nowMs).spans.map(
    ({ id, fromMs, toMs, priceMinor }) => `${id} ${fromMs}-${toMs} ${priceMinor}`,
  );
}

it("the best price belongs to the cheapest offer, and stays with the first of equals", () => {
  const a = series("a", [10, 500, "in"], [50, 480, "in"]);
  const b = series("b", [20, 480, "in"], [80, 600, "in"]);
  expect(formatSpans(100, a, b)).toEqual(["a 10-20 500", "b 20-50 480", "a 50-100 480"]);
});

it("the best price has gaps while out of stock, and counts unknown stock as available", () => {
  const a = series("a", [10, 500, "in"], [30, 500, "out"], [60, 550, "unknown"]);
  expect(formatSpans(100, a)).toEqual(["a 10-30 500", "a 60-100 550"]);
});

it("the best price joins spans across changes that do not affect it", () => {
  const a = series("a", [10, 500, "in"]);
  const b = series("b", [20, 900, "in"], [30, 800, "in"], [40, 800, "out"]);
  expect(formatSpans(100, a, b)).toEqual(["a 10-100 500"]);
});

it("the best price includes the newest point, wherever the reader's clock stands", () => {
  const a = series("a", [10, 500, "in"], [100, 400, "in"]);
  expect(formatSpans(100, a)).toEqual(["a 10-100 500", "a 100-101 400"]);
  expect(formatSpans(20, a)).toEqual(formatSpans(100, a));
});

it("the best price as steps is null while nothing is in stock, and begins when something is", () => {
  const a = series("a", [10, 500, "out"], [20, 500, "in"], [30, 500, "out"]);
  const b = series("b", [40, 700, "in"]);
  const columns = [a, b].map(({ points }) => toColumns(points));
  expect(bestPriceSteps(columns)).toEqual({
    times: Float64Array.of(20, 30, 40),
    prices: Float64Array.of(500, Number.POSITIVE_INFINITY, 700),
  });
});

it("the best price is the lowest price in stock at every instant", () => {
  const offers = fc.array(closePoints, { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(offers, (lists) => {
      const all = lists.map((points, id) => ({ id, points: naiveMerge([], points) }));
      const { spans } = historyOf(all, startMs + 31 * DAY_MS);
      for (let day = 0; day < 31; day++) {
        const at = startMs + day * DAY_MS + 1;
        const current = all
          .map(({ points }) => points.findLast(({ atMs }) => atMs <= at))
          .filter((point) => point !== undefined && point.availability !== codes.out)
          .map((point) => point?.priceMinor ?? 0);
        const span = spans.find(({ fromMs, toMs }) => fromMs <= at && at < toMs);
        expect(span?.priceMinor ?? null).toBe(current.length === 0 ? null : Math.min(...current));
      }
    }),
  );
});

describe("the best price of stored offers", () => {
  /** Spans of an offer with these points, last seen at `seenMs` with the price `priceMinor`. */
  function spansOf(nowMs: number, seenMs: number, priceMinor: number, ...points: [number, number, "in"][]) {
    const present = { priceMinor, availability: codes.in, seenMs };
    const columnsOf = () => toColumns(series("a", ...points).points);
    const { spans } = offersHistory([present], { columnsOf, nowMs });
    return spans.map((span) => `${span.fromMs}-${span.toMs} ${span.priceMinor}`);
  }

  it("the best price ends now if a clock that was ahead has left future points before the last check", () => {
    const left: [number, number, "in"][] = [
      [10, 500, "in"],
      [150, 400, "in"],
      [200, 300, "in"],
    ];
    expect(spansOf(100, 90, 500, ...left)).toEqual(["10-100 500"]);
    expect(spansOf(50, 90, 500, ...left)).toEqual(["10-50 500"]);
    expect(spansOf(160, 90, 500, ...left)).toEqual(["10-150 500", "150-160 400"]);
  });

  it("the best price ends now even if a clock that was ahead has seen the present price, too", () => {
    const ahead: [number, number, "in"][] = [
      [60, 500, "in"],
      [900, 600, "in"],
      [950, 500, "in"],
    ];
    expect(spansOf(100, 90, 500, [10, 400, "in"], ...ahead)).toEqual(["10-60 400", "60-100 500"]);
  });

  it("the best price includes the present price of an offer that was last seen after the reader's time", () => {
    const points: [number, number, "in"][] = [
      [10, 500, "in"],
      [150, 400, "in"],
    ];
    expect(spansOf(149, 150, 400, ...points)).toEqual(["10-150 500", "150-151 400"]);
    // The scheduler caps the time at which an offer was seen when the clock is set back.
    expect(spansOf(20, 20, 400, ...points)).toEqual(["10-150 500", "150-151 400"]);
  });

  const offer = { priceMinor: 400, availability: codes.in, seenMs: MINUTE_MS + 2 };

  it.each([
    [
      "within a minute of the first price counts from it on",
      MINUTE_MS + 1,
      undefined,
      ["1 400", "60002 450"],
    ],
    ["later counts from then on", MINUTE_MS + 2, undefined, ["1 500", "60002 400", "60003 450"]],
    ["early counts as early in a history that is read from a later day on", 9, 0, ["0 400", "10 450"]],
  ])("a shop that joins %s", (_case, secondMs, firstMs, expected) => {
    const a = series("a", [1, 500, "in"]);
    const b = series("b", [secondMs, 400, "in"], [secondMs + 1, 450, "in"]);
    const offers = [a, b, series("c")].map(({ points }) => ({ ...offer, points }));
    const columnsOf = ({ points }: (typeof offers)[number]) => toColumns(points);
    const { spans } = offersHistory(offers, { columnsOf, nowMs: 2 * MINUTE_MS, firstMs });
    expect(spans.map((span) => `${span.fromMs} ${span.priceMinor}`)).toEqual(expected);
  });

  it("the best price is what the owner pays, from when a condition counts", () => {
    const terms = [{ atMs: 50, conditional: { kind: "member", price: 400 }, shipping: 0 }] as const;
    const paidSpans = (nowMs: number, statedMinor: number, second: [number, number, "in"]) => {
      const present = { ...offer, seenMs: nowMs, paid: { statedMinor, terms, sinceMs: 50 } };
      const columnsOf = () => toColumns(series("a", [10, 500, "in"], second).points);
      const { spans } = offersHistory([present], { columnsOf, nowMs });
      return spans.map((span) => `${span.fromMs}-${span.toMs} ${span.priceMinor}`);
    };
    expect(paidSpans(100, 500, [150, 900, "in"])).toEqual(["10-50 500", "50-100 400"]);
    // The present price is the page's, whatever the owner pays.
    expect(paidSpans(20, 450, [150, 450, "in"])).toEqual(["10-50 500", "50-151 400"]);
  });

  it("the best price compares since the latest condition counts, even if the reader's clock is behind it", () => {
    const offers = [null, 50, 70].map((sinceMs) => ({
      ...offer,
      seenMs: 10,
      paid: { statedMinor: 500, terms: [], sinceMs },
    }));
    const columnsOf = () => toColumns(series("a", [10, 500, "in"]).points);
    expect(offersHistory(offers, { columnsOf, nowMs: 60 })).toMatchObject({ sinceMs: 70, presentMs: 71 });
    expect(offersHistory(offers.slice(0, 1), { columnsOf, nowMs: 60 })).toMatchObject({
      sinceMs: 0,
      presentMs: 60,
    });
  });
});
