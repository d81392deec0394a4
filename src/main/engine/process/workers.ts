import { networkInterfaces } from "node:os";
import type { InboxEntry } from "../../../shared/app/alerts.js";
import type { EngineEvent } from "../../../shared/engine-process.js";
import { ChannelAgent } from "../channels/channel-agent.js";
import { ListAgent } from "../lists/list-agent.js";
import type { AppContext } from "../operations/app-registry.js";
import type { BackgroundWorker, WorkKind } from "../operations/request/effects.js";
import { createPublishContext } from "../operations/webhooks/publish-event.js";
import { type BatchRunnerOptions, createBatchRunner } from "../scheduler/batch-runner.js";
import { Scheduler } from "../scheduler/scheduler.js";
import { DeliveryAgent } from "../webhooks/delivery-agent.js";
import { createAlertWorker } from "./alert-worker.js";

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

/** Creates the workers for batch jobs, schedules, deliveries, alerts, channels and lists. Each finds its work in rows. */
export function createWorkers(
  context: AppContext,
  options: {
    readonly hasListener: () => boolean;
    readonly isOffline?: (() => boolean) | undefined;
    readonly lookUpOnThread?: BatchRunnerOptions["lookUpOnThread"];
    readonly onChanged: (kind: ChangeKind) => void;
    readonly announce: ((entry: InboxEntry) => void) | null;
  },
): Record<WorkKind, BackgroundWorker> & { readonly schedules: Scheduler } {
  const { effects, sources } = context;
  const { onChanged, announce, hasListener, isOffline, lookUpOnThread } = options;
  return {
    batches: createBatchRunner(context, { lookUpOnThread, onStep: () => onChanged("batches") }),
    schedules: new Scheduler({
      ...context,
      sources,
      ...(isOffline && { isOffline }),
      onEvent: () => createPublishContext(context).onEvent?.(),
      onRunEnd: () => {
        onChanged("schedules");
        onChanged("prices");
      },
    }),
    alerts: createAlertWorker({ ...context, hasListener, announce }),
    deliveries: new DeliveryAgent({
      ...context,
      hasListener,
      onRecorded: () => {
        onChanged("webhooks");
        effects.wakeWorker("alerts");
      },
    }),
    channels: new ChannelAgent({ ...context, onRecorded: () => onChanged("channels") }),
    lists: new ListAgent({
      ...context,
      ...(isOffline && { isOffline }),
      onChanged: () => onChanged("lists"),
    }),
  };
}
