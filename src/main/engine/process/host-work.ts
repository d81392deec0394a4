import type { LongWork } from "../operations/long-work.js";
import type { ParentLink } from "./parent-link.js";

export interface HostWork {
  /** Registers an operation, and returns its cancel signal and progress callback. */
  begin(id: number): LongWork;
  end(id: number): void;
  cancel(id: number): void;
}

/** Connects the main process to its operations in progress: sends their progress, and cancels them. */
export function hostWork(link: Pick<ParentLink, "send">): HostWork {
  const underWay = new Map<number, AbortController>();
  return {
    begin: (id) => {
      const controller = new AbortController();
      underWay.set(id, controller);
      return {
        signal: controller.signal,
        onProgress: (progress) => link.send({ kind: "host-progress", id, progress }),
      };
    },
    end: (id) => underWay.delete(id),
    cancel: (id) => underWay.get(id)?.abort(),
  };
}
