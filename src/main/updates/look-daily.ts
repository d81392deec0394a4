import { isCheckDue } from "./check-times.js";
import type { UpdateController } from "./update-controller.js";

export interface DailyCheckOptions {
  readonly updates: Pick<UpdateController, "check" | "state">;
  readonly isEnabled: () => boolean;
  readonly lastCheckMs: () => number | null;
  readonly saveCheckTime: (atMs: number) => void;
  readonly nowMs: () => number;
  /** Notifies the user of a new version. */
  readonly notify: (version: string) => void;
}

/** Returns a function that checks for updates if the settings enable it and a check is due. Notifies once per version. */
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
