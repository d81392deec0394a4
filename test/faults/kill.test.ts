import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { HOUR_MS } from "../../src/shared/time.js";
import { spawnCli, waitForExit } from "../support/cli.js";
import { moveClock } from "../support/clock.js";
import { openFixture, writeCatalogue } from "./support/fixture.js";
import { type Round, testFault } from "./support/rounds.js";
import { Scenario } from "./support/scenario.js";

/** Short enough that nearly every kill hits an engine at work. */
const maxLifetimeMs = 350;
/** About the number of commits in that time. */
const maxCommits = 150;
const importProbability = 0.15;
const preload = resolve("test/support/kill-at-commit.mjs");

/** Half of the engines are killed at a random time, the others right before or after a random commit. */
function planKill({ random, folder }: Round) {
  const lifetimeMs = random.next() * maxLifetimeMs;
  if (random.boolean(0.5)) return { lifetimeMs, options: {} };
  const killFile = join(folder, "kill");
  writeFileSync(killFile, `${random.integer(1, maxCommits)} ${random.pick(["before", "after"])}`);
  return { lifetimeMs: 2 * maxLifetimeMs, options: { env: { KILL_FILE: killFile }, preload } };
}

/** Sometimes imports a file in another process, which may be killed, too. */
async function importInOtherProcess({ round, data, expected }: Scenario): Promise<void> {
  const { random, folder } = round;
  if (!random.boolean(importProbability)) return;
  const names = Array.from({ length: 300 }, (_, i) => `beside${i}`);
  const child = spawnCli(["import", writeCatalogue(folder, "beside", names), "--data", data]);
  const timer = random.boolean(0.5)
    ? setTimeout(() => child.kill("SIGKILL"), random.next() * 500)
    : undefined;
  const { code, stdout, stderr } = await waitForExit(child);
  clearTimeout(timer);
  if (code === 1) throw new Error(`The import failed: ${stderr}`);
  if (code === 0 && stdout.endsWith("\n"))
    expected.acknowledge("import", ...names.map((name) => `product/test/${name}`));
}

/** Runs an engine under load until it is killed. */
async function runUntilKilled(scenario: Scenario): Promise<void> {
  const { round } = scenario;
  const { lifetimeMs, options } = planKill(round);
  const engine = scenario.startEngine(options);
  // An early commit may kill the engine before it is ready.
  const baseUrl = await engine.ready().catch(() => null);
  const load = baseUrl === null ? null : scenario.startLoad(baseUrl, { engine });
  const importing = importInOtherProcess(scenario);
  const clockMoveMs = round.random.next() * lifetimeMs;
  await Promise.race([delay(clockMoveMs), engine.exited]);
  moveClock(round.folder, HOUR_MS);
  await Promise.race([delay(lifetimeMs - clockMoveMs), engine.exited]);
  const loadStopped = load?.stop();
  await engine.kill();
  await Promise.all([loadStopped, importing]);
}

testFault("an engine killed at any moment loses nothing and repeats no notification", {
  name: "kill",
  scenario: "`kill -9` of the engine, at a random time or commit",
  rounds: { short: 12, long: 500 },
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
