import type { EngineNews } from "../../../shared/engine-process.js";

type Changed = Extract<EngineNews, { kind: "changed" }>["what"];

/** A window that refetched for each of a thousand deliveries a second would do nothing else. */
const pauseMs = 250;

/**
 * Throttles change events, each kind on its own: the first passes immediately, later ones at most every 250 ms, and
 * the last is never dropped. The database holds the changes themselves; an event only says that it is time to refetch.
 */
export function calmNews(tell: (what: Changed) => void): (what: Changed) => void {
  /** Kinds emitted within the pause, and whether another change has arrived since. */
  const recent = new Map<Changed, { hasMore: boolean }>();
  const say = (what: Changed) => {
    const since = { hasMore: false };
    recent.set(what, since);
    tell(what);
    const timer = setTimeout(() => {
      recent.delete(what);
      if (since.hasMore) say(what);
    }, pauseMs);
    timer.unref();
  };
  return (what) => {
    const since = recent.get(what);
    if (since === undefined) say(what);
    else since.hasMore = true;
  };
}
