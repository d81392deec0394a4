import type { LongWork } from "../operations/long-work.js";
import type { ParentLink } from "./parent-link.js";

export interface HostWork {
  /** What an operation under this id is given. */
  begin(id: number): LongWork;
  end(id: number): void;
  cancel(id: number): void;
}

/** Main's operations that are under way: their progress goes to main, main's wish to cancel comes to them. */
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
