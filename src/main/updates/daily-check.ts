import { DAY_MS } from "../../shared/time.js";
import type { UpdateController } from "./update-controller.js";

/** Timers stop while the computer sleeps, so check every hour whether a day has passed. */
export const checkIntervalMs = 3_600_000;

export interface DailyCheckOptions {
  readonly updates: Pick<UpdateController, "check" | "state">;
  readonly isEnabled: () => boolean;
  readonly lastCheckMs: () => number | null;
  readonly saveCheckTime: (atMs: number) => void;
  readonly nowMs: () => number;
  /** Notifies the user of a new version. */
  readonly notify: (version: string) => void;
}

/**
 * Returns a function that checks for updates if the settings enable it and a check is due. Notifies once per version.
 */
export function createDailyCheck({
  updates,
  isEnabled,
  lastCheckMs,
  saveCheckTime,
  nowMs,
  notify,
}: DailyCheckOptions) {
  let notifiedVersion: string | null = null;
  return async (): Promise<void> => {
    if (!isEnabled() || !isCheckDue(lastCheckMs(), nowMs())) return;
    saveCheckTime(nowMs());
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
