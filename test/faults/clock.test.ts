import { expect } from "vitest";
import { openReader } from "../../src/main/engine/db/open.js";
import { allRows } from "../../src/main/engine/db/store.js";
import { limits } from "../../src/shared/contract/limits.js";
import { DAY_MS, HOUR_MS } from "../../src/shared/time.js";
import { moveClock, readClock } from "../support/clock.js";
import type { EngineProcess } from "../support/engine-process.js";
import { fetchResponse } from "../support/network.js";
import { until } from "../support/until.js";
import { openFixture } from "./support/fixture.js";
import type { Random } from "./support/random.js";
import { testFault } from "./support/rounds.js";
import { Scenario } from "./support/scenario.js";

const jumpCount = 3;

async function runLoadBriefly(scenario: Scenario, engine: EngineProcess): Promise<void> {
  const { expected } = scenario;
  const load = await scenario.startLoad(engine);
  const writes = expected.writeCount + 20;
  await until(() => expected.writeCount >= writes);
  await load.stop();
}

/** Waits until the engine has read its moved clock: each key that it creates has its time. */
async function waitForClock(engine: EngineProcess, folder: string): Promise<void> {
  await until(async () => {
    const { id } = await engine.call("keys.create", { name: "time" });
    const key = (await engine.call("keys.list", {})).keys.find((each) => each.id === id);
    return Math.abs(Date.parse(key?.created_at ?? "") - readClock(folder)) < HOUR_MS;
  });
}

/** What one more request finds of the rolling hour. */
interface Probe {
  readonly status: number;
  readonly remaining: number;
}

async function probe({ fixture, expected }: Scenario, baseUrl: string): Promise<Probe> {
  const settle = expected.startRequest(1);
  const url = `${baseUrl}/products?ids=product/test/stock1`;
  const { status, headers } = await fetchResponse(url, { key: fixture.apiKey });
  settle(Number(headers.get("x-credits-used")), status !== 429);
  expect(Number(headers.get("x-ratelimit-reset"))).toBeLessThanOrEqual(3_600);
  return { status, remaining: Number(headers.get("x-ratelimit-remaining")) };
}

/** After a jump ahead, the rolling hour is over; with a jump back, it moves back. */
function expectWindow(before: Probe, after: Probe, jumpMs: number): void {
  const countOne = (remaining: number): Probe =>
    remaining === 0 ? { status: 429, remaining: 0 } : { status: 200, remaining: remaining - 1 };
  expect(after).toEqual(countOne(jumpMs > 0 ? limits.requestsPerHour : before.remaining));
}

/** Days, but never less than two hours: within the hour, some requests would age out and others would not. */
function chooseJump(random: Random): number {
  const ms = Math.round((random.next() * 20 - 10) * DAY_MS);
  return Math.sign(ms || 1) * Math.max(2 * HOUR_MS, Math.abs(ms));
}

/** Waits until every shop product has been checked, by the engine's clock, within a minute of now. */
async function waitForChecks({ data, fixture, round }: Scenario): Promise<void> {
  const db = openReader(data);
  const nowMs = readClock(round.folder);
  const areAllChecked = () =>
    allRows(
      db,
      `SELECT 1 FROM schedule JOIN product ON product.id = product_id
       WHERE service IN (SELECT value FROM json_each(?)) AND abs(coalesce(last_run_at, 0) - ?) > 60000`,
      JSON.stringify(fixture.shopProductKeys),
      nowMs,
    ).length === 0;
  try {
    await until(areAllChecked);
  } finally {
    db.connection.close();
  }
}

/** Moves the clock by days, while the engine runs or between two runs. */
async function jumpAround(scenario: Scenario): Promise<void> {
  const { random, folder, count } = scenario.round;
  let engine = scenario.startEngine();
  let offsetMs = 0;
  for (let jump = 0; jump < jumpCount; jump++) {
    await runLoadBriefly(scenario, engine);
    const before = await probe(scenario, await engine.ready());
    const jumpMs = chooseJump(random);
    offsetMs += jumpMs;
    if (random.boolean(0.5)) {
      await engine.stop();
      moveClock(folder, offsetMs);
      engine = scenario.startEngine();
    } else moveClock(folder, offsetMs);
    const baseUrl = await engine.ready();
    await waitForClock(engine, folder);
    expectWindow(before, await probe(scenario, baseUrl), jumpMs);
    count("clock jumps");
  }
  // After three more hours, every hourly check and every delivery retry is due.
  moveClock(folder, offsetMs + 3 * HOUR_MS);
  await waitForChecks(scenario);
  await scenario.waitUntilIdle();
  await engine.stop();
}

testFault("an engine whose clock jumps by days loses nothing and delays nothing", {
  rounds: { short: 1, long: 30 },
  prepare: openFixture,
  runRound: async (round, fixture) => {
    const scenario = new Scenario(fixture, round);
    await jumpAround(scenario);
    scenario.expectFinalState("In the end", { allowsFuture: false });
  },
});
