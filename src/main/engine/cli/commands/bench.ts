import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Argument, type Command, InvalidArgumentError } from "commander";
import { type BenchGroup, benchGroups } from "../../bench/groups.js";
import { type GlobalOptions, printJson, printToStderr, resolveDataFolder } from "../environment.js";

interface BenchCommandOptions {
  readonly json?: boolean;
  readonly full?: boolean;
  readonly growth?: boolean;
  readonly runs: number;
  readonly seconds: number;
}

/** How cost grows: the same measured at each of these sizes, with a hundred points a product. */
const growthSizes = [10_000, 100_000, 1_000_000] as const;

/** Loads what is measured with on demand: nothing else needs it. */
async function growth(options: BenchCommandOptions): Promise<void> {
  const { measureGrowth } = await import("../../bench/growth.js");
  const { formatGrowth } = await import("../../bench/row.js");
  await inFolder(async (folder) => {
    const grown = await measureGrowth({ ...runOf(folder, options), sizes: growthSizes });
    tellResult(grown, formatGrowth, options);
  });
}

/** As above. */
async function bench(names: BenchGroup[], options: BenchCommandOptions): Promise<void> {
  const { runBenchmarks } = await import("../../bench/index.js");
  const { formatRows } = await import("../../bench/row.js");
  const size =
    options.full === true
      ? { products: 1_000_000, points: 100_000_000 }
      : { products: 100_000, points: 10_000_000 };
  await inFolder(async (folder) => {
    tellResult(await runBenchmarks({ ...runOf(folder, options), size, names }), formatRows, options);
  });
}

function countOf(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError("It is a whole number from 1 to 9999.");
  return Number(text);
}

function runOf(folder: string, { runs, seconds }: BenchCommandOptions) {
  return { folder, runs, seconds, onProgress: printToStderr };
}

function tellResult<T>(result: T, format: (result: T) => string, { json }: BenchCommandOptions): void {
  if (json === true) printJson(result);
  else process.stdout.write(`${format(result)}\n`);
}

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "tidemark-bench-"));
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function addBench(program: Command): void {
  program
    .command("bench")
    .addArgument(new Argument("[name...]", "what is measured; all if left out").choices(benchGroups))
    .description("Measure the engine beside the least that could do the same work.")
    .option("--json", "as JSON")
    .option("--full", "1 million products and 100 million points")
    .option("--runs <n>", "measured runs of each", countOf, 5)
    .option("--seconds <n>", "length of a run under load", countOf, 2)
    .option("--growth", "instead, how cost grows from 10,000 products to a million")
    .action((names: BenchGroup[], options: BenchCommandOptions) =>
      options.growth === true ? growth(options) : bench(names, options),
    );
  program
    .command("bench-serve", { hidden: true })
    .argument("<kind>")
    .action(async (kind: string, _options: unknown, command: Command) => {
      const { serveForBench, serverKinds } = await import("../../bench/servers.js");
      const known = serverKinds.find((each) => each === kind);
      if (known === undefined) throw new Error(`There is no server ${kind}.`);
      const folder = resolveDataFolder(command.optsWithGlobals<GlobalOptions>());
      await serveForBench(known, folder);
      // By itself, so that a profiler may write what it has seen.
      process.once("SIGTERM", () => process.exit());
      // Serves until it is killed.
      await new Promise(() => undefined);
    });
}
