import { allRows, type ReadDb } from "../../../src/main/engine/db/store.js";
import type { ImportReport } from "../../../src/main/engine/operations/catalogue/import-catalogue.js";
import { parseLine } from "../../../src/main/engine/sources/catalogue/line.js";

/** Does not rely on the engine alone to recognize JSON. */
function isCatalogueLine(text: string): boolean {
  try {
    JSON.parse(text);
    return parseLine(text).ok;
  } catch {
    return false;
  }
}

function checkSkipped(lines: readonly string[], { skipped }: ImportReport): void {
  for (const { line, reason } of skipped)
    if (line < 1 || line > lines.length || reason === "")
      throw new Error(`Line ${line} of ${lines.length} was skipped: '${reason}'.`);
  const reported = new Set(skipped.map(({ line }) => line));
  lines.forEach((text, i) => {
    if (text.trim() !== "" && !isCatalogueLine(text) && !reported.has(i + 1))
      throw new Error(`Line ${i + 1} is invalid and was not reported: ${text.slice(0, 200)}`);
  });
}

/** Bad lines are reported, all others imported, and prices and currencies are plausible. */
export function checkImport(db: ReadDb, bytes: Buffer, report: ImportReport): void {
  const lines = bytes
    .toString("utf8")
    .replace(/^\uFEFF/, "")
    .split("\n");
  checkSkipped(lines, report);
  const good = lines.filter(isCatalogueLine).length;
  const imported = report.products + report.deals;
  // The import may refuse a line that parses, and then reports it.
  if (imported > good || imported + report.skipped.length < good)
    throw new Error(`${imported} of ${good} good lines were imported and ${report.skipped.length} reported.`);
  const implausible = allRows(
    db,
    "SELECT id, price_minor FROM offer WHERE price_minor <= 0 OR price_minor > 1e12 OR currency NOT GLOB '[A-Z][A-Z][A-Z]'",
  );
  if (implausible.length > 0) throw new Error(`Implausible offers: ${JSON.stringify(implausible)}`);
}

/** An imported export yields the same export. */
export function checkRoundTrip(
  exported: readonly string[],
  report: ImportReport,
  again: readonly string[],
): void {
  if (report.skipped.length > 0)
    throw new Error(`An import refuses lines of an export: ${JSON.stringify(report.skipped.slice(0, 3))}`);
  const differing = exported.findIndex((line, i) => line !== again[i]);
  if (differing >= 0 || exported.length !== again.length)
    throw new Error(
      `The second export differs: ${exported[differing]?.slice(0, 1_500)} … ${again[differing]?.slice(0, 1_500)}`,
    );
}
