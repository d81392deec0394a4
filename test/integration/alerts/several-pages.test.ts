import { expect, it } from "vitest";
import { MINUTE_MS } from "../../../src/shared/time.js";
import { addLink, checkHourly, startShop, startShopEngine } from "../../support/shop.js";

/** A watched tent, two variants of which one shop sells at the same price. */
async function watchTent() {
  const shop = await startShop();
  const page = (price: number, availability = "InStock") => ({
    offer: { price, availability },
    extraFields: { gtin13: "0036000291452" },
  });
  shop.page = page(249.95);
  const engine = await startShopEngine([shop]);
  const { product_key: productKey } = await addLink(engine, `${shop.origin}/products/tent`);
  const second = await addLink(engine, `${shop.origin}/products/tent?variant=4401`);
  expect(second.product_key).toBe(productKey);
  shop.onRequest = () => engine.clock.advance(6_000);
  const checks = await checkHourly(engine, productKey);
  return {
    alerts: async () => (await checks.alerts()).map(([, reason]) => reason),
    check: (price: number, availability?: string) => {
      shop.page = page(price, availability);
      return checks.check();
    },
  };
}

it("alerts once when two variants of a product drop to the same price at one shop", async () => {
  const { check, alerts } = await watchTent();
  await check(229.95);
  expect(await alerts()).toEqual(["$229.95 at 127.0.0.1, was $249.95 (−8%)"]);
});

it("alerts once when two variants of a product are back in stock at one shop", async () => {
  const { check, alerts } = await watchTent();
  await check(249.95, "OutOfStock");
  await check(249.95, "InStock");
  expect(await alerts()).toEqual(["Back in stock at 127.0.0.1 for $249.95"]);
});

it.each([
  ["no alert", 0.5, []],
  ["an alert", 60, ["$249.95 at 127.0.0.1, was $349.00 (−28%)"]],
])("gives %s to a cheaper shop that joins after %s min", async (_count, minutes, expected) => {
  const [first, second] = [await startShop(), await startShop()];
  const extraFields = { gtin13: "0036000291452" };
  first.page = { offer: { price: 349, availability: "InStock" }, extraFields };
  second.page = { offer: { price: 249.95, availability: "InStock" }, extraFields };
  const engine = await startShopEngine([first, second]);
  const { product_key: productKey } = await addLink(engine, `${first.origin}/tent`);
  engine.clock.advance(minutes * MINUTE_MS);
  await addLink(engine, `${second.origin}/tent`);
  const trigger = { kind: "percent_below", base: "highest", percent: 10 } as const;
  await engine.call("rules.save", { product_key: productKey, trigger });
  const { check, alerts } = await checkHourly(engine, productKey);
  await check();
  expect((await alerts()).map(([, reason]) => reason)).toEqual(expected);
});

it("alerts once when a cheaper shop joins at the target", async () => {
  const [first, second] = [await startShop(), await startShop()];
  const extraFields = { gtin13: "0036000291452" };
  first.page = { offer: { price: 95, availability: "InStock" }, extraFields };
  second.page = { offer: { price: 79.95, availability: "InStock" }, extraFields };
  const engine = await startShopEngine([first, second]);
  const { product_key: productKey } = await addLink(engine, `${first.origin}/tent`);
  const { alerts, check } = await checkHourly(engine, productKey);
  const trigger = { kind: "target", price: 80, currency: "USD" } as const;
  await engine.call("rules.save", { product_key: productKey, trigger });
  await check();
  await addLink(engine, `${second.origin}/tent`);
  const expected = ["$79.95 at 127.0.0.1, under your target of $80.00, was $95.00 (−16%)"];
  expect((await alerts()).map(([, reason]) => reason)).toEqual(expected);
  await check();
  expect(await alerts()).toHaveLength(1);
});
