import type { AppOutput, AppRequest } from "../../../../shared/app/operations.js";
import { writeDurably } from "../../db/store.js";
import { insertDelivery, latestDelivery } from "../../db/webhooks/delivery.js";
import type { RequestContext } from "../request/context.js";
import { ContractError, invalidParams } from "../request/contract-error.js";
import { requireWebhook } from "./webhooks.js";

/**
 * Sends a stored event to a webhook again, with the same id and new attempts. The delivery before stays in the log.
 * Throws `ContractError`.
 */
export function resendEvent(
  { db, clock, accountId, effects }: RequestContext & { readonly accountId: number },
  { webhook_id, event_id }: AppRequest<"webhooks.resend">,
): AppOutput<"webhooks.resend"> {
  const id = writeDurably(db, (tx) => {
    const webhook = requireWebhook(tx, accountId, webhook_id);
    if (!webhook.isActive)
      throw invalidParams("The webhook is disabled.", "Enable it, then send the event again.");
    const last = latestDelivery(tx, webhook.id, event_id);
    if (last === undefined)
      throw new ContractError(
        "ERR_ENDPOINT_NOT_FOUND",
        `No event '${event_id.slice(0, 80)}' of this webhook is stored.`,
        { action: "Use the event_id of a delivery in the list; it names those of the last 30 days." },
      );
    if (last.status === "due")
      throw invalidParams("The event is still on its way.", "Wait until its delivery has ended.");
    return insertDelivery(tx, webhook.id, event_id, clock.now());
  });
  effects.wakeWorker("deliveries");
  return { id };
}
