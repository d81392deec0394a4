export const dayMs = 86_400_000;

/** Timers stop while the computer sleeps, so check every hour whether a day has passed. */
export const checkIntervalMs = 3_600_000;

/** Whether an automatic check is due. A clock that was set back must not postpone it forever. */
export function isCheckDue(lastCheckMs: number | null, nowMs: number): boolean {
  return lastCheckMs === null || nowMs - lastCheckMs >= dayMs || lastCheckMs > nowMs;
}
