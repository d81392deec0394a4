import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { app } from "electron";
import type { Supervisor } from "../../engine-host/supervisor.js";
import type { Settings } from "../../settings/settings.js";
import type { Log } from "../log.js";
import type { Notice } from "../notifications/notice.js";
import type { ShellTexts, Speech } from "../speech.js";
import type { AppWindow } from "../window.js";
import { lookEveryMs } from "./check-times.js";
import { dailyLook } from "./look-daily.js";
import { replacesItself } from "./package-kind.js";
import { UpdateDesk } from "./update-desk.js";
import { readUpdateSource, type UpdateSource } from "./update-source.js";

/** Keeps the first check out of the app's start. */
const firstLookAfterMs = 60_000;

export interface UpdateOptions {
  readonly engine: Supervisor;
  readonly settings: Settings;
  readonly window: AppWindow;
  readonly speech: Speech;
  readonly show: (notice: Notice) => void;
  readonly log: Log;
}

/** Checks for updates at the user's request, or daily if the settings enable it. */
export function setupUpdates(options: UpdateOptions): UpdateDesk {
  const { window, log } = options;
  const source = updateSource(log);
  const canReplace = replacesItself({
    platform: process.platform,
    env: process.env,
    program: process.execPath,
    installedAs: installedAs(),
  });
  const desk = new UpdateDesk({
    updater: source && (() => loadUpdater(source, canReplace, options)),
    byHandFrom: source === null || canReplace ? null : source.address.href,
    onState: (state) => window.push("updates:changed", state),
    nowMs: Date.now,
    log,
  });
  app.on("will-quit", () => desk.cancel());
  if (source !== null) lookDaily(desk, options);
  return desk;
}

async function loadUpdater(source: UpdateSource, canReplace: boolean, { engine, log }: UpdateOptions) {
  const { electronUpdates } = await import("./electron-updates.js");
  return electronUpdates({
    source,
    replacesItself: canReplace,
    // The new version may start before this one has exited, so release the data folder and the instance lock first.
    beforeInstall: async () => {
      await engine.stop();
      app.releaseSingleInstanceLock();
    },
    afterFailedInstall: async () => {
      app.requestSingleInstanceLock();
      await engine.resume();
    },
    log,
  });
}

function lookDaily(desk: UpdateDesk, { settings, speech, show }: UpdateOptions): void {
  const look = dailyLook({
    desk,
    isWanted: () => settings.get().checkForUpdates,
    lastMs: settings.lastUpdateCheckMs,
    remember: settings.rememberUpdateCheck,
    nowMs: Date.now,
    tell: (version) => show(newVersion(speech.texts(), version)),
  });
  setTimeout(() => void look(), firstLookAfterMs).unref();
  setInterval(() => void look(), lookEveryMs).unref();
}

function newVersion({ updateTitle, updateBody }: ShellTexts, version: string): Notice {
  return { title: updateTitle(version), body: updateBody, image: null, target: { kind: "updates" } };
}

/** Read from the package itself, so that the environment cannot redirect updates. */
function updateSource(log: Log): UpdateSource | null {
  try {
    return readUpdateSource(JSON.parse(readFileSync(join(app.getAppPath(), "package.json"), "utf8")));
  } catch (error) {
    log(`The update source could not be read: ${String(error)}`);
    return null;
  }
}

/** electron-builder writes this file into packages for Linux distributions. */
function installedAs(): string | null {
  const file = join(process.resourcesPath, "package-type");
  return existsSync(file) ? readFileSync(file, "utf8").trim() : null;
}
