import { type FailureKind, failureKinds } from "./target.js";

/** The result of one target. */
export interface TableRow {
  readonly name: string;
  readonly input: string;
  readonly seed: number;
  readonly cases: number;
  readonly seconds: number;
  readonly counts: Readonly<Record<FailureKind, number>>;
}

const heading = `| target | input | seed | cases | 5xx | crashes | hangs | wrong results | cases per second |
|---|---|---:|---:|---:|---:|---:|---:|---:|`;

const startMark = "<!-- table of the fuzzers -->";
const endMark = "<!-- end of the table -->";

const { format } = new Intl.NumberFormat("en-US");

function formatLine(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

function formatRow({ name, input, seed, cases, seconds, counts }: TableRow): string {
  const failures = failureKinds.map((kind) => format(counts[kind]));
  const speed = format(Math.round(cases / Math.max(seconds, 0.001)));
  return formatLine([name, input, String(seed), format(cases), ...failures, speed]);
}

function formatTotals(rows: readonly TableRow[]): string {
  const sum = (values: readonly number[]) => format(values.reduce((total, value) => total + value, 0));
  const failures = failureKinds.map((kind) => sum(rows.map(({ counts }) => counts[kind])));
  return formatLine(["**all**", "", "", sum(rows.map(({ cases }) => cases)), ...failures, ""]);
}

export function formatTable(rows: readonly TableRow[]): string {
  return [heading, ...rows.map(formatRow), formatTotals(rows)].join("\n");
}

export function hasFailures({ counts }: TableRow): boolean {
  return Object.values(counts).some((count) => count > 0);
}

function parseRow(line: string): TableRow {
  const [, name = "", input = "", ...numbers] = line.split("|").map((cell) => cell.trim());
  const [seed = 0, cases = 0, http = 0, crash = 0, hang = 0, wrong = 0, speed = 0] = numbers.map((text) =>
    Number(text.replaceAll(",", "")),
  );
  const counts = { "5xx": http, crash, hang, wrong };
  return { name, input, seed, cases, seconds: cases / Math.max(speed, 1), counts };
}

function split(document: string): { before: string; table: string; after: string } {
  const start = document.indexOf(startMark);
  const end = document.indexOf(endMark);
  if (start < 0 || end < start) throw new Error(`The document lacks the lines ${startMark} and ${endMark}.`);
  const tableStart = start + startMark.length;
  return {
    before: document.slice(0, tableStart),
    table: document.slice(tableStart, end),
    after: document.slice(end),
  };
}

/** The rows of a document's table, without its totals. */
export function parseTable(document: string): TableRow[] {
  const lines = split(document).table.split("\n");
  return lines.filter((line) => /^\| (?!target \||\*\*)/.test(line)).map(parseRow);
}

/** Replaces the rows of targets that ran, keeps the others, and sorts all by `names`. */
export function updateTable(document: string, rows: readonly TableRow[], names: readonly string[]): string {
  const { before, after } = split(document);
  const all = new Map([...parseTable(document), ...rows].map((row) => [row.name, row]));
  const sorted = names.flatMap((name) => all.get(name) ?? []);
  return `${before}\n\n${formatTable(sorted)}\n\n${after}`;
}
