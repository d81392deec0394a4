import { renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import { ensureFolder } from "../db/data-folder.js";
import type { Log } from "../operations/context.js";

const mostLogBytes = 5 * 1024 * 1024;

/** Keeps the log and one older one. */
function rotate(file: string): void {
  try {
    if (statSync(file).size > mostLogBytes) renameSync(file, `${file}.old`);
  } catch {
    // There is none yet.
  }
}

/** The log tells of a full disk, and must not be what fails because of it. */
function unlessThereIsNoRoom(write: () => void): void {
  try {
    write();
  } catch {
    // There is nowhere left to say so.
  }
}

/** A log file in the data folder. Nothing that is logged holds a key or a secret. */
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
