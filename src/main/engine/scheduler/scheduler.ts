import type { StoredOffer } from "../db/prices/offer.js";
import { write } from "../db/store.js";
import {
  dueSchedules,
  makeSchedulesDue,
  nextScheduleDueMs,
  type StoredSchedule,
  scheduleOfProduct,
} from "../db/watch/schedule.js";
import type { OperationContext } from "../operations/request/context.js";
import type { BackgroundWorker } from "../operations/request/effects.js";
import type { WatchedBy } from "../operations/watch/check-product.js";
import { skipEndedChecks } from "../operations/watch/purchases.js";
import {
  beginRun,
  checkableOffers,
  findSource,
  finishRun,
  needsInternet,
  offersToCheck,
  recordCheck,
  wasAsked,
} from "../operations/watch/schedule-run.js";
import { spreadOverdueSchedules } from "../operations/watch/schedules.js";
import type { PublishContext } from "../operations/webhooks/publish-event.js";
import type { CheckResult, Source } from "../sources/source.js";

interface SchedulerOptions extends OperationContext {
  readonly sources: readonly Source[];
  /** Whether the computer has no network, so that checks on the internet wait. */
  readonly isOffline: () => boolean;
  /** Called after an event enters the outbox, or an alert the inbox. */
  readonly onEvent: () => void;
  /** Called after a run has ended. */
  readonly onRunEnd: () => void;
}

const timedOutResult: CheckResult = {
  kind: "failed",
  outcome: "timeout",
  detail: "The check took too long and was cancelled.",
};

/** Settles the check of a source that ignores its signal. */
function resultWhenAborted(signal: AbortSignal): Promise<CheckResult> {
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve(timedOutResult), { once: true });
  });
}

/**
 * Sources that have to be polite limit themselves by queues of their own: most of these runs wait for the turn of a shop
 * that is slow or paused, and must not hold up those of other shops.
 */
const maxConcurrentRuns = 32;
/** Longer than any source takes, the wait for a shop's turn included. A check that hangs must not block its schedule. */
const checkTimeoutMs = 15 * 60_000;

/** How often to look for the network while checks wait for it. */
export const networkPollMs = 10_000;

const unexpectedFailure: CheckResult = {
  kind: "failed",
  outcome: "error",
  detail: "The check failed unexpectedly; see the log.",
};

/**
 * Runs due schedules. Database rows record due and started runs, so a killed run resumes. Memory holds only the
 * work in progress, so that no offer is checked twice at a time.
 */
export class Scheduler implements BackgroundWorker {
  readonly #options: SchedulerOptions;
  readonly #runs = new Map<number, Promise<void>>();
  /** Whether each check in progress asks its shop or service. */
  readonly #checks = new Map<number, Promise<boolean>>();
  /** Failed runs wait for the next wake-up: an immediate retry does not cure a full disk. */
  readonly #failedRuns = new Set<number>();
  /** Due runs that wait for the network. */
  readonly #waitingRuns = new Set<number>();
  readonly #stopController = new AbortController();

  constructor(options: SchedulerOptions) {
    this.#options = options;
  }

