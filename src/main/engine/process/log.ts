import { join } from "node:path";
import { appendingLog } from "../../../shared/node/log-file.js";
import { MINUTE_MS } from "../../../shared/time.js";
import type { Logger } from "../operations/request/context.js";

const maxLogBytes = 5 * 1024 * 1024;

/** Max distinct errors to remember, so that a stranger cannot fill the memory. */
const maxKinds = 1_000;

/**
 * Passes on each error, and its repetitions at most once a minute, with their number in `repeated`: a full disk makes
 * every request fail.
 */
export function throttleErrors(log: Logger, nowMs: () => number): Logger {
  const seen = new Map<string, { readonly atMs: number; repeated: number }>();
  return {
    info: log.info,
    error: (message, error, details) => {
      const kind = `${message}\n${error instanceof Error ? error.message : String(error)}`;
      const last = seen.get(kind);
      const now = nowMs();
      if (last !== undefined && Math.abs(now - last.atMs) < MINUTE_MS) {
        last.repeated += 1;
        return;
      }
      if (seen.size >= maxKinds) seen.clear();
      seen.set(kind, { atMs: now, repeated: 0 });
      const repeated = last?.repeated ?? 0;
      log.error(message, error, repeated === 0 ? details : { ...details, repeated });
    },
  };
}

/** Logs JSON lines to `logs/engine.log` in the data folder. */
export function fileLog(folder: string): Logger {
  const append = appendingLog(join(folder, "logs", "engine.log"), maxLogBytes);
  const write = (level: "info" | "error", message: string, details: object) =>
    append(JSON.stringify({ time: new Date().toISOString(), level, pid: process.pid, message, ...details }));
  const log: Logger = {
    info: (message, details) => write("info", message, { ...details }),
    error: (message, error, details) => write("error", message, { ...details, error: describeError(error) }),
  };
  return throttleErrors(log, () => Date.now());
}

function describeError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

export const silentLog: Logger = { info: () => undefined, error: () => undefined };
