import { assertNever } from "../../shared/assert-never.js";
import type { HostAnswer, ImportedFile, SkippedLine } from "../../shared/data/host-operations.js";
import { type DataResult, type ImportSummary, skippedShown } from "../../shared/data/work.js";

/** What the window is told of an answer of the engine's. */
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

/** The window shows some of the lines that did not go in; the file that it offers has them all. */
export function summaryOf({ skipped, ...report }: ImportedFile): ImportSummary {
  return { ...report, skipped: skipped.slice(0, skippedShown), skippedCount: skipped.length };
}

export function skippedText(lines: readonly SkippedLine[]): string {
  return lines.map(({ line, reason }) => `${line}: ${reason}\n`).join("");
}
