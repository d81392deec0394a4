import { expect, it } from "vitest";
import { DAY_MS } from "../../../src/shared/time.js";
import { addLink, checkHourly, startShopAndEngine } from "../../support/shop.js";

it("a list price that the shop has never asked saves nothing", async () => {
  const { shop, engine, url } = await startShopAndEngine();
  shop.page = {
    offer: {},
    html: `<html lang="en-US"><h1>Trail Lantern</h1><div class="product"><del>$89.99</del><p class="price">$49.99</p><button>Add to cart</button></div></html>`,
  };
  const { product_key: productKey } = await addLink(engine, url);
  const checks = await checkHourly(engine, productKey);
  const buy = async () => {
    await engine.data("purchases.save", { product_key: productKey, price: 49.99 });
    const { purchases, savings } = await engine.data("purchases.list", {});
    await engine.data("purchases.remove", { id: purchases[0]?.id ?? 0 });
    return savings[0]?.list;
  };
  expect(await buy()).toEqual({ amount: 40, purchases: 1 });
  engine.clock.advance(20 * DAY_MS);
  await checks.check();
  expect(await buy()).toBeNull();
});
