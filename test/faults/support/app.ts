import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { vi } from "vitest";
import { isAlive } from "../../support/process.js";

const startLimitMs = 30_000;
const endLimitMs = 15_000;

/** `npm run faults` brings Electron and a screen. */
const electronPath = process.env.TIDEMARK_ELECTRON;

/** The whole app with its window, and the engine that it has started. */
export interface RunningApp {
  readonly child: ChildProcess;
  readonly enginePid: number;
  readonly baseUrl: string;
}

interface Holder {
  readonly pid: number;
  readonly base_url: string;
}

function readHolder(data: string): Holder | null {
  try {
    return JSON.parse(readFileSync(join(data, "engine.json"), "utf8")) as Holder;
  } catch {
    return null;
  }
}

/** Opens the app on a folder; returns once its engine answers. */
export async function openApp(data: string, env: NodeJS.ProcessEnv): Promise<RunningApp> {
  if (electronPath === undefined) throw new Error("There is no Electron here.");
  // What a killed engine has left says where nobody answers.
  rmSync(join(data, "engine.json"), { force: true });
  const sandbox = process.env.TIDEMARK_NO_SANDBOX ? ["--no-sandbox"] : [];
  const child = spawn(electronPath, [...sandbox, ".", "--data", data, "--port", "0"], {
    env: { ...process.env, ...env },
    stdio: "ignore",
  });
  try {
    await vi.waitUntil(() => readHolder(data) !== null, { timeout: startLimitMs, interval: 20 });
  } catch (error) {
    child.kill("SIGKILL");
    throw new Error("The app did not come up.", { cause: error });
  }
  const { pid, base_url } = readHolder(data)!;
  return { child, enginePid: pid, baseUrl: base_url };
}

/** Ends it as a desktop does that shuts down. */
export async function closeApp({ child }: RunningApp): Promise<void> {
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}

/** Processes that were started for a folder, by their command lines; on Linux only. */
function processesOf(data: string): string[] {
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

/** Nothing of an app stays behind: neither its engine nor anything that names its folder. */
export async function untilGone(data: string, { enginePid }: RunningApp): Promise<void> {
  const left = () => [...(isAlive(enginePid) ? [`the engine ${enginePid}`] : []), ...processesOf(data)];
  try {
    await vi.waitUntil(() => left().length === 0, { timeout: endLimitMs, interval: 20 });
  } catch (error) {
    throw new Error(`Left behind: ${left().join("; ")}`, { cause: error });
  }
}
