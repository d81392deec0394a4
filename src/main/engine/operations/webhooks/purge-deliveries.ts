import { deleteDeliveriesEndedBefore } from "../../db/delivery.js";
import { deleteEventsWithoutDelivery } from "../../db/event.js";
import { write } from "../../db/store.js";
import { DAY_MS } from "../../domain/clock.js";
import type { OperationContext } from "../request/context.js";

const retentionMs = 30 * DAY_MS;

/** Deletes deliveries that ended more than 30 days ago, and events left without a delivery. */
export function purgeDeliveries({ db, clock }: Pick<OperationContext, "db" | "clock">): void {
  write(db, (tx) => {
    deleteDeliveriesEndedBefore(tx, clock.now() - retentionMs);
    deleteEventsWithoutDelivery(tx);
  });
}
