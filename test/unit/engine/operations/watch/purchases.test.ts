import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { accountByName } from "../../../../../src/main/engine/db/accounts/account.js";
import { allValues, type ReadDb, write } from "../../../../../src/main/engine/db/store.js";
import { dueSchedules } from "../../../../../src/main/engine/db/watch/schedule.js";
import { setAccount } from "../../../../../src/main/engine/operations/account/accounts.js";
import { redoAct, undoAct } from "../../../../../src/main/engine/operations/acts/acts.js";
import { endDueRounds, endSnoozes } from "../../../../../src/main/engine/operations/alerts/round.js";
import { snoozeProduct } from "../../../../../src/main/engine/operations/alerts/rules.js";
import { priceStatistics } from "../../../../../src/main/engine/operations/prices/statistics.js";
import {
  mergeProducts,
  splitProduct,
} from "../../../../../src/main/engine/operations/products/group-offers.js";
import { removeProducts } from "../../../../../src/main/engine/operations/products/remove.js";
import { readFigures } from "../../../../../src/main/engine/operations/products/search.js";
import { listUnwatched, listWatched } from "../../../../../src/main/engine/operations/watch/list.js";
import {
  listPurchases,
  removePurchase,
  savePurchase,
  skipEndedChecks,
} from "../../../../../src/main/engine/operations/watch/purchases.js";
import { scheduleOverview } from "../../../../../src/main/engine/operations/watch/schedule-overview.js";
import { putWatched, saveSchedule } from "../../../../../src/main/engine/operations/watch/schedules.js";
import { DAY_MS, MINUTE_MS } from "../../../../../src/shared/time.js";
import { productKey, startMs, target, WatchedProduct } from "../alerts/watched-product.js";
import { addTestChannel } from "../channels/stored-channel.js";

const dayMinutes = DAY_MS / MINUTE_MS;

let product: WatchedProduct;
let db: ReadDb;

beforeEach(async () => {
  vi.stubEnv("TZ", "Europe/Berlin");
  product = await WatchedProduct.open();
  db = product.db;
});

function buy(price = 100, more: object = { return_days: 14 }) {
  return savePurchase(product.context, { product_key: productKey, price, ...more }).purchase;
}

const figures = () => readFigures(product.context, { product_keys: [productKey] }).figures[0];
const purchases = () => listPurchases(product.context, {}).purchases;
const watched = async () => {
  const { rows } = await listWatched({ ...product.context, sources: [] }, { limit: 9 });
  return rows.map((row) => row.product_key);
};
const overview = (product_key = productKey) =>
  scheduleOverview({ ...product.context, sources: [] }, { product_key }).schedules;
const isScheduled = (key = productKey) => overview(key).length > 0;
/** The accounts whose check is due at a time. */
const checkedAt = (nowMs: number) => {
  product.nowMs = nowMs;
  skipEndedChecks(db, nowMs);
  return dueSchedules(db, nowMs, 9).map(({ accountId }) => accountId);
};
const reasonsAt = (minutes: number, priceMinor: number) =>
  product.check(minutes, priceMinor).map(({ reason }) => reason);
const work = (minutes: number) =>
  product.at(minutes).newEntries(() => {
    endSnoozes(product.context, { nowMs: product.nowMs, randomBytes });
    endDueRounds(product.context, { nowMs: product.nowMs, randomBytes });
  });

