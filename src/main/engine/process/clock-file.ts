import { readFileSync } from "node:fs";
import { type Clock, systemClock } from "../domain/clock.js";

const pollIntervalMs = 50;

function readOffset(file: string): number {
  try {
    const offsetMs = Number(readFileSync(file, "utf8"));
    return Number.isFinite(offsetMs) ? offsetMs : 0;
  } catch {
    return 0;
  }
}

/**
 * The machine's clock plus an offset in milliseconds that is read from a file. End-to-end tests use it to let days
 * pass, even across a restart of the engine. Calls `onMove` when the offset changes.
 */
export function clockFromFile(file: string, onMove: () => void): Clock {
  let offsetMs = readOffset(file);
  const timer = setInterval(() => {
    const now = readOffset(file);
    if (now === offsetMs) return;
    offsetMs = now;
    onMove();
  }, pollIntervalMs);
  timer.unref();
  return { now: () => systemClock.now() + offsetMs };
}
