import type { EventType } from "../../../shared/contract/webhook.js";
import { type AvailabilityCode, availabilityCodes } from "./price-point.js";

/** An offer's confirmed price and availability. */
export interface OfferState {
  readonly priceMinor: number;
  readonly availability: AvailabilityCode;
}

function isKnown(availability: AvailabilityCode): boolean {
  return availability !== availabilityCodes.unknown;
}

/** The events that a change of an offer raises (decision 28). */
export function eventsForChange(before: OfferState, after: OfferState): EventType[] {
  const events: EventType[] = [];
  if (after.priceMinor < before.priceMinor) events.push("price_drop");
  const hasAvailabilityChanged = before.availability !== after.availability;
  if (hasAvailabilityChanged && isKnown(before.availability) && isKnown(after.availability))
    events.push("availability_change");
  return events;
}
