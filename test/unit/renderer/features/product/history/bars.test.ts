import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  dashed,
  type Fill,
  fillArea,
  fillLine,
} from "../../../../../../src/renderer/features/product/history/bars.js";
import { decimate } from "../../../../../../src/renderer/features/product/history/decimate.js";
import { stepRuns } from "../../../../../../src/renderer/features/product/history/step-runs.js";
import { anyPoints } from "./lines.js";

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function boxesOf(draw: (fill: Fill) => void): Box[] {
  const boxes: Box[] = [];
  draw((x, y, width, height) => boxes.push({ x, y, width, height }));
  return boxes;
}

const columns = 50;
const viewport = { startMs: 0, endMs: 8_000 };
const scales = {
  toX: (atMs: number) => (atMs / viewport.endMs) * columns,
  toY: (price: number) => 500 - price,
};

const anyRuns = anyPoints().map((points) =>
  stepRuns(points, decimate(points, viewport, columns), viewport, scales),
);

describe("lines of rectangles", () => {
  it("covers every corner of the line", () => {
    fc.assert(
      fc.property(anyRuns, (runs) => {
        for (const run of runs) {
          const boxes = boxesOf((fill) => fillLine(run, 2, fill));
          for (let index = 0; index < run.steps.length; index += 2) {
            const x = Math.round(run.steps[index] ?? 0);
            const y = run.steps[index + 1] ?? 0;
            const isCovered = boxes.some(
              (box) => box.x <= x && x <= box.x + box.width && box.y <= y && y <= box.y + box.height,
            );
            expect(isCovered).toBe(true);
          }
        }
      }),
    );
  });

  it("takes two rectangles a column at most, and stays within the line's heights", () => {
    fc.assert(
      fc.property(anyRuns, (runs) => {
        for (const run of runs) {
          const boxes = boxesOf((fill) => fillLine(run, 2, fill));
          expect(boxes.length).toBeLessThanOrEqual(2 * (columns + 1));
          const ys = run.steps.filter((_, index) => index % 2 === 1);
          for (const { y, height } of boxes) {
            expect(y + 1).toBeGreaterThanOrEqual(Math.min(...ys));
            expect(y + height - 1).toBeLessThanOrEqual(Math.max(...ys));
          }
        }
      }),
    );
  });

  it("draws one level stretch, and one upright for many changes in a column", () => {
    const level = boxesOf((fill) => fillLine({ isOut: false, steps: [0, 5], endX: 10 }, 2, fill));
    expect(level).toEqual([{ x: -1, y: 4, width: 12, height: 2 }]);
    const jumps = { isOut: false, steps: [3, 5, 3.1, 9, 3.2, 1], endX: 3.4 };
    expect(boxesOf((fill) => fillLine(jumps, 2, fill))).toEqual([{ x: 2, y: 0, width: 2, height: 10 }]);
  });
});

describe("the area below", () => {
  it("has no column twice", () => {
    fc.assert(
      fc.property(anyRuns, (runs) => {
        const boxes = runs.flatMap((run) => boxesOf((fill) => fillArea(run, 600, fill)));
        boxes.slice(1).forEach((box, index) => {
          const before = boxes[index];
          expect(box.x).toBeGreaterThanOrEqual((before?.x ?? 0) + (before?.width ?? 0));
        });
      }),
    );
  });
});

it("dashes stand where they stood, wherever a stretch begins", () => {
  const boxes = boxesOf((fill) => dashed(3, fill)(4, 0, 12, 1));
  expect(boxes.map(({ x, width }) => [x, width])).toEqual([
    [6, 3],
    [12, 3],
  ]);
  expect(boxesOf((fill) => dashed(3, fill)(1, 0, 1, 1))).toHaveLength(1);
});
