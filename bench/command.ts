import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Argument, type Command, InvalidArgumentError } from "commander";
import {
  type GlobalOptions,
  printJson,
  printToStderr,
  resolveDataFolder,
} from "../src/main/engine/cli/environment.js";
import { type BenchGroup, benchGroups, serverKinds } from "./groups.js";

interface BenchCommandOptions {
  readonly json?: boolean;
  readonly full?: boolean;
  readonly soak?: number;
  readonly runs: number;
  readonly seconds: number;
}

const defaultSize = { products: 100_000, points: 10_000_000 };
const fullSize = { products: 1_000_000, points: 100_000_000 };

async function runSoak(minutes: number, options: BenchCommandOptions): Promise<void> {
  const { soak } = await import("./soak.js");
  const { formatSoak } = await import("./row.js");
  await inTemporaryFolder(async (folder) => {
    const samples = await soak({ ...commonOptions(folder, options), minutes });
    printResult(samples, formatSoak, options);
  });
}

async function runGroups(groups: BenchGroup[], options: BenchCommandOptions): Promise<void> {
  const { runBenchmarks } = await import("./run-benchmarks.js");
  const { formatRows } = await import("./row.js");
  const size = options.full === true ? fullSize : defaultSize;
  await inTemporaryFolder(async (folder) => {
    const rows = await runBenchmarks({ ...commonOptions(folder, options), size, groups });
    printResult(rows, formatRows, options);
  });
}

function parseCount(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError("Must be a whole number from 1 to 9999.");
  return Number(text);
}

function commonOptions(folder: string, { runs, seconds }: BenchCommandOptions) {
  return { folder, runs, seconds, onProgress: printToStderr };
}

function printResult<T>(result: T, format: (result: T) => string, { json }: BenchCommandOptions): void {
  if (json === true) printJson(result);
  else process.stdout.write(`${format(result)}\n`);
}

async function inTemporaryFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "tidemark-bench-"));
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs a server until the process is killed. */
async function runServer(kind: string, _options: unknown, command: Command): Promise<void> {
  const { startAndPrintPort } = await import("./engine/bench-servers.js");
  const known = serverKinds.find((each) => each === kind);
  if (known === undefined) throw new Error(`Unknown server '${kind}'.`);
  await startAndPrintPort(known, resolveDataFolder(command.optsWithGlobals<GlobalOptions>()));
  // A regular exit lets a profiler write its results.
  process.once("SIGTERM", () => process.exit());
  await new Promise(() => undefined);
}

/** Adds `bench`, and the hidden `bench-serve`, which runs the servers that it measures. */
export function addBench(program: Command): void {
  program
    .command("bench")
    .addArgument(new Argument("[name...]", "benchmarks to run (default: all)").choices(benchGroups))
    .description(
      "Benchmark the engine, each figure beside that of a minimal program that does the same work.",
    )
    .option("--json", "as JSON")
    .option("--full", "1 million products and 100 million points")
    .option("--runs <n>", "measured runs of each", parseCount, 5)
    .option("--seconds <n>", "length of a run under load", parseCount, 2)
    .option("--soak <minutes>", "run an engine under a mixed load instead", parseCount)
    .action((groups: BenchGroup[], options: BenchCommandOptions) => {
      return options.soak === undefined ? runGroups(groups, options) : runSoak(options.soak, options);
    });
  program.command("bench-serve", { hidden: true }).argument("<kind>").action(runServer);
}
