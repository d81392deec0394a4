import { expect, it } from "vitest";
import { cheapestShares } from "../../../../src/main/engine/operations/prices/statistics.js";
import { DAY_MS } from "../../../../src/shared/time.js";

const span = (id: string, from: number, to: number) => ({
  id,
  fromMs: from * DAY_MS,
  toMs: to * DAY_MS,
  priceMinor: 5,
});

it("retailers are listed by their share of the time in which there was a cheapest offer", () => {
  const spans = [span("north 1", 0, 10), span("south", 10, 40), span("north 2", 60, 70)];
  expect(cheapestShares(spans, (id) => id.split(" ")[0] ?? "")).toEqual([
    { name: "south", share: 60, days: 30 },
    { name: "north", share: 40, days: 20 },
  ]);
  expect(cheapestShares([], String)).toEqual([]);
});
