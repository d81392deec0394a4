import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

interface LogLine {
  readonly level: "info" | "error";
  readonly message: string;
  readonly error?: string;
}

/** The distinct errors in the engine's log. Bad input must cause none. */
export function findLoggedErrors(folder: string): string[] {
  const file = join(folder, "logs", "engine.log");
  if (!existsSync(file)) return [];
  const errors = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as LogLine)
    .filter(({ level }) => level === "error")
    .map(({ message, error }) => `The engine logged an error: ${message} ${error ?? ""}`);
  return [...new Set(errors)].slice(0, 5);
}
