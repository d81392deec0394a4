import { expect, it } from "vitest";
import { allRows } from "../../../src/main/engine/db/store.js";
import { addLink, checkHourly, startShop, startShopEngine } from "../../support/shop.js";

/** A watched lantern whose page states these availabilities, check by check. */
async function watchLantern(first: string) {
  const shop = await startShop();
  shop.page = { offer: { price: 499, availability: first } };
  const engine = await startShopEngine([shop]);
  const { product_key: productKey } = await addLink(engine, `${shop.origin}/p/lantern`);
  const checks = await checkHourly(engine, productKey);
  return {
    engine,
    alerts: checks.alerts,
    check: (availability: string, price = 499) => {
      shop.page = { offer: { price, availability } };
      return checks.check();
    },
  };
}

it.each(["PreOrder", "BackOrder", "InStoreOnly"])(
  "alerts once when a shop has in stock what was %s",
  async (ordering) => {
    const { check, alerts } = await watchLantern(ordering);
    await check(ordering);
    expect(await alerts()).toEqual([]);
    await check("InStock");
    await check("InStock");
    expect(await alerts()).toEqual([["availability_change", "Now in stock at 127.0.0.1 for $499.00"]]);
  },
);

it("states the price that has changed with the release in the same alert", async () => {
  const { check, alerts } = await watchLantern("PreOrder");
  await check("InStock", 459);
  expect(await alerts()).toEqual([
    ["availability_change", "Now in stock at 127.0.0.1 for $459.00, was $499.00 (−8%)"],
  ]);
});

it("alerts once when a shop has in stock what was sold out after its pre-order", async () => {
  const { check, alerts } = await watchLantern("PreOrder");
  await check("OutOfStock");
  await check("InStock");
  expect(await alerts()).toEqual([["availability_change", "Back in stock at 127.0.0.1 for $499.00"]]);
});

it.each(["Not in stock", "0 in stock", "Back in stock soon"])(
  "alerts to no return that the page's own words deny: %s",
  async (words) => {
    const shop = await startShop();
    const show = (stock: string) => {
      const html = `<h1>Trail Lantern</h1><p class="price">US$499.00</p><p>${stock}</p>`;
      shop.page = { offer: {}, html };
    };
    show("In stock");
    const engine = await startShopEngine([shop]);
    const { product_key: productKey } = await addLink(engine, `${shop.origin}/p/lantern`);
    const { check, alerts } = await checkHourly(engine, productKey);
    for (const stock of ["Out of stock", words]) {
      show(stock);
      await check();
    }
    expect(await alerts()).toEqual([]);
    show("In stock");
    await check();
    expect(await alerts()).toEqual([["availability_change", "Back in stock at 127.0.0.1 for $499.00"]]);
  },
);

it("sends webhooks of the API no event when a shop has in stock what was on pre-order", async () => {
  const { engine, alerts, check } = await watchLantern("PreOrder");
  const events = ["price_drop", "availability_change", "schedule_completion"];
  const created = await engine.request("POST", "/webhooks", { url: "https://hook.example/in", events });
  expect(created.status).toBe(201);
  await check("InStock");
  const rows = allRows<{ type: string }>(engine.db, "SELECT type FROM event");
  expect(rows).toEqual([{ type: "schedule_completion" }]);
  expect(await alerts()).toHaveLength(1);
});
