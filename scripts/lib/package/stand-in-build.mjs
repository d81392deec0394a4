/**
 * electron-builder's configuration for a package with the stand-in runtime, for testing a packaged app where Electron
 * cannot be downloaded. Such a package is never published.
 */
import { cpSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { standInDriverPath } from "../stand-in-driver.mjs";

/** The Electron version of the stand-in runtime. */
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
      // The updater reads the name of its cache folder from this file, which the packager omits from plain folders.
      if (release.publish) writeFileSync(join(resources, "app-update.yml"), updaterFolder);
    },
  };
}

/** The prebuilt driver, which this runtime cannot load. */
const driver = "node_modules/better-sqlite3/prebuilds/linux-x64.node";
const updaterFolder = "updaterCacheDirName: tidemark-updater\n";
