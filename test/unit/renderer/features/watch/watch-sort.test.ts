import { describe, expect, it } from "vitest";
import { filterWatched, sortWatched } from "../../../../../src/renderer/features/watch/watch-sort.js";
import { scheduleOverview } from "../../support/schedule-overview.js";

const failing = {
  retailer: "shop.example",
  outcome: "blocked",
  detail: null,
  checked_at: "2026-06-15T10:00:00.000Z",
  last_good_at: null,
  failures: 2,
};
const schedules = [
  scheduleOverview({ title: "radio 10", next_check_at: "2026-06-15T14:00:00.000Z" }),
  scheduleOverview({ title: "Radio 9", next_check_at: "2026-06-15T13:00:00.000Z", checks: [failing] }),
  scheduleOverview({ title: "Kettle", next_check_at: "2026-06-15T16:00:00.000Z", checked_retailers: [] }),
];

function titles(list: readonly { readonly title: string }[]): string[] {
  return list.map(({ title }) => title);
}

describe("the order of what is watched", () => {
  it("is by the next check", () => {
    expect(titles(sortWatched(schedules, "next"))).toEqual(["Radio 9", "radio 10", "Kettle"]);
  });

  it("or by title, as people read it", () => {
    expect(titles(sortWatched(schedules, "title"))).toEqual(["Kettle", "Radio 9", "radio 10"]);
  });

  it("or by trouble: what cannot be checked, then what fails", () => {
    expect(titles(sortWatched(schedules, "trouble"))).toEqual(["Kettle", "Radio 9", "radio 10"]);
  });
});

describe("the filter", () => {
  it("wants all words, in any case and order", () => {
    expect(titles(filterWatched(schedules, " 10 RADIO"))).toEqual(["radio 10"]);
  });

  it("lets all pass when it is empty", () => {
    expect(filterWatched(schedules, " ")).toHaveLength(3);
  });
});
