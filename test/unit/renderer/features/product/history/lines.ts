import fc from "fast-check";
import type {
  PricePoint,
  PriceSeries,
} from "../../../../../../src/renderer/features/product/history/price-series.js";

export type Step = readonly [atMs: number, price: number, availability?: "out"];

export function pointsOf(...steps: readonly Step[]): PricePoint[] {
  return steps.map(([atMs, price, availability]) => ({ atMs, price, availability: availability ?? null }));
}

export function line(id: string, ...steps: readonly Step[]): PriceSeries {
  const about = {
    label: id,
    currency: "USD",
    isNew: true,
    retailer: id,
    seller: null,
    condition: "new",
    url: `https://shop.example/${id}`,
  };
  return { id, ...about, points: pointsOf(...steps) };
}

/** Points in time order, at different times, some of them out of stock. */
export function anyPoints(mostMs = 10_000): fc.Arbitrary<PricePoint[]> {
  const point = fc.record({
    atMs: fc.integer({ min: -mostMs / 10, max: mostMs }),
    price: fc.integer({ min: 1, max: 500 }),
    availability: fc.constantFrom("in" as const, "out" as const, null),
  });
  return fc
    .uniqueArray(point, { minLength: 1, maxLength: 400, selector: ({ atMs }) => atMs })
    .map((points) => points.sort((a, b) => a.atMs - b.atMs));
}
