/** Builds the app if its sources have changed since the last build. */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withLock } from "./lock.mjs";
import { ExpectedFailure, logProgress } from "./log.mjs";
import { inModules, nodePath, projectCacheDir, projectRoot } from "./paths.mjs";
import { runCaptured } from "./run.mjs";

/** The app, then the developer tools that packages leave out. */
const configurations = ["electron.vite.config.ts", "developer.vite.config.ts"];
const inputs = [
  "src",
  "bench",
  "tools",
  "resources",
  ...configurations,
  "package.json",
  "package-lock.json",
  "tsconfig.json",
];
const outFolder = join(projectRoot, "out");
const stampFile = join(outFolder, ".built");

/** Builds into `out/` if needed. Concurrent calls, even from other processes, build only once. */
export async function ensureBuilt() {
  if (isBuilt()) return;
  await withLock(join(projectCacheDir, "build.lock"), async () => {
    if (!isBuilt()) await logProgress("Building Tidemark", build);
  });
}

function isBuilt() {
  try {
    return readFileSync(stampFile, "utf8") === fingerprint();
  } catch {
    return false;
  }
}

async function build() {
  // Before the build, so that a file that changes during it triggers another build next time.
  const stamp = fingerprint();
  rmSync(stampFile, { force: true });
  await Promise.all(configurations.map(buildWith));
  mkdirSync(outFolder, { recursive: true });
  writeFileSync(stampFile, stamp);
}

/** @param {string} configuration */
async function buildWith(configuration) {
  const electronVite = inModules("electron-vite", "bin", "electron-vite.js");
  const result = await runCaptured(nodePath, [electronVite, "build", "--config", configuration]);
  if (result.ok) return;
  throw new ExpectedFailure(`${result.output.trimEnd()}\nThe build failed. Next step: fix the errors above.`);
}

/** Hashes the paths, times and sizes of all inputs. Reading their contents would slow down the command line. */
function fingerprint() {
  const hash = createHash("sha256");
  for (const input of inputs) addToHash(hash, join(projectRoot, input));
  return hash.digest("hex");
}

/**
 * @param {import("node:crypto").Hash} hash
 * @param {string} path a file or folder, which may be missing
 */
function addToHash(hash, path) {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return;
  if (stats.isDirectory()) {
    for (const name of readdirSync(path).sort()) addToHash(hash, join(path, name));
  } else {
    hash.update(`${path}\0${stats.mtimeMs}\0${stats.size}\n`);
  }
}
