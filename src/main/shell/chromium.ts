import { existsSync } from "node:fs";
import { app } from "electron";

/** Parts of Chromium that would talk to its maker or to the network by themselves. */
const unwantedFeatures = [
  "AutofillServerCommunication",
  "CertificateTransparencyComponentUpdater",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
];

/** Where Linux lists graphics devices; missing on servers, in containers and on virtual screens. */
const graphicsDevices = "/dev/dri";

/**
 * Without a graphics device Chromium starts its GPU process, sees it fail and tries again; now and then the first
 * page waits for it for ever. Told beforehand, it draws in software from the start.
 */
function spareMissingGraphics(): void {
  if (process.platform !== "linux" || existsSync(graphicsDevices)) return;
  app.disableHardwareAcceleration();
  app.commandLine.appendSwitch("disable-gpu");
}

/** Tidemark makes no request that the shopper did not ask for; neither may the browser it is built on. */
export function setupChromium(): void {
  const { commandLine } = app;
  spareMissingGraphics();
  // Only where a start as root had to give it up: there this call would undo that flag and keep pages from starting.
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
  // Pages idle nearly always, as the engine does (engine-host/engine-environment.ts).
  commandLine.appendSwitch("js-flags", "--max-semi-space-size=2");
  commandLine.appendSwitch("disable-features", unwantedFeatures.join(","));
  // Chromium's own warnings mean nothing to a shopper who starts the app from a terminal.
  if (!process.env.ELECTRON_ENABLE_LOGGING) commandLine.appendSwitch("log-level", "3");
}
