import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  priceLabels,
  priceTicks,
  withRoom,
} from "../../../../../../src/renderer/features/product/history/axes.js";

const price = fc.integer({ min: 1, max: 1e9 }).map((cents) => cents / 100);

describe("ticks of the price axis", () => {
  it("are within the range, in order, and about as many as there is room for", () => {
    fc.assert(
      fc.property(price, price, fc.integer({ min: 2, max: 10 }), (one, other, most) => {
        const range = withRoom({ lowest: Math.min(one, other), highest: Math.max(one, other) });
        const ticks = priceTicks(range, most);
        expect(ticks.length).toBeGreaterThan(0);
        expect(ticks.length).toBeLessThanOrEqual(most + 1);
        expect(ticks).toEqual([...new Set(ticks)].sort((a, b) => a - b));
        for (const tick of ticks) {
          expect(tick).toBeGreaterThanOrEqual(range.lowest - 1e-4);
          expect(tick).toBeLessThanOrEqual(range.highest + 1e-4);
        }
      }),
    );
  });

  it("leave room around the lines, and never go below nothing", () => {
    expect(withRoom({ lowest: 10, highest: 20 })).toEqual({ lowest: 8.6, highest: 21.4 });
    expect(withRoom({ lowest: 0.5, highest: 9 }).lowest).toBe(0);
    const flat = withRoom({ lowest: 10, highest: 10 });
    expect(flat.highest).toBeGreaterThan(flat.lowest);
  });

  it("have cents only where one of them does, in the chart's own currency", () => {
    expect([100, 150].map(priceLabels([100, 150], "EUR", "en-US"))).toEqual(["€100", "€150"]);
    expect([2.5, 5].map(priceLabels([2.5, 5], "USD", "de-DE"))).toEqual(["2,50\u00a0$", "5,00\u00a0$"]);
  });
});
