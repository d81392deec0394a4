/** Keeps `node_modules` in sync with `package-lock.json`. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withLock } from "./lock.mjs";
import { ExpectedFailure, lastLines, logProgress } from "./log.mjs";
import { runNpm } from "./npm.mjs";
import { inModules, isWindows, nodePath, projectCacheDir, projectRoot } from "./paths.mjs";

const lockFile = join(projectRoot, "package-lock.json");
const stampFile = inModules(".tidemark-set-up");

/** Installs the packages if the lock file has changed since the last installation. */
export async function ensurePackages() {
  if (isUpToDate()) return;
  await withLock(join(projectCacheDir, "packages.lock"), async () => {
    if (isUpToDate()) return;
    if (!isAlreadyInstalled()) await logProgress("Installing packages", install);
    if (!existsSync(nodePath)) throw new ExpectedFailure(missingNodeMessage);
    writeFileSync(stampFile, currentStamp());
  });
}

const missingNodeMessage = [
  "The packages are installed, but Node 24 is missing. npm is probably configured to ignore install scripts.",
  "Next step: npm rebuild node --ignore-scripts=false",
].join("\n");

function isUpToDate() {
  return existsSync(nodePath) && readIfExists(stampFile) === currentStamp();
}

/** Includes the platform, because a folder shared between systems contains the executables of only one of them. */
function currentStamp() {
  const hash = createHash("sha256").update(readIfExists(lockFile) ?? "no lock file");
  return `${hash.digest("hex")} ${process.platform}-${process.arch}\n`;
}

/** Whether the user has already run `npm install`. */
function isAlreadyInstalled() {
  const installed = readPackages(inModules(".package-lock.json"));
  const expected = readPackages(lockFile);
  if (!installed || !expected || !existsSync(nodePath)) return false;
  return Object.entries(expected).every(([path, entry]) => {
    if (path === "") return true;
    const found = installed[path];
    return found ? found.version === entry.version : Boolean(entry.optional || entry.peer);
  });
}

/**
 * @param {string} file a lock file of npm
 * @returns {Record<string, { version?: string, optional?: boolean, peer?: boolean }> | undefined}
 */
function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8")).packages;
  } catch {
    return undefined;
  }
}

async function install() {
  let result = canCleanInstall() ? await runNpm(["ci", "--include=dev"]) : undefined;
  if (!result || isLockFileRejected(result.output)) result = await runNpm(installArguments());
  if (!result.ok) throw new ExpectedFailure(installErrorMessage(result.output));
}

/** Windows cannot delete a running executable, and the Node in `node_modules` may be running this script. */
function canCleanInstall() {
  return existsSync(lockFile) && !(isWindows && existsSync(nodePath));
}

/**
 * `npm ci` rejects a lock file that omits optional packages of other platforms, which some registries do not carry.
 * `npm install` accepts it and installs the same versions.
 * @param {string} output
 */
function isLockFileRejected(output) {
  return output.includes("code EUSAGE");
}

function installArguments() {
  const keepsLockFile = existsSync(lockFile) ? ["--no-save"] : [];
  return ["install", "--include=dev", ...keepsLockFile];
}

/** @param {string} output */
function installErrorMessage(output) {
  return [
    "The packages could not be installed. The last lines from npm:",
    lastLines(output).replace(/^/gm, "  "),
    "Next step: check the network and the disk, then run the same command again.",
  ].join("\n");
}

/** @param {string} file */
function readIfExists(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
