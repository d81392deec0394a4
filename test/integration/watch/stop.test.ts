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
  const stopped = await engine.data("watch.stop", { product_keys: [...keys, "product/unknown/1"] });
  expect(stopped).toMatchObject({ stopped: 2 });
  expect(await readRows(engine)).toEqual([]);
  engine.clock.advance(HOUR_MS);
  await engine.data("acts.undo", {});
  expect(await readRows(engine)).toEqual(before);
});

it("watching at another pace is undone together with what was done before as part of the same act", async () => {
  const engine = await startTestEngine();
  await engine.import([kettle, tent].map((product) => ({ ...product, offers: [] })));
  const daily = { product_keys: [kettle.service as string], schedule: "daily" as const };
  await engine.data("watch.put", daily);
  engine.clock.advance(HOUR_MS);
  const before = await readRows(engine);
  const first = await engine.data("watch.put", { ...daily, schedule: "hourly" });
  const part = { product_keys: [tent.service, "product/unknown/1"], part_of: first.act_id ?? 0 };
  const second = await engine.data("watch.put", {
    ...part,
    schedule: "weekly",
    retailer: "www.shop.example",
  });
  expect(second).toEqual({ watched: 1, act_id: first.act_id });
  expect(await readRows(engine)).toMatchObject([{ schedule: "hourly" }, { retailer: "shop.example" }]);
  expect(await engine.data("acts.undo", {})).toMatchObject({ act: { subject: { count: 3 } } });
  expect(await readRows(engine)).toEqual(before);
});
