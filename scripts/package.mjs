/**
 * `npm run package`: builds this system's packages, the command line for servers and the browser extension, in `dist/`. `-- --dir` builds
 * only the unpacked app, `npm run package:server` only the command line, without Electron. With the stand-in runtime, builds the unpacked
 * app and an archive of it, for testing.
 */
import { basename, join, relative } from "node:path";
import { packExtension } from "./extension.mjs";
import { parseArguments } from "./lib/arguments.mjs";
import { ensureBuilt } from "./lib/build.mjs";
import { log, logProgress, runMain } from "./lib/log.mjs";
import { releaseConfiguration } from "./lib/package/release.mjs";
import { buildServerPackage } from "./lib/package/server-package.mjs";
import { standInConfiguration } from "./lib/package/stand-in-build.mjs";
import { ensurePackages } from "./lib/packages.mjs";
import { projectRoot } from "./lib/paths.mjs";
import { setUp } from "./setup.mjs";

const dist = join(projectRoot, "dist");

await runMain(async () => {
  const { values } = parseArguments("npm run package [-- --dir | -- --server]", {
    dir: { type: "boolean", default: false },
    server: { type: "boolean" },
  });
  const files = values.server ? await buildServer() : await buildAll(values.dir);
  for (const file of files) log(`Created ${relative(projectRoot, file)}`);
});

async function buildServer() {
  await ensurePackages();
  await ensureBuilt();
  return [await buildServerPackage(dist)];
}

/** @param {boolean} isFolderOnly */
async function buildAll(isFolderOnly) {
  const { electronPath, standIn } = await setUp();
  await ensureBuilt();
  const files = standIn ? await buildStandIn(electronPath, isFolderOnly) : await buildRelease(isFolderOnly);
  if (!isFolderOnly) files.push(await buildServerPackage(dist), ...(await packExtension(dist)));
  return files;
}

/**
 * @param {boolean} isFolderOnly
 * @returns {Promise<string[]>}
 */
async function buildRelease(isFolderOnly) {
  return runBuilder(releaseConfiguration(process.env), isFolderOnly ? ["dir"] : []);
}

/**
 * @param {string} electronPath
 * @param {boolean} isFolderOnly
 * @returns {Promise<string[]>}
 */
async function buildStandIn(electronPath, isFolderOnly) {
  log("Only the stand-in Electron is available: do not distribute this build.");
  await runBuilder(standInConfiguration(electronPath, releaseConfiguration(process.env)), ["dir"]);
  const folder = join(dist, "linux-unpacked");
  if (isFolderOnly) return [folder];
  const file = join(dist, "tidemark-stand-in-linux-x64.tar.gz");
  const { create } = await import("tar");
  await logProgress("Creating the archive", () =>
    create({ gzip: true, file, cwd: dist }, [basename(folder)]),
  );
  return [folder, file];
}

/**
 * @param {import("electron-builder").Configuration} config
 * @param {string[]} targets empty for all that are configured for this system
 * @returns {Promise<string[]>}
 */
async function runBuilder(config, targets) {
  const { build, Platform } = await import("electron-builder");
  return build({
    projectDir: projectRoot,
    targets: Platform.current().createTarget(targets),
    config,
    publish: "never",
  });
}
