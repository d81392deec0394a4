import { expect, it } from "vitest";
import { alertDays } from "../../../../../src/renderer/features/alerts/alert-list.js";
import type { InboxEntry } from "../../../../../src/shared/app/alerts.js";

it("puts entries under their days in the order that they have", () => {
  const noon = new Date(2026, 5, 15, 12).getTime();
  const at = (id: number, hoursAgo: number) =>
    ({ id, received_at: new Date(noon - hoursAgo * 3_600_000).toISOString() }) as InboxEntry;
  const days = alertDays([at(4, 1), at(3, 3), at(2, 24), at(1, 72)], noon);
  expect(days.map(({ day, entries }) => [day, entries.map(({ id }) => id)])).toEqual([
    ["Today", [4, 3]],
    ["Yesterday", [2]],
    ["Friday, Jun 12", [1]],
  ]);
});
