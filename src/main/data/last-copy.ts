import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface LastCopy {
  /** Where the last backup was put that was made by hand; null where none is known. */
  path(): string | null;
  remember(path: string): void;
}

/** Kept beside the window's settings, not in the database: it is for the day when that cannot be read. */
export function lastCopy(folder: string): LastCopy {
  const file = join(folder, "last-copy.json");
  return {
    path: () => {
      try {
        const { path } = JSON.parse(readFileSync(file, "utf8")) as { path?: unknown };
        return typeof path === "string" ? path : null;
      } catch {
        return null;
      }
    },
    remember: (path) => {
      try {
        writeFileSync(file, JSON.stringify({ path }));
      } catch {
        // The backup itself is there; only the list does not have it.
      }
    },
  };
}
