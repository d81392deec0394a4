import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { HOUR_MS } from "../../src/shared/time.js";
import { moveClock } from "../support/clock.js";
import { temporaryFolder } from "../support/folder.js";
import { type Fixture, openFixture } from "./support/fixture.js";
import { testFault } from "./support/rounds.js";
import { Scenario } from "./support/scenario.js";

const syncMs = { min: 50, max: 400 };
const maxLifetimeMs = 2_000;

interface SlowFixture {
  readonly fixture: Fixture;
  /** Delays every sync of a process that loads it. */
  readonly library: string;
}

/** `null` without a C compiler. */
function buildLibrary(): string | null {
  const library = join(temporaryFolder(), "slow-disk.so");
  try {
    execFileSync("cc", ["-shared", "-fPIC", "-o", library, "test/faults/support/slow-disk.c", "-ldl"]);
    return library;
  } catch {
    return null;
  }
}

/** An engine works on a disk whose syncs take long, and then stops or is killed, perhaps during a sync. */
async function workOnSlowDisk(scenario: Scenario, library: string): Promise<void> {
  const { random, folder, count } = scenario.round;
  // Chosen before the load starts, which draws random numbers in an order that depends on timing.
  const ms = random.integer(syncMs.min, syncMs.max);
  const lifetimeMs = random.next() * maxLifetimeMs;
  const isKilled = random.boolean(0.5);
  const engine = scenario.startEngine({ env: { LD_PRELOAD: library, SLOW_DISK_MS: `${ms}` } });
  const load = scenario.startLoad(await engine.ready(), { engine });
  await delay(lifetimeMs);
  moveClock(folder, HOUR_MS);
  if (!isKilled) {
    await scenario.finish(engine, load);
    count("engines that finished on a slow disk");
    return;
  }
  await scenario.killUnderLoad(engine, load);
  count("engines killed on a slow disk");
}

testFault<SlowFixture>("an engine on a slow disk loses nothing and finishes its work", {
  name: "slow",
  scenario: "a disk whose every sync takes 50 to 400 ms, under a working engine that stops or is killed",
  rounds: { short: 4, long: 40 },
  prepare: async (context) => {
    if (process.platform !== "linux") return context.skip("Only Linux preloads libraries.");
    const library = buildLibrary();
    if (library === null) return context.skip("There is no C compiler.");
    return { fixture: await openFixture(), library };
  },
  runRound: async (round, { fixture, library }) => {
    const scenario = new Scenario(fixture, round);
    await workOnSlowDisk(scenario, library);
    scenario.expectFinalState("In the end");
  },
  minCounts: { "engines that finished on a slow disk": 1, "engines killed on a slow disk": 1 },
});
