import type { AppOutput, AppRequest } from "../../../../shared/app/operations.js";
import type { ReadDb } from "../../db/store.js";
import { countPendingDeliveries, deliveryLog, type LoggedDelivery } from "../../db/webhooks/delivery.js";
import { deliveryAttempts } from "../../db/webhooks/delivery-attempt.js";
import { requireWebhook } from "./webhooks.js";

type Deliveries = AppOutput<"webhooks.deliveries">;

function toDelivery(db: ReadDb, logged: LoggedDelivery): Deliveries["deliveries"][number] {
  return {
    id: logged.id,
    event_id: logged.eventId,
    event: logged.type,
    product: logged.productTitle,
    status: logged.status,
    due_at: logged.status === "due" ? new Date(logged.dueMs).toISOString() : null,
    created_at: new Date(logged.createdMs).toISOString(),
    attempts: deliveryAttempts(db, logged.id),
  };
}

/** The delivery log of one of the account's webhooks, newest first. Throws `ERR_ENDPOINT_NOT_FOUND`. */
export function readDeliveries(
  db: ReadDb,
  accountId: number,
  { webhook_id, limit }: AppRequest<"webhooks.deliveries">,
): Deliveries {
  const { id } = requireWebhook(db, accountId, webhook_id);
  return {
    deliveries: deliveryLog(db, id, limit).map((logged) => toDelivery(db, logged)),
    due: countPendingDeliveries(db, id),
  };
}
