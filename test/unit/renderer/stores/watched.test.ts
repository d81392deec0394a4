import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import {
  actOnNotice,
  dismissNotice,
  undoLatest,
  useNotices,
} from "../../../../src/renderer/stores/notices.js";
import { loadWatchList, useWatchList } from "../../../../src/renderer/stores/watch-list.js";
import { callsForSchedules, checkNow, unwatch, watch } from "../../../../src/renderer/stores/watched.js";
import type { ScheduleOverview } from "../../../../src/shared/app/alerts.js";
import type { WatchRow } from "../../../../src/shared/app/watch.js";
import { type FakeBridge, failure, installFakeBridge, success } from "../../../support/fake-bridge.js";
import { untilPasses } from "../../../support/until.js";
import { createWatchRow } from "../../../support/watch-row.js";

let bridge: FakeBridge;

const times = {
  added_at: "2026-03-01T09:00:00.000Z",
  next_check_at: "2026-03-04T10:00:00.000Z",
  last_check_at: null,
};
const hourly = { product_key: "a", schedule: "hourly", retailer: null, ...times } as const;
const weekly = { product_key: "b", schedule: "weekly", retailer: "shop.example", ...times } as const;

/** What was asked for; the list is read anew after each change, which is not what these tests are about. */
function changes() {
  return bridge.calls.filter(({ operation }) => operation !== "watch.list");
}

beforeEach(async () => {
  useNotices.setState({ shown: [] });
  bridge = await installFakeBridge({
    "schedules.put": () => success<"schedules.put">({ data: [] }),
    "watch.stop": () => success<"watch.stop">({ stopped: [hourly, weekly] }),
    "watch.resume": () => success<"watch.resume">({ resumed: 2 }),
  });
});

it("brings back each as it was watched when the removal is undone", async () => {
  await unwatch([
    { product_key: "a", title: "Lantern" },
    { product_key: "b", title: "Kettle" },
  ]);
  expect(changes()).toEqual([{ operation: "watch.stop", input: { product_keys: ["a", "b"] } }]);
  const [notice] = useNotices.getState().shown;
  expect(notice?.action?.label).toBe("Undo");
  if (notice) actOnNotice(notice);
  await expect
    .poll(() => changes().slice(1))
    .toEqual([{ operation: "watch.resume", input: { schedules: [hourly, weekly] } }]);
});

it("undoes a removal that the engine has not confirmed yet", async () => {
  const removal = unwatch([{ product_key: "a", title: "Lantern" }]);
  expect(undoLatest()).toBe(true);
  await removal;
  await untilPasses(() => expect(changes().map(({ operation }) => operation)).toContain("watch.resume"));
  expect(useNotices.getState().shown).toEqual([]);
  expect(undoLatest()).toBe(false);
});

it("undoes a removal whose notice has gone, once, and says what was undone", async () => {
  await unwatch([{ product_key: "a", title: "Lantern" }]);
  for (const { id } of useNotices.getState().shown) dismissNotice(id);
  expect(undoLatest()).toBe(true);
  expect(useNotices.getState().shown.map(({ text }) => text)).toEqual([
    "Undone: Stopped watching 2 products.",
  ]);
  await untilPasses(() => expect(changes().map(({ operation }) => operation)).toContain("watch.resume"));
  expect(undoLatest()).toBe(false);
});

it("undoes one change after the other, the latest first, each as it was", async () => {
  const stopped = (key: string) => ({ ...hourly, product_key: key });
  for (const key of ["a", "b"]) {
    bridge.handle({ "watch.stop": () => success<"watch.stop">({ stopped: [stopped(key)] }) });
    await unwatch([{ product_key: key, title: key }]);
    for (const { id } of useNotices.getState().shown) dismissNotice(id);
  }
  const resumed = () =>
    changes().flatMap(({ operation, input }) =>
      operation === "watch.resume" ? JSON.stringify(input).match(/"product_key":"(.)"/)?.[1] : [],
    );
  undoLatest();
  await untilPasses(() => expect(resumed()).toEqual(["b"]));
  undoLatest();
  await untilPasses(() => expect(resumed()).toEqual(["b", "a"]));
  expect(undoLatest()).toBe(false);
});

it("does not undo a later change when the removal to undo fails", async () => {
  bridge.handle({ "watch.stop": () => failure("ERR_INTERNAL") });
  const failed = unwatch([{ product_key: "a", title: "Lantern" }]);
  undoLatest();
  await failed;
  bridge.handle({ "watch.stop": () => success<"watch.stop">({ stopped: [hourly] }) });
  await unwatch([{ product_key: "a", title: "Lantern" }]);
  expect(useNotices.getState().shown).toHaveLength(1);
});

it("takes a row off the list at once, and puts it back where the engine refuses", async () => {
  const row = createWatchRow();
  bridge.handle({
    "watch.list": () => success<"watch.list">({ rows: [row], next: null, total: 1 }),
    "watch.stop": () => failure("ERR_INTERNAL"),
  });
  await loadWatchList();
  const shown = () => useWatchList.getState().items.length;
  const removal = unwatch([row]);
  expect(shown()).toBe(0);
  await removal;
  await untilPasses(() => expect(shown()).toBe(1));
});

it("offers no undo for what failed, and gives the reason", async () => {
  bridge.handle({ "watch.stop": () => failure("ERR_INTERNAL") });
  expect(await unwatch([scheduleOverview()])).toMatchObject({ code: "ERR_INTERNAL" });
  expect(useNotices.getState().shown).toEqual([]);
});

it("stops at the first call that fails: the credits are not there for the others either", async () => {
  bridge.handle({ "schedules.put": () => failure("ERR_CREDITS_EXHAUSTED") });
  const wishes = Array.from({ length: 150 }, (_, index) => scheduleOverview({ product_key: `p${index}` }));
  expect(await watch(wishes)).toMatchObject({ code: "ERR_CREDITS_EXHAUSTED" });
  expect(changes()).toHaveLength(1);
});

it("follows a check of all products, and says its result at the end", async () => {
  vi.stubGlobal("navigator", { onLine: true });
  onTestFinished(() => void vi.unstubAllGlobals());
  const row = (name: string, price: number, at: string, failures = 0): WatchRow => {
    const { health } = createWatchRow();
    const best = { price, currency: "USD", retailer: "shop.example" };
    const state = { ...health, failures, is_everywhere: failures > 0 };
    return createWatchRow({ product_key: name, best, last_check_at: at, health: state });
  };
  const [early, late] = ["2026-06-15T10:00:00.000Z", "2026-06-15T12:00:00.000Z"];
  const serve = async (...rows: WatchRow[]) => {
    bridge.handle({
      "watch.list": () => success<"watch.list">({ rows, next: null, total: rows.length }),
      "schedules.check": () => success<"schedules.check">({ products: rows.length }),
    });
    await loadWatchList();
  };
  const said = () => useNotices.getState().shown.map(({ text, isLasting }) => [text, isLasting]);
  await serve(row("a", 10, early), row("b", 20, early), row("c", 30, early), row("d", 40, early));
  await checkNow();
  expect(said()).toEqual([["Checking 4 products, shop by shop: 0 done.", true]]);
  await serve(row("a", 9, late), row("b", 22, late), row("c", 30, early), row("d", 40, early));
  expect(said()).toEqual([["Checking 4 products, shop by shop: 2 done.", true]]);
  await serve(row("a", 9, late), row("b", 22, late), row("c", 30, late), row("d", 40, late, 1));
  expect(said()).toEqual([["4 products checked: 1 price fell, 1 rose, 1 not read.", undefined]]);
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
