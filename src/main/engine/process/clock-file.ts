import { readFileSync } from "node:fs";
import { type Clock, systemClock } from "../domain/clock.js";

/** How soon a moved clock is noticed. */
const lookMs = 50;

function readOffset(file: string): number {
  try {
    const offsetMs = Number(readFileSync(file, "utf8"));
    return Number.isFinite(offsetMs) ? offsetMs : 0;
  } catch {
    return 0;
  }
}

/**
 * The machine's clock, moved by the milliseconds that a file holds: a test of the whole app lets days pass that way,
 * also while the engine is being restarted. `onMove` is called when the file says something else than before.
 */
export function clockFromFile(file: string, onMove: () => void): Clock {
  let offsetMs = readOffset(file);
  const look = setInterval(() => {
    const now = readOffset(file);
    if (now === offsetMs) return;
    offsetMs = now;
    onMove();
  }, lookMs);
  look.unref();
  return { now: () => systemClock.now() + offsetMs };
}
