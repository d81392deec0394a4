/** The clock of an app or an engine on a data folder, which tests move. */
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export const clockFile = (data: string): string => join(data, "test-clock");

/** Atomic: an engine that reads a half-written file falls back to the computer's time. */
export function moveClock(data: string, offsetMs: number): void {
  const next = `${clockFile(data)}-next`;
  writeFileSync(next, String(offsetMs));
  renameSync(next, clockFile(data));
}

export function clockNow(data: string): number {
  try {
    return Date.now() + Number(readFileSync(clockFile(data), "utf8"));
  } catch {
    return Date.now();
  }
}

export function clockEnv(data: string): NodeJS.ProcessEnv {
  return { TIDEMARK_CLOCK_FILE: clockFile(data) };
}
