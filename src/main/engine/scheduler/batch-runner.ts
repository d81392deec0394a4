import { readSetting, saveSetting } from "../db/setting.js";
import { write } from "../db/store.js";
import { smoothed } from "../domain/batch-times.js";
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
      const { identifiers } = runBatchStep(context);
      if (identifiers === 0) return;
      noteSpeed(context, (performance.now() - startedMs) / identifiers);
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

/** What estimates of later jobs are made from. */
function noteSpeed({ db }: OperationContext, msPerIdentifier: number): void {
  const before = readSetting(db, "batch.ms_per_identifier");
  const speed = smoothed(before === null ? null : Number(before), msPerIdentifier);
  write(db, (tx) => saveSetting(tx, "batch.ms_per_identifier", String(speed)));
}
