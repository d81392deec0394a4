import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  clamp,
  isWhole,
  pan,
  reveal,
  spanOf,
  type Viewport,
  zoomAt,
  zoomCentre,
} from "../../../../../../src/renderer/features/product/history/view.js";
import { DAY_MS } from "../../../../../../src/shared/time.js";

const bounds: Viewport = { startMs: 0, endMs: 365 * DAY_MS };

const time = fc.integer({ min: -400 * DAY_MS, max: 800 * DAY_MS });
const view = fc.tuple(time, time).map(([a, b]) => ({ startMs: Math.min(a, b), endMs: Math.max(a, b) }));
const factor = fc.double({ min: 0.1, max: 10, noNaN: true });

function expectInside({ startMs, endMs }: Viewport): void {
  expect(startMs).toBeGreaterThanOrEqual(bounds.startMs);
  expect(endMs).toBeLessThanOrEqual(bounds.endMs);
  expect(endMs).toBeGreaterThan(startMs);
}

describe("what is in sight", () => {
  it("never leaves what there is, whatever is done", () => {
    fc.assert(
      fc.property(view, factor, time, time, (start, by, atMs, byMs) => {
        const here = clamp(start, bounds);
        expectInside(here);
        expectInside(zoomAt(here, bounds, by, atMs));
        expectInside(pan(here, bounds, byMs));
        expectInside(reveal(here, bounds, Math.min(Math.max(atMs, 0), bounds.endMs)));
      }),
    );
  });

  it("keeps the time under the pointer where it is while there is room", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (share) => {
        const here = { startMs: 100 * DAY_MS, endMs: 200 * DAY_MS };
        const atMs = here.startMs + share * spanOf(here);
        const closer = zoomAt(here, bounds, 2, atMs);
        expect(spanOf(closer)).toBeCloseTo(spanOf(here) / 2, 0);
        expect((atMs - closer.startMs) / spanOf(closer)).toBeCloseTo(share, 6);
      }),
    );
  });

  it("keeps its span when it is moved", () => {
    fc.assert(
      fc.property(view, time, (start, byMs) => {
        const here = clamp(start, bounds);
        expect(spanOf(pan(here, bounds, byMs))).toBeCloseTo(spanOf(here), 0);
      }),
    );
  });

  it("comes back to everything when one looks from far enough", () => {
    fc.assert(
      fc.property(view, time, (start, atMs) => {
        expect(isWhole(zoomAt(clamp(start, bounds), bounds, 1e6 ** -1, atMs), bounds)).toBe(true);
      }),
    );
  });

  it("goes no closer than there is something to see, and not at all where there is less", () => {
    const closest = zoomAt(bounds, bounds, 1e9, 10 * DAY_MS);
    expect(spanOf(closest)).toBe(DAY_MS / 4);
    const short = { startMs: 0, endMs: 60_000 };
    expect(zoomAt(short, short, 10, 0)).toEqual(short);
  });

  it("moves to a time that is out of sight, and only then", () => {
    const here = { startMs: 100 * DAY_MS, endMs: 110 * DAY_MS };
    expect(reveal(here, bounds, 105 * DAY_MS)).toBe(here);
    expect(reveal(here, bounds, 90 * DAY_MS)).toEqual({ startMs: 89 * DAY_MS, endMs: 99 * DAY_MS });
    expect(reveal(here, bounds, 120 * DAY_MS)).toEqual({ startMs: 111 * DAY_MS, endMs: 121 * DAY_MS });
  });
});

it("zooms into the end while it is shown, otherwise into the middle", () => {
  const all = { startMs: 0, endMs: 100 * DAY_MS };
  expect(zoomCentre({ viewport: all, bounds: all })).toBe(100 * DAY_MS);
  // The bounds end with the present, which goes on.
  const later = { startMs: 0, endMs: 100.1 * DAY_MS };
  expect(zoomCentre({ viewport: all, bounds: later })).toBe(100 * DAY_MS);
  const earlier = { startMs: 20 * DAY_MS, endMs: 40 * DAY_MS };
  expect(zoomCentre({ viewport: earlier, bounds: all })).toBe(30 * DAY_MS);
});
