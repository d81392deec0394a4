import { existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { suspectFile } from "./data-folder.js";
import { isCorruptionError, UnusableDatabase } from "./storage-error.js";
import { damaged } from "./unusable.js";

/**
 * The mark beside a database in which damage was found while it was open. The next start would not meet the damaged page
 * until a query reads that page, so it checks the whole file first, and removes the mark if the file passes.
 */

const maxFindingLines = 5;

export function isSuspect(folder: string): boolean {
  return existsSync(suspectFile(folder));
}

/** The content of the mark is for people; its existence is what counts. */
export function markSuspect(folder: string, { cause, message }: UnusableDatabase): void {
  const file = suspectFile(folder);
  const part = `${file}.part-${process.pid}`;
  const finding = cause instanceof Error ? cause.message : message;
  const mark = { found_at: new Date().toISOString(), finding: finding.split("\n").slice(0, maxFindingLines) };
  try {
    writeFileSync(part, `${JSON.stringify(mark)}\n`, { mode: 0o600, flush: true });
    renameSync(part, file);
  } finally {
    rmSync(part, { force: true });
  }
}

export function clearSuspect(folder: string): void {
  rmSync(suspectFile(folder), { force: true });
}

/** Turns an error that shows damage in the folder's database into the refusal to use it; `null` for any other error. */
export function asDamage(folder: string, error: unknown): UnusableDatabase | null {
  if (error instanceof UnusableDatabase) return error.kind === "damaged" ? error : null;
  return isCorruptionError(error) ? damaged(folder, error) : null;
}
