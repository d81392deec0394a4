import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Noon of a Monday. The catalogue's times are relative to it. */
export const testStartIso = "2026-06-15T12:00:00.000Z";

/** A clock that stands still until a test moves it. */
export interface MovableClock {
  now(): number;
  advance(ms: number): void;
  set(iso: string): void;
}

export function createMovableClock(startIso: string, onMove: () => void): MovableClock {
  let nowMs = Date.parse(startIso);
  return {
    now: () => nowMs,
    advance: (ms) => {
      nowMs += ms;
      onMove();
    },
    set: (iso) => {
      nowMs = Date.parse(iso);
      onMove();
    },
  };
}

/** The file that moves the clock of an app or an engine on a data folder. */
export const clockFile = (data: string): string => join(data, "test-clock");

/** Atomic: an engine that reads a half-written file falls back to the computer's time. */
export function moveClock(data: string, offsetMs: number): void {
  const next = `${clockFile(data)}-next`;
  writeFileSync(next, String(offsetMs));
  renameSync(next, clockFile(data));
}

export function readClock(data: string): number {
  try {
    return Date.now() + Number(readFileSync(clockFile(data), "utf8"));
  } catch {
    return Date.now();
  }
}
