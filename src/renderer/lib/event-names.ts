import type { EventType } from "../../shared/contract/webhook.js";
import { texts } from "./texts.js";

const types = [
  "price_drop",
  "availability_change",
  "schedule_completion",
] as const satisfies readonly EventType[];

/** Names of the webhook events for shoppers. */
export function eventNames() {
  return types.map((value) => ({ value, ...texts().events.kinds[value] }));
}

export function eventName(event: EventType): string {
  return texts().events.kinds[event].label;
}
