import type { InboxEntry } from "../../../shared/app/alerts.js";
import type { StoredOffer } from "../db/offer.js";
import type { StoredSchedule } from "../db/schedule.js";
import type { Announcer } from "../operations/announce.js";
import type { OperationContext } from "../operations/context.js";
import { followClockBack, nextTurn, spreadOverdue, takeDue } from "../operations/schedule-due.js";
import { beginRun, checkableOffers, enterCheck, finishRun, sourceOf } from "../operations/schedule-run.js";
import type { Worker } from "../operations/worker.js";
import type { CheckResult, Source } from "../sources/source.js";

export interface SchedulerOptions extends OperationContext {
  readonly sources: readonly Source[];
  /** Called after an event enters the outbox. */
  readonly onEvent: () => void;
  /** Called with a new inbox entry about failing or recovered checks. */
  readonly onTold?: (entry: InboxEntry) => void;
  /** Called after a run has ended. */
  readonly onRun: () => void;
}

const tookTooLong: CheckResult = {
  kind: "failed",
  outcome: "timeout",
  detail: "The check took too long and was cancelled.",
};

/** Not every source honours its signal. */
function whenAborted(signal: AbortSignal): Promise<CheckResult> {
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve(tookTooLong), { once: true });
  });
}

/** Concurrent runs. Sources that have to be polite have queues of their own. */
const runsAtOnce = 16;
/** No source should take this long; one that does must not block its schedule forever. */
const checkLimitMs = 120_000;

const failedUnexpectedly: CheckResult = {
  kind: "failed",
  outcome: "error",
  detail: "The check failed unexpectedly; see the log.",
};

/**
 * Runs due schedules. Database rows record what is due and what has started. Memory holds only the work in
 * progress in this process, so nothing is checked twice at a time, and a killed run resumes.
 */
class Scheduler implements Worker {
  readonly #options: SchedulerOptions;
  readonly #runs = new Map<number, Promise<void>>();
  readonly #checks = new Map<number, Promise<void>>();
  /** Failed runs wait for the next wake-up: an immediate retry does not cure a full disk. */
  readonly #resting = new Set<number>();
  readonly #ending = new AbortController();
  #lastNowMs = Number.POSITIVE_INFINITY;

  constructor(options: SchedulerOptions) {
    this.#options = options;
  }

  work(): number | null {
    const { db, clock } = this.#options;
    const nowMs = clock.now();
    if (nowMs < this.#lastNowMs) followClockBack(db, nowMs);
    this.#lastNowMs = nowMs;
    this.#resting.clear();
    spreadOverdue(db, nowMs);
    this.#startDue();
    // Due schedules without a free slot start when a run ends.
    return nextTurn(db, nowMs);
  }

  async stop(): Promise<void> {
    this.#ending.abort();
    await Promise.allSettled(this.#runs.values());
  }

  get #isEnding(): boolean {
    return this.#ending.signal.aborted;
  }

  #announcer(): Announcer {
    const { clock, randomBytes, onEvent } = this.#options;
    return { nowMs: clock.now(), randomBytes, onEvent };
  }

  #startDue(): void {
    const free = runsAtOnce - this.#runs.size;
    if (free <= 0) return;
    const { db, clock } = this.#options;
    const due = takeDue(db, clock.now(), runsAtOnce + this.#resting.size).filter(
      ({ id }) => !this.#runs.has(id) && !this.#resting.has(id),
    );
    for (const schedule of due.slice(0, free)) this.#start(schedule);
  }

  #start(schedule: StoredSchedule): void {
    const { log } = this.#options;
    const running = this.#run(schedule)
      .catch((error: unknown) => {
        this.#resting.add(schedule.id);
        log.error("A scheduled check failed and will be retried.", error);
      })
      .finally(() => {
        this.#runs.delete(schedule.id);
        if (!this.#isEnding) this.#startDue();
      })
      // The next wake-up tries again.
      .catch((error: unknown) => log.error("Scheduled checks could not be started.", error));
    this.#runs.set(schedule.id, running);
  }

  async #run(schedule: StoredSchedule): Promise<void> {
    const { db, clock, sources, onRun } = this.#options;
    beginRun(db, schedule, clock.now());
    await Promise.all(checkableOffers(db, sources, schedule).map((offer) => this.#checkOnce(offer)));
    if (this.#isEnding) return;
    finishRun(db, this.#announcer(), schedule.id);
    onRun();
  }

  /** Joins a check of the same offer that is already in progress. */
  #checkOnce(offer: StoredOffer): Promise<void> {
    const underWay =
      this.#checks.get(offer.id) ?? this.#check(offer).finally(() => this.#checks.delete(offer.id));
    this.#checks.set(offer.id, underWay);
    return underWay;
  }

  async #check(offer: StoredOffer): Promise<void> {
    const { db, sources } = this.#options;
    const source = sourceOf(sources, offer);
    if (source === undefined) return;
    const result = await this.#ask(source, offer);
    if (this.#isEnding) return;
    const told = enterCheck(db, this.#announcer(), offer, result);
    if (told !== null) this.#options.onTold?.(told);
  }

  async #ask(source: Source, offer: StoredOffer): Promise<CheckResult> {
    const signal = AbortSignal.any([this.#ending.signal, AbortSignal.timeout(checkLimitMs)]);
    try {
      return await Promise.race([source.check(offer, signal), whenAborted(signal)]);
    } catch (error) {
      if (signal.aborted) return tookTooLong;
      this.#options.log.error("A check failed unexpectedly.", error, { offer: offer.publicId });
      return failedUnexpectedly;
    }
  }
}

export function startScheduler(options: SchedulerOptions): Worker {
  return new Scheduler(options);
}
