/**
 * `npm run package`: builds the app's packages for this system into `dist/`. `-- --dir` leaves the unpacked app and makes
 * no installers. Beside them lies the command line for servers. Where only the stand-in runtime is to be had, there is an unpacked app and an archive of it, for trying.
 */
import { join, relative } from "node:path";
import { ensureBuilt } from "./lib/build.mjs";
import { tarOf } from "./lib/package/archive.mjs";
import { releaseConfiguration } from "./lib/package/release.mjs";
import { packServer } from "./lib/package/server-package.mjs";
import { standInConfiguration } from "./lib/package/stand-in-build.mjs";
import { projectRoot } from "./lib/paths.mjs";
import { runMain, say, sayWhile } from "./lib/say.mjs";
import { setUp } from "./setup.mjs";

const dist = join(projectRoot, "dist");

await runMain(async () => {
  const isUnpacked = process.argv.includes("--dir");
  const { electronPath, standIn } = await setUp();
  await ensureBuilt();
  const made = standIn ? await packStandIn(electronPath, isUnpacked) : await packRelease(isUnpacked);
  if (!isUnpacked) made.push(await packServer(dist));
  for (const file of made) say(`Made ${relative(projectRoot, file)}`);
});

/**
 * @param {boolean} isUnpacked
 * @returns {Promise<string[]>}
 */
async function packRelease(isUnpacked) {
  return pack(releaseConfiguration(process.env), isUnpacked ? ["dir"] : []);
}

/**
 * @param {string} electronPath
 * @param {boolean} isUnpacked
 * @returns {Promise<string[]>}
 */
async function packStandIn(electronPath, isUnpacked) {
  say("There is only the stand-in Electron here: what is built is for trying, not for others.");
  await pack(standInConfiguration(electronPath, releaseConfiguration(process.env)), ["dir"]);
  const folder = join(dist, "linux-unpacked");
  if (isUnpacked) return [folder];
  const file = join(dist, "tidemark-stand-in-linux-x64.tar.gz");
  await sayWhile("Packing it", () => tarOf(folder, file));
  return [folder, file];
}

/**
 * @param {import("electron-builder").Configuration} config
 * @param {string[]} targets none: all that are configured for this system
 * @returns {Promise<string[]>}
 */
async function pack(config, targets) {
  const { build, Platform } = await import("electron-builder");
  return build({
    projectDir: projectRoot,
    targets: Platform.current().createTarget(targets),
    config,
    publish: "never",
  });
}
