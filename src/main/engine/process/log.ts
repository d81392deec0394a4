import { renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import { ensureFolder } from "../db/data-folder.js";
import type { Logger } from "../operations/request/context.js";

const maxLogBytes = 5 * 1024 * 1024;

/** Keeps one older log file. */
function rotate(file: string): void {
  try {
    if (statSync(file).size > maxLogBytes) renameSync(file, `${file}.old`);
  } catch {
    // No log file exists yet.
  }
}

/** The log reports a full disk, so it must not fail because of one. */
function ignoreWriteErrors(write: () => void): void {
  try {
    write();
  } catch {
    // Nothing is left to report this to.
  }
}

/** Logs to a file in the data folder. Callers never log keys or secrets. */
export function fileLog(folder: string): Logger {
  const logFolder = join(folder, "logs");
  ensureFolder(logFolder);
  const file = join(logFolder, "engine.log");
  rotate(file);
  const logger = pino({ base: { pid: process.pid } }, pino.destination({ dest: file, sync: true }));
  return {
    info: (message, details) => ignoreWriteErrors(() => logger.info(details ?? {}, message)),
    error: (message, error, details) =>
      ignoreWriteErrors(() => logger.error({ ...details, err: error }, message)),
  };
}

export const silentLog: Logger = { info: () => undefined, error: () => undefined };
