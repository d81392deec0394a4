/** The table of fault results, for the terminal and docs/faults.md. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { updateTable } from "./page-table.mjs";

/**
 * @typedef {object} FaultReport
 * @property {string} name
 * @property {string} scenario
 * @property {number} seed
 * @property {number} rounds
 * @property {Record<string, number>} checked
 * @property {string[]} lost
 * @property {number} seconds
 */

/**
 * @param {string} folder
 * @returns {FaultReport[]} sorted by name
 */
export function readReports(folder) {
  return readdirSync(folder)
    .sort()
    .map((file) => JSON.parse(readFileSync(join(folder, file), "utf8")));
}

/** @param {FaultReport} report */
function formatRow({ name, scenario, rounds, seed, checked, lost, seconds }) {
  const counts = Object.entries(checked).map(([label, count]) => `${count.toLocaleString("en")} ${label}`);
  const cells = [
    name,
    scenario,
    `${rounds}`,
    counts.join(", "),
    lost.length === 0 ? "nothing" : `${lost.length} rounds`,
    `${seed}`,
    `${seconds} s`,
  ];
  return `| ${cells.join(" | ")} |`;
}

const tableHeader =
  "| fault | scenario | rounds | checked | lost | first seed | took |\n|---|---|--:|---|---|--:|--:|";

/** @param {FaultReport[]} reports */
export function formatFaultTable(reports) {
  return [tableHeader, ...reports.map(formatRow)].join("\n");
}

/**
 * Updates the rows on the page. Faults that were not run keep their rows.
 * @param {string} file
 * @param {FaultReport[]} reports
 */
export function updateFaultPage(file, reports) {
  updateTable(file, "faults", tableHeader, reports.map(formatRow));
}
