import type { HostOperation, HostProgress, HostResult } from "../../../shared/data/host-operations.js";
import type { HostContext } from "../operations/host-registry.js";
import type { TaskControl } from "../operations/request/task-control.js";
import type { ParentLink } from "./parent-link.js";

export interface RunningHostCalls {
  /** Registers an operation, and returns its cancel signal and progress callback. */
  begin(id: number): TaskControl;
  end(id: number): void;
  cancel(id: number): void;
}

export interface HostCalls {
  call<K extends HostOperation>(operation: K, input: unknown, control: TaskControl): Promise<HostResult<K>>;
  /** Cancels the calls in progress, and resolves once none of them uses the database. */
  stop(): Promise<void>;
}

/** Runs the file operations of the app's main process. Calls `onImported` after every import, even a failed one. */
export function createHostCalls(context: HostContext, onImported: () => void): HostCalls {
  const stopping = new AbortController();
  const running = new Set<Promise<unknown>>();
  return {
    call: (operation, input, control) => {
      const signal = AbortSignal.any([control.signal, stopping.signal]);
      const onProgress = throttleProgress(control.onProgress);
      // Imported with the first call, to keep the engine's start fast.
      const result = import("../operations/host-registry.js").then(({ performHostOperation }) =>
        performHostOperation(context, operation, input, { onProgress, signal }),
      );
      running.add(result);
      void result.finally(() => {
        running.delete(result);
        if (operation === "catalogue.import") onImported();
      });
      return result;
    },
    stop: async () => {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

/** The window redraws no faster than this, and each message has a cost. */
const progressIntervalMs = 80;

function throttleProgress(emit: (progress: HostProgress) => void): (progress: HostProgress) => void {
  let emittedMs = Number.NEGATIVE_INFINITY;
  return (progress) => {
    const nowMs = performance.now();
    if (nowMs - emittedMs < progressIntervalMs) return;
    emittedMs = nowMs;
    emit(progress);
  };
}

/** Connects the main process to its operations in progress: sends their progress, and cancels them. */
export function trackHostCalls(link: Pick<ParentLink, "send">): RunningHostCalls {
  const controllers = new Map<number, AbortController>();
  return {
    begin: (id) => {
      const controller = new AbortController();
      controllers.set(id, controller);
      return {
        signal: controller.signal,
        onProgress: (progress) => link.send({ kind: "host-progress", id, progress }),
      };
    },
    end: (id) => controllers.delete(id),
    cancel: (id) => controllers.get(id)?.abort(),
  };
}
