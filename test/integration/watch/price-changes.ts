import { DAY_MS } from "../../../src/shared/time.js";
import { testStartIso } from "../../support/clock.js";

/** Prices by the number of days ago at which they began; a price of 0 is out of stock. */
export type PriceChanges = Readonly<Record<number, number>>;

/** The history of these changes, the oldest first. */
export function historyOf(changes: PriceChanges) {
  return Object.entries(changes)
    .map(([days, price]) => [Number(days), price] as const)
    .toSorted(([one], [other]) => other - one)
    .map(([days, price]) => ({
      price: price === 0 ? 1 : price,
      availability: price === 0 ? ("out" as const) : ("in" as const),
      timestamp: new Date(Date.parse(testStartIso) - days * DAY_MS).toISOString(),
    }));
}
