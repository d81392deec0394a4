import fc from "fast-check";
import { bestPriceHistory, toColumns } from "../../../../src/main/engine/domain/best-price.js";
import type { AvailabilityCode, PricePoint } from "../../../../src/main/engine/domain/price-point.js";
import { DAY_MS } from "../../../../src/shared/time.js";

export const startMs = Date.UTC(2026, 0, 1);

/** In cents, up to ten billion dollars. */
const anyPrice = fc.oneof(fc.integer({ min: 1, max: 50_000 }), fc.integer({ min: 1, max: 1e12 }));
const availability = fc.constantFrom<AvailabilityCode>(0, 1, 2);
/** Few different prices, so that repeats are frequent. */
const fewPrices = fc.constantFrom(1_000, 1_500, 2_000);

function sortedPoints(
  atMs: fc.Arbitrary<number>,
  priceMinor: fc.Arbitrary<number>,
): fc.Arbitrary<PricePoint[]> {
  return fc
    .array(fc.record({ atMs, priceMinor, availability }), { maxLength: 40 })
    .map((list) => list.toSorted((a, b) => a.atMs - b.atMs));
}

/** Ascending points at any time, in whole seconds or not, with gaps of up to decades. */
export const wildPoints = sortedPoints(
  fc.oneof(
    fc.integer({ min: 0, max: 4_000_000 }).map((seconds) => startMs + seconds * 1_000),
    fc.integer({ min: startMs, max: startMs + 1_000_000 }),
    fc.integer({ min: 0, max: Date.UTC(2100, 0, 1) }),
  ),
  anyPrice,
);

/** Ascending points that often repeat a price or an instant. */
export const closePoints = sortedPoints(
  fc.integer({ min: 0, max: 30 }).map((day) => startMs + day * DAY_MS),
  fewPrices,
);

/** Merges change points in a plain array: sorted by time, the later addition wins, repeats are dropped. */
export function naiveMerge(existing: readonly PricePoint[], added: readonly PricePoint[]): PricePoint[] {
  const all = [...existing];
  for (const point of added) {
    const same = all.findIndex(({ atMs }) => atMs === point.atMs);
    if (same >= 0) all.splice(same, 1);
    const next = all.findIndex(({ atMs }) => atMs > point.atMs);
    all.splice(next < 0 ? all.length : next, 0, point);
  }
  const changes: PricePoint[] = [];
  let before: PricePoint | undefined;
  for (const point of all) {
    const isChange = before?.priceMinor !== point.priceMinor || before?.availability !== point.availability;
    if (isChange) changes.push(point);
    before = point;
  }
  return changes;
}

/** The best price of offers with these change points. */
export function historyOf<Id>(
  offers: readonly { readonly id: Id; readonly points: readonly PricePoint[] }[],
  nowMs: number,
) {
  const series = offers.map(({ id, points }) => ({ id, ...toColumns(points) }));
  return bestPriceHistory(series, nowMs);
}

/** Prices in cents at times in days, written as `day:cents`. */
export function pricesOf(written: string): [day: number, cents: number][] {
  return written.split(" ").map((each) => {
    const [day = 0, cents = 0] = each.split(":").map(Number);
    return [day, cents];
  });
}
