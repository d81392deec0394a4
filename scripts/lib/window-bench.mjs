/**
 * Measures the app's window: time until it shows the watch list and memory, beside an empty window of the same
 * Electron; and the longest task of its page while long lists and long histories are worked with.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { _electron as electron } from "@playwright/test";
import { isRootOnLinux } from "./app-process.mjs";
import { nodePath, projectRoot } from "./paths.mjs";
import { serviceOf, writeCatalogue } from "./window-data.mjs";

/** Memory is read once the start's own garbage has gone. */
const idleMs = 8_000;
const betweenLooksMs = 10;

/** @typedef {{ readyMs: number, answersMs: number, memoryMb: number }} Measured */

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {string[]} args
 */
function launch(env, args) {
  return electron.launch({
    args,
    chromiumSandbox: !isRootOnLinux,
    cwd: projectRoot,
    env: /** @type {Record<string, string>} */ (env),
  });
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {{ folder: string, args: string[], ready: string }} target `ready`: what is on the page when it is usable
 * @returns {Promise<Measured>}
 */
async function measure(env, { folder, args, ready }) {
  const startedMs = performance.now();
  const app = await launch(env, [folder, ...args]);
  try {
    const page = await app.firstWindow();
    await page.locator(ready).first().waitFor();
    const readyMs = performance.now() - startedMs;
    while (!(await page.evaluate(engineAnswers))) await delay(betweenLooksMs);
    const answersMs = performance.now() - startedMs;
    await delay(idleMs);
    return { readyMs, answersMs, memoryMb: memoryOfTree(app.process().pid ?? 0) };
  } finally {
    await app.close();
  }
}

/** In the page: whether the engine behind it answers. An empty window has none, and waits for nothing. */
async function engineAnswers() {
  const bridge = Reflect.get(window, "tidemark");
  return bridge === undefined || (await bridge.engineStatus()).state === "ready";
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

/** @typedef {import("../../src/main/engine/bench/row.ts").BenchRow} BenchRow */

/**
 * @param {Pick<BenchRow, "name" | "unit" | "ours" | "floor" | "measure" | "goal">} row
 * @param {number[]} values the measure of each run
 * @param {number} limit
 * @returns {BenchRow}
 */
function rowOf(row, values, limit) {
  const value = median(values);
  return {
    ...row,
    value,
    spread: [Math.min(...values), Math.max(...values)],
    runs: values.length,
    isMet: value <= limit,
  };
}

/**
 * @param {{ ours: Measured, floor: Measured }[]} pairs
 * @returns {BenchRow[]}
 */
function startRows(pairs) {
  const of = (/** @type {(pair: { ours: Measured, floor: Measured }) => number} */ pick) =>
    median(pairs.map(pick));
  const timeRow = (
    /** @type {string} */ name,
    /** @type {(ours: Measured) => number} */ pick,
    /** @type {number} */ limit,
  ) =>
    rowOf(
      {
        name,
        unit: "ms",
        ours: of(({ ours }) => pick(ours)),
        floor: of(({ floor }) => floor.readyMs),
        measure: "ratio",
        goal: `ratio ≤ ${limit}`,
      },
      pairs.map(({ ours, floor }) => pick(ours) / floor.readyMs),
      limit,
    );
  return [
    timeRow("window ready, 1,000 products", ({ readyMs }) => readyMs, 1.5),
    timeRow("window's engine answers, 1,000 products", ({ answersMs }) => answersMs, 2.5),
    rowOf(
      {
        name: "memory of all processes, idle",
        unit: "MB",
        ours: of(({ ours }) => ours.memoryMb),
        floor: of(({ floor }) => floor.memoryMb),
        measure: "difference",
        goal: "≤ +90 MB",
      },
      pairs.map(({ ours, floor }) => ours.memoryMb - floor.memoryMb),
      90,
    ),
  ];
}

/** Products that are watched: so many for the start, so many for the list. */
const startProducts = 1_000;
const listProducts = 10_000;
/** The contract takes so many in one call. */
const idsPerCall = 100;

/**
 * A data folder with products of which all are watched.
 * @param {NodeJS.ProcessEnv} env
 * @param {number} products
 */
async function prepare(env, products) {
  const folder = mkdtempSync(join(tmpdir(), "tidemark-window-bench-"));
  const catalogue = join(folder, "catalogue.jsonl");
  writeCatalogue(catalogue, products);
  const cli = join(projectRoot, "out/main/cli.js");
  const done = spawnSync(nodePath, [cli, "import", catalogue, "--data", folder], { encoding: "utf8" });
  rmSync(catalogue);
  if (done.status !== 0) throw new Error(`The catalogue could not be imported: ${done.stderr}`);
  await withPage(env, appArguments(folder), async (page) => {
    const ids = Array.from({ length: products }, (_, index) => serviceOf(index));
    for (let at = 0; at < ids.length; at += idsPerCall)
      await page.evaluate(
        (/** @type {string[]} */ part) =>
          Reflect.get(window, "tidemark").call("schedules.put", { ids: part, schedule: "weekly" }),
        ids.slice(at, at + idsPerCall),
      );
  });
  return folder;
}

/** @param {string} folder */
function appArguments(folder) {
  return [".", "--data", folder, "--port", "0"];
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {string[]} args
 * @param {(page: import("@playwright/test").Page) => Promise<void>} work
 */
async function withPage(env, args, work) {
  const app = await launch(env, args);
  try {
    const page = await app.firstWindow();
    await page.locator("[data-row], .first-start").first().waitFor({ timeout: 60_000 });
    await work(page);
  } finally {
    await app.close();
  }
}

/**
 * @param {string} name
 * @param {number[]} values milliseconds
 * @param {number} goal
 */
function taskRow(name, values, goal) {
  const ours = median(values);
  return rowOf(
    { name, unit: "ms", ours, floor: null, measure: "figure", goal: `≤ ${goal} ms` },
    values,
    goal,
  );
}

const longestTaskMs = 32;
const firstDrawMs = 100;

/**
 * The longest task of the page, in milliseconds at work, while the list and the chart are worked with.
 * @param {NodeJS.ProcessEnv} env
 * @param {number} runs
 * @returns {Promise<BenchRow[]>}
 */
async function measureTasks(env, runs) {
  const { measureHistory, measureList } = await import("../../test/support/window-speed.ts");
  const folder = await prepare(env, listProducts);
  const lists = [];
  const histories = [];
  try {
    for (let run = 0; run < runs; run++)
      await withPage(env, appArguments(folder), async (page) => {
        await page
          .getByText(new RegExp(`^${listProducts.toLocaleString("en-US")} products$`))
          .waitFor({ timeout: 60_000 });
        lists.push(await measureList(page));
        histories.push(
          await measureHistory(page, async () => {
            await page.getByRole("combobox").fill(serviceOf(listProducts));
            await page.getByRole("combobox").press("Enter");
            await page.getByRole("radio", { name: "1 y" }).first().waitFor();
            await page.getByText("1 y", { exact: true }).click();
          }),
        );
      });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const of = (name, goal, pick, list) => taskRow(name, list.map(pick), goal);
  return [
    of("10,000 rows: scrolling, longest task", longestTaskMs, (speed) => speed.scrolling, lists),
    of("10,000 rows: sorting, longest task", longestTaskMs, (speed) => speed.sorting, lists),
    of("10,000 rows: filtering, longest task", longestTaskMs, (speed) => speed.filtering, lists),
    of("8 × 10,000 points: first draw, longest task", firstDrawMs, (speed) => speed.drawing, histories),
    of("8 × 10,000 points: zooming, longest task", longestTaskMs, (speed) => speed.zooming, histories),
    of("8 × 10,000 points: panning, longest task", longestTaskMs, (speed) => speed.panning, histories),
  ];
}

/**
 * @param {{ electronPath: string, env: NodeJS.ProcessEnv, runs: number }} options
 * @returns {Promise<BenchRow[]>}
 */
export async function benchWindow({ electronPath, env, runs }) {
  // Playwright holds an app back until it is attached only where it finds Electron by its package.
  process.env.ELECTRON_OVERRIDE_DIST_PATH = dirname(electronPath);
  const data = await prepare(env, startProducts);
  const ours = { folder: ".", args: appArguments(data).slice(1), ready: "[data-row]" };
  const floor = { folder: join(projectRoot, "scripts", "empty-window"), args: [], ready: "#ready" };
  try {
    const pairs = [];
    for (let run = 0; run < runs; run++)
      pairs.push({
        ours: await measure(env, ours),
        floor: await measure(env, floor),
      });
    return [...startRows(pairs), ...(await measureTasks(env, runs))];
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}
