import type { InboxEntry } from "../../../shared/app/alerts.js";
import { minOf } from "../../../shared/extremes.js";
import { nextSnoozeEndMs } from "../db/alerts/alert-snooze.js";
import { oldestOpenRoundMs, restartRounds } from "../db/alerts/round.js";
import { write } from "../db/store.js";
import { announceAlerts } from "../operations/alerts/announce.js";
import { processReceived } from "../operations/alerts/receive-event.js";
import { endDueRounds, endSnoozes, maxRoundMs } from "../operations/alerts/round.js";
import type { RequestContext } from "../operations/request/context.js";
import type { BackgroundWorker } from "../operations/request/effects.js";
import { createPublishContext } from "../operations/webhooks/publish-event.js";

interface AlertWorkerOptions extends RequestContext {
  /** Whether the app's own listener runs, which announces alerts. */
  readonly hasListener: () => boolean;
  /** Shows an alert; null in an engine without a window. */
  readonly announce: ((entry: InboxEntry) => void) | null;
}

/**
 * Records the alerts that no check waits for: of snoozes that end, of rounds that a killed engine left or whose time is up,
 * and of other engines' events. Announces the alerts that the app's own listener does not.
 */
export function createAlertWorker(options: AlertWorkerOptions): BackgroundWorker {
  const { db, clock, announce, hasListener } = options;
  let isStarted = false;
  return {
    runDue: () => {
      if (!isStarted) write(db, (tx) => restartRounds(tx, clock.now()));
      isStarted = true;
      endSnoozes(options, createPublishContext(options));
      processReceived(options);
      const hasMore = endDueRounds(options, createPublishContext(options));
      if (announce !== null && announceAlerts(options, { hasListener: hasListener(), emit: announce }))
        options.effects.wakeWorker("deliveries");
      const nowMs = clock.now();
      if (hasMore) return nowMs;
      const openedMs = oldestOpenRoundMs(db);
      const deadlineMs = openedMs === null ? null : Math.max(nowMs + 1_000, openedMs + maxRoundMs);
      return minOf([nextSnoozeEndMs(db, nowMs), deadlineMs].filter((atMs) => atMs !== null));
    },
    stop: () => Promise.resolve(),
  };
}
