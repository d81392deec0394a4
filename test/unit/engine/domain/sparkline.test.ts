import fc from "fast-check";
import { expect, it } from "vitest";
import { downsample, type SparkPoint, sparkPoints } from "../../../../src/main/engine/domain/sparkline.js";
import { DAY_MS } from "../../../../src/shared/time.js";
import { closePoints, historyOf, naiveMerge, startMs } from "./points.js";

const span = (fromMs: number, toMs: number, priceMinor: number) => ({ fromMs, toMs, priceMinor });

it("the points of a sparkline are the price changes, with gaps while out of stock", () => {
  const spans = [span(10, 20, 5), span(20, 30, 5), span(30, 40, 7), span(50, 60, 7)];
  expect(sparkPoints(spans, 60)).toEqual([
    [10, 5],
    [30, 7],
    [40, null],
    [50, 7],
  ]);
  expect(sparkPoints(spans, 70)).toHaveLength(5);
  expect(sparkPoints(spans, 70).at(-1)).toEqual([60, null]);
  expect(sparkPoints([], 70)).toEqual([]);
});

it("the points of a sparkline agree with the spans at every moment", () => {
  const offers = fc.array(closePoints, { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(offers, fc.nat(40 * 24), (lists, hours) => {
      const nowMs = startMs + 40 * DAY_MS;
      const series = lists.map((points, id) => ({ id, points: naiveMerge([], points) }));
      const { spans } = historyOf(series, nowMs);
      const atMs = startMs + hours * 3_600_000;
      if (atMs >= nowMs) return;
      const expected = spans.find(({ fromMs, toMs }) => fromMs <= atMs && atMs < toMs)?.priceMinor ?? null;
      const actual = sparkPoints(spans, nowMs).findLast(([from]) => from <= atMs)?.[1] ?? null;
      expect(actual).toBe(expected);
    }),
  );
});

const price = fc.option(fc.integer({ min: 1, max: 50 }), { freq: 6 });
const manyPoints = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 1_000 }), price), { maxLength: 400 })
  .map((steps) => {
    let atMs = startMs;
    return steps.map(([step, value]): SparkPoint => {
      atMs += step;
      return [atMs, value];
    });
  });
const priced = (points: readonly SparkPoint[]) => points.flatMap(([, value]) => value ?? []);

it("a sparkline is reduced to a few, including the first, the last, the lowest and the highest", () => {
  fc.assert(
    fc.property(manyPoints, fc.integer({ min: 10, max: 80 }), (points, max) => {
      const thinned = downsample(points, max);
      expect(thinned.length).toBeLessThanOrEqual(Math.max(max, 0));
      expect(thinned).toEqual(points.filter((point) => thinned.includes(point)));
      expect([thinned[0], thinned.at(-1)]).toEqual([points[0], points.at(-1)]);
      if (points.length <= max) expect(thinned).toEqual(points);
      const [before, after] = [priced(points), priced(thinned)];
      expect(Math.min(...after)).toBe(Math.min(...before));
      expect(Math.max(...after)).toBe(Math.max(...before));
    }),
  );
});

it("a sparkline keeps a price that lasted long, though it was neither low nor high", () => {
  const noise = Array.from({ length: 90 }, (_, i): SparkPoint => [startMs + i, i % 2 === 0 ? 10 : 30]);
  const calm: SparkPoint = [startMs + 100, 20];
  const later: SparkPoint = [startMs + 1_000_000, 25];
  expect(downsample([...noise, calm, later], 60)).toContain(calm);
});
