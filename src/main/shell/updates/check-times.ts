export const dayMs = 86_400_000;

/** Computers sleep, and timers with them: it is looked every hour whether a day has passed. */
export const lookEveryMs = 3_600_000;

/** Whether it is time to ask by itself. A clock that was set back must not put it off for ever. */
export function isCheckDue(lastMs: number | null, nowMs: number): boolean {
  return lastMs === null || nowMs - lastMs >= dayMs || lastMs > nowMs;
}
