import { expect, it } from "vitest";
import { callsForSchedules } from "../../../../src/renderer/lib/schedule-groups.js";

function wish(productKey: string, schedule: "hourly" | "daily", retailer: string | null = null) {
  return { product_key: productKey, schedule, retailer };
}

it("makes one call for what is wished alike", () => {
  expect(
    callsForSchedules([
      wish("a", "daily"),
      wish("b", "hourly"),
      wish("c", "daily"),
      wish("d", "daily", "x.example"),
    ]),
  ).toEqual([
    { ids: ["a", "c"], schedule: "daily" },
    { ids: ["b"], schedule: "hourly" },
    { ids: ["d"], schedule: "daily", retailer: "x.example" },
  ]);
});

it("sends a hundred at most in one call", () => {
  const many = Array.from({ length: 205 }, (_, index) => wish(`p${index}`, "daily"));
  expect(callsForSchedules(many).map(({ ids }) => ids.length)).toEqual([100, 100, 5]);
});

it("makes no call for nothing", () => {
  expect(callsForSchedules([])).toEqual([]);
});
