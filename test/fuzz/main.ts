import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { inTurn } from "./machinery/in-turn.js";
import { type FuzzOptions, OptionsError, readOptions } from "./machinery/options.js";
import { hasFaults, type Row } from "./machinery/row.js";
import { repeatCase } from "./machinery/run-target.js";
import { seedOf } from "./machinery/seeds.js";
import { casesOf } from "./machinery/shares.js";
import { markdownTable, withRows } from "./machinery/table.js";
import type { Finding, Target } from "./machinery/target.js";
import { tryApart } from "./machinery/try-apart.js";
import { targets } from "./targets/index.js";

/** `npm run fuzz`: tries every target with made cases, and writes how it took them into the documentation. */

const documentFile = resolve(import.meta.dirname, "..", "..", "docs", "fuzzing.md");
const names = targets.map(({ name }) => name);

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** As it can be pasted into a test, with what repeats it. */
function findingText({ target, fault, message, value, repeat }: Finding): string {
  const again = repeat === "" ? "" : `\n  npm run fuzz -- --only ${target} --repeat ${repeat}`;
  return `\n${target}: ${fault}: ${message}${again}${value === "" ? "" : `\n  const value = ${value};`}`;
}

function tell(finding: Finding, seen: Map<string, number>): void {
  const kind = `${finding.target} ${finding.fault} ${finding.message.slice(0, 60)}`;
  const count = (seen.get(kind) ?? 0) + 1;
  seen.set(kind, count);
  if (count <= 3) say(findingText(finding));
}

async function tryOne(
  target: Target,
  { seed, cases, minutes }: FuzzOptions,
  endMs: number | null,
): Promise<Row> {
  const wished = casesOf(target, cases);
  const seen = new Map<string, number>();
  let toldMs = Date.now();
  const row = await tryApart(
    target,
    { target: target.name, seed, cases: wished, endMs: minutes === null ? null : endMs },
    {
      onFinding: (finding) => tell(finding, seen),
      onProgress: (done) => {
        if (Date.now() - toldMs < 15_000) return;
        toldMs = Date.now();
        say(`${target.name}: ${done} of ${wished}`);
      },
    },
  );
  say(`${target.name}: done with ${row.cases} cases in ${row.seconds.toFixed(0)} s`);
  return row;
}

async function tryAll(options: FuzzOptions): Promise<number> {
  say(`Seed ${options.seed}`);
  const picked = targets.filter(({ name }) => options.only.length === 0 || options.only.includes(name));
  const endMs = options.minutes === null ? null : Date.now() + options.minutes * 60_000;
  const rows = await inTurn(picked, options.parallel, (target) => tryOne(target, options, endMs));
  process.stdout.write(`${markdownTable(rows)}\n`);
  if (options.writes) writeFileSync(documentFile, withRows(readFileSync(documentFile, "utf8"), rows, names));
  return rows.some(hasFaults) ? 1 : 0;
}

async function repeat({ only, repeat: which }: FuzzOptions): Promise<number> {
  const target = targets.find(({ name }) => name === only[0]);
  if (target === undefined || which === null) return 2;
  const finding = await repeatCase(target, which);
  say(finding === null ? "It is taken as it should be." : findingText(finding));
  return finding === null ? 0 : 1;
}

async function main(): Promise<number> {
  try {
    const options = readOptions(process.argv.slice(2), names, seedOf(Date.now(), "new") % 1_000_000);
    return options.repeat === null ? await tryAll(options) : await repeat(options);
  } catch (error) {
    if (!(error instanceof OptionsError)) throw error;
    say(error.message);
    return 2;
  }
}

process.exitCode = await main();