  runDue(): number | null {
    const { db, clock } = this.#options;
    const nowMs = clock.now();
    this.#failedRuns.clear();
    if (this.#waitingRuns.size > 0 && !this.#options.isOffline()) this.#waitingRuns.clear();
    skipEndedChecks(db, nowMs);
    spreadOverdueSchedules(db, nowMs);
    this.#startDue();
    // Due schedules without a free slot start when a run ends.
    const nextMs = nextScheduleDueMs(db, nowMs);
    if (this.#waitingRuns.size === 0) return nextMs;
    return Math.min(nextMs ?? Number.POSITIVE_INFINITY, nowMs + networkPollMs);
  }

  /** Checks a product's offers now, watched or not, and joins checks in progress. A failure is logged. */
  async check({ accountId, productId }: WatchedBy): Promise<void> {
    const { db, sources, clock } = this.#options;
    write(db, (tx) => makeSchedulesDue(tx, { accountId, productId, nowMs: clock.now() }));
    const schedule = scheduleOfProduct(db, accountId, productId);
    if (schedule === undefined) {
      const offers = checkableOffers(db, sources, { productId, retailer: null });
      await Promise.all(offers.map((offer) => this.#checkOnce(offer)));
      return;
    }
    if (!this.#runs.has(schedule.id)) this.#start(schedule);
    await this.#runs.get(schedule.id);
  }

  async stop(): Promise<void> {
    this.#stopController.abort();
    await Promise.allSettled(this.#runs.values());
  }

  get #isStopping(): boolean {
    return this.#stopController.signal.aborted;
  }

  #createPublishContext(): PublishContext {
    const { clock, randomBytes, onEvent } = this.#options;
    return { nowMs: clock.now(), randomBytes, onEvent };
  }

  #startDue(): void {
    const free = maxConcurrentRuns - this.#runs.size;
    if (free <= 0) return;
    const { db, sources, clock, isOffline } = this.#options;
    const skipped = new Set([...this.#failedRuns, ...this.#waitingRuns]);
    const due = dueSchedules(db, clock.now(), maxConcurrentRuns + skipped.size).filter(
      ({ id }) => !this.#runs.has(id) && !skipped.has(id),
    );
    const waiting =
      due.length > 0 && isOffline() ? due.filter((schedule) => needsInternet(db, sources, schedule)) : [];
    for (const { id } of waiting) this.#waitingRuns.add(id);
    for (const schedule of due.filter((each) => !waiting.includes(each)).slice(0, free))
      this.#start(schedule);
  }

  #start(schedule: StoredSchedule): void {
    const { log } = this.#options;
    const running = this.#run(schedule)
      .catch((error: unknown) => {
        this.#failedRuns.add(schedule.id);
        log.error("A scheduled check failed and will be retried.", error);
      })
      .finally(() => {
        this.#runs.delete(schedule.id);
        if (!this.#isStopping) this.#startDue();
      })
      // The next wake-up tries again.
      .catch((error: unknown) => log.error("Scheduled checks could not be started.", error));
    this.#runs.set(schedule.id, running);
  }

  async #run(schedule: StoredSchedule): Promise<void> {
    const { db, clock, sources, onRunEnd } = this.#options;
    beginRun(db, schedule, clock.now());
    const asked = await Promise.all(
      offersToCheck(db, sources, schedule).map((offer) => this.#checkOnce(offer)),
    );
    if (this.#isStopping) return;
    finishRun(db, this.#createPublishContext(), schedule.id, asked.includes(true));
    onRunEnd();
  }

  /** Joins a check of the same offer that is already in progress. */
  #checkOnce(offer: StoredOffer): Promise<boolean> {
    const inProgress =
      this.#checks.get(offer.id) ?? this.#check(offer).finally(() => this.#checks.delete(offer.id));
    this.#checks.set(offer.id, inProgress);
    return inProgress;
  }

  async #check(offer: StoredOffer): Promise<boolean> {
    const { db, sources } = this.#options;
    const source = findSource(sources, offer);
    if (source === undefined) return false;
    const result = await this.#checkSource(source, offer);
    if (this.#isStopping) return false;
    recordCheck(db, this.#createPublishContext(), offer, result);
    return wasAsked(result);
  }

  async #checkSource(source: Source, offer: StoredOffer): Promise<CheckResult> {
    const signal = AbortSignal.any([this.#stopController.signal, AbortSignal.timeout(checkTimeoutMs)]);
    try {
      return await Promise.race([source.check(offer, signal), resultWhenAborted(signal)]);
    } catch (error) {
      if (signal.aborted) return timedOutResult;
      this.#options.log.error("A check failed unexpectedly.", error, { offer: offer.publicId });
      return unexpectedFailure;
    }
  }
}
