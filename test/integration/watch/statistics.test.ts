import { describe, expect, it, onTestFinished } from "vitest";
import { priceStatistics } from "../../../src/shared/app/statistics.js";
import { DAY_MS } from "../../../src/shared/time.js";
import { testStartIso } from "../../support/clock.js";
import { startTestEngine } from "../../support/engine.js";

/** Statistics of a lamp with these price changes per shop, each as `[days ago, price]`; 0 is out of stock. */
async function statistics(offers: Readonly<Record<string, [number, number][]>>) {
  const engine = await startTestEngine();
  onTestFinished(() => engine.stop());
  const shops = Object.entries(offers).map(([shop, changes]) => {
    const history = changes.map(([days, price]) => ({
      price: price === 0 ? 1 : price,
      availability: price === 0 ? ("out" as const) : ("in" as const),
      timestamp: new Date(Date.parse(testStartIso) - days * DAY_MS).toISOString(),
    }));
    const URL = `https://${shop}.example/lamp`;
    return { id: shop, retailer: `${shop}.example`, currency: "USD", URL, ...history.at(-1)!, history };
  });
  await engine.import([{ type: "product", service: "product/lamp/1", title: "Lamp", offers: shops }]);
  const answer = await engine.call("app.statistics", { product_key: "product/lamp/1" });
  if (!answer.ok) throw new Error(answer.error.message);
  expect(priceStatistics.parse(answer.data)).toEqual(answer.data);
  return answer.data;
}

describe("app.statistics", () => {
  it("app.statistics returns the distribution of last year's prices and the bucket of the current one", async () => {
    const north: [number, number][] = [
      [500, 900],
      [300, 120],
      [100, 100],
    ];
    const { distribution } = await statistics({ north });
    // The price of 900 began before the last year and covers its first 65 days.
    expect(distribution?.buckets).toHaveLength(9);
    expect(distribution?.buckets[0]).toEqual({ from: 100, to: 200, days: 300 });
    expect(distribution?.buckets.at(-1)).toEqual({ from: 900, to: 1_000, days: 65 });
    expect(distribution?.current).toBe(0);
  });

  it("app.statistics returns the lowest, the highest and the usual prices of the last year", async () => {
    const { year } = await statistics({
      north: [
        [500, 20],
        [300, 120],
        [100, 100],
        [80, 130],
      ],
    });
    const daysAgo = (days: number) => new Date(Date.parse(testStartIso) - days * DAY_MS).toISOString();
    expect(year).toEqual({
      low: { price: 20, timestamp: daysAgo(365) },
      high: { price: 130, timestamp: daysAgo(80) },
      usual: { low: 120, high: 120 },
    });
  });

  it("app.statistics returns how often each retailer was cheapest, and the median of each month", async () => {
    const { cheapest_retailers, cheapest_months } = await statistics({
      north: [[40, 100]],
      south: [
        [30, 90],
        [20, 110],
      ],
    });
    expect(cheapest_retailers).toEqual([
      { retailer: "north.example", share: 75, days: 30 },
      { retailer: "south.example", share: 25, days: 10 },
    ]);
    // From noon on May 6 to noon on June 15; the price was 90 for ten days only.
    expect(cheapest_months).toEqual([
      { month: 5, median: 100, days: 25.5 },
      { month: 6, median: 100, days: 14.5 },
    ]);
  });

  it("app.statistics has no current bucket while the product is out of stock", async () => {
    const north: [number, number][] = [
      [40, 100],
      [5, 0],
    ];
    const { distribution, verdict } = await statistics({ north });
    expect(distribution).toEqual({ buckets: [{ from: 100, to: 101, days: 35 }], current: null });
    expect(verdict).toMatchObject({ kind: "none", facts: [{ kind: "no_price" }] });
  });

  it("app.statistics is empty without a history", async () => {
    expect(await statistics({})).toMatchObject({
      distribution: null,
      cheapest_months: [],
      cheapest_retailers: [],
    });
  });
});
