import { networkInterfaces } from "node:os";
import type { InboxEntry } from "../../../shared/app/alerts.js";
import type { EngineEvent } from "../../../shared/engine-process.js";
import { ChannelAgent } from "../channels/channel-agent.js";
import { nextSnoozeEndMs } from "../db/alerts/alert-snooze.js";
import { ListAgent } from "../lists/list-agent.js";
import { endSnoozes } from "../operations/alerts/end-snoozes.js";
import type { AppContext } from "../operations/app-registry.js";
import type { OperationContext } from "../operations/request/context.js";
import type { BackgroundWorker, WorkKind } from "../operations/request/effects.js";
import { type BatchRunnerOptions, createBatchRunner } from "../scheduler/batch-runner.js";
import { Scheduler } from "../scheduler/scheduler.js";
import { DeliveryAgent } from "../webhooks/delivery-agent.js";

type ChangeKind = Extract<EngineEvent, { kind: "changed" }>["dataKind"];

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

/** Creates the workers for batch jobs, schedules, deliveries, ending snoozes, channels and lists. Each finds its work in rows. */
export function createWorkers(
  context: AppContext,
  options: {
    readonly hasListener: () => boolean;
    readonly isOffline?: (() => boolean) | undefined;
    readonly lookUpOnThread?: BatchRunnerOptions["lookUpOnThread"];
    readonly onChanged: (kind: ChangeKind) => void;
    readonly onInboxEntry: (entry: InboxEntry) => void;
    /** Called while there are channels. */
    readonly onChannels: () => void;
  },
): Record<WorkKind, BackgroundWorker> & { readonly schedules: Scheduler } {
  const { effects, sources } = context;
  const { onChanged, onInboxEntry, hasListener, isOffline, lookUpOnThread, onChannels } = options;
  return {
    batches: createBatchRunner(context, { lookUpOnThread, onStep: () => onChanged("batches") }),
    schedules: new Scheduler({
      ...context,
      sources,
      ...(isOffline && { isOffline }),
      onEvent: () => effects.wakeWorker("deliveries"),
      onInboxEntry,
      onRunEnd: () => {
        onChanged("schedules");
        onChanged("prices");
      },
    }),
    snoozes: createSnoozeWatch({ ...context, hasListener, onInboxEntry }),
    deliveries: new DeliveryAgent({
      ...context,
      hasListener,
      onRecorded: () => onChanged("webhooks"),
    }),
    channels: new ChannelAgent({ ...context, onChannels, onRecorded: () => onChanged("channels") }),
    lists: new ListAgent({
      ...context,
      ...(isOffline && { isOffline }),
      onChanged: () => onChanged("lists"),
    }),
  };
}
