import { app } from "electron";

/** Parts of Chromium that would talk to its maker or to the network by themselves. */
const unwantedFeatures = [
  "AutofillServerCommunication",
  "CertificateTransparencyComponentUpdater",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
];

/** Tidemark makes no request that the shopper did not ask for; neither may the browser it is built on. */
export function setupChromium(): void {
  const { commandLine } = app;
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
  commandLine.appendSwitch("disable-features", unwantedFeatures.join(","));
  // Chromium's own warnings mean nothing to a shopper who starts the app from a terminal.
  if (!process.env.ELECTRON_ENABLE_LOGGING) commandLine.appendSwitch("log-level", "3");
}
