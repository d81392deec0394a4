/** What the packages of each platform hold, and how they are protected. */

import { updateSourceOf } from "./update-source.mjs";

/**
 * @param {NodeJS.ProcessEnv} env of the build: where updates are, and who signs
 * @returns {import("electron-builder").Configuration}
 */
export function releaseConfiguration(env) {
  const updates = updateSourceOf(env);
  return {
    ...packages,
    // A build that was not told where updates are has none, and says so when it is asked.
    publish: updates ? [{ provider: "generic", url: updates.url }] : null,
    extraMetadata: {
      // By it, desktops of Linux know that a window, a link's program and a notification are this app's.
      desktopName: "tidemark.desktop",
      // Within the package, where a running app reads it: nothing in its surroundings can lead it elsewhere.
      ...(updates && { tidemark: { updates } }),
    },
    mac: { ...packages.mac, notarize: canNotarise(env) },
    win: { ...packages.win, ...publisherOf(env) },
  };
}

/**
 * Apple's notary takes one of two kinds of proof; the packager itself reads them, and the signing certificate, from the
 * environment.
 * @param {NodeJS.ProcessEnv} env
 */
function canNotarise({ APPLE_API_KEY, APPLE_API_KEY_ID, APPLE_API_ISSUER, ...env }) {
  const { APPLE_ID, APPLE_APP_SPECIFIC_PASSWORD, APPLE_TEAM_ID } = env;
  const isByKey = Boolean(APPLE_API_KEY && APPLE_API_KEY_ID && APPLE_API_ISSUER);
  return isByKey || Boolean(APPLE_ID && APPLE_APP_SPECIFIC_PASSWORD && APPLE_TEAM_ID);
}

/**
 * An update for Windows must be signed by whom the installed package names. Without a name, it is the certificate's own.
 * @param {NodeJS.ProcessEnv} env
 * @returns {import("electron-builder").WindowsConfiguration}
 */
function publisherOf({ TIDEMARK_WINDOWS_PUBLISHER: publisherName }) {
  return publisherName ? { signtoolOptions: { publisherName } } : {};
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
    // Benchmarks and tools for developers.
    "!out/developer",
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
    entitlements: "resources/entitlements.mac.plist",
    entitlementsInherit: "resources/entitlements.mac.plist",
    // Both halves of a universal package hold the drivers for both processors, and are the same in that.
    x64ArchFiles: "**/better-sqlite3/prebuilds/*",
  },
  linux: {
    target: ["AppImage", "deb", "tar.gz"],
    executableName: "tidemark",
    icon: "icons",
    syncDesktopName: true,
    category: "Office;Finance",
    desktop: { entry: { Keywords: "price;prices;shop;deal;watch;history;", StartupNotify: "true" } },
    synopsis: "A price tracker that keeps its own history",
    maintainer: "the authors of Tidemark",
  },
  deb: { depends: ["libgtk-3-0", "libnss3", "libasound2", "libgbm1", "libnotify4", "xdg-utils"] },
};
