import type { ReadDb } from "../db/store.js";
import type { Clock } from "../domain/clock.js";
import type { Log } from "../operations/context.js";
import type { BackgroundWork } from "../operations/effects.js";
import type { Worker } from "../operations/worker.js";
import { startTicker } from "./ticker.js";

/** Computers sleep and clocks are set: nobody relies on a timer for longer than this. */
const longestSleepMs = 30_000;
/** How soon rows are seen that another process has written: an import at the command line, say. */
const pulseMs = 1_000;

export interface Background {
  /** There may be work of this kind; looked for once what runs now is over. */
  nudge(work: BackgroundWork): void;
  /** The clock may have jumped: everybody looks. */
  wake(): void;
  stop(): Promise<void>;
}

/** Lets each worker look for work: when it wants to, when it is told to, and every 30 s in any case. */
export function startBackground(options: {
  readonly db: ReadDb;
  readonly clock: Clock;
  readonly log: Log;
  readonly workers: Readonly<Record<BackgroundWork, Worker>>;
}): Background {
  const { clock, log, workers } = options;
  const names = Object.keys(workers) as BackgroundWork[];
  const timers = new Map<BackgroundWork, NodeJS.Timeout>();
  const nudged = new Set<BackgroundWork>();
  let isStopped = false;

  const look = (name: BackgroundWork) => {
    if (isStopped) return;
    clearTimeout(timers.get(name));
    let nextMs: number | null = null;
    try {
      nextMs = workers[name].work();
    } catch (error) {
      log.error("Background work failed; it is tried again.", error, { work: name });
    }
    const sleepMs = nextMs === null ? longestSleepMs : Math.max(0, nextMs - clock.now());
    const timer = setTimeout(() => look(name), Math.min(longestSleepMs, sleepMs));
    timer.unref();
    timers.set(name, timer);
  };

  const nudge = (name: BackgroundWork) => {
    if (nudged.has(name)) return;
    nudged.add(name);
    setImmediate(() => {
      nudged.delete(name);
      look(name);
    });
  };

  const wake = () => {
    for (const name of names) nudge(name);
  };

  let version = dataVersion(options.db);
  const stopPulse = startTicker(
    pulseMs,
    () => {
      const now = dataVersion(options.db);
      if (now !== version) wake();
      version = now;
    },
    log,
  );
  wake();
  return {
    nudge,
    wake,
    stop: async () => {
      isStopped = true;
      stopPulse();
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(names.map((name) => workers[name].stop()));
    },
  };
}

/** Differs when another connection has written. */
function dataVersion({ connection }: ReadDb): unknown {
  return connection.pragma("data_version", { simple: true });
}
