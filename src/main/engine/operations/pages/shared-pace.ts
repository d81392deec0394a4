import { readSetting, saveSetting } from "../../db/setting.js";
import { type ReadDb, type WriteDb, write } from "../../db/store.js";
import type { Clock } from "../../domain/clock.js";
import { maxRetryAfterMs, type SharedPace } from "../../sources/page/host-queue.js";

/** How long a visit takes at most: others go on after one whose process was killed. */
const maxVisitMs = 60_000;

/** When hosts are free, in milliseconds UTC. */
type FreeTimes = Readonly<Record<string, number>>;

function saveFreeTime(tx: WriteDb, times: FreeTimes, host: string, freeAtMs: number, nowMs: number): void {
  const others = Object.entries(times).filter(([name, atMs]) => name !== host && atMs > nowMs);
  saveSetting(tx, "pages.free_at", JSON.stringify(Object.fromEntries([...others, [host, freeAtMs]])));
}

/** The pace of commands that visit shops at the same time, without an engine. `speed` times the clock's. */
export function sharedPace(db: ReadDb, clock: Clock, speed: number): SharedPace {
  const change = <T>(work: (tx: WriteDb, times: FreeTimes, nowMs: number) => T): T =>
    // Written only by this module.
    write(db, (tx) => work(tx, JSON.parse(readSetting(tx, "pages.free_at") ?? "{}"), clock.now()));
  return {
    begin: (host) =>
      change((tx, times, nowMs) => {
        const waitMs = (times[host] ?? 0) - nowMs;
        // A clock that ran ahead has begun a longer pause than any shop can ask for.
        if (waitMs > 0 && waitMs <= maxRetryAfterMs) return Math.min(maxVisitMs, waitMs) * speed;
        saveFreeTime(tx, times, host, nowMs + maxVisitMs, nowMs);
        return 0;
      }),
    end: (host, pauseMs) =>
      change((tx, times, nowMs) => saveFreeTime(tx, times, host, nowMs + pauseMs / speed, nowMs)),
  };
}
