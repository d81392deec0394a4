import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { eventsForChange } from "../../../../src/main/engine/domain/price-event.js";
import { type AvailabilityCode, availabilityCodes } from "../../../../src/main/engine/domain/price-point.js";

const { unknown, in: inStock, out } = availabilityCodes;
const state = fc.record({
  priceMinor: fc.integer({ min: 1, max: 1_000 }),
  availability: fc.constantFrom<AvailabilityCode>(unknown, inStock, out),
});

describe("changes of an offer", () => {
  it("a change of an offer is a price drop exactly when the price is lower", () => {
    fc.assert(
      fc.property(state, state, (before, after) => {
        expect(eventsForChange(before, after).includes("price_drop")).toBe(
          after.priceMinor < before.priceMinor,
        );
      }),
    );
  });

  it("a change of an offer is an availability change only between in and out of stock", () => {
    const changes = (from: AvailabilityCode, to: AvailabilityCode) =>
      eventsForChange({ priceMinor: 1, availability: from }, { priceMinor: 1, availability: to });
    expect(changes(inStock, out)).toEqual(["availability_change"]);
    expect(changes(out, inStock)).toEqual(["availability_change"]);
    for (const known of [inStock, out]) {
      expect(changes(known, unknown)).toEqual([]);
      expect(changes(unknown, known)).toEqual([]);
      expect(changes(known, known)).toEqual([]);
    }
  });

  it("a change of an offer can be both a price drop and an availability change, in this order", () => {
    expect(
      eventsForChange({ priceMinor: 2, availability: out }, { priceMinor: 1, availability: inStock }),
    ).toEqual(["price_drop", "availability_change"]);
  });
});
