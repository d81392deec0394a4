import { type Clock, MINUTE_MS } from "../../domain/clock.js";
import type { Log } from "../../operations/context.js";

/** Says yes at most once a minute. */
function oncePerMinute(clock: Clock): () => boolean {
  let lastMs: number | null = null;
  return () => {
    const nowMs = clock.now();
    // A clock that was set back must not silence it.
    if (lastMs !== null && nowMs >= lastMs && nowMs - lastMs < MINUTE_MS) return false;
    lastMs = nowMs;
    return true;
  };
}

export interface CountedLog {
  refused(reason: string): void;
  fault(error: unknown): void;
  /** Writes what has been counted and not written. */
  flush(): void;
}

/** A flood of bad requests makes one line a minute, which says how many there were since the line before. */
export function countedLog(log: Log, clock: Clock): CountedLog {
  const mayCount = oncePerMinute(clock);
  const mayTell = oncePerMinute(clock);
  let counts: Record<string, number> = {};
  const flush = () => {
    if (Object.keys(counts).length === 0) return;
    log.info("The webhook listener refused requests.", { refused: counts });
    counts = {};
  };
  return {
    refused: (reason) => {
      counts[reason] = (counts[reason] ?? 0) + 1;
      if (mayCount()) flush();
    },
    fault: (error) => {
      if (mayTell()) log.error("The webhook listener could not do its work; it is tried again.", error);
    },
    flush,
  };
}
