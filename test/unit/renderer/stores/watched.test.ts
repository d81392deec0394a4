import { beforeEach, expect, it } from "vitest";
import { actOnNotice, useNotices } from "../../../../src/renderer/stores/notices.js";
import { unwatch, watch } from "../../../../src/renderer/stores/watched.js";
import type { ScheduleOverview } from "../../../../src/shared/app/alerts.js";
import { type FakeBridge, failure, installFakeBridge, success } from "../../../support/fake-bridge.js";

let bridge: FakeBridge;

/** What was asked for; the list is read anew after each change, which is not what these tests are about. */
function changes() {
  return bridge.calls.filter(({ operation }) => operation !== "watch.list");
}

beforeEach(async () => {
  useNotices.setState({ shown: [] });
  bridge = await installFakeBridge({
    "schedules.put": () => success<"schedules.put">({ data: [] }),
    "schedules.delete": () => success<"schedules.delete">({ message: "Done." }),
  });
});

it("brings back each as it was watched when the removal is undone", async () => {
  await unwatch([
    scheduleOverview({ product_key: "a", schedule: "hourly" }),
    scheduleOverview({ product_key: "b", schedule: "weekly", retailer: "shop.example" }),
  ]);
  expect(changes()).toEqual([{ operation: "schedules.delete", input: { ids: ["a", "b"] } }]);
  const [notice] = useNotices.getState().shown;
  expect(notice?.action?.label).toBe("Undo");
  if (notice) actOnNotice(notice);
  await expect
    .poll(() =>
      changes()
        .slice(1)
        .map(({ input }) => input),
    )
    .toEqual([
      { ids: ["a"], schedule: "hourly" },
      { ids: ["b"], schedule: "weekly", retailer: "shop.example" },
    ]);
});

it("offers no undo for what failed, and gives the reason", async () => {
  bridge.handlers = { "schedules.delete": () => failure("ERR_INTERNAL") };
  expect(await unwatch([scheduleOverview()])).toMatchObject({ code: "ERR_INTERNAL" });
  expect(useNotices.getState().shown).toEqual([]);
});

it("stops at the first call that fails: the credits are not there for the others either", async () => {
  bridge.handlers = { "schedules.put": () => failure("ERR_CREDITS_EXHAUSTED") };
  const wishes = Array.from({ length: 150 }, (_, index) => scheduleOverview({ product_key: `p${index}` }));
  expect(await watch(wishes)).toMatchObject({ code: "ERR_CREDITS_EXHAUSTED" });
  expect(changes()).toHaveLength(1);
});

/** A schedule with default values. */
function scheduleOverview(change: Partial<ScheduleOverview> = {}): ScheduleOverview {
  return {
    product_key: "product/kettle/1",
    title: "Kettle",
    category: null,
    image: null,
    best: { price: 45, currency: "USD", retailer: "shop.example" },
    schedule: "daily",
    retailer: null,
    next_check_at: "2026-06-15T15:00:00.000Z",
    last_check_at: "2026-06-15T10:00:00.000Z",
    is_running: false,
    checked_retailers: ["shop.example"],
    checks: [],
    ...change,
  };
}
