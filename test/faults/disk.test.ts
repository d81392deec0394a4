import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "vitest";
import { HOUR_MS } from "../../src/shared/time.js";
import { type SmallDisk, smallDisk } from "../integration/storage/small-disk.js";
import { moveClock } from "../support/clock.js";
import { removeFolder } from "../support/disk.js";
import { type Fixture, openFixture } from "./support/fixture.js";
import { startLoad } from "./support/load.js";
import { testFault } from "./support/rounds.js";
import {
  createScenario,
  expectFinalState,
  recordNotifications,
  restartUntilIdle,
  type Scenario,
  startEngine,
} from "./support/scenario.js";

const megabytes = 16;
const maxFreeBytes = 400_000;

/** Fills the disk under an engine, and then either frees it or kills the engine. */
async function runOnFullDisk(scenario: Scenario, disk: SmallDisk): Promise<void> {
  const { random, folder, count } = scenario.round;
  const engine = startEngine(scenario);
  const load = startLoad(scenario, await engine.ready(), engine);
  await delay(random.integer(0, 150));
  disk.fill(random.boolean(0.5) ? 0 : random.integer(0, maxFreeBytes));
  moveClock(folder, HOUR_MS);
  await delay(random.integer(50, 300));
  if (random.boolean(0.5)) {
    disk.free();
    await delay(100);
    const loadStopped = load.stop();
    await engine.stop();
    await loadStopped;
    count("engines that survived a full disk");
  } else {
    const loadStopped = load.stop();
    await engine.kill();
    await loadStopped;
    count("engines killed on a full disk");
  }
  recordNotifications(scenario, engine);
}

/** On a full or read-only disk, the engine starts, or its error has a next step. */
async function startOnBadDisk(scenario: Scenario, disk: SmallDisk): Promise<void> {
  const isReadOnly = scenario.round.random.boolean(0.5);
  if (isReadOnly) {
    disk.free();
    disk.makeReadOnly();
  }
  const engine = startEngine(scenario);
  const isReady = await engine.ready().then(
    () => true,
    () => false,
  );
  if (isReady) await engine.stop();
  else await engine.exited;
  recordNotifications(scenario, engine);
  if (isReadOnly) disk.makeWritable();
  if (isReady) return;
  scenario.round.count("starts refused with a next step");
  expect(["disk-full", "not-writable"]).toContain(engine.startError?.problem);
  expect(engine.startError?.action).toMatch(
    /^(Free up some space|Grant your user write permission)[^\n]+\.$/,
  );
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
    const scenario = createScenario(fixture, round, data);
    await runOnFullDisk(scenario, disk);
    await startOnBadDisk(scenario, disk);
    disk.free();
    await restartUntilIdle(scenario);
    expectFinalState("After the disk was freed", scenario);
  },
});
