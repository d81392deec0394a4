/** Puts what was measured into docs/benchmarks.md: the tables between their markers, and the chart beside it. */
import { readFileSync, writeFileSync } from "node:fs";
import { cpus, release, totalmem, type } from "node:os";
import { join } from "node:path";
import { formatGrowth, formatRows } from "../../src/main/engine/bench/row.ts";
import { growthChart } from "./growth-chart.mjs";
import { log } from "./log.mjs";
import { nodePath, projectRoot } from "./paths.mjs";
import { runCaptured } from "./run.mjs";

/** @typedef {import("../../src/main/engine/bench/row.ts").BenchRow} BenchRow */
/** @typedef {import("../../src/main/engine/bench/row.ts").Growth} Growth */

const page = join(projectRoot, "docs", "benchmarks.md");
const chart = join(projectRoot, "docs", "growth.svg");

/**
 * Rows that were not measured this time stay as they are.
 * @param {BenchRow[]} rows
 * @param {boolean} isFull
 */
export async function writeFigures(rows, isFull) {
  const section = isFull ? "full" : "figures";
  const size = isFull ? "1 million products, 100 million points" : "100,000 products, 10 million points";
  const text = readFileSync(page, "utf8");
  const table = merged(linesOf(text, section), formatRows(rows).split("\n"));
  writeFileSync(page, replaced(text, section, `${await machine()}; ${size}.\n\n${table.join("\n")}`));
  log("Wrote docs/benchmarks.md");
}

/** @param {Growth} growth */
export async function writeGrowth(growth) {
  const text = readFileSync(page, "utf8");
  writeFileSync(page, replaced(text, "growth", `${await machine()}.\n\n${formatGrowth(growth)}`));
  writeFileSync(chart, growthChart(growth));
  log("Wrote docs/benchmarks.md and docs/growth.svg");
}

/**
 * The new lines in the old order; what is only in one of them stays, or comes last.
 * @param {string[]} before a table, perhaps empty
 * @param {string[]} now
 */
function merged(before, now) {
  const nameOf = (/** @type {string} */ line) => line.split(" | ")[0] ?? "";
  const fresh = new Map(now.map((line) => [nameOf(line), line]));
  const known = new Set(before.map(nameOf));
  const added = now.filter((line) => !known.has(nameOf(line)));
  return [...before.map((line) => fresh.get(nameOf(line)) ?? line), ...added];
}

/**
 * @param {string} text
 * @param {string} section
 */
function linesOf(text, section) {
  const [, inside = ""] = new RegExp(`<!-- ${section} -->([^]*?)<!-- end -->`).exec(text) ?? [];
  return inside.split("\n").filter((line) => line.startsWith("|"));
}

/**
 * @param {string} text
 * @param {string} section
 * @param {string} content
 */
function replaced(text, section, content) {
  const place = new RegExp(`(<!-- ${section} -->\n)[^]*?(<!-- end -->)`);
  if (!place.test(text)) throw new Error(`docs/benchmarks.md has no place for ${section}.`);
  return text.replace(place, (_all, start, end) => `${start}\n${content}\n\n${end}`);
}

/** What it was measured on, in one line. */
async function machine() {
  const { output } = await runCaptured(nodePath, ["--version"]);
  const model = (cpus()[0]?.model ?? "unknown processor").replace(/\s+/g, " ").trim();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} cores of ${model}, ${memory} GB, ${type()} ${release().split("-")[0]}, Node ${output.trim().replace(/^v/, "")}`;
}
