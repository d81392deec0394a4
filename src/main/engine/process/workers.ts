import type { InboxEntry } from "../../../shared/app/alerts.js";
import type { EngineEvent } from "../../../shared/engine-process.js";
import type { AppContext } from "../operations/app-registry.js";
import type { BackgroundWorker, WorkKind } from "../operations/request/effects.js";
import { startBatchRunner } from "../scheduler/batch-runner.js";
import { startScheduler } from "../scheduler/scheduler.js";
import { startSnoozeWatch } from "../scheduler/snooze-watch.js";
import { startDeliveryAgent } from "../webhooks/delivery-agent.js";

type ChangeKind = Extract<EngineEvent, { kind: "changed" }>["dataKind"];

/** Starts the workers for batch jobs, schedules, deliveries and ending snoozes. Each finds its work in rows. */
export function startWorkers(
  context: AppContext,
  options: {
    readonly hasListener: () => boolean;
    readonly onChanged: (kind: ChangeKind) => void;
    readonly onInboxEntry: (entry: InboxEntry) => void;
  },
): Record<WorkKind, BackgroundWorker> {
  const { effects, sources } = context;
  const { onChanged, onInboxEntry, hasListener } = options;
  return {
    batches: startBatchRunner(context, () => onChanged("batches")),
    schedules: startScheduler({
      ...context,
      sources,
      onEvent: () => effects.wakeWorker("deliveries"),
      onInboxEntry,
      onRunEnd: () => {
        onChanged("schedules");
        onChanged("prices");
      },
    }),
    snoozes: startSnoozeWatch({ ...context, hasListener, onInboxEntry }),
    deliveries: startDeliveryAgent({
      ...context,
      hasListener,
      onRecorded: () => onChanged("webhooks"),
    }),
  };
}
