import type { EngineEvent } from "../../../shared/engine-process.js";
import { backoffMs } from "../../../shared/time.js";
import type { Logger } from "../operations/request/context.js";

function logErrors(task: () => unknown, log: Logger): () => void {
  return () => {
    try {
      task();
    } catch (error) {
      log.error("Background work failed; it will be retried.", error);
    }
  };
}

/** Runs a task every `intervalMs` until the returned function is called. A failure is logged and retried. */
export function startInterval(intervalMs: number, task: () => unknown, log: Logger): () => void {
  const timer = setInterval(logErrors(task, log), intervalMs);
  // An interval alone must not keep the process alive.
  timer.unref();
  return () => clearInterval(timer);
}

/** Runs a task once after `delayMs`, unless the returned function is called first. */
export function startTimeout(delayMs: number, task: () => unknown, log: Logger): () => void {
  const timer = setTimeout(logErrors(task, log), delayMs);
  timer.unref();
  return () => clearTimeout(timer);
}

export type ChangeKind = Extract<EngineEvent, { kind: "changed" }>["dataKind"];

/**
 * A shopper waits for the few changes of one act. A window that refetched for each of a thousand deliveries a second would
 * do nothing else.
 */
const pauses = { firstMs: 10, maxMs: 250 };

/**
 * Throttles change events, each kind on its own: the first passes immediately, later ones after pauses that double while
 * changes continue, and the last is never dropped. The database holds the changes themselves; an event is only a signal
 * to refetch.
 */
export function throttleChanges(emit: (kind: ChangeKind) => void): (kind: ChangeKind) => void {
  /** Kinds emitted within the pause, and whether another change has arrived since. */
  const throttled = new Map<ChangeKind, { hasMore: boolean }>();
  const emitNow = (kind: ChangeKind, emitted: number) => {
    const state = { hasMore: false };
    throttled.set(kind, state);
    emit(kind);
    const timer = setTimeout(
      () => {
        throttled.delete(kind);
        if (state.hasMore) emitNow(kind, emitted + 1);
      },
      backoffMs(emitted, pauses),
    );
    timer.unref();
  };
  return (kind) => {
    const state = throttled.get(kind);
    if (state === undefined) emitNow(kind, 1);
    else state.hasMore = true;
  };
}
