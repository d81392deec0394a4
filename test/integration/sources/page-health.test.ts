import { describe, expect, it, vi } from "vitest";
import type { TestEngine } from "../../support/engine.js";
import { add, type Shop, startSetting, startShop } from "../../support/shop.js";

const hourMs = 3_600_000;
const good: Shop["page"] = { offer: { price: 49.99, availability: "InStock" } };
const refusing: Shop["page"] = { ...good, status: 403 };

async function watchHourly(engine: TestEngine, shop: Shop): Promise<string> {
  const { service } = await add(engine, `${shop.origin}/p/lantern`);
  await engine.ask("PUT", `/products/scheduled?ids=${service}&schedule=hourly`);
  return service;
}

async function checkOf(engine: TestEngine, service: string) {
  const answer = await engine.call("schedules.overview", { service });
  return answer.ok ? answer.data.schedules[0]?.checks[0] : undefined;
}

/** Lets hours pass, each with its check. */
async function passHours(engine: TestEngine, service: string, hours: number): Promise<void> {
  for (let hour = 0; hour < hours; hour++) {
    const before = (await checkOf(engine, service))?.checked_at;
    engine.clock.advance(hourMs);
    await vi.waitUntil(
      async () => {
        const now = (await checkOf(engine, service))?.checked_at;
        return now !== undefined && now !== before;
      },
      { timeout: 10_000, interval: 10 },
    );
  }
}

/** Lets hours pass until so many checks in a row have failed: a shop that fails is left alone for some turns. */
async function fail(engine: TestEngine, service: string, times: number): Promise<void> {
  while (((await checkOf(engine, service))?.failures ?? 0) < times) await passHours(engine, service, 1);
}

async function inbox(engine: TestEngine) {
  const answer = await engine.call("inbox.list", {});
  return answer.ok ? answer.data.entries.map(({ type, reason }) => ({ type, reason })) : [];
}

describe("a page whose checks fail", () => {
  it("is told of once after five failures in a row, and once when it goes well again", async () => {
    const shop = await startShop();
    const engine = await startSetting([shop], { pagePace: { gapMs: 1, speed: 100_000 } });
    const service = await watchHourly(engine, shop);
    shop.page = refusing;
    await fail(engine, service, 4);
    expect(await inbox(engine)).toEqual([]);
    await fail(engine, service, 7);
    expect(await inbox(engine)).toEqual([
      {
        type: "checks_failing",
        reason: expect.stringMatching(/^5 checks in a row have failed at 127\.0\.0\.1: /),
      },
    ]);
    expect(engine.news.filter(({ kind }) => kind === "inbox")).toHaveLength(1);
    shop.page = good;
    while ((await checkOf(engine, service))?.outcome !== "ok") await passHours(engine, service, 1);
    await passHours(engine, service, 1);
    expect((await inbox(engine)).map(({ type }) => type)).toEqual(["checks_recovered", "checks_failing"]);
    expect(await checkOf(engine, service)).toMatchObject({ outcome: "ok", failures: 0 });
    shop.page = refusing;
    await fail(engine, service, 5);
    expect((await inbox(engine)).map(({ type }) => type)).toEqual([
      "checks_failing",
      "checks_recovered",
      "checks_failing",
    ]);
  }, 60_000);

  it("is not told of where the computer itself has no network: no other check went well either", async () => {
    const shop = await startShop();
    const engine = await startSetting([shop], { pagePace: { gapMs: 1, speed: 100_000 } });
    const service = await watchHourly(engine, shop);
    shop.vanish();
    await fail(engine, service, 8);
    expect(await checkOf(engine, service)).toMatchObject({ outcome: "network" });
    expect(await inbox(engine)).toEqual([]);
  }, 60_000);
});
