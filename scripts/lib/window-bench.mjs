/** Measures the app's window beside an empty window of the same Electron: time until it shows something, memory. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { _electron as electron } from "@playwright/test";
import { isRootOnLinux } from "./app-process.mjs";
import { projectRoot } from "./paths.mjs";

/** Memory is read once the start's own garbage has gone. */
const idleMs = 8_000;

/** @typedef {{ readyMs: number, memoryMb: number }} Measured */

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {{ folder: string, args: string[], ready: string }} target `ready`: what is on the page when it is usable
 * @returns {Promise<Measured>}
 */
async function measure(env, { folder, args, ready }) {
  const startedMs = performance.now();
  const app = await electron.launch({
    args: [folder, ...args],
    chromiumSandbox: !isRootOnLinux,
    cwd: projectRoot,
    env: /** @type {Record<string, string>} */ (env),
  });
  try {
    const page = await app.firstWindow();
    await page.locator(ready).first().waitFor();
    const readyMs = performance.now() - startedMs;
    await new Promise((resolve) => setTimeout(resolve, idleMs));
    return { readyMs, memoryMb: memoryOfTree(app.process().pid ?? 0) };
  } finally {
    await app.close();
  }
}

/**
 * Megabytes of a process and all below it, shared pages counted by share. Linux only; `NaN` elsewhere.
 * @param {number} rootPid
 */
function memoryOfTree(rootPid) {
  if (process.platform !== "linux") return Number.NaN;
  const parents = new Map(
    readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), parentOf(name)]),
  );
  const isBelow = (/** @type {number} */ pid) => {
    for (let at = pid; at > 1; at = parents.get(at) ?? 0) if (at === rootPid) return true;
    return false;
  };
  return [...parents.keys()].filter(isBelow).reduce((sum, pid) => sum + shareOf(pid), 0) / 1_024;
}

/** @param {string} pid */
function parentOf(pid) {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** @param {number} pid */
function shareOf(pid) {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** @param {number[]} values */
function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/**
 * A table in the form of the engine's.
 * @param {{ ours: Measured, floor: Measured }[]} pairs
 */
function table(pairs) {
  const times = pairs.map(({ ours, floor }) => ours.readyMs / floor.readyMs);
  const extra = pairs.map(({ ours, floor }) => ours.memoryMb - floor.memoryMb);
  const of = (/** @type {(pair: { ours: Measured, floor: Measured }) => number} */ pick) =>
    median(pairs.map(pick)).toFixed(0);
  const spread = (/** @type {number[]} */ values, /** @type {number} */ digits) =>
    `${Math.min(...values).toFixed(digits)}–${Math.max(...values).toFixed(digits)}`;
  return [
    `| window ready | ms | ${of((p) => p.ours.readyMs)} | ${of((p) => p.floor.readyMs)} | ${median(times).toFixed(2)} | ${spread(times, 2)} | ${pairs.length} | ratio ≤ 1.5 | ${median(times) <= 1.5 ? "yes" : "no"} |`,
    `| memory of all processes, idle | MB | ${of((p) => p.ours.memoryMb)} | ${of((p) => p.floor.memoryMb)} | +${median(extra).toFixed(0)} MB | ${spread(extra, 0)} | ${pairs.length} | ≤ +90 MB | ${median(extra) <= 90 ? "yes" : "no"} |`,
  ].join("\n");
}

/**
 * @param {{ electronPath: string, env: NodeJS.ProcessEnv, runs: number }} options
 * @returns {Promise<string>} rows of a table
 */
export async function benchWindow({ electronPath, env, runs }) {
  // Playwright holds an app back until it is attached only where it finds Electron by its package.
  process.env.ELECTRON_OVERRIDE_DIST_PATH = dirname(electronPath);
  const data = mkdtempSync(join(tmpdir(), "tidemark-window-bench-"));
  const ours = {
    folder: ".",
    args: ["--data", data, "--port", "0"],
    ready: "[data-row]",
  };
  const floor = { folder: join(projectRoot, "scripts", "empty-window"), args: [], ready: "#ready" };
  try {
    // The first start makes the sample; the starts that follow are what a shopper has each day.
    await measure(env, ours);
    const pairs = [];
    for (let run = 0; run < runs; run++)
      pairs.push({
        ours: await measure(env, ours),
        floor: await measure(env, floor),
      });
    return table(pairs);
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}
