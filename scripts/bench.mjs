/**
 * `npm run bench [-- NAME… --full --runs N]`: measures the engine, then the window. `--soak MINUTES` measures how an engine
 * holds out instead.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { formatRows } from "../bench/row.ts";
import { appEnv } from "./lib/app-process.mjs";
import { parseArguments } from "./lib/arguments.mjs";
import { ensureBuilt } from "./lib/build.mjs";
import { openDesktop } from "./lib/display.mjs";
import { ExpectedFailure, runMain } from "./lib/log.mjs";
import { nodePath, projectRoot } from "./lib/paths.mjs";
import { runForeground } from "./lib/run.mjs";
import { setUp } from "./setup.mjs";

/** @typedef {import("../bench/row.ts").BenchRow} BenchRow */

const windowGroup = "window";
const program = join(projectRoot, "out/main/cli.js");

await runMain(async () => {
  const args = process.argv.slice(2);
  const { values, positionals: names } = parseArguments(
    "npm run bench [-- NAME… --full --runs N --seconds N --soak MINUTES]\n" +
      "A name is window, or one that 'npm run -s tidemark -- bench --help' lists.",
    {
      full: { type: "boolean" },
      runs: { type: "string", default: "5" },
      seconds: { type: "string" },
      soak: { type: "string" },
    },
    { allowPositionals: true },
  );
  if (!(Number(values.runs) >= 1)) throw new ExpectedFailure("--runs needs a whole number above 0.");
  const { electronPath } = await setUp();
  await ensureBuilt();
  if (values.soak !== undefined) return runForeground(nodePath, [program, "bench", ...args]);
  const hasWindow = names.length === 0 || names.includes(windowGroup);
  const hasEngine = names.length === 0 || names.some((name) => name !== windowGroup);
  const rows = hasEngine ? await benchEngine(args.filter((arg) => arg !== windowGroup)) : [];
  if (hasWindow) rows.push(...(await benchWindow(Number(values.runs), electronPath)));
  process.stdout.write(`${formatRows(rows)}\n`);
});

/**
 * Runs `tidemark bench`.
 * @param {string[]} args
 * @returns {Promise<BenchRow[]>}
 */
async function benchEngine(args) {
  const child = spawn(nodePath, [program, "bench", "--json", ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, "exit")]);
  if (code !== 0) throw new ExpectedFailure("The engine's benchmarks failed.");
  return JSON.parse(output);
}

/**
 * @param {number} runs
 * @param {string} electronPath
 */
async function benchWindow(runs, electronPath) {
  const desktop = await openDesktop();
  try {
    const { measureWindow } = await import("../bench/window/measure-window.mjs");
    return await measureWindow({ electronPath, env: appEnv(desktop.env), runs });
  } finally {
    await desktop.close();
  }
}
