import { describe, expect, it, onTestFinished, vi } from "vitest";
import { startTestEngine, type TestEngine } from "../support/engine.js";
import { addLink, startShop, startShopEngine } from "../support/shop.js";

async function lastCheck(engine: TestEngine, service: string) {
  const answer = await engine.call("schedules.overview", { service });
  return answer.ok ? (answer.data.schedules[0]?.last_check_at ?? null) : null;
}

describe("schedules.check", () => {
  it("checks one product or all immediately and uses no credits", async () => {
    const shop = await startShop();
    const engine = await startShopEngine([shop]);
    const { service } = await addLink(engine, `${shop.origin}/p/lantern`);
    await engine.request("PUT", `/products/scheduled?ids=${service}&schedule=weekly`);
    const creditsUsed = async () => {
      const answer = await engine.call("account.show", {});
      return answer.ok ? answer.data.used : null;
    };
    const used = await creditsUsed();
    expect(await engine.call("schedules.check", { service })).toMatchObject({
      ok: true,
      data: { products: 1 },
    });
    await vi.waitUntil(async () => (await lastCheck(engine, service)) !== null, {
      timeout: 10_000,
      interval: 10,
    });
    const firstCheckAt = await lastCheck(engine, service);
    engine.clock.advance(60_000);
    expect(await engine.call("schedules.check", {})).toMatchObject({ ok: true, data: { products: 1 } });
    await vi.waitUntil(async () => (await lastCheck(engine, service)) !== firstCheckAt, {
      timeout: 10_000,
      interval: 10,
    });
    expect(await creditsUsed()).toBe(used);
  });

  it("checks no unwatched product and rejects an unknown one", async () => {
    const engine = await startTestEngine();
    onTestFinished(() => engine.stop());
    expect(await engine.call("schedules.check", {})).toMatchObject({ ok: true, data: { products: 0 } });
    expect(await engine.call("schedules.check", { service: "product/none/1" })).toMatchObject({
      ok: false,
      error: { code: "ERR_PRODUCT_NOT_FOUND" },
    });
  });
});
