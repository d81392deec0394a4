import type { Row } from "./row.js";
import { faults } from "./target.js";

const thousands = new Intl.NumberFormat("en-US");

const heads = [
  "target",
  "what is tried",
  "seed",
  "cases",
  "5xx",
  "crashes",
  "hangs",
  "wrong answers",
  "cases per second",
];

function cells({ name, what, seed, cases, seconds, counts }: Row): string[] {
  const speed = thousands.format(Math.round(cases / Math.max(seconds, 0.001)));
  return [
    name,
    what,
    String(seed),
    thousands.format(cases),
    ...faults.map((fault) => thousands.format(counts[fault])),
    speed,
  ];
}

function sum(rows: readonly Row[]): string[] {
  const all = (value: (row: Row) => number) =>
    thousands.format(rows.reduce((total, row) => total + value(row), 0));
  return [
    "**all**",
    "",
    "",
    all(({ cases }) => cases),
    ...faults.map((fault) => all(({ counts }) => counts[fault])),
    "",
  ];
}

/** In Markdown, with a last line for all of them. */
export function markdownTable(rows: readonly Row[]): string {
  const line = (texts: readonly string[]) => `| ${texts.join(" | ")} |`;
  const rule = heads.map((_, i) => (i < 2 ? "---" : "---:"));
  return [line(heads), `|${rule.join("|")}|`, ...rows.map((row) => line(cells(row))), line(sum(rows))].join(
    "\n",
  );
}

const begin = "<!-- table of the fuzzers -->";
const end = "<!-- end of the table -->";

function between(document: string): { before: string; table: string; after: string } {
  const from = document.indexOf(begin);
  const to = document.indexOf(end);
  if (from < 0 || to < from)
    throw new Error(`The document has no place for the table between ${begin} and ${end}.`);
  return {
    before: document.slice(0, from + begin.length),
    table: document.slice(from, to),
    after: document.slice(to),
  };
}

function readNumber(text: string | undefined): number {
  return Number((text ?? "").replaceAll(",", ""));
}

function readRow(line: string): Row {
  const [, name = "", what = "", seed, cases, http = "", crash, hang, wrong, speed] = line
    .split("|")
    .map((cell) => cell.trim());
  const counts = {
    "5xx": readNumber(http),
    crash: readNumber(crash),
    hang: readNumber(hang),
    wrong: readNumber(wrong),
  };
  const seconds = readNumber(cases) / Math.max(readNumber(speed), 1);
  return { name, what, seed: readNumber(seed), cases: readNumber(cases), seconds, counts };
}

/** The rows that a document has, its last line left out. */
export function rowsOf(document: string): Row[] {
  return between(document)
    .table.split("\n")
    .filter((line) => /^\| (?!target \||\*\*)/.test(line))
    .map(readRow);
}

/** The document with these rows; those of targets that were not tried this time stay, in the order of `names`. */
export function withRows(document: string, rows: readonly Row[], names: readonly string[]): string {
  const { before, after } = between(document);
  const all = new Map([...rowsOf(document), ...rows].map((row) => [row.name, row]));
  const ordered = names.flatMap((name) => all.get(name) ?? []);
  return `${before}\n\n${markdownTable(ordered)}\n\n${after}`;
}
