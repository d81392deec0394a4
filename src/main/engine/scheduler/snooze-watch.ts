import type { InboxEntry } from "../../../shared/app/alerts.js";
import { nextSnoozeEndMs } from "../db/alerts/alert-snooze.js";
import { endSnoozes } from "../operations/alerts/end-snoozes.js";
import type { OperationContext } from "../operations/request/context.js";
import type { BackgroundWorker } from "../operations/request/effects.js";

interface SnoozeWatchOptions extends OperationContext {
  /** Whether this engine feeds the inbox. An engine without a listener leaves ended snoozes to the app's engine. */
  readonly hasListener: () => boolean;
  readonly onInboxEntry: (entry: InboxEntry) => void;
}

/** Raises the alerts that a snooze held back as soon as it ends: the next check may be a week away. */
export function createSnoozeWatch(options: SnoozeWatchOptions): BackgroundWorker {
  const { db, clock, hasListener, onInboxEntry } = options;
  return {
    runDue: () => {
      if (!hasListener()) return null;
      for (const entry of endSnoozes(options)) onInboxEntry(entry);
      return nextSnoozeEndMs(db, clock.now());
    },
    stop: () => Promise.resolve(),
  };
}
