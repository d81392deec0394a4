import { existsSync, readFileSync, renameSync } from "node:fs";

/** Moves a file out of the way, so that what was there can still be looked at. Returns the new path. */
export function setAside(path: string, why: "damaged" | "unusable", now: Date): string {
  const aside = `${path}.${why}-${now.toISOString().replaceAll(":", "-")}`;
  renameSync(path, aside);
  return aside;
}

/**
 * Moves a file that is not a JSON object out of the way, so that the app starts with defaults. Returns the new path,
 * or `null` where there was nothing wrong.
 */
export function setAsideIfDamaged(path: string, now: Date): string | null {
  if (!existsSync(path) || isJsonObject(readFileSync(path, "utf8"))) return null;
  return setAside(path, "damaged", now);
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
