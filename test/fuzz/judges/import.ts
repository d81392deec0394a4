import { allRows, type ReadDb } from "../../../src/main/engine/db/store.js";
import type { ImportReport } from "../../../src/main/engine/operations/catalogue/import-catalogue.js";
import { parseLine } from "../../../src/main/engine/sources/catalogue/line.js";
import { Wrong } from "../machinery/target.js";

/** The lines of a file by its bytes alone: what lies between line feeds. */
function linesIn(bytes: Buffer): string[] {
  return bytes
    .toString("utf8")
    .replace(/^\uFEFF/, "")
    .split("\n");
}

/** Whether a text is JSON at all, said by nobody of ours. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function judgeSkipped(lines: readonly string[], { skipped }: ImportReport): void {
  for (const { line, reason } of skipped)
    if (line < 1 || line > lines.length || reason === "")
      throw new Wrong(`Line ${line} of ${lines.length} was skipped: '${reason}'.`);
  const named = new Set(skipped.map(({ line }) => line));
  lines.forEach((text, i) => {
    const isBad = text.trim() !== "" && (!isJson(text) || !parseLine(text).ok);
    if (isBad && !named.has(i + 1))
      throw new Wrong(`Line ${i + 1} is none and was not named: ${text.slice(0, 200)}`);
  });
}

/** Bad lines are named, all others are in, and what came in is what a catalogue may hold. */
export function judgeImport(db: ReadDb, bytes: Buffer, report: ImportReport): void {
  const lines = linesIn(bytes);
  judgeSkipped(lines, report);
  const good = lines.filter((text) => text.trim() !== "" && isJson(text) && parseLine(text).ok).length;
  const entered = report.products + report.deals;
  // A line that reads well may still be refused as a whole, and is then named.
  if (entered > good || entered + report.skipped.length < good)
    throw new Wrong(`Of ${good} good lines ${entered} were entered and ${report.skipped.length} named.`);
  const odd = allRows(
    db,
    "SELECT id, price_minor FROM offer WHERE price_minor <= 0 OR price_minor > 1e12 OR currency NOT GLOB '[A-Z][A-Z][A-Z]'",
  );
  if (odd.length > 0) throw new Wrong(`Offers that cannot be: ${JSON.stringify(odd)}`);
}

/** An export is read back whole, and gives the same export again. */
export function judgeRoundTrip(
  exported: readonly string[],
  report: ImportReport,
  again: readonly string[],
): void {
  if (report.skipped.length > 0)
    throw new Wrong(`Lines of an export were not read back: ${JSON.stringify(report.skipped.slice(0, 3))}`);
  const differing = exported.findIndex((line, i) => line !== again[i]);
  if (differing >= 0 || exported.length !== again.length)
    throw new Wrong(
      `An export read back gives another: ${exported[differing]?.slice(0, 1_500)} … ${again[differing]?.slice(0, 1_500)}`,
    );
}
