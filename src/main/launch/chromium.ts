import { existsSync } from "node:fs";
import { app } from "electron";
import { type LanguageChoice, readerOf } from "../../shared/texts/language.js";

/** Must match the packages' `appId` (scripts/lib/package/release.mjs). */
const appId = "app.tidemark.desktop";

/** Chromium features that contact Google or the local network on their own. */
const disabledFeatures = [
  "AutofillServerCommunication",
  "CertificateTransparencyComponentUpdater",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
];

/** The graphics devices on Linux. Missing on servers and in containers. */
const graphicsDevicesFolder = "/dev/dri";

/**
 * Without a graphics device Chromium restarts its failing GPU process several times, and now and then the first page
 * waits for it forever. With the GPU disabled, Chromium renders in software from the start.
 */
function disableMissingGpu(): void {
  if (process.platform !== "linux" || existsSync(graphicsDevicesFolder)) return;
  app.disableHardwareAcceleration();
  app.commandLine.appendSwitch("disable-gpu");
}

/** Tidemark makes no request that the user did not ask for, and neither may the browser it is built on. */
export function setupChromium(): void {
  const { commandLine } = app;
  disableMissingGpu();
  // As root the app runs with --no-sandbox. This call would override that flag, and no page would load.
  if (!commandLine.hasSwitch("no-sandbox")) app.enableSandbox();
  for (const name of [
    "disable-background-networking",
    "disable-component-update",
    "disable-domain-reliability",
    "disable-sync",
    "dns-prefetch-disable",
    "no-pings",
  ]) {
    commandLine.appendSwitch(name);
  }
  // Saves memory, because pages are idle most of the time, like the engine (engine-host/utility-host.ts).
  commandLine.appendSwitch("js-flags", "--max-semi-space-size=2");
  commandLine.appendSwitch("disable-features", disabledFeatures.join(","));
  // Chromium's warnings mean nothing to a user who starts the app from a terminal.
  if (!process.env.ELECTRON_ENABLE_LOGGING) commandLine.appendSwitch("log-level", "3");
}

/** Has Chromium's own controls, such as date fields, follow a chosen language from the next start on. */
export function setupChromiumLanguage(choice: LanguageChoice): void {
  const { commandLine } = app;
  if (choice === "system" || commandLine.hasSwitch("lang")) return;
  commandLine.appendSwitch("lang", readerOf(choice, app.getPreferredSystemLanguages()).locale);
}

/** Windows shows notifications and groups windows by the app id that the installer registered. */
export function setupIdentity(): void {
  if (process.platform === "win32") app.setAppUserModelId(appId);
}
