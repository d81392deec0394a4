import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  dashed,
  fade,
  fillArea,
  fillLine,
  toRuns,
} from "../../../../../../src/renderer/features/product/history/step-lines.js";

type Step = readonly [x: number, y: number | null, isOut?: boolean];

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** One pixel for each unit of time and price; a step without a price is out of stock. */
function runsOf(...steps: readonly Step[]) {
  const points = steps.map(([atMs, price, isOut = price === null]) => ({
    atMs,
    price: price ?? 0,
    availability: isOut ? ("out" as const) : ("in" as const),
  }));
  const isOpenWhileOut = steps.some(([, price]) => price === null);
  const same = (value: number) => value;
  return toRuns({ points, isOpenWhileOut }, { startMs: 0, endMs: 100 }, { toX: same, toY: same });
}

function boxesOf(draw: (fill: (x: number, y: number, width: number, height: number) => void) => void): Box[] {
  const boxes: Box[] = [];
  draw((x, y, width, height) => boxes.push({ x, y, width, height }));
  return boxes;
}

function covers(boxes: readonly Box[], x: number, y: number): boolean {
  return boxes.some((box) => x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height);
}

describe("a line of steps", () => {
  it("stays level until the price changes, then goes straight to the new one", () => {
    const [run] = runsOf([0, 50], [40, 20], [90, 20]);
    const boxes = boxesOf((fill) => run && fillLine(run, 2, fill));
    expect(covers(boxes, 30, 50)).toBe(true);
    expect(covers(boxes, 30, 40)).toBe(false);
    expect(covers(boxes, 40, 35)).toBe(true);
    expect(covers(boxes, 80, 20)).toBe(true);
  });

  it("leaves out the prices beyond the viewport, except the one on each side that its line comes from or goes to", () => {
    const [run] = runsOf([-80, 90], [-40, 50], [40, 20], [120, 60], [180, 10]);
    expect([run?.steps, run?.endX]).toEqual([[-40, 50, 40, 20, 120, 60], 120]);
    expect(runsOf()).toEqual([]);
  });

  it("has a gap while every shop has sold out", () => {
    const runs = runsOf([0, 50], [40, null], [60, 30], [90, 30]);
    expect(runs.map(({ steps, endX }) => [steps[0], endX])).toEqual([
      [0, 40],
      [60, 90],
    ]);
  });

  it("goes on without a gap where a shop sells out, as a stretch of its own", () => {
    const runs = runsOf([0, 50], [40, 50, true], [60, 30], [90, 30]);
    expect(runs.map(({ isOut, steps, endX }) => [isOut, steps[0], endX])).toEqual([
      [false, 0, 40],
      [true, 40, 60],
      [false, 60, 90],
    ]);
  });

  it("passes through each price at its time, however many changes a pixel has", () => {
    // To the right of the viewport’s left edge: at the edge itself, only the last of several prices counts.
    const point = fc.tuple(fc.double({ min: 1, max: 50, noNaN: true }), fc.integer({ min: 0, max: 200 }));
    fc.assert(
      fc.property(fc.array(point, { minLength: 1, maxLength: 200 }), (points) => {
        const steps = points.sort(([a], [b]) => a - b);
        const [run] = runsOf(...steps);
        const boxes = boxesOf((fill) => run && fillLine(run, 2, fill));
        for (const [x, y] of steps) expect(covers(boxes, Math.round(x), y)).toBe(true);
      }),
    );
  });

  it("fills the area below without overlapping", () => {
    const [run] = runsOf([0, 50], [40, 20], [90, 20]);
    expect(boxesOf((fill) => run && fillArea(run, 100, fill))).toEqual([
      { x: 0, y: 50, width: 40, height: 50 },
      { x: 40, y: 20, width: 50, height: 80 },
    ]);
  });

  it("is dashed in every second stretch, counted from the left edge", () => {
    expect(boxesOf((fill) => dashed(3, fill)(2, 0, 12, 1))).toEqual([
      { x: 2, y: 0, width: 1, height: 1 },
      { x: 6, y: 0, width: 3, height: 1 },
      { x: 12, y: 0, width: 2, height: 1 },
    ]);
  });
});

it("fades opaque colours and translucent ones, and leaves others as they are", () => {
  expect(fade("rgb(1, 2, 3)", 0.26)).toBe("rgba(1, 2, 3, 0.26)");
  expect(fade("rgba(5, 0, 73, 0.8)", 0.26)).toBe("rgba(5, 0, 73, 0.26)");
  expect(fade("transparent", 0.26)).toBe("transparent");
});
