/** Finds an Electron to run, or fetches one. */
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withLock } from "./lock.mjs";
import { inModules, isWindows, nodePath, projectCacheDir, userCacheDir } from "./paths.mjs";
import { runCaptured } from "./run.mjs";
import { ExpectedFailure, lastLines, say, sayWhile } from "./say.mjs";
import { ensureStandIn, isStandIn, isStandInPossible } from "./stand-in.mjs";

/**
 * @typedef {object} Runtime
 * @property {string} electronPath the program
 * @property {boolean} standIn whether it is a stand-in instead of the version in `package.json`
 */

const downloadLimitMs = 10 * 60_000;
/** Long enough that set-up stays quick on a machine without access, short enough that a bad day heals by itself. */
const retryAfterMs = 24 * 60 * 60_000;

/**
 * In this order: the folder the user names, the official one, its download, a stand-in.
 * @returns {Promise<Runtime>}
 */
export async function ensureElectron() {
  const named = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (named) return runtimeIn(named);
  const official = findOfficial() ?? (await downloadOfficial());
  if (official) return { electronPath: official, standIn: false };
  return runtimeIn(await ensureStandIn());
}

/**
 * @param {string} folder
 * @returns {Runtime}
 */
function runtimeIn(folder) {
  const electronPath = join(folder, programName());
  if (!existsSync(electronPath)) {
    throw new ExpectedFailure(
      `There is no Electron at ${electronPath}.\nNext step: correct or unset ELECTRON_OVERRIDE_DIST_PATH.`,
    );
  }
  return { electronPath, standIn: isStandIn(folder) };
}

function programName() {
  if (process.platform === "darwin") return "Electron.app/Contents/MacOS/Electron";
  return isWindows ? "electron.exe" : "electron";
}

/** The program of the `electron` package, if it is there in the right version. */
function findOfficial() {
  try {
    const { version } = JSON.parse(readFileSync(inModules("electron", "package.json"), "utf8"));
    const found = readFileSync(inModules("electron", "dist", "version"), "utf8")
      .trim()
      .replace(/^v/, "");
    // The download writes path.txt last: without it the folder is not complete.
    const path = inModules("electron", "dist", readFileSync(inModules("electron", "path.txt"), "utf8"));
    return found === version && existsSync(path) ? path : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Resolves to undefined where a stand-in can take its place, and fails elsewhere.
 * @returns {Promise<string | undefined>}
 */
async function downloadOfficial() {
  if (isStandInPossible && hasFailedLately()) return undefined;
  return withLock(
    join(projectCacheDir, "electron.lock"),
    async () => findOfficial() ?? (await tryDownload()),
  );
}

async function tryDownload() {
  const run = () =>
    runCaptured(nodePath, [inModules("electron", "install.js")], { timeoutMs: downloadLimitMs });
  const result = await sayWhile("Fetching Electron", run);
  const official = findOfficial();
  if (official) return official;
  if (!isStandInPossible) throw new ExpectedFailure(downloadFailure(result));
  rememberFailure();
  say(
    "Electron's download cannot be reached from here: a stand-in runtime (Electron 33) is used. " +
      `It is tried again tomorrow, or at once without ${failureFile()}.`,
  );
  return undefined;
}

/** @param {import("./run.mjs").Captured} result */
function downloadFailure({ isTimedOut, output }) {
  return [
    isTimedOut
      ? "Electron's download took too long. The last lines:"
      : "Electron could not be fetched. The last lines:",
    lastLines(output, 5).replace(/^/gm, "  "),
    "Next step: check the network and run the same command again, or set ELECTRON_OVERRIDE_DIST_PATH to the folder of an Electron.",
  ].join("\n");
}

function failureFile() {
  return join(userCacheDir(), "electron-download-failed");
}

function hasFailedLately() {
  try {
    return Date.now() - statSync(failureFile()).mtimeMs < retryAfterMs;
  } catch {
    return false;
  }
}

function rememberFailure() {
  mkdirSync(userCacheDir(), { recursive: true });
  rmSync(failureFile(), { force: true });
  writeFileSync(failureFile(), "");
}
