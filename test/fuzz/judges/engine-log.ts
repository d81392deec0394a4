import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const mostTold = 5;
/** pino's number for errors. */
const errorLevel = 50;

interface LogLine {
  readonly level: number;
  readonly msg: string;
  readonly err?: { readonly stack?: string };
}

/** What the engine itself has called an error: none is expected of bad input. */
export function logComplaints(folder: string): string[] {
  const file = join(folder, "logs", "engine.log");
  if (!existsSync(file)) return [];
  const errors = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as LogLine)
    .filter(({ level }) => level >= errorLevel)
    .map(({ msg, err }) => `The engine logged an error: ${msg} ${err?.stack ?? ""}`);
  return [...new Set(errors)].slice(0, mostTold);
}
