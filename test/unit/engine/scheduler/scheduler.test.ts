import { randomBytes } from "node:crypto";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { accountByName } from "../../../../src/main/engine/db/accounts/account.js";
import { offerByPublicId } from "../../../../src/main/engine/db/prices/offer.js";
import { lastCheckOfOffer } from "../../../../src/main/engine/db/prices/offer-check.js";
import { productIdByKey } from "../../../../src/main/engine/db/products/product.js";
import { allRows, type ReadDb, write } from "../../../../src/main/engine/db/store.js";
import { insertSchedule, schedulesOfAccount } from "../../../../src/main/engine/db/watch/schedule.js";
import { insertWebhook } from "../../../../src/main/engine/db/webhooks/webhook.js";
import { ensureDefaultAccount, setAccount } from "../../../../src/main/engine/operations/account/accounts.js";
import { importCatalogue } from "../../../../src/main/engine/operations/catalogue/import-catalogue.js";
import { silentLog } from "../../../../src/main/engine/process/log.js";
import { Scheduler } from "../../../../src/main/engine/scheduler/scheduler.js";
import type { CheckResult, Source } from "../../../../src/main/engine/sources/source.js";
import { HOUR_MS } from "../../../../src/shared/time.js";
import { openTestStore } from "../../../support/folder.js";
import { until } from "../../../support/until.js";

const startMs = Date.parse("2026-06-15T12:00:00Z");
const seen: CheckResult = { kind: "seen", priceMinor: 900, availability: 1 };

/** A source whose checks end only when the test ends them. */
function manualSource() {
  const waiting: { publicId: string; end: (result: CheckResult | Error) => void }[] = [];
  const source: Source = {
    canCheck: () => true,
    check: ({ publicId }) =>
      new Promise((resolve, reject) => {
        waiting.push({
          publicId,
          end: (result) => (result instanceof Error ? reject(result) : resolve(result)),
        });
      }),
  };
  return { source, waiting };
}

function productLine(i: number): string {
  return JSON.stringify({
    type: "product",
    service: `product/p/${i}`,
    title: `Product ${i}`,
    offers: [
      {
        id: `o${i}`,
        retailer: "shop.example",
        price: 10,
        currency: "USD",
        availability: "in",
        URL: `https://shop.example/p${i}`,
      },
    ],
  });
}

async function setUp(source: Source, products = 1, isOffline = () => false) {
  const db = openTestStore();
  const clock = { nowMs: startMs, now: () => clock.nowMs };
  const { account } = ensureDefaultAccount(db, startMs);
  const lines = Array.from({ length: products }, (_, i) => productLine(i));
  await importCatalogue({ db, nowMs: startMs, randomBytes, isSample: false }, lines);
  const ended: number[] = [];
  const scheduler = new Scheduler({
    db,
    clock,
    randomBytes,
    log: silentLog,
    sources: [source],
    isOffline,
    onEvent: () => undefined,
    onRunEnd: () => void ended.push(clock.nowMs),
  });
  onTestFinished(() => scheduler.stop());
  const schedule = (product: number, accountId = account.id) =>
    write(db, (tx) =>
      insertSchedule(tx, {
        accountId,
        productId: productIdByKey(tx, `product/p/${product}`) ?? 0,
        cadence: "hourly",
        retailer: null,
        createdMs: startMs,
        dueMs: startMs,
      }),
    );
  return { db, clock, scheduler, ended, schedule, accountId: account.id };
}

/** Starts the run of a schedule, up to its check. */
async function startRun() {
  const { source, waiting } = manualSource();
  const started = await setUp(source);
  started.schedule(0);
  started.scheduler.runDue();
  await until(() => waiting.length === 1);
  return { ...started, waiting };
}

function checkState(db: ReadDb, publicId: string) {
  return lastCheckOfOffer(db, offerByPublicId(db, publicId)?.id ?? 0);
}

async function settle(): Promise<void> {
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
}

