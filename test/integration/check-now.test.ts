import { describe, expect, it } from "vitest";
import { openTestEngine, type TestEngine } from "../support/engine.js";
import { addLink, startShopAndEngine } from "../support/shop.js";
import { until } from "../support/until.js";

async function lastCheck(engine: TestEngine, productKey: string) {
  const answer = await engine.call("schedules.overview", { product_key: productKey });
  return answer.ok ? (answer.data.schedules[0]?.last_check_at ?? null) : null;
}

describe("schedules.check", () => {
  it("checks one product or all immediately and uses no credits", async () => {
    const { shop, engine } = await startShopAndEngine();
    const { product_key: productKey } = await addLink(engine, `${shop.origin}/p/lantern`);
    await engine.request("PUT", `/products/scheduled?ids=${productKey}&schedule=weekly`);
    const creditsUsed = async () => {
      return (await engine.data("account.show", {})).used;
    };
    const used = await creditsUsed();
    expect(await engine.call("schedules.check", { product_key: productKey })).toMatchObject({
      ok: true,
      data: { products: 1 },
    });
    await until(async () => (await lastCheck(engine, productKey)) !== null);
    const firstCheckAt = await lastCheck(engine, productKey);
    engine.clock.advance(60_000);
    expect(await engine.call("schedules.check", {})).toMatchObject({ ok: true, data: { products: 1 } });
    await until(async () => (await lastCheck(engine, productKey)) !== firstCheckAt);
    expect(await creditsUsed()).toBe(used);
  });

  it("checks no unwatched product and rejects an unknown one", async () => {
    const engine = await openTestEngine();
    expect(await engine.call("schedules.check", {})).toMatchObject({ ok: true, data: { products: 0 } });
    expect(await engine.call("schedules.check", { product_key: "product/none/1" })).toMatchObject({
      ok: false,
      error: { code: "ERR_PRODUCT_NOT_FOUND" },
    });
  });
});
