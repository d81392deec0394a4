import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { HOUR_MS } from "../../src/shared/time.js";
import { spawnCli, waitForExit } from "../support/cli.js";
import { moveClock } from "../support/clock.js";
import type { EngineProcess } from "../support/engine-process.js";
import { killPreload } from "../support/process.js";
import { until } from "../support/until.js";
import { openFixture, writeCatalogue } from "./support/fixture.js";
import { testFault } from "./support/rounds.js";
import { Scenario } from "./support/scenario.js";

/** About as many as the checks and the load of half a second. */
const maxCommits = 150;
const importProbability = 0.15;

/** Starts an engine that is killed right before or after a random commit, maybe before it is ready. */
function startDoomedEngine(scenario: Scenario): EngineProcess {
  const { random, folder } = scenario.round;
  const killFile = join(folder, "kill");
  writeFileSync(killFile, `${random.integer(1, maxCommits)} ${random.pick(["before", "after"])}`);
  return scenario.startEngine({ env: { KILL_FILE: killFile }, preload: killPreload });
}

/** Sometimes imports a file in another process, which may be killed together with the engine. */
async function importInOtherProcess(
  { round, data, expected }: Scenario,
  engine: EngineProcess,
): Promise<void> {
  const { random, folder } = round;
  if (!random.boolean(importProbability)) return;
  const names = Array.from({ length: 300 }, (_, i) => `beside${i}`);
  const child = spawnCli(["import", writeCatalogue(folder, "beside", names), "--data", data]);
  if (random.boolean(0.5)) void engine.exited.then(() => child.kill("SIGKILL"));
  const { code, stdout, stderr } = await waitForExit(child);
  if (code === 1) throw new Error(`The import failed: ${stderr}`);
  if (code === 0 && stdout.endsWith("\n"))
    expected.acknowledge("import", ...names.map((name) => `product/test/${name}`));
}

async function runUntilKilled(scenario: Scenario): Promise<void> {
  const engine = startDoomedEngine(scenario);
  const load = await scenario.startLoad(engine).catch(() => null);
  const importing = importInOtherProcess(scenario, engine);
  // Makes the checks of the shops due.
  moveClock(scenario.round.folder, HOUR_MS);
  await engine.exited;
  await Promise.all([load?.stop(), importing]);
}

testFault("an engine killed at any commit loses nothing and announces each alert", {
  rounds: { short: 8, long: 300 },
  prepare: openFixture,
  runRound: async (round, fixture) => {
    const scenario = new Scenario(fixture, round);
    await runUntilKilled(scenario);
    scenario.expectNothingLost("After the kill");
    await scenario.restartUntilIdle();
    scenario.expectFinalState("After the next start");
  },
  minCounts: { "acknowledged writes": 101, "responses matched with the ledger": 101 },
});

/** An engine under load hangs while the time goes on. Then it continues, or is killed as the window's *Restart* does. */
async function hangUnderLoad(scenario: Scenario): Promise<void> {
  const { random, folder, seed, count } = scenario.round;
  const engine = scenario.startEngine();
  const load = await scenario.startLoad(engine);
  const writes = scenario.expected.writeCount + random.integer(0, 60);
  await until(() => scenario.expected.writeCount >= writes);
  engine.signal("SIGSTOP");
  moveClock(folder, HOUR_MS);
  if (seed % 2 === 0) {
    engine.signal("SIGCONT");
    await scenario.finish(engine, load);
    count("engines that went on");
    return;
  }
  await scenario.killUnderLoad(engine, load);
  count("engines killed while they hung");
}

testFault("an engine that hangs under load loses nothing, whether it goes on or is killed", {
  rounds: { short: 2, long: 60 },
  prepare: (context) => (process.platform === "win32" ? context.skip("It has no SIGSTOP.") : openFixture()),
  runRound: async (round, fixture) => {
    const scenario = new Scenario(fixture, round);
    await hangUnderLoad(scenario);
    scenario.expectFinalState("In the end");
  },
  minCounts: { "engines that went on": 1, "engines killed while they hung": 1 },
});
