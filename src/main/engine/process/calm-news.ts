import type { EngineNews } from "../../../shared/engine-process.js";

type Changed = Extract<EngineNews, { kind: "changed" }>["dataKind"];

/** A window that asks anew for each of a thousand deliveries a second would do nothing else. */
const pauseMs = 250;

/**
 * Passes on that something of a kind has changed: at once, then at most once in a while, the last time included. What
 * happened is in the database; the news only says that it is time to look.
 */
export function calmNews(tell: (what: Changed) => void): (what: Changed) => void {
  /** Kinds that were told of a moment ago, and whether there has been more since. */
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
