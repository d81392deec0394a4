import { assertNever } from "../../shared/assert-never.js";
import type { HostAnswer, ImportedFile, SkippedLine } from "../../shared/data/host-operations.js";
import { type DataResult, type ImportSummary, skippedShown } from "../../shared/data/work.js";

/** Converts the engine's answer to a result for the window. */
export function resultOf<T>(answer: HostAnswer<T>, ofData: (data: T) => DataResult): DataResult {
  switch (answer.outcome) {
    case "done":
      return ofData(answer.data);
    case "cancelled":
      return { kind: "cancelled" };
    case "failed":
      return { kind: "failed", problem: answer.problem };
    default:
      return assertNever(answer);
  }
}

/** The window shows only the first skipped lines; the user can save all of them to a file. */
export function summaryOf({ skipped, ...report }: ImportedFile): ImportSummary {
  return { ...report, skipped: skipped.slice(0, skippedShown), skippedCount: skipped.length };
}

export function skippedText(lines: readonly SkippedLine[]): string {
  return lines.map(({ line, reason }) => `${line}: ${reason}\n`).join("");
}
