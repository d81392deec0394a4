import { join } from "node:path";
import { expect } from "vitest";
import { HOUR_MS } from "../../src/shared/time.js";
import { moveClock } from "../support/clock.js";
import { removeFolder } from "../support/disk.js";
import { type SmallDisk, smallDisk } from "../support/small-disk.js";
import { until } from "../support/until.js";
import { type Fixture, findStartError, openFixture } from "./support/fixture.js";
import { testFault } from "./support/rounds.js";
import { Scenario } from "./support/scenario.js";

const megabytes = 16;
const maxFreeBytes = 400_000;

/** Fills the disk under an engine, and then either frees it or kills the engine. */
async function runOnFullDisk(scenario: Scenario, disk: SmallDisk): Promise<void> {
  const { round, expected } = scenario;
  const { random, folder, count } = round;
  const engine = scenario.startEngine();
  const load = await scenario.startLoad(engine, { isDiskFull: true });
  const untilMoreRequests = (max: number) => {
    const target = expected.requestCount + random.integer(0, max);
    return until(() => expected.requestCount >= target);
  };
  await untilMoreRequests(50);
  disk.fill(random.boolean(0.5) ? 0 : random.integer(0, maxFreeBytes));
  moveClock(folder, HOUR_MS);
  await untilMoreRequests(100);
  const isFreed = random.boolean(0.5);
  if (isFreed) {
    disk.free();
    await untilMoreRequests(50);
  }
  const loadStopped = load.stop();
  await (isFreed ? engine.stop() : engine.kill());
  await loadStopped;
  count(isFreed ? "engines that survived a full disk" : "engines killed on a full disk");
}

/** On a full or read-only disk, the engine starts, or its error has a next step. */
async function startOnBadDisk(scenario: Scenario, disk: SmallDisk): Promise<void> {
  const isReadOnly = scenario.round.random.boolean(0.5);
  if (isReadOnly) {
    disk.free();
    disk.makeReadOnly();
  }
  const error = await findStartError(scenario.startEngine());
  if (isReadOnly) disk.makeWritable();
  if (error === null) return;
  scenario.round.count("starts refused with a next step");
  expect(["disk-full", "not-writable"]).toContain(error.problem);
  expect(error.action).toMatch(/^(Free up some space|Grant your user write permission)[^\n]+\.$/);
}

testFault<{ disk: SmallDisk; fixture: Fixture }>("an engine on a full disk loses no acknowledged write", {
  rounds: { short: 2, long: 50 },
  prepare: async (context) => {
    const disk = smallDisk(megabytes);
    if (typeof disk === "string") return context.skip(disk);
    return { disk, fixture: await openFixture() };
  },
  runRound: async (round, { disk, fixture }) => {
    const data = join(disk.root, "data");
    disk.free();
    removeFolder(data);
    const scenario = new Scenario(fixture, round, data);
    await runOnFullDisk(scenario, disk);
    await startOnBadDisk(scenario, disk);
    disk.free();
    await scenario.restartUntilIdle();
    scenario.expectFinalState("After the disk was freed");
  },
});
