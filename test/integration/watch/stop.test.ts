import { expect, it } from "vitest";
import { HOUR_MS } from "../../../src/shared/time.js";
import { startTestEngine, type TestEngine } from "../../support/engine.js";

const kettle = { type: "product", service: "product/kettle/1", title: "Kettle" } as const;
const tent = { type: "product", service: "product/tent/1", title: "Tent" } as const;
const keys = [kettle.service, tent.service];

async function readRows(engine: TestEngine) {
  const result = await engine.call("watch.rows", { product_keys: keys });
  return result.ok ? result.data.rows : result.error;
}

it("undoing Stop watching restores cadence, shop and all times, also hours later", async () => {
  const engine = await startTestEngine();
  await engine.import([kettle, tent].map((product) => ({ ...product, offers: [] })));
  await engine.call("schedules.put", { ids: [kettle.service], schedule: "weekly", retailer: "shop.example" });
  await engine.call("schedules.put", { ids: [tent.service], schedule: "daily" });
  engine.clock.advance(5 * HOUR_MS);
  const before = await readRows(engine);
  const stopped = await engine.call("watch.stop", { product_keys: [...keys, "product/unknown/1"] });
  if (!stopped.ok) throw new Error(stopped.error.message);
  expect(await readRows(engine)).toEqual([]);
  engine.clock.advance(HOUR_MS);
  const schedules = stopped.data.stopped;
  expect(await engine.call("watch.resume", { schedules })).toEqual({ ok: true, data: { resumed: 2 } });
  expect(await readRows(engine)).toEqual(before);
  expect(await engine.call("watch.resume", { schedules }), "a second undo changes nothing").toEqual({
    ok: true,
    data: { resumed: 0 },
  });
});
