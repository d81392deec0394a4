import type { InboxEntry } from "../../../shared/app/alerts.js";
import { nextSnoozeEndMs } from "../db/alert-snooze.js";
import { endSnoozes } from "../operations/alerts/end-snoozes.js";
import { recordMsPerIdentifier } from "../operations/batch/batch.js";
import { runBatchStep } from "../operations/batch/batch-step.js";
import type { OperationContext } from "../operations/request/context.js";
import type { BackgroundWorker } from "../operations/request/effects.js";

interface SnoozeWatchOptions extends OperationContext {
  /**
   * Whether this engine feeds the inbox. An engine without the app leaves ended snoozes to one with the app.
   */
  readonly hasListener: () => boolean;
  readonly onInboxEntry: (entry: InboxEntry) => void;
}

/** Runs batch jobs step by step, yielding to requests between two steps. */
export function startBatchRunner(context: OperationContext, onStep: () => void): BackgroundWorker {
  let isRunning = false;
  let isStopped = false;

  const step = () => {
    isRunning = false;
    if (isStopped) return;
    const startedMs = performance.now();
    try {
      const completedStep = runBatchStep(context);
      if (completedStep === null) return;
      const { identifiers } = completedStep;
      if (identifiers > 0) recordMsPerIdentifier(context.db, (performance.now() - startedMs) / identifiers);
    } catch (error) {
      // The job is unchanged, and the next wake-up retries it.
      context.log.error("A step of a batch job could not be saved.", error);
      return;
    }
    onStep();
    start();
  };

  const start = () => {
    if (isRunning) return;
    isRunning = true;
    setImmediate(step);
  };

  return {
    runDue: () => {
      start();
      return null;
    },
    stop: () => {
      isStopped = true;
      return Promise.resolve();
    },
  };
}

/** Raises the alerts that a snooze held back as soon as it ends: the next check may be a week away. */
export function startSnoozeWatch(options: SnoozeWatchOptions): BackgroundWorker {
  const { db, clock, hasListener, onInboxEntry } = options;
  return {
    runDue: () => {
      if (!hasListener()) return null;
      for (const entry of endSnoozes(options)) onInboxEntry(entry);
      return nextSnoozeEndMs(db, clock.now());
    },
    stop: () => Promise.resolve(),
  };
}
