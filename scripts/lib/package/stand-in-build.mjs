/**
 * A package around the stand-in runtime, so that a packaged app can be tried where Electron cannot be downloaded. It is
 * named as what it is and is never published.
 */
import { cpSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { standInDriverPath } from "../stand-in-driver.mjs";

/** Electron's version of the stand-in runtime. */
const standInVersion = "33.2.1";

/**
 * @param {string} electronPath
 * @param {import("electron-builder").Configuration} release
 * @returns {import("electron-builder").Configuration}
 */
export function standInConfiguration(electronPath, release) {
  const runtime = dirname(electronPath);
  return {
    ...release,
    electronDist: runtime,
    electronVersion: standInVersion,
    publish: null,
    afterPack: ({ appOutDir }) => {
      const resources = join(appOutDir, "resources");
      rmSync(join(resources, "app"), { recursive: true });
      for (const name of readdirSync(appOutDir)) if (name.endsWith(".node")) rmSync(join(appOutDir, name));
      cpSync(standInDriverPath(runtime), join(resources, "app.asar.unpacked", driver));
      // The packager writes this file into AppImages and installers only; the updater reads its cache folder's name there.
      if (release.publish) writeFileSync(join(resources, "app-update.yml"), updaterFolder);
    },
  };
}

/** The prebuilt driver, which this runtime cannot load. */
const driver = "node_modules/better-sqlite3/prebuilds/linux-x64.node";
const updaterFolder = "updaterCacheDirName: tidemark-updater\n";
