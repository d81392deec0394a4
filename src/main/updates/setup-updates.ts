import { existsSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { app } from "electron";
import { DAY_MS } from "../../shared/time.js";
import type { Log } from "../launch/log.js";
import type { Notice } from "../notifications/notice.js";
import type { ShowNotice } from "../notifications/setup-notifications.js";
import type { Settings } from "../settings/settings.js";
import type { Shell } from "../window/shell.js";
import type { ShellTexts } from "../window/shell-texts.js";
import { UpdateController } from "./update-controller.js";
import { readUpdateSource, type UpdateSource } from "./update-source.js";

/** Keeps the first check out of the app's start. */
const firstCheckDelayMs = 60_000;

interface PackageFacts {
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
  /** Path of the running executable. */
  readonly executable: string;
  /** The package type noted beside the executable, such as "deb"; null without a note. */
  readonly packageType: string | null;
}

/**
 * Whether this package can replace itself with a newer version. An unpacked archive cannot, because its origin is
 * unknown. `APPIMAGE` alone proves nothing: programs started by another AppImage inherit its environment, and would
 * replace it.
 */
export function canReplaceItself({ platform, env, executable, packageType }: PackageFacts): boolean {
  if (platform === "win32" || platform === "darwin") return true;
  if (platform !== "linux") return false;
  const { APPIMAGE: imagePath, APPDIR: mountPath } = env;
  if (imagePath && mountPath)
    return executable.startsWith(mountPath.endsWith(sep) ? mountPath : mountPath + sep);
  return packageType === "deb";
}

/** Checks for updates at the user's request, or daily if the settings enable it. */
export function setupUpdates(shell: Shell, show: ShowNotice): UpdateController {
  const { window, log } = shell;
  const source = loadUpdateSource(log);
  const canReplace = canReplaceItself({
    platform: process.platform,
    env: process.env,
    executable: process.execPath,
    packageType: readPackageType(),
  });
  const updates = new UpdateController({
    updater: source && (() => loadUpdater(source, canReplace, shell)),
    manualDownloadUrl: source === null || canReplace ? null : source.url.href,
    onState: (state) => window.push("updates:changed", state),
    nowMs: Date.now,
    log,
  });
  app.on("will-quit", () => updates.cancel());
  if (source !== null) scheduleDailyChecks(updates, shell, show);
  return updates;
}

async function loadUpdater(source: UpdateSource, canReplace: boolean, { engine, log }: Shell) {
  const { createElectronUpdater } = await import("./electron-updates.js");
  return createElectronUpdater({
    source,
    canReplaceItself: canReplace,
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

function scheduleDailyChecks(
  updates: UpdateController,
  { settings, shellTexts }: Shell,
  show: ShowNotice,
): void {
  const check = createDailyCheck(updates, settings, (version) =>
    show(newVersionNotice(shellTexts.current(), version)),
  );
  setTimeout(() => void check(), firstCheckDelayMs).unref();
  setInterval(() => void check(), checkIntervalMs).unref();
}

function newVersionNotice({ updateTitle, updateBody }: ShellTexts, version: string): Notice {
  return { title: updateTitle(version), body: updateBody, image: null, target: { kind: "updates" } };
}

/** Read from the package itself, so that the environment cannot redirect updates. */
function loadUpdateSource(log: Log): UpdateSource | null {
  try {
    return readUpdateSource(JSON.parse(readFileSync(join(app.getAppPath(), "package.json"), "utf8")));
  } catch (error) {
    log(`The update source could not be read: ${String(error)}`);
    return null;
  }
}

/** electron-builder writes this file into packages for Linux distributions. */
function readPackageType(): string | null {
  const file = join(process.resourcesPath, "package-type");
  return existsSync(file) ? readFileSync(file, "utf8").trim() : null;
}

/** Timers stop while the computer sleeps, so check every hour whether a day has passed. */
export const checkIntervalMs = 3_600_000;

/**
 * Returns a function that checks for updates if the settings enable it and a check is due. Notifies the user once of each
 * new version.
 */
export function createDailyCheck(
  updates: Pick<UpdateController, "check" | "state">,
  settings: Pick<Settings, "get" | "lastUpdateCheckMs" | "saveUpdateCheckTime">,
  notify: (version: string) => void,
  nowMs: () => number = Date.now,
) {
  let notifiedVersion: string | null = null;
  return async (): Promise<void> => {
    if (!settings.get().checkForUpdates || !isCheckDue(settings.lastUpdateCheckMs(), nowMs())) return;
    settings.saveUpdateCheckTime(nowMs());
    await updates.check();
    if (updates.state.state !== "available" || updates.state.offer.version === notifiedVersion) return;
    notifiedVersion = updates.state.offer.version;
    notify(notifiedVersion);
  };
}

/** Whether an automatic check is due. A clock that was set back must not postpone it forever. */
export function isCheckDue(lastCheckMs: number | null, nowMs: number): boolean {
  return lastCheckMs === null || nowMs - lastCheckMs >= DAY_MS || lastCheckMs > nowMs;
}
