/**
 * A package around the stand-in runtime, so that a packaged app can be tried where Electron cannot be downloaded. It is
 * named as what it is and is never published.
 */
import { rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Electron's version of the stand-in runtime. */
const standInVersion = "33.2.1";

/**
 * Its own Node is too old for the database driver, so that the engine runs on a Node beside it, which cannot read
 * archives: what the engine is made of lies unpacked.
 * @param {string} electronPath
 * @param {import("electron-builder").Configuration} release
 * @returns {import("electron-builder").Configuration}
 */
export function standInConfiguration(electronPath, release) {
  const node = "node_modules/node/bin";
  return {
    ...release,
    electronDist: dirname(electronPath),
    electronVersion: standInVersion,
    files: [...release.files, { from: node, to: node }],
    asarUnpack: [...release.asarUnpack, "out/main/**", "node_modules/**", "package.json"],
    publish: null,
    afterPack: ({ appOutDir }) => {
      rmSync(join(appOutDir, "resources", "app"), { recursive: true });
      // The packager writes it into AppImages and installers; the updater asks it where to keep a download.
      if (release.publish) writeFileSync(join(appOutDir, "resources", "app-update.yml"), updaterFolder);
    },
  };
}

const updaterFolder = "updaterCacheDirName: tidemark-updater\n";
