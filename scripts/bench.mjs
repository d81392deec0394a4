/**
 * `npm run bench [-- NAME… --full --runs N]`: the engine's figures, then the window's. `--growth` measures how cost grows
 * with the data instead. `--write` puts what was measured into docs/benchmarks.md.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { formatGrowth, formatRows } from "../src/main/engine/bench/row.ts";
import { appEnv } from "./lib/app-process.mjs";
import { writeFigures, writeGrowth } from "./lib/bench-report.mjs";
import { ensureBuilt } from "./lib/build.mjs";
import { openDesktop } from "./lib/display.mjs";
import { ExpectedFailure, runMain } from "./lib/log.mjs";
import { nodePath, projectRoot } from "./lib/paths.mjs";
import { setUp } from "./setup.mjs";

/** @typedef {import("../src/main/engine/bench/row.ts").BenchRow} BenchRow */

const windowGroup = "window";

await runMain(async () => {
  const args = process.argv.slice(2);
  const { electronPath } = await setUp();
  await ensureBuilt();
  const isWritten = args.includes("--write");
  const given = args.filter((arg) => arg !== "--write");
  if (args.includes("--growth")) await measureGrowth(given, isWritten);
  else await measureFigures(given, isWritten, electronPath);
});

/**
 * @param {string[]} args
 * @param {boolean} isWritten
 */
async function measureGrowth(args, isWritten) {
  const growth = await engineBench(args);
  process.stdout.write(`${formatGrowth(growth)}\n`);
  if (isWritten) await writeGrowth(growth);
}

/**
 * @param {string[]} args
 * @param {boolean} isWritten
 * @param {string} electronPath
 */
async function measureFigures(args, isWritten, electronPath) {
  const names = args.filter(
    (arg, i) => !arg.startsWith("--") && !/^--(runs|seconds)$/.test(args[i - 1] ?? ""),
  );
  const wantsWindow = names.length === 0 || names.includes(windowGroup);
  const wantsEngine = names.length === 0 || names.some((name) => name !== windowGroup);
  const engineArgs = args.filter((arg) => arg !== windowGroup);
  /** @type {BenchRow[]} */
  const rows = wantsEngine ? await engineBench(engineArgs) : [];
  if (wantsWindow) rows.push(...(await windowBench(args, electronPath)));
  process.stdout.write(`${formatRows(rows)}\n`);
  if (isWritten) await writeFigures(rows, args.includes("--full"));
}

/**
 * @param {string[]} args
 * @returns {Promise<any>} what it printed
 */
async function engineBench(args) {
  const program = `${projectRoot}/out/main/cli.js`;
  const child = spawn(nodePath, [program, "bench", "--json", ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, "exit")]);
  if (code !== 0) throw new ExpectedFailure("The engine's benchmarks ended early.");
  return JSON.parse(output);
}

/**
 * @param {string[]} args
 * @param {string} electronPath
 */
async function windowBench(args, electronPath) {
  const runs = Number(args[args.indexOf("--runs") + 1] ?? 5) || 5;
  const desktop = await openDesktop();
  try {
    const { benchWindow } = await import("./lib/window-bench.mjs");
    return await benchWindow({ electronPath, env: appEnv(desktop.env), runs });
  } finally {
    await desktop.close();
  }
}
