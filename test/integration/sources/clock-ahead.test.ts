import { expect, it, vi } from "vitest";
import { readAllPoints } from "../../../src/main/engine/db/price-history.js";
import { allRows } from "../../../src/main/engine/db/store.js";
import type { TestEngine } from "../../support/engine.js";
import { add, startSetting, startShop } from "../../support/shop.js";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

async function checkAfter(engine: TestEngine, ms: number): Promise<void> {
  engine.clock.advance(ms);
  const nowMs = engine.clock.now();
  const isChecked = () =>
    allRows<{ last_run_at: number | null }>(engine.db, "SELECT last_run_at FROM schedule").every(
      ({ last_run_at }) => last_run_at === nowMs,
    );
  await vi.waitUntil(isChecked, { timeout: 10_000, interval: 5 });
}

/** Back by so much; the scheduler has seen it. */
async function setBack(engine: TestEngine, ms: number): Promise<void> {
  engine.clock.advance(-ms);
  const latestMs = engine.clock.now() + hourMs;
  const sql = "SELECT 1 FROM schedule WHERE due_at > ?";
  await vi.waitUntil(() => allRows(engine.db, sql, latestMs).length === 0, { interval: 5 });
}

function pricesOf({ db, clock }: TestEngine): number[] {
  const [offer] = allRows<{ id: number }>(db, "SELECT id FROM offer");
  return readAllPoints(db, offer?.id ?? 0)
    .filter(({ atMs }) => atMs <= clock.now())
    .map(({ priceMinor }) => priceMinor);
}

it("a price that was seen while the clock was ahead does not come true when that time comes", async () => {
  const shop = await startShop();
  const engine = await startSetting([shop], { pagePace: { gapMs: 0, speed: 1_000_000 } });
  shop.page = { offer: { price: 50, availability: "InStock" } };
  const { service } = await add(engine, `${shop.origin}/p/lantern`);
  await engine.call("schedules.put", { ids: [service], schedule: "hourly" });
  // The clock is two days ahead for a while, and the price goes up and down again.
  shop.page = { offer: { price: 60, availability: "InStock" } };
  await checkAfter(engine, 2 * dayMs);
  await setBack(engine, 2 * dayMs);
  shop.page = { offer: { price: 40, availability: "InStock" } };
  await checkAfter(engine, hourMs);
  expect(pricesOf(engine)).toEqual([5_000, 4_000]);
  // The time comes at which 60 was seen; it costs 40 still.
  await checkAfter(engine, 2 * dayMs);
  expect(pricesOf(engine).at(-1)).toBe(4_000);
});
