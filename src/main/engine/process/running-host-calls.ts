import type { TaskControl } from "../operations/request/task-control.js";
import type { ParentLink } from "./parent-link.js";

export interface RunningHostCalls {
  /** Registers an operation, and returns its cancel signal and progress callback. */
  begin(id: number): TaskControl;
  end(id: number): void;
  cancel(id: number): void;
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
