import { describe, expect, it } from "vitest";
import { offerByPublicId } from "../../../src/main/engine/db/prices/offer.js";
import { replacePoints } from "../../../src/main/engine/db/prices/price-history.js";
import { write } from "../../../src/main/engine/db/store.js";
import { knownProducts } from "../../../src/main/engine/operations/watch/known-products.js";
import { priceStatistics } from "../../../src/shared/app/statistics.js";
import { DAY_MS, MINUTE_MS } from "../../../src/shared/time.js";
import { testStartIso } from "../../support/clock.js";
import { openTestEngine } from "../../support/engine.js";
import { historyOf, type PriceChanges } from "./price-changes.js";

/** Statistics of a lamp with these price changes per shop. */
async function statistics(offers: Readonly<Record<string, PriceChanges>>) {
  const engine = await openTestEngine();
  const shops = Object.entries(offers).map(([shop, changes]) => {
    const history = historyOf(changes);
    const URL = `https://${shop}.example/lamp`;
    return { id: shop, retailer: `${shop}.example`, currency: "USD", URL, ...history.at(-1)!, history };
  });
  await engine.import([{ type: "product", service: "product/lamp/1", title: "Lamp", offers: shops }]);
  const answer = await engine.data("app.statistics", { product_key: "product/lamp/1" });
  expect(priceStatistics.parse(answer)).toEqual(answer);
  return answer;
}

describe("app.statistics", () => {
  it("summarizes last year's prices, which retailer was cheapest, and each month", async () => {
    const { distribution, year, cheapest_retailers, cheapest_months } = await statistics({
      north: { 500: 900, 40: 100 },
      south: { 30: 90, 20: 110 },
    });
    // The price of 900 began before the last year.
    expect(distribution?.buckets.at(-1)).toEqual({ from: 900, to: 1_000, days: 325 });
    const daysAgo = (days: number) => new Date(Date.parse(testStartIso) - days * DAY_MS).toISOString();
    expect(year?.low).toEqual({ price: 90, timestamp: daysAgo(30) });
    expect(cheapest_retailers).toMatchObject([
      { retailer: "north.example", days: 355 },
      { retailer: "south.example", days: 10 },
    ]);
    expect(cheapest_months).toHaveLength(12);
  });

  it("states the change since the product was added, each currency on its own", async () => {
    const engine = await openTestEngine();
    const service = "product/mug/1";
    const importPrice = async (currency: string, price: number) => {
      const URL = `https://${currency.toLowerCase()}.example/mug`;
      const timestamp = new Date(engine.clock.now()).toISOString();
      const offer = {
        id: currency,
        retailer: new globalThis.URL(URL).hostname,
        currency,
        URL,
        price,
        timestamp,
      };
      await engine.import([
        { type: "product", service, title: "Mug", offers: [{ ...offer, availability: "in", history: [] }] },
      ]);
    };
    const changes = async () => {
      const [dollars, foreign] = await Promise.all([
        engine.call("app.statistics", { product_key: service }),
        engine.call("offers.foreign", { product_key: service }),
      ]);
      if (!dollars.ok || !foreign.ok) throw new Error("The statistics did not load.");
      return [dollars.data, ...foreign.data.currencies.map((each) => each.statistics)].map(
        (each) => `${each.currency} ${each.change_since_added}`,
      );
    };
    await importPrice("USD", 49);
    await importPrice("EUR", 39.9);
    expect(await changes()).toEqual(["USD null", "EUR null"]);
    engine.clock.advance(DAY_MS);
    await engine.call("schedules.put", { ids: [service], schedule: "daily" });
    engine.clock.advance(DAY_MS);
    await importPrice("USD", 45);
    engine.clock.advance(DAY_MS);
    expect(await changes()).toEqual(["USD -8.16", "EUR 0"]);
  });
});

it("the history in another currency leaves out what a clock that was a year ahead has left", async () => {
  const engine = await openTestEngine();
  const timestamp = new Date(engine.clock.now()).toISOString();
  const price = { currency: "EUR", price: 50, availability: "in" as const, timestamp };
  const offer = { id: "lamp", retailer: "shop.example", URL: "https://shop.example/lamp", ...price };
  await engine.import([
    { type: "product", service: "product/lamp/1", title: "Lamp", offers: [{ ...offer, history: [] }] },
  ]);
  const points = [0, 365].map((days) => ({
    atMs: engine.clock.now() + days * DAY_MS,
    priceMinor: 5_000 + days,
    availability: 1 as const,
  }));
  write(engine.db, (tx) => replacePoints(tx, offerByPublicId(tx, "lamp")?.id ?? 0, points));
  const { currencies } = await engine.data("offers.foreign", { product_key: "product/lamp/1" });
  expect(currencies[0]?.offers[0]?.history).toMatchObject([{ price: 50, timestamp }]);
});

it("statistics and the list of the command line cover a history of 150,000 points", async () => {
  const engine = await openTestEngine();
  const { db, clock } = engine;
  const offer = {
    id: "lamp",
    retailer: "shop.example",
    currency: "USD",
    price: 50,
    availability: "in" as const,
  };
  const timestamp = new Date(clock.now()).toISOString();
  const offers = [{ ...offer, URL: "https://shop.example/lamp", timestamp, history: [] }];
  await engine.import([{ type: "product", service: "product/lamp/1", title: "Lamp", offers }]);
  await engine.call("schedules.put", { ids: ["product/lamp/1"], schedule: "daily" });
  const points = Array.from({ length: 150_000 }, (_, i) => ({
    atMs: clock.now() - (150_000 - i) * MINUTE_MS,
    priceMinor: 5_000 + (i % 1_000),
    availability: 1 as const,
  }));
  write(db, (tx) => replacePoints(tx, offerByPublicId(tx, "lamp")?.id ?? 0, points));
  const result = await engine.call("app.statistics", { product_key: "product/lamp/1" });
  expect(result).toMatchObject({
    data: { points: 150_000, lowest: { price: 50 }, highest: { price: 59.99 } },
  });
  const known = [...knownProducts({ db, clock, accountId: 1, sources: [] })];
  expect(known).toMatchObject([{ lowest: 50, highest: 59.99 }]);
});
