import { copyFileSync, existsSync, linkSync, renameSync, rmSync, statfsSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import electronUpdater, { type AppUpdater } from "electron-updater";
import { z } from "zod";
import type { UpdateProgress } from "../../shared/updates.js";
import type { Log } from "../launch/log.js";
import { createSignedProvider } from "./signed-provider.js";
import type { UpdateSource } from "./update-source.js";

/** Downloads and installs updates. Every method rejects on failure. */
export interface Updater {
  /** Finds a newer version for this computer; `null` if there is none. */
  check(): Promise<{ readonly version: string; readonly notes: string | null } | null>;
  /** Downloads the version that the last check found. When aborted, it rejects and discards the partial download. */
  download(onProgress: (progress: UpdateProgress) => void, signal: AbortSignal): Promise<void>;
  /** Installs the download and restarts the app. */
  install(): Promise<void>;
}

export interface ElectronUpdatesOptions {
  readonly source: UpdateSource;
  /** Whether this package can install updates. If not, it still checks for them. */
  readonly canReplaceItself: boolean;
  /** Shuts down everything that must end before the new version starts. */
  readonly beforeInstall: () => Promise<void>;
  /** Restarts what `beforeInstall` shut down. */
  readonly afterFailedInstall: () => Promise<void>;
  readonly log: Log;
}

/** The updater's errors contain the server's whole response. */
const maxErrorChars = 500;

/** The platform's updater. This module is loaded with the first check for updates. */
export function createElectronUpdater(options: ElectronUpdatesOptions): Updater {
  return configureUpdater(electronUpdater.autoUpdater, options);
}

/** Configures the updater to do nothing on its own and to accept only signed updates. */
export function configureUpdater(updater: AppUpdater, options: ElectronUpdatesOptions): Updater {
  const { source, canReplaceItself, log } = options;
  updater.logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = canReplaceItself;
  updater.allowDowngrade = false;
  // Without this, a package that cannot install updates would not even check for them.
  updater.forceDevUpdateConfig = !canReplaceItself;
  // Callers receive these errors too, but an install at quit has no caller.
  updater.on("error", (error) => log(`Updater error: ${String(error).slice(0, maxErrorChars)}`));
  const image = process.env.APPIMAGE;
  if (updater instanceof electronUpdater.AppImageUpdater && image !== undefined)
    protectImage(updater as never, image);
  updater.setFeedURL({ provider: "custom", updateProvider: createSignedProvider(source) });
  return {
    check: () => check(updater),
    download: (onProgress, signal) => download(updater, onProgress, signal),
    install: () => install(updater, options),
  };
}

/** What replaces an AppImage. */
interface ImageInstaller {
  readonly installerPath: string | null;
  doInstall(options: unknown): boolean;
}

/** Gives the file a second name; a copy where the file system has no links. */
function keepAs(kept: string, file: string): void {
  rmSync(kept, { force: true });
  try {
    linkSync(file, kept);
  } catch {
    copyFileSync(file, kept);
  }
}

/**
 * The updater deletes the AppImage before it moves the new one into its place, which may fail: the new one may come from
 * another disk, and this one be full. A second name keeps the old one until then.
 */
function protectImage(updater: ImageInstaller, image: string): void {
  const install = updater.doInstall.bind(updater);
  const kept = `${image}.previous`;
  updater.doInstall = (options) => {
    const next = join(dirname(image), basename(updater.installerPath ?? image));
    const isNew = !existsSync(next);
    try {
      keepAs(kept, image);
    } catch (error) {
      rmSync(kept, { force: true });
      throw error;
    }
    try {
      return install(options);
    } catch (error) {
      const { bavail, bsize } = statfsSync(dirname(image));
      const isFull = statSync(updater.installerPath ?? image).size > bavail * bsize;
      if (isNew) rmSync(next, { force: true });
      renameSync(kept, image);
      throw isFull
        ? Object.assign(new Error("The disk is full.", { cause: error }), { code: "ENOSPC" })
        : error;
    } finally {
      rmSync(kept, { force: true });
    }
  };
}

const maxNotesChars = 20_000;
// Control and format characters, including those that change the text direction.
const controlCharacters = /[\p{Cc}\p{Cf}]/gu;

const notes = z.union([
  z.string(),
  z
    .array(z.object({ version: z.string(), note: z.string().nullish() }))
    .transform((all) => all.map(({ version, note }) => `${version}\n${note ?? ""}`).join("\n\n")),
]);

/** The release notes as plain text; `null` if there are none. */
export function parseReleaseNotes(releaseNotes: unknown): string | null {
  const found = notes.safeParse(releaseNotes);
  if (!found.success) return null;
  const text = found.data
    .replaceAll("\r\n", "\n")
    .replace(controlCharacters, (character) => (character === "\n" || character === "\t" ? character : ""))
    .trim()
    .slice(0, maxNotesChars);
  return text === "" ? null : text;
}

async function check(updater: AppUpdater) {
  const found = await updater.checkForUpdates();
  if (!found?.isUpdateAvailable) return null;
  const { version, releaseNotes } = found.updateInfo;
  return { version, notes: parseReleaseNotes(releaseNotes) };
}

async function download(
  updater: AppUpdater,
  onProgress: Parameters<Updater["download"]>[0],
  signal: AbortSignal,
): Promise<void> {
  const token = new electronUpdater.CancellationToken();
  const cancel = () => token.cancel();
  const report = ({ transferred, total }: { transferred: number; total: number }) =>
    onProgress({ done: transferred, total });
  signal.addEventListener("abort", cancel);
  updater.on("download-progress", report);
  try {
    signal.throwIfAborted();
    await updater.downloadUpdate(token);
  } finally {
    updater.off("download-progress", report);
    signal.removeEventListener("abort", cancel);
  }
}

/** The updater reports a failed installation by an event; a successful one quits the app. */
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
