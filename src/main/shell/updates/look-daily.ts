import { isCheckDue } from "./check-times.js";
import type { UpdateDesk } from "./update-desk.js";

export interface DailyOptions {
  readonly desk: Pick<UpdateDesk, "check" | "state">;
  readonly isWanted: () => boolean;
  readonly lastMs: () => number | null;
  readonly remember: (atMs: number) => void;
  readonly nowMs: () => number;
  /** Notifies the user of a new version. */
  readonly tell: (version: string) => void;
}

/** Returns a function that checks for updates if the settings enable it and a check is due. Notifies once per version. */
export function dailyLook({ desk, isWanted, lastMs, remember, nowMs, tell }: DailyOptions) {
  let told: string | null = null;
  return async (): Promise<void> => {
    if (!isWanted() || !isCheckDue(lastMs(), nowMs())) return;
    remember(nowMs());
    await desk.check();
    if (desk.state.state !== "available" || desk.state.offer.version === told) return;
    told = desk.state.offer.version;
    tell(told);
  };
}
