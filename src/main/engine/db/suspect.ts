import { existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { suspectFile } from "./data-folder.js";
import { isCorruptionError, UnusableDatabaseError } from "./storage-error.js";
import { damagedError } from "./unusable-database.js";

/**
 * A marker file beside a database in which damage was found while it was open. It makes the next start check the whole
 * file: otherwise the damage would go unnoticed until a query reads that page. A file that passes loses its marker.
 */

const maxFindingLines = 5;

export function isSuspect(folder: string): boolean {
  return existsSync(suspectFile(folder));
}

/** Only the marker's existence matters; its content is for people. */
export function markSuspect(folder: string, { cause, message }: UnusableDatabaseError): void {
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

/** The error that reports the folder's database as damaged; `null` if `error` shows no damage. */
export function toDamagedError(folder: string, error: unknown): UnusableDatabaseError | null {
  if (error instanceof UnusableDatabaseError) return error.kind === "damaged" ? error : null;
  return isCorruptionError(error) ? damagedError(folder, error) : null;
}
