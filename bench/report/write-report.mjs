/** Writes results into docs/benchmarks.md, between its markers, and the chart of growth beside it. */
import { readFileSync, writeFileSync } from "node:fs";
import { cpus, release, totalmem, type } from "node:os";
import { join } from "node:path";
import { log } from "../../scripts/lib/log.mjs";
import { nodePath, projectRoot } from "../../scripts/lib/paths.mjs";
import { runCaptured } from "../../scripts/lib/run.mjs";
import { formatGrowth, formatRows, formatSoak } from "../row.ts";
import { drawGrowthChart } from "./growth-chart.mjs";

/** @typedef {import("../row.ts").BenchRow} BenchRow */
/** @typedef {import("../row.ts").Growth} Growth */
/** @typedef {import("../row.ts").SoakSample} SoakSample */

const page = join(projectRoot, "docs", "benchmarks.md");
const chart = join(projectRoot, "docs", "growth.svg");

/**
 * Keeps the page's rows for benchmarks that were not run.
 * @param {BenchRow[]} rows
 * @param {boolean} isFull
 */
export async function writeFigures(rows, isFull) {
  const section = isFull ? "full" : "figures";
  const size = isFull ? "1 million products, 100 million points" : "100,000 products, 10 million points";
  const text = readFileSync(page, "utf8");
  const table = mergeTables(readTable(text, section), formatRows(rows).split("\n"));
  writeFileSync(
    page,
    replaceSection(text, section, `${await describeMachine()}; ${size}.\n\n${table.join("\n")}`),
  );
  log("Wrote docs/benchmarks.md");
}

/** @param {Growth} growth */
export async function writeGrowth(growth) {
  await writeTable("growth", formatGrowth(growth));
  writeFileSync(chart, drawGrowthChart(growth));
  log("Wrote docs/benchmarks.md and docs/growth.svg");
}

/** @param {SoakSample[]} samples */
export async function writeSoak(samples) {
  await writeTable("soak", formatSoak(samples));
  log("Wrote docs/benchmarks.md");
}

/**
 * @param {string} section
 * @param {string} table
 */
async function writeTable(section, table) {
  const text = readFileSync(page, "utf8");
  writeFileSync(page, replaceSection(text, section, `${await describeMachine()}.\n\n${table}`));
}

/**
 * Replaces the rows of a table that have a new version, and appends rows that it lacks.
 * @param {string[]} table lines; may be empty
 * @param {string[]} measured lines
 */
function mergeTables(table, measured) {
  const rowName = (/** @type {string} */ line) => line.split(" | ")[0] ?? "";
  const measuredByName = new Map(measured.map((line) => [rowName(line), line]));
  const known = new Set(table.map(rowName));
  const added = measured.filter((line) => !known.has(rowName(line)));
  return [...table.map((line) => measuredByName.get(rowName(line)) ?? line), ...added];
}

/**
 * @param {string} text
 * @param {string} section
 */
function readTable(text, section) {
  const [, inside = ""] = new RegExp(`<!-- ${section} -->([^]*?)<!-- end -->`).exec(text) ?? [];
  return inside.split("\n").filter((line) => line.startsWith("|"));
}

/**
 * @param {string} text
 * @param {string} section
 * @param {string} content
 */
function replaceSection(text, section, content) {
  const markers = new RegExp(`(<!-- ${section} -->\n)[^]*?(<!-- end -->)`);
  if (!markers.test(text)) throw new Error(`docs/benchmarks.md has no section ${section}.`);
  return text.replace(markers, (_all, start, end) => `${start}\n${content}\n\n${end}`);
}

/** Processor, memory, system and Node version in one line. */
async function describeMachine() {
  const { output } = await runCaptured(nodePath, ["--version"]);
  const model = (cpus()[0]?.model ?? "unknown processor").replace(/\s+/g, " ").trim();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} cores of ${model}, ${memory} GB, ${type()} ${release().split("-")[0]}, Node ${output.trim().replace(/^v/, "")}`;
}
