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
  /** An event has been put into the outbox. */
  readonly onEvent: () => void;
  /** A run has ended. */
  readonly onRun: () => void;
}

const tookTooLong: CheckResult = {
  kind: "failed",
  outcome: "timeout",
  detail: "The check took too long and was given up.",
};

/** Not every source listens to its signal. */
function whenAborted(signal: AbortSignal): Promise<CheckResult> {
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve(tookTooLong), { once: true });
  });
}

/** Runs under way at a time. A source queues by itself where it has to be polite. */
const runsAtOnce = 16;
/** No source should take so long; one that does must not hold its schedule for ever. */
const checkLimitMs = 120_000;

/**
 * Checks what is due. The rows say what that is and what has begun; kept here is only what is under way in this
 * process, so that nothing is checked twice at a time and a killed run is taken up again.
 */
export function startScheduler(options: SchedulerOptions): Worker {
  const { db, clock, log, sources } = options;
  const runs = new Map<number, Promise<void>>();
  const checks = new Map<number, Promise<void>>();
  /** Runs that failed rest until the next look: a full disk is not cured by trying at once. */
  const resting = new Set<number>();
  const ending = new AbortController();
  let lastNowMs = Number.POSITIVE_INFINITY;

  const announcer = (): Announcer => ({
    nowMs: clock.now(),
    randomBytes: options.randomBytes,
    onEvent: options.onEvent,
  });

  const ask = async (source: Source, offer: StoredOffer): Promise<CheckResult> => {
    const signal = AbortSignal.any([ending.signal, AbortSignal.timeout(checkLimitMs)]);
    try {
      return await Promise.race([source.check(offer, signal), whenAborted(signal)]);
    } catch (error) {
      if (signal.aborted) return tookTooLong;
      log.error("A check failed unexpectedly.", error, { offer: offer.publicId });
      return { kind: "failed", outcome: "error", detail: "The check failed unexpectedly; see the log." };
    }
  };

  const check = async (offer: StoredOffer): Promise<void> => {
    const source = sourceOf(sources, offer);
    if (source === undefined) return;
    const result = await ask(source, offer);
    if (!ending.signal.aborted) enterCheck(db, announcer(), offer, result);
  };

  /** Whoever wants a check that is under way waits for that one. */
  const checkOnce = (offer: StoredOffer): Promise<void> => {
    const underWay = checks.get(offer.id) ?? check(offer).finally(() => checks.delete(offer.id));
    checks.set(offer.id, underWay);
    return underWay;
  };

  const run = async (schedule: StoredSchedule): Promise<void> => {
    beginRun(db, schedule, clock.now());
    await Promise.all(checkableOffers(db, sources, schedule).map(checkOnce));
    if (ending.signal.aborted) return;
    finishRun(db, announcer(), schedule.id);
    options.onRun();
  };

  const start = (schedule: StoredSchedule) => {
    const running = run(schedule)
      .catch((error: unknown) => {
        resting.add(schedule.id);
        log.error("A scheduled check failed; it is tried again.", error);
      })
      .finally(() => {
        runs.delete(schedule.id);
        if (!ending.signal.aborted) startDue();
      })
      // Looked for again before long.
      .catch((error: unknown) => log.error("Scheduled checks could not be started.", error));
    runs.set(schedule.id, running);
  };

  const startDue = () => {
    const free = runsAtOnce - runs.size;
    if (free <= 0) return;
    const due = takeDue(db, clock.now(), runsAtOnce + resting.size).filter(
      ({ id }) => !runs.has(id) && !resting.has(id),
    );
    for (const schedule of due.slice(0, free)) start(schedule);
  };

  return {
    work: () => {
      const nowMs = clock.now();
      if (nowMs < lastNowMs) followClockBack(db, nowMs);
      lastNowMs = nowMs;
      resting.clear();
      spreadOverdue(db, nowMs);
      startDue();
      // What is due and could not begin is begun when a run ends.
      return nextTurn(db, nowMs);
    },
    stop: async () => {
      ending.abort();
      await Promise.allSettled(runs.values());
    },
  };
}
