import { expect, it } from "vitest";
import { addLink, startShop, startShopEngine } from "../../support/shop.js";

it("lists what was added by link and is not watched, and nothing of an imported catalogue", async () => {
  const shop = await startShop();
  shop.page = { offer: { price: 49.99, availability: "InStock" } };
  const engine = await startShopEngine([shop]);
  await engine.import([{ type: "product", service: "product/kettle/1", title: "Kettle", offers: [] }]);
  const { product_key: productKey } = await addLink(engine, `${shop.origin}/p/lantern`);
  const unwatched = async () => {
    const result = await engine.call("watch.unwatched", {});
    return result.ok ? result.data.products : result.error;
  };
  // What is added by link is watched.
  expect(await unwatched()).toEqual([]);
  await engine.call("schedules.delete", { ids: [productKey] });
  expect(await unwatched()).toEqual([
    { product_key: productKey, title: "Trail Lantern", image: null, category: null },
  ]);
  await engine.call("schedules.put", { ids: [productKey], schedule: "daily" });
  expect(await unwatched()).toEqual([]);
});
