import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { KnownBackup } from "../../shared/data/job.js";
import { replaceFileSync } from "../../shared/node/replace-file.js";

export interface LastManualBackup {
  /** The last backup made by hand, or null. */
  path(): string | null;
  save(path: string): void;
}

type Origin = KnownBackup["origin"];

/** Written by a restore; see operations/backup/restore.ts. */
const setAsidePattern = /^tidemark\.before-restore-.+\.sqlite3$/;

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Size and modification time, in milliseconds UTC; `null` for a missing or inaccessible file, and for a folder. */
export function readFileInfo(path: string): Pick<KnownBackup, "bytes" | "modifiedMs"> | null {
  try {
    const stats = statSync(path);
    return stats.isFile() ? { bytes: stats.size, modifiedMs: Math.round(stats.mtimeMs) } : null;
  } catch {
    return null;
  }
}

function backupAt(path: string, origin: Origin): KnownBackup[] {
  const info = readFileInfo(path);
  return info === null ? [] : [{ id: `${origin} ${path}`, origin, path, ...info }];
}

/**
 * Known backups, newest first: automatic ones, data that restores set aside, and the last one made by hand. Works
 * without an engine, when backups are needed most.
 */
export function listKnownBackups(dataFolder: string, lastManualPath: string | null): KnownBackup[] {
  const backups = join(dataFolder, "backups");
  const automatic = listNames(backups)
    .filter((name) => name.endsWith(".sqlite3"))
    .flatMap((name) => backupAt(join(backups, name), "automatic"));
  const setAside = listNames(dataFolder)
    .filter((name) => setAsidePattern.test(name))
    .flatMap((name) => backupAt(join(dataFolder, name), "before-restore"));
  const isAutomatic = automatic.some(({ path }) => path === lastManualPath);
  const manual = lastManualPath === null || isAutomatic ? [] : backupAt(lastManualPath, "by-hand");
  return [...automatic, ...setAside, ...manual].sort((a, b) => b.modifiedMs - a.modifiedMs);
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
        replaceFileSync(file, JSON.stringify({ path }));
      } catch {
        // The backup exists; it is only missing from the list.
      }
    },
  };
}
