/**
 * `npm run bench [-- NAME… --full --runs N]`: measures the engine, then the window. `--growth` measures how cost grows
 * with the data instead, and `--soak MINUTES` how an engine holds out. `--write` puts the results into docs/benchmarks.md.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { writeFigures, writeGrowth, writeSoak } from "../bench/report/write-report.mjs";
import { formatGrowth, formatRows, formatSoak } from "../bench/row.ts";
import { appEnv } from "./lib/app-process.mjs";
import { ensureBuilt } from "./lib/build.mjs";
import { openDesktop } from "./lib/display.mjs";
import { ExpectedFailure, runMain } from "./lib/log.mjs";
import { nodePath, projectRoot } from "./lib/paths.mjs";
import { setUp } from "./setup.mjs";

/** @typedef {import("../bench/row.ts").BenchRow} BenchRow */

const windowGroup = "window";

await runMain(async () => {
  const args = process.argv.slice(2).filter((arg) => arg !== "--write");
  const shouldWrite = process.argv.includes("--write");
  const { electronPath } = await setUp();
  await ensureBuilt();
  if (args.includes("--growth")) await measureGrowth(args, shouldWrite);
  else if (args.includes("--soak")) await measureSoak(args, shouldWrite);
  else await measureFigures(args, shouldWrite, electronPath);
});

/**
 * @param {string[]} args
 * @param {boolean} shouldWrite
 */
async function measureGrowth(args, shouldWrite) {
  const growth = await benchEngine(args);
  process.stdout.write(`${formatGrowth(growth)}\n`);
  if (shouldWrite) await writeGrowth(growth);
}

/**
 * @param {string[]} args
 * @param {boolean} shouldWrite
 */
async function measureSoak(args, shouldWrite) {
  const samples = await benchEngine(args);
  process.stdout.write(`${formatSoak(samples)}\n`);
  if (shouldWrite) await writeSoak(samples);
}

/**
 * @param {string[]} args
 * @param {boolean} shouldWrite
 * @param {string} electronPath
 */
async function measureFigures(args, shouldWrite, electronPath) {
  const names = args.filter(
    (arg, i) => !arg.startsWith("--") && !/^--(runs|seconds)$/.test(args[i - 1] ?? ""),
  );
  const hasWindow = names.length === 0 || names.includes(windowGroup);
  const hasEngine = names.length === 0 || names.some((name) => name !== windowGroup);
  /** @type {BenchRow[]} */
  const rows = hasEngine ? await benchEngine(args.filter((arg) => arg !== windowGroup)) : [];
  if (hasWindow) rows.push(...(await benchWindow(args, electronPath)));
  process.stdout.write(`${formatRows(rows)}\n`);
  if (shouldWrite) await writeFigures(rows, args.includes("--full"));
}

/**
 * Runs `tidemark bench`.
 * @param {string[]} args
 * @returns {Promise<any>} its JSON output
 */
async function benchEngine(args) {
  const program = `${projectRoot}/out/main/cli.js`;
  const child = spawn(nodePath, [program, "bench", "--json", ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, "exit")]);
  if (code !== 0) throw new ExpectedFailure("The engine's benchmarks failed.");
  return JSON.parse(output);
}

/**
 * @param {string[]} args
 * @param {string} electronPath
 */
async function benchWindow(args, electronPath) {
  const runs = Number(args[args.indexOf("--runs") + 1] ?? 5) || 5;
  const desktop = await openDesktop();
  try {
    const { measureWindow } = await import("../bench/window/measure-window.mjs");
    return await measureWindow({ electronPath, env: appEnv(desktop.env), runs });
  } finally {
    await desktop.close();
  }
}
