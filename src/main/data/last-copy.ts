import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface LastManualBackup {
  /** The last backup made by hand, or null. */
  path(): string | null;
  save(path: string): void;
}

/** Stored beside the settings, because it is needed when the database cannot be read. */
export function createLastManualBackup(folder: string): LastManualBackup {
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
    save: (path) => {
      try {
        writeFileSync(file, JSON.stringify({ path }));
      } catch {
        // The backup exists; it is only missing from the list.
      }
    },
  };
}
