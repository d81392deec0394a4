import type { InboxEntry } from "../../../shared/app/alerts.js";
import type { EngineNews } from "../../../shared/engine-process.js";
import type { AppContext } from "../operations/app-registry.js";
import type { BackgroundWork } from "../operations/effects.js";
import type { Worker } from "../operations/worker.js";
import { startBatchRunner } from "../scheduler/batch-runner.js";
import { startScheduler } from "../scheduler/scheduler.js";
import { startDeliveryAgent } from "../webhooks/delivery-agent.js";

type Changed = Extract<EngineNews, { kind: "changed" }>["what"];

/** Batch jobs, schedules and deliveries: each takes its work from rows. */
export function startWorkers(
  context: AppContext,
  options: {
    readonly hasListener: () => boolean;
    readonly onChanged: (what: Changed) => void;
    readonly onTold: (entry: InboxEntry) => void;
  },
): Record<BackgroundWork, Worker> {
  const { effects, sources } = context;
  const { onChanged } = options;
  return {
    batches: startBatchRunner(context, () => onChanged("batches")),
    schedules: startScheduler({
      ...context,
      sources,
      onEvent: () => effects.nudge("deliveries"),
      onTold: options.onTold,
      onRun: () => {
        onChanged("schedules");
        onChanged("prices");
      },
    }),
    deliveries: startDeliveryAgent({
      ...context,
      hasListener: options.hasListener,
      onBooked: () => onChanged("webhooks"),
    }),
  };
}
