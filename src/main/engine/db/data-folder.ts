import { chmodSync, existsSync, mkdirSync, readdirSync, realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, join } from "node:path";
import { describeDiskError } from "./storage-error.js";

/** The app's own data folder of each platform; the same that Electron gives the app. */
export function defaultDataFolder(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string {
  const home = homedir();
  switch (platform) {
    case "win32":
      return join(env.APPDATA ?? join(home, "AppData", "Roaming"), "Tidemark");
    case "darwin":
      return join(home, "Library", "Application Support", "Tidemark");
    default:
      return join(env.XDG_CONFIG_HOME ?? join(home, ".config"), "Tidemark");
  }
}

export const databaseFile = (folder: string): string => join(folder, "tidemark.sqlite3");
/** The sums of the database's pages, by which what a disk has altered is noticed. */
export const sumsFile = (folder: string): string => `${databaseFile(folder)}-sums`;
export const backupFolder = (folder: string): string => join(folder, "backups");

/** What the engine itself works with in the folder: the database, what belongs to it, the lock. */
const engineFiles = /^(?:tidemark\.sqlite3(?:-wal|-shm|-sums)?|engine\.(?:lock|json))$/;

/** Whether writing to this path would take the engine's own files away from under it. */
export function isEngineFile(folder: string, file: string): boolean {
  if (!engineFiles.test(basename(file))) return false;
  const place = dirname(file);
  return existsSync(place) && existsSync(folder) && realpathSync(place) === realpathSync(folder);
}

/**
 * Whether a path leads to the folder's own database. A process that has it open must not open it by any other means: on
 * POSIX, closing it drops SQLite's locks.
 */
export function isDatabaseInUse(folder: string, file: string): boolean {
  const own = databaseFile(folder);
  return existsSync(file) && existsSync(own) && realpathSync(file) === realpathSync(own);
}

/** Makes the folder where it is missing. Throws `StorageError`. */
export function ensureFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    // Node says ENOENT of a folder that it cannot make on a read-only disk.
    const isReadOnly = (error as NodeJS.ErrnoException).code === "ENOENT";
    const reason = isReadOnly
      ? Object.assign(new Error("read-only", { cause: error }), { code: "EROFS" })
      : error;
    throw describeDiskError(reason, folder) ?? error;
  }
}

/**
 * What a shopper watches is nobody else's business: other users of the computer cannot read the database, whatever the
 * folder allows. SQLite gives the files beside it the same mode.
 */
export function keepToOwner(folder: string): void {
  if (process.platform === "win32") return;
  for (const suffix of ["", "-wal", "-shm"]) {
    const file = databaseFile(folder) + suffix;
    try {
      if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
    } catch {
      // It is not there, or its file system knows no owners.
    }
  }
}

/** Backups of the folder, newest first. */
export function listBackups(folder: string): string[] {
  try {
    return readdirSync(backupFolder(folder))
      .filter((name) => name.endsWith(".sqlite3"))
      .map((name) => join(backupFolder(folder), name))
      .map((file) => ({ file, at: statSync(file).mtimeMs }))
      .sort((a, b) => b.at - a.at)
      .map(({ file }) => file);
  } catch {
    return [];
  }
}

export function newestBackup(folder: string): string | null {
  return listBackups(folder)[0] ?? null;
}

/** What the database takes on disk; what was written last lies in the log beside it for a while. */
export function databaseBytes(folder: string): number {
  const sizes = ["", "-wal"].map((suffix) =>
    statSync(databaseFile(folder) + suffix, { throwIfNoEntry: false }),
  );
  return sizes.reduce((sum, file) => sum + (file?.size ?? 0), 0);
}
