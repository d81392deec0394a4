import { chmodSync, existsSync, readdirSync, realpathSync, rmSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, join } from "node:path";
import { makeFolder } from "../../../shared/node/make-folder.js";
import { describeDiskError } from "./storage-error.js";

/** The app's own data folder on each platform: the folder that Electron gives the app. */
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
/** The marker of a database that may be damaged (`suspect.ts`). */
export const suspectFile = (folder: string): string => `${databaseFile(folder)}-suspect`;
export const backupFolder = (folder: string): string => join(folder, "backups");

export const picturesFolder = (folder: string): string => join(folder, "pictures");
export const ratesFile = (folder: string): string => join(folder, "exchange-rates.json");

/** The database, the files that belong to it, and the engine's lock. */
const engineFiles = /^(?:tidemark\.sqlite3(?:-wal|-shm|-suspect)?|engine\.(?:lock|json))$/;

/** Whether writing to this path would overwrite one of the engine's own files. */
export function isEngineFile(folder: string, file: string): boolean {
  if (!engineFiles.test(basename(file))) return false;
  const parent = dirname(file);
  return existsSync(parent) && existsSync(folder) && realpathSync(parent) === realpathSync(folder);
}

/**
 * Whether a path leads to the folder's own database. A process that has the database open must not open the file by any
 * other means: on POSIX, closing that second descriptor drops SQLite's locks.
 */
export function isOwnDatabase(folder: string, file: string): boolean {
  const own = databaseFile(folder);
  return existsSync(file) && existsSync(own) && realpathSync(file) === realpathSync(own);
}

/** Creates the folder if it is missing. Throws `StorageError`. */
export function ensureFolder(folder: string): void {
  try {
    makeFolder(folder);
  } catch (error) {
    // Node reports ENOENT for a folder that it cannot create on a read-only disk.
    const isReadOnly = (error as NodeJS.ErrnoException).code === "ENOENT";
    const reason = isReadOnly
      ? Object.assign(new Error("read-only", { cause: error }), { code: "EROFS" })
      : error;
    throw describeDiskError(reason, folder) ?? error;
  }
}

/**
 * Makes the database readable for its owner only, whatever the folder's mode: a watch list is private.
 * SQLite gives the files beside the database the same mode.
 */
export function restrictToOwner(folder: string): void {
  if (process.platform === "win32") return;
  for (const suffix of ["", "-wal", "-shm"]) {
    const file = databaseFile(folder) + suffix;
    try {
      if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
    } catch {
      // The file is missing, or its file system has no owners.
    }
  }
}

/** A file that a process is writing, or has left when it was killed. */
const partialFile = /^(?:tidemark\.sqlite3(?:-suspect)?|engine\.json)\.part-(\d+)/;

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Removes what killed restores have left. */
export function removeLeftovers(folder: string): void {
  const isLeftover = (name: string) => {
    const pid = partialFile.exec(name)?.[1];
    return pid !== undefined && !isRunning(Number(pid));
  };
  try {
    for (const name of readdirSync(folder).filter(isLeftover)) rmSync(join(folder, name), { force: true });
  } catch {
    // The files are unused, so they may stay.
  }
}

/** The folder's backups, newest first. */
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

/** The database's size on disk, including its write-ahead log. */
export function databaseBytes(folder: string): number {
  const sizes = ["", "-wal"].map((suffix) =>
    statSync(databaseFile(folder) + suffix, { throwIfNoEntry: false }),
  );
  return sizes.reduce((sum, file) => sum + (file?.size ?? 0), 0);
}
