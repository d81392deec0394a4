import electronUpdater, { type AppUpdater } from "electron-updater";
import type { Log } from "../log.js";
import { notesOf } from "./release-notes.js";
import { signedProviderOf } from "./signed-provider.js";
import type { UpdateSource } from "./update-source.js";
import type { Updater } from "./updater.js";

export interface ElectronUpdatesOptions {
  readonly source: UpdateSource;
  /** Whether this package can put another one in its place; one that cannot is still told what there is. */
  readonly replacesItself: boolean;
  /** What must have ended before another program starts in this one's place. */
  readonly beforeInstall: () => Promise<void>;
  /** None has: what was ended goes on. */
  readonly afterFailedInstall: () => Promise<void>;
  readonly log: Log;
}

/** An error of the updater's carries the whole answer of the server. */
const longestLine = 500;

/** The updater of this system. This module is loaded when the first look for updates is made. */
export function electronUpdates(options: ElectronUpdatesOptions): Updater {
  return updatesOf(electronUpdater.autoUpdater, options);
}

/** Tells the updater what is wanted of it: nothing by itself, and nothing that is not signed. */
export function updatesOf(updater: AppUpdater, options: ElectronUpdatesOptions): Updater {
  const { source, replacesItself, log } = options;
  updater.logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = replacesItself;
  updater.allowDowngrade = false;
  // Without this, the updater does not even look where it cannot install.
  updater.forceDevUpdateConfig = !replacesItself;
  // Thrown at who has asked, as well; but when the app is quit, nobody has.
  updater.on("error", (error) => log(`The updater: ${String(error).slice(0, longestLine)}`));
  updater.setFeedURL({ provider: "custom", updateProvider: signedProviderOf(source) });
  return {
    check: () => check(updater),
    download: (onProgress, signal) => download(updater, onProgress, signal),
    install: () => install(updater, options),
  };
}

async function check(updater: AppUpdater) {
  const found = await updater.checkForUpdates();
  if (!found?.isUpdateAvailable) return null;
  const { version, releaseNotes } = found.updateInfo;
  return { version, notes: notesOf(releaseNotes) };
}

async function download(
  updater: AppUpdater,
  onProgress: Parameters<Updater["download"]>[0],
  signal: AbortSignal,
): Promise<void> {
  const token = new electronUpdater.CancellationToken();
  const cancel = () => token.cancel();
  const tell = ({ transferred, total }: { transferred: number; total: number }) =>
    onProgress({ done: transferred, total });
  signal.addEventListener("abort", cancel);
  updater.on("download-progress", tell);
  try {
    signal.throwIfAborted();
    await updater.downloadUpdate(token);
  } finally {
    updater.off("download-progress", tell);
    signal.removeEventListener("abort", cancel);
  }
}

/** The updater tells of a failed installation by an event, and of a good one by ending the app. */
async function install(
  updater: AppUpdater,
  { beforeInstall, afterFailedInstall }: ElectronUpdatesOptions,
): Promise<void> {
  await beforeInstall();
  try {
    await new Promise<void>((_done, fail) => {
      updater.once("error", fail);
      updater.quitAndInstall(true, true);
    });
  } catch (error) {
    await afterFailedInstall();
    throw error;
  }
}
