import { expect, it } from "vitest";
import { DAY_MS } from "../../../src/shared/time.js";
import { addLink, checkHourly, startShopAndEngine } from "../../support/shop.js";
import { until } from "../../support/until.js";

it("a run's check reports a lower price than the one paid, and the engine's checks end with the return", async () => {
  const { shop, engine, url } = await startShopAndEngine();
  const { product_key: productKey } = await addLink(engine, url);
  const checks = await checkHourly(engine, productKey);
  await engine.data("purchases.save", { product_key: productKey, price: 49.99, return_days: 1 });
  shop.page = { offer: { price: 39.99, availability: "InStock" } };
  await checks.check();
  expect(await checks.alerts()).toEqual([
    [
      "price_drop",
      expect.stringMatching(/^\$39\.99 at 127\.0\.0\.1, \$10\.00 less than you paid, return until /),
    ],
  ]);
  const visits = shop.requests.length;
  engine.clock.advance(3 * DAY_MS);
  await until(async () => (await engine.data("schedules.overview", {})).schedules.length === 0);
  expect(shop.requests).toHaveLength(visits);
});
