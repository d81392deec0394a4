import { describe, expect, it } from "vitest";
import { readAllPoints } from "../../../src/main/engine/db/prices/price-history.js";
import { allRows } from "../../../src/main/engine/db/store.js";
import { DAY_MS, HOUR_MS } from "../../../src/shared/time.js";
import type { TestEngine } from "../../support/engine.js";
import { addLink, startShopAndEngine } from "../../support/shop.js";
import { until } from "../../support/until.js";

async function checkAfter(engine: TestEngine, ms: number): Promise<void> {
  engine.clock.advance(ms);
  const nowMs = engine.clock.now();
  const isChecked = () =>
    allRows<{ last_run_at: number | null }>(engine.db, "SELECT last_run_at FROM schedule").every(
      ({ last_run_at }) => last_run_at === nowMs,
    );
  await until(isChecked);
}

/** Sets the clock back and waits until the scheduler has noticed. */
async function setBack(engine: TestEngine, ms: number): Promise<void> {
  engine.clock.advance(-ms);
  const latestMs = engine.clock.now() + HOUR_MS;
  const sql = "SELECT 1 FROM schedule WHERE due_at > ?";
  await until(() => allRows(engine.db, sql, latestMs).length === 0);
}

function storedPrices({ db, clock }: TestEngine): number[] {
  const [offer] = allRows<{ id: number }>(db, "SELECT id FROM offer");
  return readAllPoints(db, offer?.id ?? 0)
    .filter(({ atMs }) => atMs <= clock.now())
    .map(({ priceMinor }) => priceMinor);
}

async function watchLantern() {
  const { shop, engine } = await startShopAndEngine({ pagePace: { gapMs: 0, speed: 1_000_000 } });
  const setPrice = (price: number) => {
    shop.page = { offer: { price, availability: "InStock" } };
  };
  setPrice(50);
  const { product_key: productKey } = await addLink(engine, `${shop.origin}/p/lantern`);
  await engine.call("schedules.put", { ids: [productKey], schedule: "hourly" });
  return { engine, show: setPrice };
}

describe("checks while the clock is ahead", () => {
  it("a price dated in the future does not enter the history when its time comes", async () => {
    const { engine, show: setPrice } = await watchLantern();
    setPrice(60);
    await checkAfter(engine, 2 * DAY_MS);
    await setBack(engine, 2 * DAY_MS);
    setPrice(40);
    await checkAfter(engine, HOUR_MS);
    expect(storedPrices(engine)).toEqual([5_000, 4_000]);
    await checkAfter(engine, 2 * DAY_MS);
    expect(storedPrices(engine).at(-1)).toBe(4_000);
  });

  it("a price dated in the future enters the history once it is seen with the corrected clock", async () => {
    const { engine, show: setPrice } = await watchLantern();
    setPrice(60);
    await checkAfter(engine, 2 * DAY_MS);
    await setBack(engine, 2 * DAY_MS);
    await checkAfter(engine, HOUR_MS);
    expect(storedPrices(engine)).toEqual([5_000, 6_000]);
    await checkAfter(engine, 3 * DAY_MS);
    expect(storedPrices(engine)).toEqual([5_000, 6_000]);
  });
});
