import { existsSync, readFileSync, renameSync } from "node:fs";

/**
 * Moves a file that is not a JSON object out of the way, so that the app starts with defaults and what was there can
 * still be looked at. Returns the new path, or `null` where there was nothing wrong.
 */
export function setAsideIfDamaged(path: string, now: Date): string | null {
  if (!existsSync(path) || isJsonObject(readFileSync(path, "utf8"))) return null;
  const aside = `${path}.damaged-${now.toISOString().replaceAll(":", "-")}`;
  renameSync(path, aside);
  return aside;
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
