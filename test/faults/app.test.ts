import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { vi } from "vitest";
import { type LockHolder, readHolder } from "../../src/main/engine/process/folder-lock.js";
import { HOUR_MS } from "../../src/shared/time.js";
import { moveClock } from "../support/clock.js";
import { isAlive } from "../support/process.js";
import { engineEnv, openFixture } from "./support/fixture.js";
import { testFault } from "./support/rounds.js";
import { Scenario } from "./support/scenario.js";

const maxLifetimeMs = 2_500;
const startTimeoutMs = 60_000;
const exitTimeoutMs = 15_000;

/** The app with its window, and the engine that it has started. */
interface RunningApp {
  readonly child: ChildProcess;
  readonly engine: LockHolder;
}

/** Starts the app and waits for its engine. `npm run faults` provides Electron and a display. */
async function startApp({ fixture, data, round }: Scenario): Promise<RunningApp> {
  const electronPath = process.env.TIDEMARK_ELECTRON;
  if (electronPath === undefined) throw new Error("TIDEMARK_ELECTRON is not set.");
  // A killed engine leaves its file behind.
  rmSync(join(data, "engine.json"), { force: true });
  const sandbox = process.env.TIDEMARK_NO_SANDBOX ? ["--no-sandbox"] : [];
  const child = spawn(electronPath, [...sandbox, ".", "--data", data, "--port", "0"], {
    env: { ...process.env, ...engineEnv(fixture, round.folder) },
    stdio: "ignore",
  });
  try {
    await vi.waitUntil(() => readHolder(data) !== null, { timeout: startTimeoutMs, interval: 20 });
  } catch (error) {
    child.kill("SIGKILL");
    throw new Error("The app did not start.", { cause: error });
  }
  return { child, engine: readHolder(data)! };
}

/** The processes with the data folder in their command line. Linux only. */
function findProcesses(data: string): string[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
        return command.includes(data) ? [`${pid} ${command.slice(0, 200)}`] : [];
      } catch {
        return [];
      }
    });
}

/** Waits until neither the engine nor any other process of the app is left. */
async function waitUntilGone({ data }: Scenario, { engine }: RunningApp): Promise<void> {
  const findRest = () => [...(isAlive(engine.pid) ? [`engine ${engine.pid}`] : []), ...findProcesses(data)];
  try {
    await vi.waitUntil(() => findRest().length === 0, { timeout: exitTimeoutMs, interval: 20 });
  } catch (error) {
    throw new Error(`Still running: ${findRest().join("; ")}`, { cause: error });
  }
}

/** Kills the app under load. Its engine is killed, too, or has to notice and exit by itself. */
async function runUntilKilled(scenario: Scenario): Promise<void> {
  const { random, folder, count } = scenario.round;
  const app = await startApp(scenario);
  const load = scenario.startLoad(app.engine.base_url!);
  const lifetimeMs = random.next() * maxLifetimeMs;
  moveClock(folder, HOUR_MS);
  await delay(lifetimeMs);
  const loadStopped = load.stop();
  const killsEngine = random.boolean(0.3);
  app.child.kill("SIGKILL");
  if (killsEngine) process.kill(app.engine.pid, "SIGKILL");
  await loadStopped;
  await waitUntilGone(scenario, app);
  count(killsEngine ? "apps killed with their engines" : "engines that exited with their app");
}

/** The next start must succeed. Shuts the app down as a desktop does. */
async function restartApp(scenario: Scenario): Promise<void> {
  const app = await startApp(scenario);
  await scenario.waitUntilIdle();
  const exited = once(app.child, "exit");
  app.child.kill("SIGTERM");
  await exited;
  await waitUntilGone(scenario, app);
}

testFault("a killed app leaves no process behind and starts again", {
  name: "app",
  scenario: "`kill -9` of the whole app, with a window and checks in progress",
  rounds: { short: 1, long: 25 },
  prepare: openFixture,
  runRound: async (round, fixture) => {
    const scenario = new Scenario(fixture, round);
    await runUntilKilled(scenario);
    scenario.expectNothingLost("After the kill");
    await restartApp(scenario);
    scenario.expectFinalState("After the next start");
  },
  minCounts: { "responses matched with the ledger": 1 },
});
