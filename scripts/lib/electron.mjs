/** Finds or downloads Electron. */
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withLock } from "./lock.mjs";
import { ExpectedFailure, lastLines, log, logProgress } from "./log.mjs";
import { inModules, isWindows, nodePath, projectCacheDir, userCacheDir } from "./paths.mjs";
import { runCaptured } from "./run.mjs";
import { ensureStandIn, isStandIn, isStandInPossible } from "./stand-in.mjs";

/**
 * @typedef {object} Runtime
 * @property {string} electronPath path of the executable
 * @property {boolean} standIn whether it is a stand-in instead of the version in `package.json`
 */

const downloadTimeoutMs = 10 * 60_000;
/** Long enough to keep set-up fast on a machine without access, short enough to recover from a temporary outage. */
const retryAfterMs = 24 * 60 * 60_000;

/**
 * In order of preference: the user's override, the installed version, its download, a stand-in.
 * @returns {Promise<Runtime>}
 */
export async function ensureElectron() {
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (override) return findRuntime(override);
  const official = findOfficial() ?? (await downloadOfficial());
  if (official) return { electronPath: official, standIn: false };
  return findRuntime(await ensureStandIn());
}

/**
 * @param {string} folder
 * @returns {Runtime}
 */
function findRuntime(folder) {
  const electronPath = join(folder, executableName());
  if (!existsSync(electronPath)) {
    throw new ExpectedFailure(
      `No Electron found at ${electronPath}.\nNext step: correct or unset ELECTRON_OVERRIDE_DIST_PATH.`,
    );
  }
  return { electronPath, standIn: isStandIn(folder) };
}

function executableName() {
  if (process.platform === "darwin") return "Electron.app/Contents/MacOS/Electron";
  return isWindows ? "electron.exe" : "electron";
}

/** The executable of the `electron` package, if the right version is installed. */
function findOfficial() {
  try {
    const { version } = JSON.parse(readFileSync(inModules("electron", "package.json"), "utf8"));
    const found = readFileSync(inModules("electron", "dist", "version"), "utf8")
      .trim()
      .replace(/^v/, "");
    // The download writes path.txt last; without it the folder is incomplete.
    const path = inModules("electron", "dist", readFileSync(inModules("electron", "path.txt"), "utf8"));
    return found === version && existsSync(path) ? path : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Resolves to undefined if the download fails and a stand-in is possible; without one, rejects.
 * @returns {Promise<string | undefined>}
 */
async function downloadOfficial() {
  if (isStandInPossible && hasFailedRecently()) return undefined;
  return withLock(
    join(projectCacheDir, "electron.lock"),
    async () => findOfficial() ?? (await tryDownload()),
  );
}

async function tryDownload() {
  const download = () =>
    runCaptured(nodePath, [inModules("electron", "install.js")], { timeoutMs: downloadTimeoutMs });
  const result = await logProgress("Downloading Electron", download);
  const official = findOfficial();
  if (official) return official;
  if (!isStandInPossible) throw new ExpectedFailure(downloadErrorMessage(result));
  recordFailure();
  log(
    "Electron could not be downloaded, so a stand-in runtime (Electron 33) is used. " +
      `The next attempt is tomorrow; to retry now, delete ${failureMarker()}.`,
  );
  return undefined;
}

/** @param {import("./run.mjs").Captured} result */
function downloadErrorMessage({ isTimedOut, output }) {
  return [
    isTimedOut
      ? "Electron's download timed out. The last lines:"
      : "Electron could not be downloaded. The last lines:",
    lastLines(output, 5).replace(/^/gm, "  "),
    "Next step: check the network and run the same command again, or set ELECTRON_OVERRIDE_DIST_PATH to a folder that contains Electron.",
  ].join("\n");
}

function failureMarker() {
  return join(userCacheDir(), "electron-download-failed");
}

function hasFailedRecently() {
  try {
    return Date.now() - statSync(failureMarker()).mtimeMs < retryAfterMs;
  } catch {
    return false;
  }
}

function recordFailure() {
  mkdirSync(userCacheDir(), { recursive: true });
  rmSync(failureMarker(), { force: true });
  writeFileSync(failureMarker(), "");
}
