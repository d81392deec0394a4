import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { runInChildProcess } from "./runner/child-process.js";
import { type FuzzOptions, OptionsError, parseOptions } from "./runner/options.js";
import { deriveSeed, formatFinding, repeatCase } from "./runner/run-target.js";
import { formatTable, hasFailures, type TableRow, updateTable } from "./runner/table.js";
import type { Target } from "./runner/target.js";
import { casesFor, targets } from "./targets/index.js";

/** `npm run fuzz`: fuzzes the targets and updates the table of docs/fuzzing.md. */

const documentFile = resolve(import.meta.dirname, "..", "..", "docs", "fuzzing.md");
const names = targets.map(({ name }) => name);

function log(text: string): void {
  process.stderr.write(`${text}\n`);
}

async function runOne(target: Target, { seed, cases }: FuzzOptions, endMs: number): Promise<TableRow> {
  const maxMs = Number.isFinite(endMs) ? { maxMs: endMs - Date.now() } : {};
  const request = { target: target.name, seed, cases: casesFor(target, cases), ...maxMs };
  const row = await runInChildProcess(target, request);
  log(`${target.name}: finished ${row.cases} cases in ${row.seconds.toFixed(0)} s`);
  return row;
}

async function runAll(options: FuzzOptions): Promise<number> {
  log(`Seed ${options.seed}`);
  const endMs = options.minutes === null ? Number.POSITIVE_INFINITY : Date.now() + options.minutes * 60_000;
  const queue = targets.filter(({ name }) => options.only.length === 0 || options.only.includes(name));
  const rows: TableRow[] = [];
  const runQueued = async () => {
    for (let target = queue.shift(); target !== undefined; target = queue.shift())
      rows.push(await runOne(target, options, endMs));
  };
  await Promise.all(Array.from({ length: options.parallel }, runQueued));
  rows.sort((a, b) => names.indexOf(a.name) - names.indexOf(b.name));
  process.stdout.write(`${formatTable(rows)}\n`);
  if (options.updatesDocument)
    writeFileSync(documentFile, updateTable(readFileSync(documentFile, "utf8"), rows, names));
  return rows.some(hasFailures) ? 1 : 0;
}

async function repeatOne(name: string | undefined, repeat: string): Promise<number> {
  const target = targets.find((each) => each.name === name);
  if (target === undefined) return 2;
  const finding = await repeatCase(target, repeat);
  log(finding === null ? "The case passes." : formatFinding(finding));
  return finding === null ? 0 : 1;
}

async function main(): Promise<number> {
  try {
    const options = parseOptions(process.argv.slice(2), names, deriveSeed(Date.now()) % 1_000_000);
    return options.repeat === null ? await runAll(options) : await repeatOne(options.only[0], options.repeat);
  } catch (error) {
    if (!(error instanceof OptionsError)) throw error;
    log(error.message);
    return 2;
  }
}

process.exitCode = await main();