describe("the scheduler", () => {
  it("never runs the same check twice at a time, even for two accounts", async () => {
    const { source, waiting } = manualSource();
    const { db, scheduler, ended, schedule, accountId } = await setUp(source);
    setAccount(db, "other", {}, startMs);
    schedule(0);
    schedule(0, accountByName(db, "other")?.id);
    scheduler.runDue();
    scheduler.runDue();
    await settle();
    expect(waiting).toHaveLength(1);
    waiting[0]?.end(seen);
    await until(() => ended.length === 2);
    expect(schedulesOfAccount(db, accountId)[0]).toMatchObject({ runStartedMs: null, lastRunMs: startMs });
  });

  it("lets 32 runs wait for their shops, and starts the next one when one ends", async () => {
    const { source, waiting } = manualSource();
    const { scheduler, ended, schedule } = await setUp(source, 40);
    for (let i = 0; i < 40; i++) schedule(i);
    scheduler.runDue();
    await settle();
    expect(waiting).toHaveLength(32);
    for (let i = 0; i < 40; i++) {
      await until(() => waiting.length > i);
      waiting[i]?.end(seen);
    }
    await until(() => ended.length === 40);
    expect(new Set(waiting.map(({ publicId }) => publicId)).size).toBe(40);
  });

  it("stores the reason of a failed check, counts failures in a row, and leaves the price unchanged", async () => {
    const { source, waiting } = manualSource();
    const { db, clock, scheduler, ended, schedule } = await setUp(source);
    schedule(0);
    const outcomes: (CheckResult | Error)[] = [
      { kind: "failed", outcome: "blocked", detail: "A bot wall." },
      new Error("bug"),
      { kind: "seen", priceMinor: 0, availability: 1 },
      seen,
    ];
    const healths = [];
    for (const [i, outcome] of outcomes.entries()) {
      scheduler.runDue();
      await until(() => waiting.length > i);
      waiting[i]?.end(outcome);
      await until(() => ended.length > i);
      const health = checkState(db, "o0");
      healths.push([health?.outcome, health?.failures, offerByPublicId(db, "o0")?.priceMinor]);
      clock.nowMs += 3_600_000;
    }
    expect(healths).toEqual([
      ["blocked", 1, 1_000],
      ["error", 2, 1_000],
      ["no price", 3, 1_000],
      ["ok", 0, 900],
    ]);
  });

  it("publishes the end of a run only if it has asked a shop", async () => {
    const { source, waiting } = manualSource();
    const { db, clock, scheduler, ended, schedule, accountId } = await setUp(source);
    write(db, (tx) =>
      insertWebhook(tx, {
        id: "wh",
        accountId,
        url: "https://hooks.example/",
        events: ["schedule_completion"],
        isActive: true,
        secret: Buffer.of(0),
        isLocal: false,
        createdMs: startMs,
      }),
    );
    schedule(0);
    const failed = (outcome: string): CheckResult => ({ kind: "failed", outcome, detail: "" });
    const counts = [];
    const results = [failed("paused"), failed("refused address"), failed("blocked"), failed("network"), seen];
    for (const [i, result] of results.entries()) {
      scheduler.runDue();
      await until(() => waiting.length > i);
      waiting[i]?.end(result);
      await until(() => ended.length > i);
      counts.push(allRows(db, "SELECT 1 FROM event").length);
      clock.nowMs += HOUR_MS;
    }
    expect(counts).toEqual([0, 0, 1, 2, 3]);
  });

  it("tries again soon when no shop was reached, three times, then at the schedule's own slots", async () => {
    const source: Source = {
      canCheck: () => true,
      check: async () => ({ kind: "failed", outcome: "network", detail: "The shop could not be reached." }),
    };
    const { db, clock, scheduler, ended, schedule, accountId } = await setUp(source);
    schedule(0);
    const minutes = [];
    for (const run of [1, 2, 3, 4]) {
      scheduler.runDue();
      await until(() => ended.length === run);
      const dueMs = schedulesOfAccount(db, accountId)[0]?.dueMs ?? 0;
      minutes.push((dueMs - clock.nowMs) / 60_000);
      clock.nowMs = dueMs;
    }
    expect(minutes.slice(0, 2)).toEqual([1, 5]);
    expect(minutes[2]).toBeLessThanOrEqual(30);
    expect(checkState(db, "o0")).toMatchObject({ failures: 4 });
    const slot = schedulesOfAccount(db, accountId)[0]?.dueMs ?? 0;
    expect(slot - startMs).toBeGreaterThan(36 * 60_000);
  });

  it("waits for the network with checks on the internet, and never counts that against a shop", async () => {
    const network = { isAway: true };
    const checked: string[] = [];
    const source: Source = {
      canCheck: () => true,
      needsInternet: ({ publicId }) => publicId !== "o1",
      check: async ({ publicId }) => {
        checked.push(publicId);
        return seen;
      },
    };
    const { db, clock, scheduler, ended, schedule } = await setUp(source, 3, () => network.isAway);
    for (const product of [0, 1, 2]) schedule(product);
    expect(scheduler.runDue()).toBe(startMs + 10_000);
    await until(() => ended.length === 1);
    expect(checked).toEqual(["o1"]);
    expect(checkState(db, "o0")).toBeUndefined();
    network.isAway = false;
    clock.nowMs += 10_000;
    scheduler.runDue();
    await until(() => ended.length === 3);
    expect(checked.toSorted()).toEqual(["o0", "o1", "o2"]);
  });

  it("holds back an outlier until a second check confirms it", async () => {
    const { source, waiting } = manualSource();
    const { db, clock, scheduler, ended, schedule } = await setUp(source);
    schedule(0);
    const prices = [];
    for (const i of [0, 1]) {
      scheduler.runDue();
      await until(() => waiting.length > i);
      waiting[i]?.end({ kind: "seen", priceMinor: 100, availability: 1 });
      await until(() => ended.length > i);
      prices.push([offerByPublicId(db, "o0")?.priceMinor, checkState(db, "o0")?.detail]);
      clock.nowMs += 3_600_000;
    }
    expect(prices).toEqual([
      [1_000, expect.stringContaining("second check")],
      [100, null],
    ]);
  });

  it("returns to each schedule's own slots after a sleep, so that checks stay spread out", async () => {
    const source: Source = { canCheck: () => true, check: async () => seen };
    const { db, clock, scheduler, schedule, accountId } = await setUp(source, 30);
    for (let i = 0; i < 30; i++) schedule(i);
    const slots = () => schedulesOfAccount(db, accountId).map(({ dueMs }) => dueMs % HOUR_MS);
    const isDone = () => schedulesOfAccount(db, accountId).every(({ dueMs }) => dueMs > clock.nowMs);
    scheduler.runDue();
    await until(isDone);
    const before = slots();
    expect(new Set(before).size).toBe(30);
    clock.nowMs += 50 * HOUR_MS;
    scheduler.runDue();
    const isSoon = ({ dueMs }: { dueMs: number }) => dueMs > clock.nowMs && dueMs <= clock.nowMs + 20_000;
    expect(schedulesOfAccount(db, accountId).filter(isSoon), "ten start at once").toHaveLength(20);
    await settle();
    clock.nowMs += 30_000;
    scheduler.runDue();
    await until(isDone);
    expect(slots()).toEqual(before);
  });

  it("resumes an interrupted run with its original start and price", async () => {
    const { db, clock, scheduler, accountId, waiting } = await startRun();
    expect(schedulesOfAccount(db, accountId)[0]).toMatchObject({
      runStartedMs: startMs,
      runPriceMinor: 1_000,
      dueMs: startMs,
    });
    const stopped = scheduler.stop();
    waiting[0]?.end(seen);
    await stopped;
    // A result after the stop is not recorded, because the run belongs to the next engine.
    expect(offerByPublicId(db, "o0")?.priceMinor).toBe(1_000);
    clock.nowMs += 60_000;
    const again = manualSource();
    const next = new Scheduler({
      db,
      clock,
      randomBytes,
      log: silentLog,
      sources: [again.source],
      isOffline: () => false,
      onEvent: () => undefined,
      onRunEnd: () => undefined,
    });
    onTestFinished(() => next.stop());
    next.runDue();
    await until(() => again.waiting.length === 1);
    expect(schedulesOfAccount(db, accountId)[0]).toMatchObject({
      runStartedMs: startMs,
      runPriceMinor: 1_000,
    });
    again.waiting[0]?.end(seen);
    await until(() => schedulesOfAccount(db, accountId)[0]?.runStartedMs === null);
    const due = schedulesOfAccount(db, accountId)[0]?.dueMs ?? 0;
    expect(due).toBeGreaterThan(clock.nowMs);
    expect(due).toBeLessThanOrEqual(clock.nowMs + HOUR_MS);
  });

  it("retries a run that could not be stored, but only when it is woken again", async () => {
    const { db, scheduler, ended, waiting } = await startRun();
    db.connection.exec("ALTER TABLE offer_check RENAME TO away");
    waiting[0]?.end(seen);
    await settle();
    expect(waiting).toHaveLength(1);
    db.connection.exec("ALTER TABLE away RENAME TO offer_check");
    scheduler.runDue();
    await until(() => waiting.length === 2);
    waiting[1]?.end(seen);
    await until(() => ended.length === 1);
    expect(offerByPublicId(db, "o0")?.priceMinor).toBe(900);
  });

  it("ignores the result for an offer that was removed during its check", async () => {
    const { db, accountId, waiting } = await startRun();
    db.connection.exec("DELETE FROM product");
    waiting[0]?.end(seen);
    await settle();
    expect(schedulesOfAccount(db, accountId)).toEqual([]);
  });

  it("stops even if a source does not", async () => {
    const { scheduler } = await startRun();
    await scheduler.stop();
  });

  it("gives up a check that takes too long, even if its source does not end it", async () => {
    const timeout = vi.spyOn(AbortSignal, "timeout");
    const controller = new AbortController();
    timeout.mockReturnValue(controller.signal);
    onTestFinished(() => timeout.mockRestore());
    const { db, ended } = await startRun();
    controller.abort();
    await until(() => ended.length === 1);
    expect(checkState(db, "o0")).toMatchObject({ outcome: "timeout", failures: 1 });
  });

  it("survives a database that cannot be read when a run ends", async () => {
    const { db, scheduler, ended, waiting } = await startRun();
    db.connection.exec("ALTER TABLE schedule RENAME TO away");
    waiting[0]?.end(seen);
    await settle();
    db.connection.exec("ALTER TABLE away RENAME TO schedule");
    scheduler.runDue();
    await until(() => waiting.length === 2);
    waiting[1]?.end(seen);
    await until(() => ended.length === 1);
  });

  it("returns the time of its next wake-up while runs are in progress", async () => {
    const { source, waiting } = manualSource();
    const { db, scheduler, clock, schedule } = await setUp(source, 2);
    schedule(0);
    schedule(1);
    db.connection.exec(`UPDATE schedule SET due_at = ${clock.nowMs + 5_000} WHERE id = 2`);
    expect([scheduler.runDue(), scheduler.runDue()]).toEqual([clock.nowMs + 5_000, clock.nowMs + 5_000]);
    expect(waiting).toHaveLength(1);
  });

  it("accepts a check even if a clock that was ahead has recorded a later one", async () => {
    const { source, waiting } = manualSource();
    const { db, scheduler, ended, schedule } = await setUp(source);
    db.connection.exec(`UPDATE offer SET seen_at = ${startMs + 400 * 86_400_000}`);
    schedule(0);
    scheduler.runDue();
    await until(() => waiting.length === 1);
    waiting[0]?.end(seen);
    await until(() => ended.length === 1);
    expect(offerByPublicId(db, "o0")).toMatchObject({ priceMinor: 900, seenMs: startMs });
  });

  it("returns the time of its next wake-up", async () => {
    const { source } = manualSource();
    const { db, scheduler, clock } = await setUp(source);
    expect(scheduler.runDue()).toBeNull();
    db.connection.exec(
      `INSERT INTO schedule (account_id, product_id, cadence, created_at, due_at) VALUES (1, 1, 'daily', 0, ${clock.nowMs + 5_000})`,
    );
    expect(scheduler.runDue()).toBe(clock.nowMs + 5_000);
  });
});
