export const dayMs = 86_400_000;

/** Timers stop while the computer sleeps, so check every hour whether a day has passed. */
export const lookEveryMs = 3_600_000;

/** Whether an automatic check is due. A clock that was set back must not postpone it forever. */
export function isCheckDue(lastMs: number | null, nowMs: number): boolean {
  return lastMs === null || nowMs - lastMs >= dayMs || lastMs > nowMs;
}
