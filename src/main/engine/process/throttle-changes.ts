import type { EngineEvent } from "../../../shared/engine-process.js";

type ChangeKind = Extract<EngineEvent, { kind: "changed" }>["dataKind"];

/** A window that refetched for each of a thousand deliveries a second would do nothing else. */
const intervalMs = 250;

/**
 * Throttles change events, each kind on its own: the first passes immediately, later ones at most every 250 ms, and
 * the last is never dropped. The database holds the changes themselves; an event is only a signal to refetch.
 */
export function throttleChanges(emit: (kind: ChangeKind) => void): (kind: ChangeKind) => void {
  /** Kinds emitted within the pause, and whether another change has arrived since. */
  const throttled = new Map<ChangeKind, { hasMore: boolean }>();
  const emitNow = (kind: ChangeKind) => {
    const state = { hasMore: false };
    throttled.set(kind, state);
    emit(kind);
    const timer = setTimeout(() => {
      throttled.delete(kind);
      if (state.hasMore) emitNow(kind);
    }, intervalMs);
    timer.unref();
  };
  return (kind) => {
    const state = throttled.get(kind);
    if (state === undefined) emitNow(kind);
    else state.hasMore = true;
  };
}
