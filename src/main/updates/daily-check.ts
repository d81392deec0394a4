import { DAY_MS } from "../../shared/time.js";
import type { Settings } from "../settings/settings.js";
import type { UpdateController } from "./update-controller.js";

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
