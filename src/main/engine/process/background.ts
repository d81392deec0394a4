import type { ReadDb } from "../db/store.js";
import type { Clock } from "../domain/clock.js";
import type { Log } from "../operations/context.js";
import type { BackgroundWork } from "../operations/effects.js";
import type { Worker } from "../operations/worker.js";
import { startTicker } from "./ticker.js";

/** Computers sleep and clocks are set, so no worker relies on a timer for longer than this. */
const longestSleepMs = 30_000;
/** How often to look for rows written by another process, such as an import on the command line. */
const pulseMs = 1_000;

export interface Background {
  /** Wakes the worker for this kind of work, after the current turn of the event loop. */
  nudge(work: BackgroundWork): void;
  /** Wakes every worker, because the clock may have jumped. */
  wake(): void;
  stop(): Promise<void>;
}

export interface BackgroundOptions {
  readonly db: ReadDb;
  readonly clock: Clock;
  readonly log: Log;
  readonly workers: Readonly<Record<BackgroundWork, Worker>>;
}

/** Runs one worker: when its next work is due, when it is woken, and at least every 30 s. */
class Shift {
  readonly #name: BackgroundWork;
  readonly #options: BackgroundOptions;
  #timer: NodeJS.Timeout | undefined;
  #isNudged = false;
  #isOver = false;

  constructor(name: BackgroundWork, options: BackgroundOptions) {
    this.#name = name;
    this.#options = options;
  }

  nudge(): void {
    if (this.#isNudged) return;
    this.#isNudged = true;
    setImmediate(() => {
      this.#isNudged = false;
      this.#look();
    });
  }

  async end(): Promise<void> {
    this.#isOver = true;
    clearTimeout(this.#timer);
    await this.#options.workers[this.#name].stop();
  }

  #look(): void {
    if (this.#isOver) return;
    clearTimeout(this.#timer);
    const nextMs = this.#work();
    const sleepMs = nextMs === null ? longestSleepMs : Math.max(0, nextMs - this.#options.clock.now());
    this.#timer = setTimeout(() => this.#look(), Math.min(longestSleepMs, sleepMs));
    this.#timer.unref();
  }

  #work(): number | null {
    try {
      return this.#options.workers[this.#name].work();
    } catch (error) {
      this.#options.log.error("Background work failed; it will be retried.", error, { work: this.#name });
      return null;
    }
  }
}

/** Runs the workers until `stop`. */
export function startBackground(options: BackgroundOptions): Background {
  const shifts: Record<BackgroundWork, Shift> = {
    deliveries: new Shift("deliveries", options),
    schedules: new Shift("schedules", options),
    batches: new Shift("batches", options),
    snoozes: new Shift("snoozes", options),
  };
  const wake = () => {
    for (const shift of Object.values(shifts)) shift.nudge();
  };
  const stopPulse = startPulse(options, wake);
  wake();
  return {
    nudge: (work) => shifts[work].nudge(),
    wake,
    stop: async () => {
      stopPulse();
      await Promise.all(Object.values(shifts).map((shift) => shift.end()));
    },
  };
}

/** Calls `onWritten` when another connection has changed the database. */
function startPulse({ db, log }: BackgroundOptions, onWritten: () => void): () => void {
  const versionNow = () => db.connection.pragma("data_version", { simple: true });
  let version = versionNow();
  const look = () => {
    const now = versionNow();
    if (now !== version) onWritten();
    version = now;
  };
  return startTicker(pulseMs, look, log);
}
