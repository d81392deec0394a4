import type { EventType } from "../../shared/contract/webhook.js";

/** What a webhook can be told of, in a shopper's words. */
export const eventNames = [
  { value: "price_drop", label: "Price drops", note: "A watched product costs less somewhere." },
  { value: "availability_change", label: "Stock changes", note: "It is sold out, or back in stock." },
  {
    value: "schedule_completion",
    label: "Finished checks",
    note: "Each time a watched product was checked.",
  },
] as const satisfies readonly { readonly value: EventType; readonly label: string; readonly note: string }[];

export function eventName(event: EventType): string {
  return eventNames.find(({ value }) => value === event)?.label ?? event;
}
