import type { AppOutput, AppRequest } from "../../../../shared/app/operations.js";
import { productIdByKey } from "../../db/products/product.js";
import { writeDurably } from "../../db/store.js";
import { deleteSchedule, insertSchedule, scheduleOfProduct } from "../../db/watch/schedule.js";
import type { RequestContext } from "../request/context.js";

type WatchContext = RequestContext & { readonly accountId: number };

/** Stops watching products; those that are not watched are left out. */
export function stopWatching(
  { db, accountId, effects }: WatchContext,
  { product_keys: productKeys }: AppRequest<"watch.stop">,
): AppOutput<"watch.stop"> {
  const stopped = writeDurably(db, (tx) =>
    [...new Set(productKeys)].flatMap((productKey) => {
      const productId = productIdByKey(tx, productKey);
      const schedule = productId === undefined ? undefined : scheduleOfProduct(tx, accountId, productId);
      if (schedule === undefined) return [];
      deleteSchedule(tx, accountId, schedule.productId);
      return [
        {
          product_key: productKey,
          schedule: schedule.cadence,
          retailer: schedule.retailer,
          added_at: new Date(schedule.createdMs).toISOString(),
          next_check_at: new Date(schedule.dueMs).toISOString(),
          last_check_at: schedule.lastRunMs === null ? null : new Date(schedule.lastRunMs).toISOString(),
        },
      ];
    }),
  );
  effects.wakeWorker("schedules");
  return { stopped };
}

/** Watches products again exactly as before they were stopped. */
export function resumeWatching(
  { db, clock, accountId, effects }: WatchContext,
  { schedules }: AppRequest<"watch.resume">,
): AppOutput<"watch.resume"> {
  const nowMs = clock.now();
  const resumed = writeDurably(
    db,
    (tx) =>
      schedules.filter(({ product_key: productKey, schedule: cadence, retailer, ...times }) => {
        const productId = productIdByKey(tx, productKey);
        if (productId === undefined || scheduleOfProduct(tx, accountId, productId) !== undefined)
          return false;
        insertSchedule(tx, {
          accountId,
          productId,
          cadence,
          retailer,
          createdMs: Math.min(nowMs, Date.parse(times.added_at)),
          dueMs: Date.parse(times.next_check_at),
          lastRunMs: times.last_check_at === null ? null : Date.parse(times.last_check_at),
        });
        return true;
      }).length,
  );
  effects.wakeWorker("schedules");
  return { resumed };
}
