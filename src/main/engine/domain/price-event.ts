import type { EventType } from "../../../shared/contract/webhook.js";
import { type AvailabilityCode, availabilityCodes } from "./price-point.js";

/** What an offer cost and whether it was there, as far as it was confirmed. */
export interface OfferState {
  readonly priceMinor: number;
  readonly availability: AvailabilityCode;
}

/** Surely there or surely not. */
function isKnown(availability: AvailabilityCode): boolean {
  return availability !== availabilityCodes.unknown;
}

/** What a change of an offer is called (decision 28); nothing for what is not worth telling. */
export function eventsOfChange(before: OfferState, after: OfferState): EventType[] {
  const events: EventType[] = [];
  if (after.priceMinor < before.priceMinor) events.push("price_drop");
  const isSwitch = before.availability !== after.availability;
  if (isSwitch && isKnown(before.availability) && isKnown(after.availability))
    events.push("availability_change");
  return events;
}
