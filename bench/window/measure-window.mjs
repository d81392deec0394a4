/**
 * Measures the app's window: its start time and memory, beside an empty window of the same Electron, and the longest
 * task of its page while long lists and long histories are in use.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { _electron as electron } from "@playwright/test";
import { isRootOnLinux } from "../../scripts/lib/app-process.mjs";
import { nodePath, projectRoot } from "../../scripts/lib/paths.mjs";
import { createDifferenceRow, createFigureRow, createRatioRow, pairsOf } from "../row.ts";
import { productId, writeCatalogue } from "./catalogue.mjs";
import { measureLinks } from "./measure-links.mjs";
import { memoryOfProcessTree } from "./process-memory.mjs";

/** @typedef {import("../row.ts").BenchRow} BenchRow */
/** @typedef {{ readyMs: number, engineMs: number, memoryMb: number }} Start */
/** @typedef {{ ours: Start, floor: Start }} StartPair */

/** Long enough for the garbage of the start to be collected. */
const idleMs = 8_000;
const pollMs = 10;

const watchedAtStart = 1_000;
const watchedInList = 10_000;
/** The contract's limit for one call. */
const idsPerCall = 100;

const maxTaskMs = 32;
const maxFirstDrawMs = 100;
const maxCardMs = 100;
const maxPasteMs = 250;
const maxShownMs = 200;

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
 * @param {{ args: string[], ready: string }} app `ready`: a selector that matches once the page is usable
 * @returns {Promise<Start>}
 */
async function measureStart(env, { args, ready }) {
  const startedMs = performance.now();
  const app = await launch(env, args);
  try {
    const page = await app.firstWindow();
    await page.locator(ready).first().waitFor();
    const readyMs = performance.now() - startedMs;
    while (!(await page.evaluate(isEngineReady))) await delay(pollMs);
    const engineMs = performance.now() - startedMs;
    await delay(idleMs);
    return { readyMs, engineMs, memoryMb: memoryOfProcessTree(app.process().pid ?? 0) };
  } finally {
    await app.close();
  }
}

