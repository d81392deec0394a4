import { recordMsPerIdentifier } from "../operations/batch/batch.js";
import { runBatchStep } from "../operations/batch/batch-step.js";
import type { OperationContext } from "../operations/request/context.js";
import type { BackgroundWorker } from "../operations/request/effects.js";

/** Runs batch jobs step by step, yielding to requests between two steps. */
export function createBatchRunner(context: OperationContext, onStep: () => void): BackgroundWorker {
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
