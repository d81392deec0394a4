import type { InboxEntry } from "../../../shared/app/alerts.js";
import { nextSnoozeEnd } from "../db/alert-snooze.js";
import { endSnoozes } from "../operations/alerts/end-snoozes.js";
import type { OperationContext } from "../operations/context.js";
import type { Worker } from "../operations/worker.js";

export interface SnoozeWatchOptions extends OperationContext {
  /** Whether the inbox is fed here: an engine without the app leaves ended snoozes to the one that has it. */
  readonly hasListener: () => boolean;
  readonly onTold: (entry: InboxEntry) => void;
}

/** Tells at the end of a snooze what it has put off: the next check may be a week away. */
export function startSnoozeWatch(options: SnoozeWatchOptions): Worker {
  const { db, clock, hasListener, onTold } = options;
  return {
    work: () => {
      if (!hasListener()) return null;
      for (const entry of endSnoozes(options)) onTold(entry);
      return nextSnoozeEnd(db, clock.now());
    },
    stop: () => Promise.resolve(),
  };
}
