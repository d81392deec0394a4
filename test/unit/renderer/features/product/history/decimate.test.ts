import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { columnOf, decimate } from "../../../../../../src/renderer/features/product/history/decimate.js";
import { outSpans } from "../../../../../../src/renderer/features/product/history/out-spans.js";
import {
  type PricePoint,
  pointAt,
} from "../../../../../../src/renderer/features/product/history/price-series.js";
import { stepRuns } from "../../../../../../src/renderer/features/product/history/step-runs.js";
import { visibleRange } from "../../../../../../src/renderer/features/product/history/visible-points.js";
import { groupBy } from "../../../../../../src/shared/group-by.js";
import { anyPoints, pointsOf } from "./lines.js";

const viewport = { startMs: 0, endMs: 8_000 };
const anyColumns = fc.integer({ min: 1, max: 60 });
const scales = { toX: (atMs: number) => atMs, toY: (price: number) => price };

function byColumn(points: readonly PricePoint[], columns: number): PricePoint[][] {
  const [from, to] = visibleRange(points, viewport);
  const groups = groupBy(points.slice(from, to), ({ atMs }) => String(columnOf(atMs, viewport, columns)));
  return [...groups.values()].map((group) => [...group]);
}

function keptOf(points: readonly PricePoint[], columns: number): PricePoint[] {
  return decimate(points, viewport, columns).flatMap((index) => points[index] ?? []);
}

describe("fewer points, the same picture", () => {
  it("keeps the first, the last, the lowest and the highest of each pixel column", () => {
    fc.assert(
      fc.property(anyPoints(), anyColumns, (points, columns) => {
        const kept = new Set(keptOf(points, columns));
        for (const column of byColumn(points, columns)) {
          const prices = column.map(({ price }) => price);
          const left = column.filter((point) => kept.has(point));
          expect(left[0]).toBe(column[0]);
          expect(left.at(-1)).toBe(column.at(-1));
          expect(Math.min(...left.map(({ price }) => price))).toBe(Math.min(...prices));
          expect(Math.max(...left.map(({ price }) => price))).toBe(Math.max(...prices));
        }
      }),
    );
  });

  it("never keeps more than four a column, and keeps them in time order", () => {
    fc.assert(
      fc.property(anyPoints(), anyColumns, (points, columns) => {
        const kept = keptOf(points, columns);
        for (const column of byColumn(kept, columns)) expect(column.length).toBeLessThanOrEqual(4);
        expect(kept).toEqual([...new Set(kept)].sort((a, b) => a.atMs - b.atMs));
      }),
    );
  });

  it("leaves a line with fewer points than columns as it is", () => {
    const points = pointsOf([0, 5], [3_000, 7], [6_000, 6]);
    expect(decimate(points, viewport, 60)).toEqual([0, 1, 2]);
    expect(decimate([], viewport, 60)).toEqual([]);
  });

  it("is led by the price that holds where the viewport begins, and ends with it", () => {
    const points = pointsOf([-500, 5], [-100, 6], [4_000, 7], [9_000, 8]);
    expect(decimate(points, viewport, 60)).toEqual([1, 2]);
  });
});

describe("the step line", () => {
  it("is, where columns meet, at the price that holds there, and has its availability", () => {
    fc.assert(
      fc.property(anyPoints(), fc.integer({ min: 1, max: 40 }), (points, columns) => {
        const runs = stepRuns(points, decimate(points, viewport, columns), viewport, scales);
        for (let column = 1; column < columns; column++) {
          // Nearer to where columns meet than a whole millisecond before it can be, as there are at most forty.
          const atMs = (viewport.endMs / columns) * column - 0.01;
          const held = pointAt(points, atMs);
          const drawn = drawnAt(runs, atMs);
          const isPast = atMs > (points.at(-1)?.atMs ?? 0);
          if (isPast) continue;
          expect(drawn?.y).toBe(held?.price);
          expect(drawn?.isOut).toBe(held ? held.availability === "out" : undefined);
        }
      }),
    );
  });

  it("never leaves the prices that a column has", () => {
    fc.assert(
      fc.property(anyPoints(), anyColumns, (points, columns) => {
        const runs = stepRuns(points, decimate(points, viewport, columns), viewport, scales);
        const [from, to] = visibleRange(points, viewport);
        const prices = points.slice(from, to).map(({ price }) => price);
        for (const { steps } of runs)
          for (let index = 1; index < steps.length; index += 2) expect(prices).toContain(steps[index]);
      }),
    );
  });

  it("stays within the viewport", () => {
    fc.assert(
      fc.property(anyPoints(), anyColumns, (points, columns) => {
        const runs = stepRuns(points, decimate(points, viewport, columns), viewport, scales);
        const xs = runs.flatMap(({ steps, endX }) => [...steps.filter((_, index) => index % 2 === 0), endX]);
        for (const x of xs) {
          expect(x).toBeGreaterThanOrEqual(viewport.startMs);
          expect(x).toBeLessThanOrEqual(viewport.endMs);
        }
        expect(xs).toEqual(xs.toSorted((a, b) => a - b));
      }),
    );
  });
});

/** The level stretch over a time. */
function drawnAt(runs: ReturnType<typeof stepRuns>, atMs: number): { y: number; isOut: boolean } | undefined {
  for (const { steps, endX, isOut } of runs)
    for (let index = 0; index < steps.length; index += 2) {
      const [x = 0, y = 0, nextX = endX] = steps.slice(index, index + 3);
      if (x <= atMs && atMs < nextX) return { y, isOut };
    }
  return undefined;
}

describe("times without stock", () => {
  it("has every time at which it was out, however short, and none that is far from one", () => {
    fc.assert(
      fc.property(anyPoints(), anyColumns, (points, columns) => {
        const spans = outSpans(points, viewport, columns);
        const columnMs = viewport.endMs / columns;
        points.forEach((point, index) => {
          const endMs = points[index + 1]?.atMs ?? point.atMs;
          const [from, to] = [Math.max(point.atMs, 0), Math.min(endMs, viewport.endMs)];
          if (to <= from) return;
          const isCovered = spans.some(({ startMs, endMs: until }) => startMs <= from && to <= until);
          if (point.availability === "out") expect(isCovered).toBe(true);
          else if (to - from >= columnMs) expect(isCovered).toBe(false);
        });
      }),
    );
  });

  it("tells no more spans than can be seen", () => {
    fc.assert(
      fc.property(anyPoints(), anyColumns, (points, columns) => {
        expect(outSpans(points, viewport, columns).length).toBeLessThanOrEqual(columns);
      }),
    );
  });
});
