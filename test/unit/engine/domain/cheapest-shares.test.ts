import { expect, it } from "vitest";
import { cheapestRetailers } from "../../../../src/main/engine/operations/prices/statistics.js";
import { DAY_MS } from "../../../../src/shared/time.js";

const span = (retailer: string, from: number, to: number) => ({
  id: { retailer },
  fromMs: from * DAY_MS,
  toMs: to * DAY_MS,
  priceMinor: 5,
});

it("retailers are listed by their share of the time in which there was a cheapest offer", () => {
  const spans = [span("north", 0, 10), span("south", 10, 40), span("north", 60, 70)];
  expect(cheapestRetailers(spans)).toEqual([
    { retailer: "south", share: 60, days: 30 },
    { retailer: "north", share: 40, days: 20 },
  ]);
  expect(cheapestRetailers([])).toEqual([]);
});
