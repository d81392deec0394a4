/** electron-builder's configuration for each platform. */

import { readUpdateSource } from "./update-source.mjs";

/**
 * @param {NodeJS.ProcessEnv} env the build's environment, with the update source and the signing options
 * @returns {import("electron-builder").Configuration}
 */
export function releaseConfiguration(env) {
  const updates = readUpdateSource(env);
  return {
    ...packages,
    // Without an update source the build does not check for updates, and reports that in its settings.
    publish: updates ? [{ provider: "generic", url: updates.url }] : null,
    extraMetadata: {
      // Linux desktops use it to associate windows, links and notifications with the app.
      desktopName: "tidemark.desktop",
      // Read from the package itself, so that the app's environment cannot redirect updates.
      ...(updates && { tidemark: { updates } }),
    },
    mac: { ...packages.mac, notarize: canNotarise(env) },
    win: { ...packages.win, ...publisherOptions(env) },
  };
}

/**
 * Apple's notary service accepts two kinds of credentials. electron-builder reads them, and the signing certificate,
 * from the environment.
 * @param {NodeJS.ProcessEnv} env
 */
function canNotarise({ APPLE_API_KEY, APPLE_API_KEY_ID, APPLE_API_ISSUER, ...env }) {
  const { APPLE_ID, APPLE_APP_SPECIFIC_PASSWORD, APPLE_TEAM_ID } = env;
  const isByKey = Boolean(APPLE_API_KEY && APPLE_API_KEY_ID && APPLE_API_ISSUER);
  return isByKey || Boolean(APPLE_ID && APPLE_APP_SPECIFIC_PASSWORD && APPLE_TEAM_ID);
}

/**
 * Windows updates must be signed by the publisher named in the installed package, by default the certificate's.
 * @param {NodeJS.ProcessEnv} env
 * @returns {import("electron-builder").WindowsConfiguration}
 */
function publisherOptions({ TIDEMARK_WINDOWS_PUBLISHER: publisherName }) {
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
    // The driver's sources, and its builds for other systems.
    "!node_modules/better-sqlite3/{deps,src,binding.gyp}",
    "!node_modules/node-addon-api",
    "!node_modules/piscina/{benchmark,docs,scripts,src,test,test-jest}",
    // For servers: the app has a browser of its own.
    "!node_modules/playwright-core",
    // Native code for an option of piscina that is not used.
    "!node_modules/@napi-rs",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the packager's own placeholder
    "!node_modules/better-sqlite3/prebuilds/!(${platform}-*)",
    "!**/*.{map,md,d.ts,d.cts,d.mts}",
  ],
  // Native code cannot be loaded from an archive.
  asarUnpack: ["**/*.node"],
  // The driver uses Node-API, so its prebuilt binaries work with every Electron.
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
    // Data survives a reinstallation.
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
    // Both halves of a universal package contain the drivers for both architectures, so these files are identical.
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
