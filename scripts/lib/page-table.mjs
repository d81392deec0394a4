/** Tables of measured results in the pages of docs, between `<!-- NAME: begin -->` and `<!-- NAME: end -->`. */
import { readFileSync, writeFileSync } from "node:fs";

/** @param {string} row */
function firstCell(row) {
  return /^\| ([^|]+) \|/.exec(row)?.[1];
}

/**
 * Replaces the rows that begin with the same cell as a new one. The others stay.
 * @param {string} file
 * @param {string} name of the table
 * @param {string} header both lines
 * @param {string[]} rows
 */
export function updateTable(file, name, header, rows) {
  const page = readFileSync(file, "utf8");
  const beginMarker = `<!-- ${name}: begin -->`;
  const [from, to] = [page.indexOf(beginMarker) + beginMarker.length, page.indexOf(`<!-- ${name}: end -->`)];
  const names = new Set([header, ...rows].map(firstCell));
  const oldRows = page.slice(from, to).split("\n");
  const otherRows = oldRows.filter((line) => line.startsWith("| ") && !names.has(firstCell(line)));
  const table = [header, ...[...otherRows, ...rows].sort()].join("\n");
  writeFileSync(file, `${page.slice(0, from)}\n${table}\n${page.slice(to)}`);
}
