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

export interface BackgroundOptions {
  readonly db: ReadDb;
  readonly clock: Clock;
  readonly log: Log;
  readonly workers: Readonly<Record<BackgroundWork, Worker>>;
}

/** Lets one worker look for work: when it wants to, when it is told to, and every 30 s in any case. */
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
      this.#options.log.error("Background work failed; it is tried again.", error, { work: this.#name });
      return null;
    }
  }
}

/** Sets the workers to work until `stop`. */
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

/** Calls `onWritten` when another connection has written. */
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
