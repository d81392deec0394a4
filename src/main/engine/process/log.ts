import { join } from "node:path";
import { appendingLog } from "../../../shared/node/log-file.js";
import type { Logger } from "../operations/request/context.js";

const maxLogBytes = 5 * 1024 * 1024;

/** Logs JSON lines to `logs/engine.log` in the data folder. */
export function fileLog(folder: string): Logger {
  const append = appendingLog(join(folder, "logs", "engine.log"), maxLogBytes);
  const write = (level: "info" | "error", message: string, details: object) =>
    append(JSON.stringify({ time: new Date().toISOString(), level, pid: process.pid, message, ...details }));
  return {
    info: (message, details) => write("info", message, { ...details }),
    error: (message, error, details) => write("error", message, { ...details, error: describeError(error) }),
  };
}

function describeError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

export const silentLog: Logger = { info: () => undefined, error: () => undefined };
