import { assertNever } from "../../shared/assert-never.js";
import type { FileImportReport, HostAnswer, SkippedLine } from "../../shared/data/host-operations.js";
import { type DataResult, type ImportSummary, maxSkippedShown } from "../../shared/data/work.js";

/** Converts the engine's answer to a result for the window. */
export function toDataResult<T>(answer: HostAnswer<T>, convert: (data: T) => DataResult): DataResult {
  switch (answer.outcome) {
    case "done":
      return convert(answer.data);
    case "cancelled":
      return { kind: "cancelled" };
    case "failed":
      return { kind: "failed", problem: answer.problem };
    default:
      return assertNever(answer);
  }
}

/** The window shows only the first skipped lines; the user can save all of them to a file. */
export function summarizeImport({ skipped, ...report }: FileImportReport): ImportSummary {
  return { ...report, skipped: skipped.slice(0, maxSkippedShown), skippedCount: skipped.length };
}

export function formatSkippedLines(lines: readonly SkippedLine[]): string {
  return lines.map(({ line, reason }) => `${line}: ${reason}\n`).join("");
}
