import fc from "fast-check";
import { expect, it } from "vitest";
import { priceDistribution } from "../../../../src/main/engine/domain/price-distribution.js";
import { DAY_MS } from "../../../../src/shared/time.js";

/** Consecutive spans, each as `[days, price]`. */
function spans(...parts: (readonly [number, number])[]) {
  let toMs = 0;
  return parts.map(([days, priceMinor]) => {
    const fromMs = toMs;
    toMs += days * DAY_MS;
    return { fromMs, toMs, priceMinor };
  });
}

it("the distribution is empty without data", () => {
  expect(priceDistribution([])).toEqual([]);
});

it("the distribution has buckets of equal width with round bounds, including empty ones", () => {
  expect(priceDistribution(spans([10, 20_000], [5.5, 21_999], [20, 29_900]))).toEqual([
    { fromMinor: 20_000, toMinor: 21_000, days: 10 },
    { fromMinor: 21_000, toMinor: 22_000, days: 5.5 },
    ...[22, 23, 24, 25, 26, 27, 28].map((n) => ({
      fromMinor: n * 1_000,
      toMinor: (n + 1) * 1_000,
      days: 0,
    })),
    { fromMinor: 29_000, toMinor: 30_000, days: 20 },
  ]);
});

it("the distribution has one bucket with round bounds for a price that never changed", () => {
  expect(priceDistribution(spans([40, 4_999]))).toEqual([{ fromMinor: 4_950, toMinor: 5_000, days: 40 }]);
  expect(priceDistribution(spans([40, 1]))).toEqual([{ fromMinor: 1, toMinor: 2, days: 40 }]);
});

it("the distribution has at most 12 buckets, which contain all days", () => {
  const price = fc.oneof(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 1, max: 1e12 }));
  const part = fc.tuple(fc.integer({ min: 1, max: 50 }), price);
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 30 }), (parts) => {
      const buckets = priceDistribution(spans(...parts));
      expect(buckets.length).toBeGreaterThan(0);
      expect(buckets.length).toBeLessThanOrEqual(12);
      const widths = new Set(buckets.map(({ fromMinor, toMinor }) => toMinor - fromMinor));
      expect(widths.size).toBe(1);
      buckets.forEach((bucket, i) => {
        if (i > 0) expect(bucket.fromMinor).toBe(buckets[i - 1]?.toMinor);
        const within = parts.filter(([, at]) => at >= bucket.fromMinor && at < bucket.toMinor);
        const days = within.reduce((sum, [each]) => sum + each, 0);
        expect(bucket.days).toBeCloseTo(days, 6);
      });
      expect(buckets[0]?.days).toBeGreaterThan(0);
      expect(buckets.at(-1)?.days).toBeGreaterThan(0);
    }),
  );
});
