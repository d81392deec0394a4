/** Builds the app when its sources changed since the last build. */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withLock } from "./lock.mjs";
import { inModules, nodePath, projectCacheDir, projectRoot } from "./paths.mjs";
import { runCaptured } from "./run.mjs";
import { ExpectedFailure, sayWhile } from "./say.mjs";

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

/** Builds into `out/` when needed; two at once build only one time. */
export async function ensureBuilt() {
  if (isBuilt()) return;
  await withLock(join(projectCacheDir, "build.lock"), async () => {
    if (!isBuilt()) await sayWhile("Building Tidemark", build);
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
  // Taken before the build: a file that changes meanwhile makes the next run build again.
  const built = fingerprint();
  rmSync(stampFile, { force: true });
  await Promise.all(configurations.map(buildWith));
  mkdirSync(outFolder, { recursive: true });
  writeFileSync(stampFile, built);
}

/** @param {string} configuration */
async function buildWith(configuration) {
  const electronVite = inModules("electron-vite", "bin", "electron-vite.js");
  const result = await runCaptured(nodePath, [electronVite, "build", "--config", configuration]);
  if (result.ok) return;
  throw new ExpectedFailure(
    `${result.output.trimEnd()}\nThe build failed. Next step: correct what is named above.`,
  );
}

/** Paths, times and sizes of all inputs: reading the contents would cost more than the command line may take. */
function fingerprint() {
  const hash = createHash("sha256");
  for (const input of inputs) addTo(hash, join(projectRoot, input));
  return hash.digest("hex");
}

/**
 * @param {import("node:crypto").Hash} hash
 * @param {string} path a file or folder; nothing when it does not exist
 */
function addTo(hash, path) {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return;
  if (stats.isDirectory()) {
    for (const name of readdirSync(path).sort()) addTo(hash, join(path, name));
  } else {
    hash.update(`${path}\0${stats.mtimeMs}\0${stats.size}\n`);
  }
}
