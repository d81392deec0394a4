import { noteBatchSpeed } from "../operations/batch-speed.js";
import { runBatchStep } from "../operations/batch-step.js";
import type { OperationContext } from "../operations/context.js";
import type { Worker } from "../operations/worker.js";

/** Runs batch jobs step by step, yielding to requests between two steps. */
export function startBatchRunner(context: OperationContext, onStep: () => void): Worker {
  let isRunning = false;
  let isStopped = false;

  const step = () => {
    isRunning = false;
    if (isStopped) return;
    const startedMs = performance.now();
    try {
      const done = runBatchStep(context);
      if (done === null) return;
      const { identifiers } = done;
      if (identifiers > 0) noteBatchSpeed(context.db, (performance.now() - startedMs) / identifiers);
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
    work: () => {
      start();
      return null;
    },
    stop: () => {
      isStopped = true;
      return Promise.resolve();
    },
  };
}
