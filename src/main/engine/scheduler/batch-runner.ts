import { recordMsPerIdentifier } from "../operations/batch/batch.js";
import {
  type BatchLookup,
  type FoundBatch,
  nextHeavyLookup,
  runBatchStep,
} from "../operations/batch/batch-step.js";
import type { BatchFinding } from "../operations/batch/look-up-batch.js";
import type { OperationContext } from "../operations/request/context.js";
import type { BackgroundWorker } from "../operations/request/effects.js";

export interface BatchRunnerOptions {
  /** Looks identifiers up off the event loop; without it, all are looked up on it. */
  readonly lookUpOnThread?: ((lookup: BatchLookup) => Promise<readonly BatchFinding[]>) | undefined;
  readonly onStep: () => void;
}

/** Runs batch jobs step by step, yielding to requests between two steps. */
export function createBatchRunner(
  context: OperationContext,
  { lookUpOnThread, onStep }: BatchRunnerOptions,
): BackgroundWorker {
  let isRunning = false;
  let isStopped = false;
  let stepping = Promise.resolve();

  const findHeavy = async (): Promise<FoundBatch | null> => {
    const lookup = lookUpOnThread === undefined ? null : nextHeavyLookup(context.db);
    if (lookup === null || lookUpOnThread === undefined) return null;
    try {
      return { lookup, findings: await lookUpOnThread(lookup) };
    } catch (error) {
      context.log.error(
        "The reader's thread could not look identifiers up; the event loop does it instead.",
        error,
      );
      return null;
    }
  };

  const step = async () => {
    if (isStopped) return;
    const startedMs = performance.now();
    try {
      const found = await findHeavy();
      if (isStopped) return;
      const identifiers = runBatchStep(context, found);
      if (identifiers === null) return;
      if (identifiers > 0) recordMsPerIdentifier(context.db, (performance.now() - startedMs) / identifiers);
    } catch (error) {
      // The job is unchanged, and the next wake-up retries it.
      context.log.error("A step of a batch job could not be saved.", error);
      return;
    } finally {
      isRunning = false;
    }
    onStep();
    start();
  };

  const start = () => {
    if (isRunning) return;
    isRunning = true;
    setImmediate(() => {
      stepping = step();
    });
  };

  return {
    runDue: () => {
      start();
      return null;
    },
    stop: () => {
      isStopped = true;
      return stepping;
    },
  };
}
