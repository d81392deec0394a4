import { renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import { ensureFolder } from "../db/data-folder.js";
import type { Log } from "../operations/context.js";

const mostLogBytes = 5 * 1024 * 1024;

/** Keeps one older log file. */
function rotate(file: string): void {
  try {
    if (statSync(file).size > mostLogBytes) renameSync(file, `${file}.old`);
  } catch {
    // No log file exists yet.
  }
}

/** The log reports a full disk, so it must not fail because of one. */
function unlessThereIsNoRoom(write: () => void): void {
  try {
    write();
  } catch {
    // Nothing is left to report this to.
  }
}

/** Logs to a file in the data folder. Callers never log keys or secrets. */
export function fileLog(folder: string): Log {
  const logs = join(folder, "logs");
  ensureFolder(logs);
  const file = join(logs, "engine.log");
  rotate(file);
  const logger = pino({ base: { pid: process.pid } }, pino.destination({ dest: file, sync: true }));
  return {
    info: (message, details) => unlessThereIsNoRoom(() => logger.info(details ?? {}, message)),
    error: (message, error, details) =>
      unlessThereIsNoRoom(() => logger.error({ ...details, err: error }, message)),
  };
}

export const silentLog: Log = { info: () => undefined, error: () => undefined };
