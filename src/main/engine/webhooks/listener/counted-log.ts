import { MINUTE_MS } from "../../../../shared/time.js";
import type { Clock } from "../../domain/clock.js";
import type { Logger } from "../../operations/request/context.js";

/** Returns true at most once a minute. */
function createMinuteLimit(clock: Clock): () => boolean {
  let lastMs: number | null = null;
  return () => {
    const nowMs = clock.now();
    // A clock that was set back must not silence the log.
    if (lastMs !== null && nowMs >= lastMs && nowMs - lastMs < MINUTE_MS) return false;
    lastMs = nowMs;
    return true;
  };
}

export interface CountedLog {
  refused(reason: string): void;
  failed(error: unknown): void;
  /** Logs the counts collected since the last line. */
  flush(): void;
}

/** Logs a flood of bad requests as one line a minute, with the counts since the previous line. */
export function createCountedLog(log: Logger, clock: Clock): CountedLog {
  const mayLogCounts = createMinuteLimit(clock);
  const mayLogError = createMinuteLimit(clock);
  let counts: Record<string, number> = {};
  const flush = () => {
    if (Object.keys(counts).length === 0) return;
    log.info("The webhook listener refused requests.", { refused: counts });
    counts = {};
  };
  return {
    refused: (reason) => {
      counts[reason] = (counts[reason] ?? 0) + 1;
      if (mayLogCounts()) flush();
    },
    failed: (error) => {
      if (mayLogError()) log.error("The webhook listener failed; it will try again.", error);
    },
    flush,
  };
}
