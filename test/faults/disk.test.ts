import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "vitest";
import { HOUR_MS } from "../../src/shared/time.js";
import { type SmallDisk, smallDisk } from "../integration/storage/small-disk.js";
import { moveClock } from "../support/clock.js";
import { removeFolder } from "../support/disk.js";
import { type Fixture, findStartError, openFixture } from "./support/fixture.js";
import { testFault } from "./support/rounds.js";
import { Scenario } from "./support/scenario.js";

const megabytes = 16;
const maxFreeBytes = 400_000;

/** Fills the disk under an engine, and then either frees it or kills the engine. */
async function runOnFullDisk(scenario: Scenario, disk: SmallDisk): Promise<void> {
  const { random, folder, count } = scenario.round;
  const engine = scenario.startEngine();
  const load = scenario.startLoad(await engine.ready(), { engine, isDiskFull: true });
  await delay(random.integer(0, 150));
  disk.fill(random.boolean(0.5) ? 0 : random.integer(0, maxFreeBytes));
  moveClock(folder, HOUR_MS);
  await delay(random.integer(50, 300));
  const isFreed = random.boolean(0.5);
  if (isFreed) {
    disk.free();
    await delay(100);
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
  name: "disk",
  scenario: "a disk that fills up under a working engine; starts on a full and on a read-only disk",
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
