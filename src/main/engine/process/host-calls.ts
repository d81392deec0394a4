import type { HostOperation, HostProgress, HostResult } from "../../../shared/data/host-operations.js";
import { type HostContext, performForHost } from "../operations/host-registry.js";
import type { LongWork } from "../operations/long-work.js";

export interface HostCalls {
  call<K extends HostOperation>(operation: K, input: unknown, work: LongWork): Promise<HostResult<K>>;
  /** Cancels the calls in progress, and resolves once none of them uses the database. */
  stop(): Promise<void>;
}

/** Runs the file operations of the app's main process. Calls `onImported` after every import, even a failed one. */
export function startHostCalls(context: HostContext, onImported: () => void): HostCalls {
  const stopping = new AbortController();
  const underWay = new Set<Promise<unknown>>();
  return {
    call: (operation, input, work) => {
      const signal = AbortSignal.any([work.signal, stopping.signal]);
      const onProgress = calmProgress(work.onProgress);
      const result = performForHost(context, operation, input, { onProgress, signal });
      underWay.add(result);
      void result.finally(() => {
        underWay.delete(result);
        if (operation === "catalogue.import") onImported();
      });
      return result;
    },
    stop: async () => {
      stopping.abort();
      await Promise.all(underWay);
    },
  };
}

/** The window redraws no faster than this, and each message has a cost. */
const progressPauseMs = 80;

function calmProgress(tell: (progress: HostProgress) => void): (progress: HostProgress) => void {
  let toldMs = Number.NEGATIVE_INFINITY;
  return (progress) => {
    const nowMs = performance.now();
    if (nowMs - toldMs < progressPauseMs) return;
    toldMs = nowMs;
    tell(progress);
  };
}
