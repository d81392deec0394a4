import { noteBatchSpeed } from "../operations/batch-speed.js";
import { runBatchStep } from "../operations/batch-step.js";
import type { OperationContext } from "../operations/context.js";
import type { Worker } from "../operations/worker.js";

/** Runs batch jobs step by step; requests get their turn between two steps. */
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
      // Looked at again before long: the job is as it was.
      context.log.error("A step of a batch job could not be kept.", error);
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
