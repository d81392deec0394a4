/** Keeps `node_modules` in step with `package-lock.json`. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withLock } from "./lock.mjs";
import { runNpm } from "./npm.mjs";
import { inModules, isWindows, nodePath, projectCacheDir, projectRoot } from "./paths.mjs";
import { ExpectedFailure, lastLines, sayWhile } from "./say.mjs";

const lockFile = join(projectRoot, "package-lock.json");
const stampFile = inModules(".tidemark-set-up");

/** Installs the packages when the lock file changed since the last time. */
export async function ensurePackages() {
  if (isUpToDate()) return;
  await withLock(join(projectCacheDir, "packages.lock"), async () => {
    if (isUpToDate()) return;
    if (!isInstalledByHand()) await sayWhile("Installing packages", install);
    if (!existsSync(nodePath)) throw new ExpectedFailure(missingNode);
    writeFileSync(stampFile, wantedStamp());
  });
}

const missingNode = [
  "The packages are installed, but Node 24 is missing from them. npm was probably told to run no install scripts.",
  "Next step: npm rebuild node --ignore-scripts=false",
].join("\n");

function isUpToDate() {
  return existsSync(nodePath) && readIfThere(stampFile) === wantedStamp();
}

/** Also names the platform: a folder that is shared between systems holds the programs of only one of them. */
function wantedStamp() {
  const hash = createHash("sha256").update(readIfThere(lockFile) ?? "no lock file");
  return `${hash.digest("hex")} ${process.platform}-${process.arch}\n`;
}

/** Whether someone ran `npm install` without us, so that there is nothing left to do. */
function isInstalledByHand() {
  const installed = readPackages(inModules(".package-lock.json"));
  const wanted = readPackages(lockFile);
  if (!installed || !wanted || !existsSync(nodePath)) return false;
  return Object.entries(wanted).every(([path, entry]) => {
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
  if (!result || isRefused(result.output)) result = await runNpm(installArguments());
  if (!result.ok) throw new ExpectedFailure(installFailure(result.output));
}

/** Windows cannot delete a program that runs, and the Node in `node_modules` may be running this script. */
function canCleanInstall() {
  return existsSync(lockFile) && !(isWindows && existsSync(nodePath));
}

/**
 * `npm ci` refuses a lock file that leaves out optional packages of other platforms (some registries do not carry them
 * all). `npm install` takes the same versions from it and fetches what is missing.
 * @param {string} output
 */
function isRefused(output) {
  return output.includes("code EUSAGE");
}

function installArguments() {
  const keepsLockFile = existsSync(lockFile) ? ["--no-save"] : [];
  return ["install", "--include=dev", ...keepsLockFile];
}

/** @param {string} output */
function installFailure(output) {
  return [
    "The packages could not be installed. npm's last lines:",
    lastLines(output).replace(/^/gm, "  "),
    "Next step: check the network and the disk, then run the same command again.",
  ].join("\n");
}

/** @param {string} file */
function readIfThere(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
