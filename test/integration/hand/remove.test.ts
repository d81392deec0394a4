import { expect, it } from "vitest";
import { HOUR_MS } from "../../../src/shared/time.js";
import type { TestEngine } from "../../support/engine.js";
import { addLink, type Shop, startShop, startShopEngine } from "../../support/shop.js";

const gtin13 = "0036000291452";

/** A lantern of two shops with all that a product can have. */
async function startWithLantern(): Promise<{ engine: TestEngine; shop: Shop; productKey: string }> {
  const shops = [await startShop(), await startShop()] as const;
  const offers = { price: 49.99, priceCurrency: "USD", availability: "InStock" };
  const data = { "@type": "Product", name: "Trail Lantern", gtin13, offers: { "@type": "Offer", ...offers } };
  const shown = '<p class="price">$49.99</p><p>Member price: $45.00</p>';
  for (const shop of shops)
    shop.page = {
      offer: {},
      html: `<h1>Trail Lantern</h1><script type="application/ld+json">${JSON.stringify(data)}</script>${shown}`,
    };
  const engine = await startShopEngine(shops);
  const { product_key: productKey } = await addLink(engine, `${shops[0].origin}/p/lantern`);
  await addLink(engine, `${shops[1].origin}/p/lantern`);
  await engine.call("schedules.put", { ids: [productKey], schedule: "hourly" });
  await engine.call("rules.save", {
    product_key: productKey,
    trigger: { kind: "target", price: 40, currency: "USD" },
    retailer: null,
    condition: null,
    is_enabled: true,
  });
  await engine.call("tags.change", { product_keys: [productKey], add: ["camping"], remove: [] });
  await engine.call("rules.snooze", {
    product_key: productKey,
    until: new Date(engine.clock.now() + HOUR_MS).toISOString(),
  });
  return { engine, shop: shops[0], productKey };
}

/** Everything that the window shows of a product. */
async function everythingOf(engine: TestEngine, productKey: string) {
  const results = [
    await engine.call("watch.rows", { product_keys: [productKey] }),
    await engine.call("schedules.overview", { product_key: productKey }),
    await engine.call("rules.list", { product_key: productKey }),
    await engine.call("offers.terms", { product_key: productKey }),
    await engine.call("app.statistics", { product_key: productKey }),
  ];
  const { body } = await engine.get(`/products/offers?ids=${encodeURIComponent(productKey)}`);
  const search = await engine.get("/products/search?q=lantern");
  return { results, offers: body.data, found: search.body.data };
}

it("restores a removed product exactly as it was", async () => {
  const { engine, productKey } = await startWithLantern();
  const before = await everythingOf(engine, productKey);
  expect(JSON.stringify(before)).toContain('"words":"Member price"');
  const removed = await engine.data("products.remove", { product_keys: [productKey, "product/unknown/1"] });
  expect(removed).toMatchObject({ removed: 1 });
  expect(await engine.data("app.info", {})).toMatchObject({ products: 0, offers: 0 });
  expect(await engine.data("acts.undo", {})).toMatchObject({
    act: { subject: { title: "Trail Lantern", count: 1 } },
    kept: [],
  });
  expect(await everythingOf(engine, productKey)).toEqual(before);
});