describe("what was bought", () => {
  it("causes no other alert than one of a price below the one paid, and another at 5 % less, to all channels", () => {
    const channel = addTestChannel(db, {});
    product.save(target(95));
    product.save({ kind: "any_change" });
    buy();
    expect(reasonsAt(1, 9_950)).toEqual([]);
    expect(product.check(2, 7_000)).toMatchObject([
      {
        type: "price_drop",
        reason: "$70.00 at shop.example, $30.00 less than you paid, return until Jun 29",
        data: { price: { current: 70, previous: 99.5, currency: "USD" } },
      },
    ]);
    expect(allValues(db, "SELECT channel_id FROM channel_alert")).toEqual([channel.id]);
    expect(reasonsAt(3, 11_000)).toEqual([]);
    expect(reasonsAt(4, 6_900)).toEqual([]);
    expect(reasonsAt(5, 6_600)).toEqual([
      "$66.00 at shop.example, $34.00 less than you paid, return until Jun 29",
    ]);
  });

  it("causes a notice at once if it costs less already", () => {
    buy(120);
    expect(work(1)).toMatchObject([{ reason: expect.stringContaining("$20.00 less than you paid") }]);
    expect(work(2)).toEqual([]);
  });

  it("has its notice at the end of a snooze, unless it cannot be returned by then", () => {
    buy();
    const until = (minutes: number) => new Date(startMs + minutes * MINUTE_MS).toISOString();
    snoozeProduct(product.context, { product_key: productKey, until: until(10) });
    expect(reasonsAt(1, 7_000)).toEqual([]);
    expect(work(11)).toHaveLength(1);
    snoozeProduct(product.context, { product_key: productKey, until: until(20 * dayMinutes) });
    expect(reasonsAt(12, 5_000)).toEqual([]);
    expect(work(20 * dayMinutes + 1)).toEqual([]);
  });

  it("is no longer checked after the last day on which it can be returned, in this computer's time zone", () => {
    buy(100, { return_days: 1 });
    // The day after ends at 22:00 UTC in Berlin.
    expect(checkedAt(startMs + 33 * 60 * MINUTE_MS)).toHaveLength(1);
    expect(isScheduled()).toBe(true);
    expect(checkedAt(startMs + 34 * 60 * MINUTE_MS)).toEqual([]);
    expect(isScheduled()).toBe(false);
    expect(purchases()).toMatchObject([{ return_until: "2026-06-16", is_open: true }]);
  });

  it("is not checked at all if it cannot be returned, and other accounts go on checking", () => {
    setAccount(db, "other", {}, 0);
    const accountId = accountByName(db, "other")?.id ?? 0;
    buy(100, { return_days: 0 });
    const schedule = {
      accountId,
      productId: product.idOf(productKey),
      cadence: "daily",
      retailer: null,
    } as const;
    write(db, (tx) => saveSchedule(tx, schedule, startMs));
    expect(checkedAt(startMs + 9 * DAY_MS)).toEqual([accountId]);
    expect(purchases()).toMatchObject([{ is_open: true }]);
  });

  it("is in a list of its own", async () => {
    expect(await watched()).toEqual([productKey]);
    buy();
    expect(await watched()).toEqual([]);
    buy(100, { return_days: 0 });
    expect(listUnwatched({ ...product.context, sources: [] }).products).toEqual([]);
    expect(purchases()).toMatchObject([
      { title: "P", price: 100, currency: "USD", now: { price: 100, retailer: "shop.example" } },
    ]);
  });
});

describe("the verdict on what was bought", () => {
  const verdict = () => priceStatistics(product.context, { product_key: productKey }).verdict;

  it("speaks of the purchase, not of a target or of buying", () => {
    product.save(target(95));
    product.check(20 * dayMinutes, 9_000);
    expect(verdict()).toMatchObject({ kind: "target", target: 95 });
    expect(figures()?.grade).not.toBeNull();
    buy(100);
    expect(verdict()).toMatchObject({
      kind: "bought",
      grade: null,
      target: null,
      reason:
        "You paid $100.00 on Jul 5, 2026. It costs $90.00 now, $10.00 less. You can return it until Jul 19, 2026.",
    });
    expect(figures()).toMatchObject({ grade: null, is_lowest_ever: false });
  });

  it.each([
    [{ price: 80, return_days: 0 }, "You paid $80.00 on Jun 15, 2026. It costs $100.00 now, $20.00 more."],
    [{ price: 100, return_days: 0 }, "You paid $100.00 on Jun 15, 2026. It still costs $100.00."],
  ])("compares %j with the best price", ({ price, return_days }, reason) => {
    buy(price, { return_days });
    expect(verdict()).toMatchObject({ kind: "bought", reason });
  });

  it("says that it is sold out", async () => {
    await product.addProduct("product/q/1", []);
    const product_key = "product/q/1";
    buy(5, { product_key, currency: "EUR", return_days: 0 });
    expect(priceStatistics(product.context, { product_key }).verdict).toMatchObject({
      kind: "bought",
      reason: "You paid €5.00 on Jun 15, 2026. No shop has it in stock right now.",
    });
  });
});

