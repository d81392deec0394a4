import { isCheckDue } from "./check-times.js";
import type { UpdateDesk } from "./update-desk.js";

export interface DailyOptions {
  readonly desk: Pick<UpdateDesk, "check" | "state">;
  readonly isWanted: () => boolean;
  readonly lastMs: () => number | null;
  readonly remember: (atMs: number) => void;
  readonly nowMs: () => number;
  /** Tells the shopper of a version that was not there before. */
  readonly tell: (version: string) => void;
}

/** Asks for updates where the settings want it and a day has passed. What was asked for by hand is left as it stands. */
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
