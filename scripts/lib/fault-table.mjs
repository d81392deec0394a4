/** What came of the faults, as a table for people, and in docs/faults.md. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const begin = "<!-- faults: begin -->";
const end = "<!-- faults: end -->";

/**
 * @typedef {object} FaultReport
 * @property {string} name
 * @property {string} what
 * @property {number} seed
 * @property {number} rounds
 * @property {Record<string, number>} checked
 * @property {string[]} lost
 * @property {number} seconds
 */

/**
 * @param {string} folder
 * @returns {FaultReport[]} by name
 */
export function readReports(folder) {
  return readdirSync(folder)
    .sort()
    .map((file) => JSON.parse(readFileSync(join(folder, file), "utf8")));
}

/** @param {FaultReport} report */
function row({ name, what, rounds, seed, checked, lost, seconds }) {
  const counts = Object.entries(checked).map(([each, count]) => `${count.toLocaleString("en")} ${each}`);
  const cells = [
    name,
    what,
    `${rounds}`,
    counts.join(", "),
    lost.length === 0 ? "nothing" : `${lost.length} rounds`,
    `${seed}`,
    `${seconds} s`,
  ];
  return `| ${cells.join(" | ")} |`;
}

const head =
  "| fault | what is done | rounds | checked | lost | first seed | took |\n|---|---|--:|---|---|--:|--:|";

/** @param {FaultReport[]} reports */
export function faultTable(reports) {
  return [head, ...reports.map(row)].join("\n");
}

/** @param {string} line */
function nameOf(line) {
  return /^\| (\S+) \|/.exec(line)?.[1];
}

/**
 * Puts the rows into the page; what was not run this time keeps the row that it has.
 * @param {string} file
 * @param {FaultReport[]} reports
 */
export function updateFaultPage(file, reports) {
  const page = readFileSync(file, "utf8");
  const [from, to] = [page.indexOf(begin) + begin.length, page.indexOf(end)];
  const run = new Set(reports.map(({ name }) => name));
  const kept = page
    .slice(from, to)
    .split("\n")
    .filter((line) => line.startsWith("| ") && !line.startsWith("| fault |") && !run.has(nameOf(line) ?? ""));
  const rows = [...kept, ...reports.map(row)].sort();
  writeFileSync(file, `${page.slice(0, from)}\n${[head, ...rows].join("\n")}\n${page.slice(to)}`);
}
