import { type ReadDb, write } from "../db/store.js";
import { capWaits } from "../db/waits.js";
import type { Clock } from "../domain/clock.js";
import type { Logger } from "../operations/request/context.js";
import type { BackgroundWorker, WorkKind } from "../operations/request/effects.js";
import { startInterval } from "./timers.js";

/** Computers sleep and clocks change, so no worker relies on a timer for longer than this. */
const maxSleepMs = 30_000;
/** How often to look for rows written by another process, such as an import on the command line. */
const pollIntervalMs = 1_000;

export interface BackgroundWorkers {
  /** Wakes the worker for this kind of work, after the current turn of the event loop. */
  wakeWorker(work: WorkKind): void;
  /** Wakes every worker, because the clock may have jumped. */
  wakeAll(): void;
  stop(): Promise<void>;
}

export interface BackgroundOptions {
  readonly db: ReadDb;
  readonly clock: Clock;
  readonly log: Logger;
  readonly workers: Readonly<Record<WorkKind, BackgroundWorker>>;
  /** Called when another process has written to the database. */
  readonly onExternalWrite: () => void;
}

/** Runs one worker: when its next work is due, when it is woken, and at least every 30 s. */
class WorkerLoop {
  readonly #name: WorkKind;
  readonly #options: BackgroundOptions;
  #timer: NodeJS.Timeout | undefined;
  #isWakeScheduled = false;
  #isStopped = false;

  readonly #beforeRun: () => void;

  constructor(name: WorkKind, options: BackgroundOptions, beforeRun: () => void) {
    this.#name = name;
    this.#options = options;
    this.#beforeRun = beforeRun;
  }

  wake(): void {
    if (this.#isWakeScheduled) return;
    this.#isWakeScheduled = true;
    setImmediate(() => {
      this.#isWakeScheduled = false;
      this.#runAndReschedule();
    });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#options.workers[this.#name].stop();
  }

  #runAndReschedule(): void {
    if (this.#isStopped) return;
    clearTimeout(this.#timer);
    const nextMs = this.#runWorker();
    const sleepMs = nextMs === null ? maxSleepMs : Math.max(0, nextMs - this.#options.clock.now());
    this.#timer = setTimeout(() => this.#runAndReschedule(), Math.min(maxSleepMs, sleepMs));
    this.#timer.unref();
  }

  #runWorker(): number | null {
    try {
      this.#beforeRun();
      return this.#options.workers[this.#name].runDue();
    } catch (error) {
      this.#options.log.error("Background work failed; it will be retried.", error, { work: this.#name });
      return null;
    }
  }
}

/** Runs the workers until `stop`. */
export function startBackgroundWorkers(options: BackgroundOptions): BackgroundWorkers {
  const kinds = Object.keys(options.workers) as WorkKind[];
  const beforeRun = createWaitCap(options);
  const loops = new Map(kinds.map((kind) => [kind, new WorkerLoop(kind, options, beforeRun)]));
  const wakeAll = () => {
    for (const loop of loops.values()) loop.wake();
  };
  const stopWatching = watchForWrites(options, () => {
    wakeAll();
    options.onExternalWrite();
  });
  wakeAll();
  return {
    wakeWorker: (work) => loops.get(work)?.wake(),
    wakeAll,
    stop: async () => {
      stopWatching();
      await Promise.all([...loops.values()].map((loop) => loop.stop()));
    },
  };
}

/** Returns a function that shortens waits if the clock was set back since its last call, or while no engine ran. */
function createWaitCap({ db, clock }: BackgroundOptions): () => void {
  let lastNowMs = Number.POSITIVE_INFINITY;
  return () => {
    const nowMs = clock.now();
    if (nowMs < lastNowMs) write(db, (tx) => capWaits(tx, nowMs));
    lastNowMs = nowMs;
  };
}

/** Calls `onWritten` when another connection has changed the database. */
function watchForWrites({ db, log }: BackgroundOptions, onWritten: () => void): () => void {
  const readVersion = () => db.connection.pragma("data_version", { simple: true });
  let version = readVersion();
  const check = () => {
    const now = readVersion();
    if (now !== version) onWritten();
    version = now;
  };
  return startInterval(pollIntervalMs, check, log);
}
