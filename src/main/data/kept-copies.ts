import { readdirSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";
import type { KeptCopy } from "../../shared/data/work.js";

type Origin = KeptCopy["origin"];

/** Written by a restore; see operations/backup.ts. */
const putAside = /^tidemark\.before-restore-.+\.sqlite3$/;

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function fileAt(path: string): Stats | null {
  try {
    const found = statSync(path);
    return found.isFile() ? found : null;
  } catch {
    return null;
  }
}

function copyAt(path: string, origin: Origin): KeptCopy[] {
  const file = fileAt(path);
  if (file === null) return [];
  return [{ id: `${origin} ${path}`, origin, path, bytes: file.size, atMs: Math.round(file.mtimeMs) }];
}

/**
 * Known backups, newest first: automatic ones, data that restores set aside, and the last one made by hand. Works
 * without an engine, when backups are needed most.
 */
export function keptCopies(dataFolder: string, lastByHand: string | null): KeptCopy[] {
  const backups = join(dataFolder, "backups");
  const own = namesIn(backups)
    .filter((name) => name.endsWith(".sqlite3"))
    .flatMap((name) => copyAt(join(backups, name), "automatic"));
  const aside = namesIn(dataFolder)
    .filter((name) => putAside.test(name))
    .flatMap((name) => copyAt(join(dataFolder, name), "before-restore"));
  const isOwn = own.some(({ path }) => path === lastByHand);
  const byHand = lastByHand === null || isOwn ? [] : copyAt(lastByHand, "by-hand");
  return [...own, ...aside, ...byHand].sort((a, b) => b.atMs - a.atMs);
}
