/** The project's folders and caches. */
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const projectRoot = resolve(dirname(fileURLToPath(import.meta.url)), "..", "..");

/** Locks and other short-lived files of this checkout. Ignored by git. */
export const projectCacheDir = join(projectRoot, ".cache");

export const isWindows = process.platform === "win32";

/** Node 24 from the `node` package, which runs the app's own tools regardless of the system's Node. */
export const nodePath = inModules("node", "bin", isWindows ? "node.exe" : "node");

/**
 * A path inside `node_modules`.
 * @param {...string} parts
 */
export function inModules(...parts) {
  return join(projectRoot, "node_modules", ...parts);
}

/** Cache for large downloads, per user, so that all clones of the project share it. */
export function userCacheDir() {
  if (process.env.TIDEMARK_CACHE_DIR) return resolve(process.env.TIDEMARK_CACHE_DIR);
  if (isWindows && process.env.LOCALAPPDATA) return join(process.env.LOCALAPPDATA, "tidemark", "cache");
  return join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "tidemark");
}
