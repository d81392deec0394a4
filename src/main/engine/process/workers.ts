import { networkInterfaces } from "node:os";
import type { InboxEntry } from "../../../shared/app/alerts.js";
import { minOf } from "../../../shared/arrays.js";
import { ChannelAgent } from "../channels/channel-agent.js";
import { nextSnoozeEndMs } from "../db/alerts/alert-snooze.js";
import { oldestOpenRoundMs, restartRounds } from "../db/alerts/round.js";
import { write } from "../db/store.js";
import { IntakeAgent } from "../intake/intake-agent.js";
import { announceAlerts } from "../operations/alerts/announce.js";
import { processReceived } from "../operations/alerts/receive-event.js";
import { endDueRounds, endSnoozes, maxRoundMs } from "../operations/alerts/round.js";
import type { AppContext } from "../operations/app-registry.js";
import type { RequestContext } from "../operations/request/context.js";
import type { BackgroundWorker, WorkKind } from "../operations/request/effects.js";
import { createPublishContext } from "../operations/webhooks/publish-event.js";
import { ArchiveAgent } from "../scheduler/archive-agent.js";
import { type BatchRunnerOptions, createBatchRunner } from "../scheduler/batch-runner.js";
import { Scheduler } from "../scheduler/scheduler.js";
import { DeliveryAgent } from "../webhooks/delivery-agent.js";
import type { ChangeKind } from "./timers.js";

/**
 * Whether the computer has no network but its own loopback. Having one does not mean that a shop can be reached. False
 * where the system does not list its networks, as in some sandboxes.
 */
export function hasNoNetwork(listNetworks = networkInterfaces): boolean {
  try {
    return Object.values(listNetworks())
      .flatMap((addresses) => addresses ?? [])
      .every(({ internal }) => internal);
  } catch {
    return false;
  }
}

interface AlertWorkerOptions extends RequestContext {
  /** Whether the app's own listener runs, which announces alerts. */
  readonly hasListener: () => boolean;
  /** Shows an alert. */
  readonly announce: (entry: InboxEntry) => void;
  /** Whether there is a window, or a page of it, that shows alerts. */
  readonly isHeard: () => boolean;
}

/**
 * Records the alerts that no check waits for: of snoozes that end, of rounds that a killed engine left or whose time is up,
 * and of other engines' events. Announces the alerts that the app's own listener does not.
 */
export function createAlertWorker(options: AlertWorkerOptions): BackgroundWorker {
  const { db, clock, announce, isHeard, hasListener } = options;
  let isStarted = false;
  return {
    runDue: () => {
      if (!isStarted) write(db, (tx) => restartRounds(tx, clock.now()));
      isStarted = true;
      const context = createPublishContext(options);
      endSnoozes(options, context);
      processReceived(options);
      const hasMore = endDueRounds(options, context);
      if (isHeard() && announceAlerts(options, { hasListener: hasListener(), emit: announce }))
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

/** Creates the workers for batch jobs, schedules, deliveries, alerts, channels and links. Each finds its work in rows. */
export function createWorkers(
  context: AppContext,
  options: {
    readonly hasListener: () => boolean;
    readonly lookUpOnThread?: BatchRunnerOptions["lookUpOnThread"];
    readonly onChanged: (kind: ChangeKind) => void;
    readonly announce: (entry: InboxEntry) => void;
    readonly isHeard: () => boolean;
  },
): Record<WorkKind, BackgroundWorker> & { readonly schedules: Scheduler } {
  const { effects, sources } = context;
  const { onChanged, announce, isHeard, hasListener, lookUpOnThread } = options;
  return {
    batches: createBatchRunner(context, { lookUpOnThread, onStep: () => onChanged("batches") }),
    schedules: new Scheduler({
      ...context,
      sources,
      onEvent: () => createPublishContext(context).onEvent?.(),
      onRunEnd: () => {
        onChanged("schedules");
        onChanged("prices");
      },
    }),
    alerts: createAlertWorker({ ...context, hasListener, announce, isHeard }),
    deliveries: new DeliveryAgent({
      ...context,
      hasListener,
      onRecorded: () => {
        onChanged("webhooks");
        effects.wakeWorker("alerts");
      },
    }),
    channels: new ChannelAgent({ ...context, onRecorded: () => onChanged("channels") }),
    archive: new ArchiveAgent({
      ...context,
      onAnswer: () => {
        onChanged("archive");
        effects.wakeWorker("archive");
      },
    }),
    links: new IntakeAgent({
      ...context,
      onChanged: (kind) => {
        onChanged(kind);
        // What a link adds is watched now, and may meet a rule.
        effects.wakeWorker("alerts");
      },
    }),
  };
}
