import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/**
 * Creates a private folder and those above it. Node's own `recursive` never ends where a file system answers "not found" to
 * each new folder, as `/proc` and automounted disks do.
 */
export function makeFolder(folder: string): void {
  if (isFolder(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolder(parent);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another program may have just created it.
    if (!isFolder(folder)) throw error;
  }
}
