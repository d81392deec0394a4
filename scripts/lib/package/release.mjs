/** What the packages of each platform hold, and how they are protected. */

import { updateSourceOf } from "./update-source.mjs";

/**
 * @param {NodeJS.ProcessEnv} env of the build: where updates are, and by what it signs
 * @returns {import("electron-builder").Configuration}
 */
export function releaseConfiguration(env) {
  return { ...packages, ...updatesOf(env) };
}

/**
 * Where updates are fetched. A build that was not told has none, and says so when it is asked.
 * @param {NodeJS.ProcessEnv} env
 * @returns {import("electron-builder").Configuration}
 */
function updatesOf(env) {
  const updates = updateSourceOf(env);
  if (updates === undefined) return { publish: null };
  return {
    publish: [{ provider: "generic", url: updates.url }],
    // Within the package, where a running app reads it: nothing in its surroundings can lead it elsewhere.
    extraMetadata: { tidemark: { updates } },
  };
}

/** @type {import("electron-builder").Configuration} */
const packages = {
  appId: "app.tidemark.desktop",
  productName: "Tidemark",
  copyright: "Copyright © 2026 the authors of Tidemark",
  directories: { output: "dist", buildResources: "resources" },
  files: [
    "out/**/*",
    "!out/.built",
    "resources/icon.png",
    "LICENSE",
    // What the driver was built from, and what is prebuilt for other systems.
    "!node_modules/better-sqlite3/{deps,src,binding.gyp}",
    "!node_modules/node-addon-api",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the packager's own placeholder
    "!node_modules/better-sqlite3/prebuilds/!(${platform}-*)",
    "!**/*.{map,md,d.ts,d.cts,d.mts}",
  ],
  // Native code cannot be loaded out of an archive.
  asarUnpack: ["**/*.node"],
  // The driver is prebuilt for Node-API, which no Electron changes.
  npmRebuild: false,
  electronLanguages: ["en-US", "de"],
  electronFuses: {
    runAsNode: false,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
  },
  protocols: [{ name: "Tidemark", schemes: ["tidemark"] }],
  fileAssociations: [
    {
      ext: "tidemark",
      name: "Tidemark catalogue",
      description: "Products and their price history",
      mimeType: "application/x-tidemark-catalogue",
      role: "Editor",
    },
  ],
  generateUpdatesFilesForAllChannels: false,
  win: {
    target: [{ target: "nsis", arch: ["x64", "arm64"] }],
  },
  nsis: {
    oneClick: false,
    perMachine: false,
    allowToChangeInstallationDirectory: true,
    // A shopper who installs anew finds all prices again.
    deleteAppDataOnUninstall: false,
  },
  mac: {
    target: [
      { target: "dmg", arch: ["universal"] },
      { target: "zip", arch: ["universal"] },
    ],
    category: "public.app-category.shopping",
    hardenedRuntime: true,
  },
  linux: {
    target: ["AppImage", "deb", "tar.gz"],
    executableName: "tidemark",
    category: "Office;Finance",
    synopsis: "A price tracker that keeps its own history",
    maintainer: "the authors of Tidemark",
  },
  deb: { depends: ["libgtk-3-0", "libnss3", "libasound2", "libgbm1", "libnotify4", "xdg-utils"] },
};