/** Runs in the page. An empty window has no engine to wait for. */
async function isEngineReady() {
  const bridge = Reflect.get(window, "tidemark");
  return bridge === undefined || (await bridge.invoke("engine:status")).state === "ready";
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {number} runs
 * @returns {Promise<BenchRow[]>}
 */
async function measureLinkRows(env, runs) {
  const speeds = await measureLinks((args, work) => withPage(env, args, work), runs);
  return [
    createFigureRow(
      "pasted link to its card",
      "ms",
      speeds.map(({ cardMs }) => cardMs),
      maxCardMs,
    ),
    createFigureRow(
      "pasted link to watched product, beyond the shop's answer",
      "ms",
      speeds.map(({ pasteMs }) => pasteMs),
      maxPasteMs,
    ),
    createFigureRow(
      "shop's answer to a check to the price on screen",
      "ms",
      speeds.map(({ checkMs }) => checkMs),
      maxShownMs,
    ),
  ];
}

/** @param {string} folder of the data */
function appArguments(folder) {
  return [".", "--data", folder, "--port", "0"];
}

/**
 * Creates a data folder with products, all of them watched.
 * @param {NodeJS.ProcessEnv} env
 * @param {number} products
 */
async function createDataFolder(env, products) {
  const folder = mkdtempSync(join(tmpdir(), "tidemark-window-bench-"));
  const catalogue = join(folder, "catalogue.jsonl");
  writeCatalogue(catalogue, products);
  const cli = join(projectRoot, "out/main/cli.js");
  const result = spawnSync(nodePath, [cli, "import", catalogue, "--data", folder], { encoding: "utf8" });
  rmSync(catalogue);
  if (result.status !== 0) throw new Error(`The catalogue could not be imported: ${result.stderr}`);
  await withPage(env, appArguments(folder), async (page) => {
    const ids = Array.from({ length: products }, (_, index) => productId(index));
    for (let at = 0; at < ids.length; at += idsPerCall)
      await page.evaluate(
        (/** @type {string[]} */ part) =>
          Reflect.get(window, "tidemark").invoke("engine:call", "schedules.put", {
            ids: part,
            schedule: "weekly",
          }),
        ids.slice(at, at + idsPerCall),
      );
  });
  return folder;
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
 * @param {NodeJS.ProcessEnv} env
 * @param {number} runs
 * @returns {Promise<BenchRow[]>}
 */
async function measureStarts(env, runs) {
  const folder = await createDataFolder(env, watchedAtStart);
  const ours = { args: appArguments(folder), ready: "[data-row]" };
  const floor = { args: [join(projectRoot, "bench", "window", "empty-window")], ready: "#ready" };
  /** @type {StartPair[]} */
  const pairs = [];
  try {
    for (let run = 0; run < runs; run++)
      pairs.push({ ours: await measureStart(env, ours), floor: await measureStart(env, floor) });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const ready = pairsOf(pairs, ({ readyMs }) => readyMs);
  // The empty window has no engine: its page is ready instead.
  const answering = pairs.map(({ ours, floor }) => ({ ours: ours.engineMs, floor: floor.readyMs }));
  const memory = pairsOf(pairs, ({ memoryMb }) => memoryMb);
  return [
    createRatioRow("window ready, 1,000 products", "ms", ready, { atMost: 1.3 }),
    createRatioRow("window's engine answers, 1,000 products", "ms", answering, { atMost: 2.5 }),
    createDifferenceRow("memory of all processes, idle", "MB", memory, 75),
  ];
}

/**
 * Measures the longest task of the page, in milliseconds of CPU time, while the list and the chart are in use.
 * @param {NodeJS.ProcessEnv} env
 * @param {number} runs
 * @returns {Promise<BenchRow[]>}
 */
async function measureTasks(env, runs) {
  const { measureHistory, measureList } = await import("../../test/support/window-speed.ts");
  const folder = await createDataFolder(env, watchedInList);
  const lists = [];
  const charts = [];
  try {
    for (let run = 0; run < runs; run++)
      await withPage(env, appArguments(folder), async (page) => {
        await page
          .getByText(new RegExp(`^${watchedInList.toLocaleString("en-US")} products$`))
          .waitFor({ timeout: 60_000 });
        lists.push(await measureList(page));
        charts.push(
          await measureHistory(page, async () => {
            await page.getByRole("combobox").fill(productId(watchedInList));
            await page.getByRole("combobox").press("Enter");
            await page.getByRole("radio", { name: "1 y" }).first().waitFor();
            await page.getByText("1 y", { exact: true }).click();
          }),
        );
      });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const row = (name, values, limit = maxTaskMs) =>
    createFigureRow(`${name}, longest task`, "ms", values, limit);
  return [
    ...["scrolling", "sorting", "filtering"].map((action) =>
      row(
        `10,000 rows: ${action}`,
        lists.map((list) => list[action]),
      ),
    ),
    row(
      "8 × 10,000 points: first draw",
      charts.map(({ drawing }) => drawing),
      maxFirstDrawMs,
    ),
    ...["zooming", "panning"].map((action) =>
      row(
        `8 × 10,000 points: ${action}`,
        charts.map((chart) => chart[action]),
      ),
    ),
  ];
}

/**
 * @param {{ electronPath: string, env: NodeJS.ProcessEnv, runs: number }} options
 * @returns {Promise<BenchRow[]>}
 */
export async function measureWindow({ electronPath, env, runs }) {
  // Playwright pauses an app until it is attached only if it resolves Electron by its package.
  process.env.ELECTRON_OVERRIDE_DIST_PATH = dirname(electronPath);
  return [
    ...(await measureLinkRows(env, runs)),
    ...(await measureStarts(env, runs)),
    ...(await measureTasks(env, runs)),
  ];
}
