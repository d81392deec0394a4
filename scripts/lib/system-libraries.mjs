/** Installs the shared libraries and the virtual screen that Electron needs on Linux. */
import { existsSync } from "node:fs";
import { needsVirtualScreen } from "./display.mjs";
import { ExpectedFailure, lastLines, logProgress } from "./log.mjs";
import { findOnPath, runCaptured } from "./run.mjs";

const packages = ["libgtk-3-0", "libnss3", "libasound2", "libgbm1", "libnotify4", "xvfb", "xauth", "dbus"];
/** Renamed in newer versions of Debian and Ubuntu, where the second can no longer be installed by its old name. */
const renamed = new Map([
  ["libgtk-3-0", "libgtk-3-0t64"],
  ["libasound2", "libasound2t64"],
]);

/**
 * As root on Debian-like systems, installs missing packages; elsewhere, fails with the command to run.
 * @param {string} electronPath
 */
export async function ensureSystemLibraries(electronPath) {
  if (process.platform !== "linux") return;
  const missing = await findMissing(electronPath);
  if (missing.length === 0) return;
  const names = await packageNames();
  const command = installCommand(names);
  if (!canInstall()) throw new ExpectedFailure(missingMessage(missing, command));
  const install = () =>
    runCaptured("sh", ["-c", command], { env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } });
  const result = await logProgress(
    `Installing system packages for Electron (${missing.join(", ")})`,
    install,
  );
  const stillMissing = await findMissing(electronPath);
  if (stillMissing.length > 0)
    throw new ExpectedFailure(
      `${missingMessage(stillMissing, command)}\napt's last lines:\n${lastLines(result.output)}`,
    );
}

/**
 * @param {string} electronPath
 * @returns {Promise<string[]>} libraries and programs
 */
async function findMissing(electronPath) {
  const missing = [];
  if (needsVirtualScreen() && !findOnPath("Xvfb")) missing.push("Xvfb");
  const { output } = await runCaptured("ldd", [electronPath]);
  for (const [, library] of output.matchAll(/^\s*(\S+) => not found/gm)) missing.push(library);
  return missing;
}

/** @param {readonly string[]} names of Debian packages */
function installCommand(names) {
  return `apt-get update && apt-get install -y --no-install-recommends -o DPkg::Lock::Timeout=300 ${names.join(" ")}`;
}

function canInstall() {
  return process.getuid?.() === 0 && isDebianLike();
}

function isDebianLike() {
  return existsSync("/etc/debian_version") && findOnPath("apt-get") !== undefined;
}

/**
 * @param {string[]} missing
 * @param {string} command
 */
function missingMessage(missing, command) {
  const summary = `Electron needs these missing libraries and programs: ${missing.join(", ")}.`;
  if (!isDebianLike()) return `${summary}\nNext step: install them (on Debian: ${packages.join(" ")}).`;
  return `${summary}\nNext step: sudo sh -c '${command}'`;
}

async function packageNames() {
  if (!isDebianLike()) return packages;
  const { ok } = await runCaptured("apt-cache", ["show", "libasound2t64"]);
  return ok ? packages.map((name) => renamed.get(name) ?? name) : packages;
}

/**
 * As root on Debian-like systems, installs gcc and g++ if they are missing; elsewhere, fails with the command to run.
 */
export async function ensureCompiler() {
  const hasCompiler = () => findOnPath("gcc") && findOnPath("g++");
  if (hasCompiler()) return;
  const command = installCommand(["g++"]);
  if (canInstall()) {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    await logProgress("Installing a C++ compiler", () => runCaptured("sh", ["-c", command], { env }));
  }
  if (hasCompiler()) return;
  throw new ExpectedFailure(
    `The stand-in Electron needs gcc and g++ to compile its SQLite driver.\nNext step: ${isDebianLike() ? `sudo sh -c '${command}'` : "install them"}`,
  );
}

/** Debian's names of the browsers that the extension is tested in, which are also those of their programs. */
const browsers = ["chromium", "firefox-esr"];

/** @type {Promise<void> | undefined} */
let installing;

/** As root on Debian-like systems, installs the browsers for tests if they are missing; once for steps that run in parallel. */
export function ensureBrowsers() {
  installing ??= installBrowsers();
  return installing;
}

async function installBrowsers() {
  const missing = browsers.filter((name) => !findOnPath(name));
  if (missing.length === 0) return;
  const command = installCommand(missing);
  if (canInstall()) {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    await logProgress(`Installing ${missing.join(" and ")}`, () =>
      runCaptured("sh", ["-c", command], { env }),
    );
  }
  if (browsers.some((name) => !findOnPath(name)))
    throw new ExpectedFailure(
      `The extension's tests need ${missing.join(" and ")}.\nNext step: ${isDebianLike() ? `sudo sh -c '${command}'` : "install them"}`,
    );
}

/** Installs what builds and runs a container, if that needs no password. The test is skipped without. */
export async function installContainerToolsIfPossible() {
  const tools = ["buildah", "podman", "runc", "mmdebstrap"];
  const missing = tools.filter((name) => !findOnPath(name));
  if (process.platform !== "linux" || missing.length === 0 || !canInstall()) return;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  await logProgress(`Installing ${missing.join(", ")}`, () =>
    runCaptured("sh", ["-c", installCommand(missing)], { env }),
  );
}

/** Installs a keyring for the tests of secrets if that needs no password. The tests report a missing keyring. */
export async function installKeyringIfPossible() {
  if (process.platform !== "linux" || findOnPath("gnome-keyring-daemon") || !canInstall()) return;
  const command = installCommand(["gnome-keyring"]);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  await logProgress("Installing a keyring for the tests", () => runCaptured("sh", ["-c", command], { env }));
}