describe("a purchase", () => {
  it("has today's date and the days to return of the last one, unless it names others", async () => {
    await product.addProduct("product/q/1", [{ id: "q" }]);
    expect(listPurchases(product.context, {}).return_days).toBeNull();
    expect(buy(100, {})).toMatchObject({ on: "2026-06-15", return_until: null });
    expect(buy(100, { return_days: 30, on: "2026-06-10", retailer: "IKEA" })).toMatchObject({
      on: "2026-06-10",
      return_until: "2026-07-10",
      retailer: "IKEA",
    });
    expect(listPurchases(product.context, {}).return_days).toBe(30);
    expect(buy(90, { on: "2026-06-11", retailer: "" })).toMatchObject({
      price: 90,
      return_until: "2026-07-11",
      retailer: null,
    });
    expect(buy(80, { product_key: "product/q/1" })).toMatchObject({ return_until: "2026-07-15" });
  });

  it("that is changed starts over only if the price paid has changed", () => {
    buy(100);
    expect(reasonsAt(1, 7_000)).toHaveLength(1);
    buy(100, { return_days: 20 });
    expect(work(2)).toEqual([]);
    buy(110);
    expect(work(3)).toMatchObject([{ reason: expect.stringContaining("$40.00 less than you paid") }]);
  });

  it.each([
    [{ on: "2026-06-16" }, "2026-06-16 is in the future."],
    [{ on: "1999-12-31" }, "1999-12-31 is too long ago."],
    [{ currency: "EUR" }, "No shop of this product charges in EUR."],
    [{ product_key: "product/none" }, "Unknown product 'product/none'."],
  ])("with %j is refused, and changes nothing", (more, message) => {
    expect(() => buy(100, more)).toThrow(message);
    expect(purchases()).toEqual([]);
  });

  it("of a product without a price needs a currency", async () => {
    await product.addProduct("product/q/1", []);
    const product_key = "product/q/1";
    expect(() => buy(5, { product_key })).toThrow("its currency is unknown");
    expect(buy(5, { product_key, currency: "EUR" })).toMatchObject({ currency: "EUR", now: null });
  });

  it("is compared with prices from before its day, as far as they are known", () => {
    const savings = () => listPurchases(product.context, {}).savings[0];
    buy(90);
    expect(savings()).toMatchObject({ usual: null, first: null, list: null });
    removePurchase(product.context, { id: purchases()[0]?.id ?? 0 });
    product.check(2 * dayMinutes, 8_000);
    product.check(20 * dayMinutes, 6_000);
    buy(60, { on: "2026-06-20" });
    expect(savings()).toMatchObject({ usual: null, first: { amount: 40, purchases: 1 } });
    buy(60, { on: "2026-07-05" });
    expect(savings()).toMatchObject({ usual: { amount: 20, purchases: 1 } });
  });
});

