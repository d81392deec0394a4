import type { InboxEntry } from "../../../shared/app/alerts.js";
import { nextSnoozeEnd } from "../db/alert-snooze.js";
import { endSnoozes } from "../operations/alerts/end-snoozes.js";
import type { OperationContext } from "../operations/context.js";
import type { Worker } from "../operations/worker.js";

export interface SnoozeWatchOptions extends OperationContext {
  /**
   * Whether this engine feeds the inbox. An engine without the app leaves ended snoozes to one with the app.
   */
  readonly hasListener: () => boolean;
  readonly onTold: (entry: InboxEntry) => void;
}

/** Raises the alerts that a snooze held back as soon as it ends: the next check may be a week away. */
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
