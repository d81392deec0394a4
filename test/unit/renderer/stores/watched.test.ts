import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { useNotices } from "../../../../src/renderer/stores/notices.js";
import { loadWatchList, useWatchList } from "../../../../src/renderer/stores/watch-list.js";
import { checkNow, partsForSchedules, unwatch, watch } from "../../../../src/renderer/stores/watched.js";
import type { WatchRow } from "../../../../src/shared/app/watch.js";
import { type FakeBridge, failure, installFakeBridge, success } from "../../../support/fake-bridge.js";
import { untilPasses } from "../../../support/until.js";
import { createWatchRow } from "../../../support/watch-row.js";

let bridge: FakeBridge;

/** What was asked for; the list is read anew after each change, which is not what these tests are about. */
function changes() {
  return bridge.calls.filter(({ operation }) => operation !== "watch.list");
}

beforeEach(async () => {
  useNotices.setState({ shown: [] });
  bridge = await installFakeBridge({
    "watch.put": () => success<"watch.put">({ watched: 1, act_id: 3 }),
    "watch.stop": () => success<"watch.stop">({ stopped: 1, act_id: 4 }),
  });
});

it("watches many products as one act", async () => {
  const many = Array.from({ length: 150 }, (_, index) => createWatchRow({ product_key: `p${index}` }));
  expect(await watch(many)).toEqual({ actId: 3, error: null });
  expect(changes().map(({ input }) => input)).toMatchObject([{ schedule: "daily" }, { part_of: 3 }]);
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
  expect(await unwatch([createWatchRow()])).toMatchObject({ code: "ERR_INTERNAL" });
  expect(useNotices.getState().shown).toEqual([]);
});

it("stops at the first call that fails", async () => {
  bridge.handle({ "watch.put": () => failure("ERR_INTERNAL") });
  const wishes = Array.from({ length: 150 }, (_, index) => createWatchRow({ product_key: `p${index}` }));
  expect(await watch(wishes)).toMatchObject({ actId: null, error: { code: "ERR_INTERNAL" } });
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

function wish(productKey: string, schedule: "hourly" | "daily", retailer: string | null = null) {
  return { product_key: productKey, schedule, retailer };
}

it("makes one call for what is wished alike", () => {
  expect(
    partsForSchedules([
      wish("a", "daily"),
      wish("b", "hourly"),
      wish("c", "daily"),
      wish("d", "daily", "x.example"),
    ]),
  ).toEqual([
    { product_keys: ["a", "c"], schedule: "daily", retailer: null },
    { product_keys: ["b"], schedule: "hourly", retailer: null },
    { product_keys: ["d"], schedule: "daily", retailer: "x.example" },
  ]);
});

it("sends a hundred at most in one call", () => {
  const many = Array.from({ length: 205 }, (_, index) => wish(`p${index}`, "daily"));
  expect(partsForSchedules(many).map(({ product_keys: keys }) => keys.length)).toEqual([100, 100, 5]);
});

it("makes no call for nothing", () => {
  expect(partsForSchedules([])).toEqual([]);
});