describe("a product that was bought", () => {
  it("is watched again as before once the purchase is removed", () => {
    const before = allValues(db, "SELECT cadence FROM schedule");
    const { id } = buy(100, { return_days: 0 });
    removePurchase(product.context, { id });
    expect(allValues(db, "SELECT cadence FROM schedule")).toEqual(before);
    product.save(target(95));
    expect(reasonsAt(5, 9_000)).toEqual([
      "$90.00 at shop.example, under your target of $95.00, was $100.00 (−10%)",
    ]);
    expect(removePurchase(product.context, { id })).toEqual({ removed: 0, act_id: null });
  });

  it("that was not watched before is checked to be returned, and then not any more", async () => {
    await product.addProduct("product/q/1", [{ id: "q" }]);
    write(db, (tx) => tx.connection.exec("DELETE FROM schedule"));
    const { id } = buy(100, { product_key: "product/q/1", return_days: 14 });
    expect(isScheduled("product/q/1")).toBe(true);
    removePurchase(product.context, { id });
    expect(isScheduled("product/q/1")).toBe(false);
  });

  it.each([14, 0])(
    "is watched again when the shopper says so, with %i days to return it",
    async (return_days) => {
      product.save(target(95));
      buy(100, { return_days });
      await putWatched(product.context, { product_keys: [productKey], schedule: "weekly", retailer: null });
      expect(await watched()).toEqual([productKey]);
      expect(purchases()).toMatchObject([{ is_open: false }]);
      expect(reasonsAt(1, 9_000)).toMatchObject([expect.stringContaining("under your target")]);
      buy(85);
      expect(purchases()).toHaveLength(2);
    },
  );

  it("is watched again when a program schedules it, once it can no longer be returned", async () => {
    buy();
    const put = () => {
      const terms = { accountId: product.accountId, productId: product.idOf(productKey), retailer: null };
      write(db, (tx) => saveSchedule(tx, { ...terms, cadence: "weekly" }, product.nowMs));
    };
    put();
    expect(await watched()).toEqual([]);
    expect(checkedAt(startMs + 20 * DAY_MS)).toEqual([]);
    put();
    expect(await watched()).toEqual([productKey]);
  });

  it("comes back as it was by an undo, and is bought again by a redo, without another notice", async () => {
    const dump = () => JSON.stringify(["purchase", "schedule"].map((table) => rowsOf(table)));
    const rowsOf = (table: string) => db.connection.prepare(`SELECT * FROM ${table}`).all();
    const before = dump();
    const { act_id } = savePurchase(product.context, {
      product_key: productKey,
      price: 100,
      return_days: 14,
    });
    expect(reasonsAt(1, 7_000)).toHaveLength(1);
    const after = dump();
    await undoAct(product.context, { id: act_id ?? 0 });
    expect(dump()).toBe(before);
    await redoAct(product.context, { id: act_id ?? 0 });
    expect(dump()).toBe(after);
    expect(work(2)).toEqual([]);
  });

  it("is watched as before once the purchase is undone, also after its last day to be returned", async () => {
    const { act_id } = savePurchase(product.context, {
      product_key: productKey,
      price: 100,
      return_days: 14,
    });
    expect(checkedAt(startMs + 20 * DAY_MS)).toEqual([]);
    await undoAct(product.context, { id: act_id ?? 0 });
    expect(overview()).toMatchObject([{ schedule: "daily" }]);
    expect(checkedAt(startMs + 22 * DAY_MS)).toHaveLength(1);
  });

  it("is watched again as said by a redo after its last day to be returned", async () => {
    buy();
    const again = { product_keys: [productKey], schedule: "weekly" as const, retailer: null };
    const { act_id } = await putWatched(product.context, again);
    await undoAct(product.context, { id: act_id ?? 0 });
    expect(checkedAt(startMs + 20 * DAY_MS)).toEqual([]);
    await redoAct(product.context, { id: act_id ?? 0 });
    expect(overview()).toMatchObject([{ schedule: "weekly" }]);
  });

  it("keeps its purchase when it is removed and restored, merged and split off", async () => {
    await product.addProduct("product/q/1", [{ id: "q", retailer: "other.example" }]);
    buy();
    const bought = purchases();
    removeProducts(product.context, { product_keys: [productKey] });
    expect(purchases()).toEqual([]);
    await undoAct(product.context, {});
    expect(purchases()).toEqual(bought);
    mergeProducts(product.context, { product_key: productKey, into: "product/q/1" });
    expect(purchases()).toMatchObject([{ product_key: "product/q/1", price: 100, is_open: true }]);
    splitProduct(product.context, { product_key: "product/q/1", offer_ids: ["o"] });
    expect(purchases()).toEqual(bought);
  });
});
