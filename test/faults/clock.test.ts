import { setTimeout as delay } from "node:timers/promises";
import { beforeAll, expect, it, vi } from "vitest";
import { openReader } from "../../src/main/engine/db/open.js";
import { allRows } from "../../src/main/engine/db/store.js";
import { DAY_MS, HOUR_MS } from "../../src/shared/time.js";
import { ensureBuilt } from "../support/cli.js";
import { moveClock, readClock } from "../support/clock.js";
import type { EngineProcess } from "../support/engine-process.js";
import { load } from "./support/load.js";
import { waitForRest } from "./support/look.js";
import { type Round, roundsTimeoutMs, runRounds } from "./support/rounds.js";
import { copyPrepared, openSetting, type Setting, startIn } from "./support/setting.js";
import { expectWhole, stakeIn } from "./support/stake.js";
import { Toll } from "./support/toll.js";

beforeAll(ensureBuilt);

const steps = 3;

interface Scene {
  readonly round: Round;
  readonly setting: Setting;
  readonly data: string;
  readonly toll: Toll;
}

/** Works for a moment. */
async function work({ round, setting, toll }: Scene, engine: EngineProcess, baseUrl: string): Promise<void> {
  const { chance, folder } = round;
  const signal = AbortSignal.timeout(100);
  await load({ engine, baseUrl, setting, chance, toll, folder, signal });
}

/** Whatever the clock does, a caller is answered, and told of no wait longer than the hour that is counted. */
async function seeAnswered({ setting }: Scene, baseUrl: string, toll: Toll): Promise<void> {
  const settle = toll.send(1);
  const answer = await fetch(`${baseUrl}/products?ids=product/test/stock1`, {
    headers: { Authorization: `Bearer ${setting.key}` },
  });
  await answer.arrayBuffer();
  settle(Number(answer.headers.get("x-credits-used")), answer.status !== 429);
  expect([200, 429]).toContain(answer.status);
  expect(Number(answer.headers.get("x-ratelimit-reset"))).toBeLessThanOrEqual(3_600);
}

/** Every market product has been checked at the engine's own time or later. */
async function untilChecked({ data, setting }: Scene): Promise<void> {
  const db = openReader(data);
  const sinceMs = readClock(data);
  const open = () =>
    allRows(
      db,
      `SELECT 1 FROM schedule JOIN product ON product.id = product_id
       WHERE service IN (SELECT value FROM json_each(?)) AND abs(coalesce(last_run_at, 0) - ?) > 60000`,
      JSON.stringify(setting.watched),
      sinceMs,
    ).length;
  try {
    await vi.waitUntil(() => open() === 0, { timeout: 30_000, interval: 20 });
  } finally {
    db.connection.close();
  }
}

/** Days forward or back, while it runs or while it does not. */
async function moveAbout(scene: Scene): Promise<EngineProcess> {
  const { round, setting, data, toll } = scene;
  let engine = startIn(setting, data);
  let baseUrl = await engine.ready();
  let offsetMs = 0;
  for (let step = 0; step < steps; step++) {
    await work(scene, engine, baseUrl);
    offsetMs += Math.round((round.chance.next() * 20 - 10) * DAY_MS);
    if (round.chance.is(0.5)) {
      await engine.stop();
      moveClock(data, offsetMs);
      engine = startIn(setting, data);
      baseUrl = await engine.ready();
    } else moveClock(data, offsetMs);
    // The moved clock is looked at twenty times a second.
    await delay(120);
    await seeAnswered(scene, baseUrl, toll);
    round.tally.add("jumps of the clock");
  }
  // However it got there: hours later all that is hourly has been checked, and no delivery waits longer than two.
  moveClock(data, offsetMs + 3 * HOUR_MS);
  await untilChecked(scene);
  await waitForRest(data, () => readClock(data));
  return engine;
}

it("a clock that jumps days back and forward loses nothing, and puts nothing off", {
  timeout: roundsTimeoutMs,
}, async () => {
  const setting = await openSetting();
  const fault = {
    name: "clock",
    what: "the clock set days back and forward, three times, while running and over restarts",
    rounds: { short: 1, long: 30 },
  };
  await runRounds(fault, async (round) => {
    const data = copyPrepared(setting, round.folder);
    const scene: Scene = { round, setting, data, toll: new Toll() };
    const stake = stakeIn(setting, round, data);
    const engine = await moveAbout(scene);
    await engine.stop();
    expectWhole("In the end", stake, scene.toll, { knowsNoFuture: true });
  });
});
