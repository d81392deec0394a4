import type { InboxEntry } from "../../../shared/app/alerts.js";
import type { EngineNews } from "../../../shared/engine-process.js";
import type { AppContext } from "../operations/app-registry.js";
import type { BackgroundWork } from "../operations/effects.js";
import type { Worker } from "../operations/worker.js";
import { startBatchRunner } from "../scheduler/batch-runner.js";
import { startScheduler } from "../scheduler/scheduler.js";
import { startSnoozeWatch } from "../scheduler/snooze-watch.js";
import { startDeliveryAgent } from "../webhooks/delivery-agent.js";

type Changed = Extract<EngineNews, { kind: "changed" }>["dataKind"];

/** Batch jobs, schedules, deliveries and the ends of snoozes: each takes its work from rows. */
export function startWorkers(
  context: AppContext,
  options: {
    readonly hasListener: () => boolean;
    readonly onChanged: (what: Changed) => void;
    readonly onTold: (entry: InboxEntry) => void;
  },
): Record<BackgroundWork, Worker> {
  const { effects, sources } = context;
  const { onChanged, onTold, hasListener } = options;
  return {
    batches: startBatchRunner(context, () => onChanged("batches")),
    schedules: startScheduler({
      ...context,
      sources,
      onEvent: () => effects.nudge("deliveries"),
      onTold,
      onRun: () => {
        onChanged("schedules");
        onChanged("prices");
      },
    }),
    snoozes: startSnoozeWatch({ ...context, hasListener, onTold }),
    deliveries: startDeliveryAgent({
      ...context,
      hasListener,
      onBooked: () => onChanged("webhooks"),
    }),
  };
}
