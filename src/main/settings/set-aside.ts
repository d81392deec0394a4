import { existsSync, readFileSync, renameSync } from "node:fs";
import { parseJson } from "../../shared/parse-json.js";

/** Renames a file so that its contents can still be inspected. Returns the new path. */
export function setAside(path: string, reason: "damaged" | "unusable", now: Date): string {
  const newPath = `${path}.${reason}-${now.toISOString().replaceAll(":", "-")}`;
  renameSync(path, newPath);
  return newPath;
}

/**
 * Sets aside a file that is not a JSON object, so that the app starts with defaults. Returns the new path, or `null`
 * if the file is missing or valid.
 */
export function setAsideIfDamaged(path: string, now: Date): string | null {
  if (!existsSync(path) || isJsonObject(readFileSync(path, "utf8"))) return null;
  return setAside(path, "damaged", now);
}

function isJsonObject(text: string): boolean {
  const value = parseJson(text);
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
