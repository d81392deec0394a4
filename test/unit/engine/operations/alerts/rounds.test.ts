import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { memoriesOf } from "../../../../../src/main/engine/db/alerts/alert-memory.js";
import { rulesOfEntry } from "../../../../../src/main/engine/db/alerts/inbox.js";
import { newestProblems, restartRounds } from "../../../../../src/main/engine/db/alerts/round.js";
import { recordConditions } from "../../../../../src/main/engine/db/prices/condition-point.js";
import { capSeenTime, offerByPublicId } from "../../../../../src/main/engine/db/prices/offer.js";
import { allRows, type ReadDb, write } from "../../../../../src/main/engine/db/store.js";
import { capWaits } from "../../../../../src/main/engine/db/waits.js";
import {
  beginScheduleRun,
  deleteSchedule,
  endScheduleRun,
  insertSchedule,
} from "../../../../../src/main/engine/db/watch/schedule.js";
import { redoAct, undoAct } from "../../../../../src/main/engine/operations/acts/acts.js";
import { endDueRounds, endSnoozes } from "../../../../../src/main/engine/operations/alerts/round.js";
import { removeRules, snoozeProduct } from "../../../../../src/main/engine/operations/alerts/rules.js";
import { importCatalogue } from "../../../../../src/main/engine/operations/catalogue/import-catalogue.js";
import { countTerm } from "../../../../../src/main/engine/operations/prices/count-terms.js";
import { recordObservations } from "../../../../../src/main/engine/operations/prices/record.js";
import { removeOffers } from "../../../../../src/main/engine/operations/products/group-offers.js";
import { savePurchase } from "../../../../../src/main/engine/operations/watch/purchases.js";
import type { RuleTrigger } from "../../../../../src/shared/app/rules.js";
import { DAY_MS, MINUTE_MS } from "../../../../../src/shared/time.js";
import { addTestChannel } from "../channels/stored-channel.js";
import { drop, productKey, startMs, target, WatchedProduct } from "./watched-product.js";

let product: WatchedProduct;
let db: ReadDb;

async function open(...offers: Parameters<typeof WatchedProduct.open>) {
  product = await WatchedProduct.open(...offers);
  db = product.db;
}

beforeEach(() => open());

const save = (...args: Parameters<WatchedProduct["save"]>) => product.save(...args);
const reasonsAt = (...args: Parameters<WatchedProduct["check"]>) =>
  product.check(...args).map(({ reason }) => reason);
const publishContext = () => ({ nowMs: product.nowMs, randomBytes });
/** What the engine's worker does when it wakes. */
const work = (minutes: number) =>
  product.at(minutes).newEntries(() => {
    endSnoozes(product.context, publishContext());
    endDueRounds(product.context, publishContext());
  });
const rounds = () => allRows(db, "SELECT * FROM round").length;
/** A round without an alert must not owe that to an error. */
const expectNoProblem = () => expect(newestProblems(db, 9)).toEqual([]);
/** Imports the product with offers of these prices, by their names. */
const importPrices = (prices: Readonly<Record<string, number>>) => {
  const timestamp = new Date(product.nowMs).toISOString();
  const offers = Object.entries(prices).map(([id, price]) => {
    const retailer = id === "o" ? "shop.example" : `${id}.example`;
    return {
      id,
      retailer,
      price,
      currency: "USD",
      availability: "in",
      URL: `https://${retailer}/${id}`,
      timestamp,
    };
  });
  const line = JSON.stringify({ type: "product", service: productKey, title: "P", offers });
  return product.newEntriesOf(() => importCatalogue({ ...publishContext(), db, isSample: false }, [line]));
};

describe("alerts of a round", () => {
  afterEach(expectNoProblem);

  it("are recorded with the rules that fired, the most relevant one first, and their memories", () => {
    const ids = [save({ kind: "any_change" }), save(drop()), save(target(95))];
    const [entry, ...others] = product.check(1, 9_000);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      type: "price_drop",
      is_test: false,
      reason: "$90.00 at shop.example, under your target of $95.00, was $100.00 (−10%)",
      data: {
        product: { service: productKey, url: "https://shop.example/o" },
        retailer: "shop.example",
        price: { current: 90, previous: 100, currency: "USD" },
        availability: { current: "in", previous: "in" },
      },
    });
    expect(rulesOfEntry(db, entry?.id ?? 0)).toEqual(ids.toReversed());
    expect(memoriesOf(db, productKey, ids[2]!)).toMatchObject([{ priceMinor: 9_500 }]);
    expect(product.at(2).finish()).toEqual([]);
  });

  it("are forgotten with the price when their transaction is rolled back", () => {
    const id = save(target(95));
    expect(() =>
      write(db, (tx) => {
        const offer = allRows<{ id: number }>(tx, "SELECT id FROM offer")[0]!;
        const observation = {
          offerId: offer.id,
          priceMinor: 9_000,
          availability: 1,
          atMs: startMs + 1,
        } as const;
        recordObservations(tx, publishContext(), [observation]);
        product.finishIn(tx);
        throw new Error("The disk is full.");
      }),
    ).toThrow("full");
    expect(memoriesOf(db, productKey, id)).toEqual([]);
    expect(rounds()).toBe(0);
  });

  it("are one for two shops that fall in one round, with the best price before it", async () => {
    await open({ id: "a", price: 39.99 }, { id: "b", retailer: "other.example", price: 39.99 });
    product.at(1).observe(3_899, { id: "b" });
    expect(reasonsAt(2, 3_499, { id: "a" })).toEqual([
      "$34.99 at shop.example, was $39.99 (−13%), next best: $38.99 at other.example",
    ]);
  });

  it.each<[string, RuleTrigger, Record<string, number>, string, number]>([
    [
      "is dearer than the one that fell",
      { kind: "price_drop", percent: 5 },
      { o: 80, n: 95 },
      "$80.00 at shop.example, was $100.00 (−20%), next best: $95.00 at n.example",
      100,
    ],
    [
      "is cheaper than the one that fell",
      { kind: "any_change" },
      { o: 80, n: 70 },
      "$80.00 at shop.example, was $100.00 (−20%), cheaper at n.example: $70.00",
      100,
    ],
    [
      "reaches a target",
      target(85),
      { o: 95, n: 80 },
      "$80.00 at n.example, under your target of $85.00, best price before: $100.00",
      100,
    ],
  ])(
    "compare with no earlier price of a shop that is new and %s",
    async (_case, trigger, prices, reason, previous) => {
      save(trigger);
      product.at(1);
      expect(await importPrices(prices)).toMatchObject([{ reason, data: { price: { previous } } }]);
    },
  );

  it.each([
    ["within a day", 1_440, ", was $100.00 (−10%)", 100, "price_drop"],
    ["no longer after a day", 1_441, "", null, "schedule_completion"],
  ])("of a new rule compare with the price before %s", (_when, minutes, was, previous, type) => {
    product.check(1, 9_000);
    product.at(minutes);
    expect(product.newEntries(() => save(target(95)))).toMatchObject([
      {
        reason: `$90.00 at shop.example, under your target of $95.00${was}`,
        data: { price: { previous } },
        type,
      },
    ]);
  });

  it("are none for a round without a change, or for a price that returns within the round", () => {
    expect(product.finish()).toEqual([]);
    save({ kind: "any_change" });
    product.at(1).observe(9_000);
    expect(product.check(2, 10_000)).toEqual([]);
    expect(rounds()).toBe(0);
  });

  it("are none for a shop that stays dearer, or a price that hardly moves", async () => {
    await open({ id: "a", price: 100 }, { id: "b", retailer: "other.example", price: 90 });
    expect(product.check(1, 9_500, { id: "a" })).toEqual([]);
    expect(product.check(2, 8_999, { id: "b" })).toEqual([]);
  });

  it("are none for what another account schedules", () => {
    write(db, (tx) => deleteSchedule(tx, product.accountId, product.idOf(productKey)));
    expect(product.check(1, 5_000)).toEqual([]);
    expect(rounds()).toBe(0);
  });

  it("say that the last offer has sold out, and that it is back or can be bought at last", () => {
    save({ kind: "any_change" });
    const says = (reason: string, availability: object | null) => [
      { type: "availability_change", reason, data: { availability } },
    ];
    expect(product.check(1, 10_000, { availability: 2 })).toMatchObject(
      says("Out of stock at shop.example", { current: "out", previous: "in" }),
    );
    save({ kind: "back_in_stock" });
    expect(product.check(2, 10_000)).toMatchObject(
      says("Back in stock at shop.example for $100.00", { current: "in", previous: "out" }),
    );
    expect(product.check(3, 10_000, { isRelease: true })).toMatchObject(
      says("Now in stock at shop.example for $100.00", { current: "in", previous: null }),
    );
    expect(product.check(4, 9_000, { availability: 0 })).toMatchObject([{ data: { availability: null } }]);
  });
});

describe("rules of a product", () => {
  it("replace the general ones, even if they are off, unless all of them only add", () => {
    const own = save(drop(), { is_enabled: false });
    save(target(80));
    expect(reasonsAt(1, 9_000)).toEqual([]);
    save(target(70), { id: own });
    expect(reasonsAt(2, 8_000)).toEqual([
      "$80.00 at shop.example, at your target of $80.00, was $90.00 (−11%)",
    ]);
  });

  it("are evaluated when they are saved", () => {
    expect(product.newEntries(() => save(target(120)))).toMatchObject([
      { type: "schedule_completion", reason: "$100.00 at shop.example, under your target of $120.00" },
    ]);
    expect(product.newEntries(() => save(target(119)))).toHaveLength(1);
    expect(product.newEntries(() => save(target(99)))).toEqual([]);
  });

  it("for all products are evaluated in the background", () => {
    const trigger = { kind: "percent_below", base: "median30", percent: 0 } as const;
    product.check(60 * 24, 9_900);
    expect(product.newEntries(() => save(trigger, { product_key: null }))).toEqual([]);
    expect(work(60 * 24 + 1)).toHaveLength(1);
    expect(rounds()).toBe(0);
  });

  it("for all products are evaluated for prices that were last seen long ago, too", () => {
    product.at(60 * 24 * 40);
    save(target(150), { product_key: null });
    expect(work(60 * 24 * 70)).toHaveLength(1);
  });

  it.each([productKey, null])("are evaluated when they are restored: those of %s", async (product_key) => {
    await product.addProduct("product/q/1", [{ id: "q", price: 200 }]);
    const id = save(target(95), { product_key });
    removeRules(product.context, { ids: [id] });
    work(0);
    product.check(1, 8_000);
    await undoAct(product.context, {});
    expect(rounds()).toBe(product_key === null ? 2 : 1);
    expect(work(2)).toMatchObject([{ reason: expect.stringContaining("your target of $95.00") }]);
  });

  it("leave the product to the general ones when they are removed, or add to those", async () => {
    save({ kind: "new_low", days: null }, { product_key: null });
    const own = [save(drop(50)), save(drop(60))];
    expect(reasonsAt(1, 9_000)).toEqual([]);
    removeRules(product.context, { ids: own.slice(1) });
    expect(work(2)).toEqual([]);
    removeRules(product.context, { ids: own.slice(0, 1) });
    expect(work(3)).toMatchObject([{ reason: expect.stringContaining("$90.00 at shop.example") }]);
    await undoAct(product.context, {});
    expect(reasonsAt(4, 8_000)).toEqual([]);
    const changed = { id: own[0], is_enabled: false };
    expect(product.newEntries(() => save({ kind: "back_in_stock" }, changed))).toMatchObject([
      { reason: expect.stringContaining("$80.00 at shop.example") },
    ]);
  });

  it("compare each with the past of its own offers", async () => {
    await open({}, { id: "cheap", retailer: "other.example", price: 80 });
    save({ kind: "new_low", days: null });
    save({ kind: "new_low", days: null }, { retailer: "shop.example" });
    expect(product.check(1, 9_500)).toMatchObject([{ data: { retailer: "shop.example" } }]);
  });

  it("compare with the price that the owner paid before", () => {
    save({ kind: "any_change" });
    const offerId = offerByPublicId(db, "o")?.id ?? 0;
    write(db, (tx) => recordConditions(tx, offerId, [{ kind: "member", price: 80, words: null }], startMs));
    product.at(1);
    countTerm(product.context, { term: { kind: "member", retailer: "shop.example" }, counts: true });
    expect(work(2)).toEqual([]);
    expect(product.check(3, 9_900)).toEqual([]);
    expect(reasonsAt(4, 7_000)).toEqual([expect.stringContaining("was $80.00 (−13%)")]);
  });

  it("for price drops compare with the last alert, also if that is about a new shop's price", async () => {
    save({ kind: "price_drop", percent: 5 });
    save(target(95));
    product.at(1);
    expect(await importPrices({ n: 90 })).toHaveLength(1);
    expect(reasonsAt(26 * 60, 8_990, { id: "n" })).toEqual([]);
    expect(reasonsAt(52 * 60, 8_500, { id: "n" })).toHaveLength(1);
  });

  it("that throw are set aside with their error, and the others fire", () => {
    const broken = save({ kind: "any_change" });
    save(target(95));
    db.connection.exec(`UPDATE alert_rule SET trigger = '{"kind":"of-the-future"}' WHERE id = ${broken}`);
    expect(reasonsAt(1, 9_000)).toEqual([
      "$90.00 at shop.example, under your target of $95.00, was $100.00 (−10%)",
    ]);
    expect(newestProblems(db, 9)).toMatchObject([{ product_key: productKey, rule_id: broken, title: "P" }]);
    db.connection.exec(`UPDATE alert_rule SET trigger = '{"kind":"any_change"}' WHERE id = ${broken}`);
    expect(reasonsAt(2, 9_500)).toHaveLength(1);
    expectNoProblem();
  });

  it.each([
    ["cannot be evaluated", { kind: "new_low", days: null }],
    ["fires, but has no reason to state", target(95)],
  ] as const)(
    "one of which %s loses neither the price nor alerts of other products",
    async (_case, trigger) => {
      save(trigger);
      await product.addProduct("product/q/1", [{ id: "q" }]);
      const older = "UPDATE price_block SET points = x'ff' WHERE offer_id = 1 AND from_at = 0";
      db.connection.exec(
        "INSERT INTO price_block SELECT offer_id, 0, 1, points FROM price_block WHERE offer_id = 1",
      );
      db.connection.exec(older);
      expect(product.check(1, 9_000)).toEqual([]);
      expect(newestProblems(db, 9)).toMatchObject([
        { product_key: productKey, error: expect.stringContaining("truncated") },
      ]);
      expect(allRows(db, "SELECT price_minor FROM offer WHERE id = 1")).toEqual([{ price_minor: 9_000 }]);
      product.observe(9_000, { id: "q" });
      expect(work(2)).toMatchObject([{ data: { product: { service: "product/q/1" } } }]);
    },
  );
});

describe("ineligible prices", () => {
  it.each([
    ["an auction", { auction: true }],
    ["an untrusted source", { trusted: false }],
    ["a wrong match", { valid: false }],
    ["another currency", { currency: "EUR" }],
    ["a sold-out offer", { availability: "out" }],
    ["a used item", { condition: "used" }],
  ] as const)("fire no rule: that of %s", async (_case, difference) => {
    await open({}, { id: "other", retailer: "other.example", price: 20, ...difference });
    save(target(90), { condition: "new" });
    expect(product.at(1).finish()).toEqual([]);
  });

  it("fire the rule that is about them", async () => {
    await open({ currency: "EUR" });
    save({ kind: "target", price: 95, currency: "EUR" });
    save({ kind: "new_low", days: null });
    expect(reasonsAt(1, 9_000)).toEqual([
      "€90.00 at shop.example, under your target of €95.00, lowest so far, was €100.00 (−10%)",
    ]);
  });
});

describe("a held price", () => {
  it("fires no rule before a second check has confirmed it", () => {
    save(target(50));
    expect(product.check(1, 1_000)).toEqual([]);
    expect(product.check(5, 1_000)).toEqual([]);
    expect(reasonsAt(20, 1_000)).toEqual([
      "$10.00 at shop.example, under your target of $50.00, was $100.00 (−90%)",
    ]);
    expect(product.at(21).finish()).toEqual([]);
  });

  it("holds the round of the other shops for fifteen minutes at most", async () => {
    await open({ id: "a" }, { id: "b", retailer: "other.example" });
    product.at(1).observe(9_000, { id: "a" });
    expect(product.check(2, 1_000, { id: "b" })).toEqual([]);
    expect(product.at(16).finish()).toEqual([]);
    expect(work(17)).toMatchObject([{ data: { price: { current: 90, previous: 100 } } }]);
    // An unconfirmed price does not hold back later rounds.
    expect(product.check(60, 8_000, { id: "a" })).toMatchObject([{ data: { price: { current: 80 } } }]);
  });
});

describe("after the clock was a year ahead and is set back", () => {
  const year = (365 * DAY_MS) / MINUTE_MS;
  const low = (days: number | null): RuleTrigger => ({ kind: "new_low", days });
  const below = (base: "median30" | "highest"): RuleTrigger => ({ kind: "percent_below", base, percent: 10 });
  const day = DAY_MS / MINUTE_MS;
  const [there, later] = [year, year + 40 * day];

  /** What the engine does before the next check. */
  function setBack(): void {
    write(db, (tx) => {
      capWaits(tx, product.nowMs);
      capSeenTime(tx, offerByPublicId(tx, "o")?.id ?? 0, product.nowMs);
    });
  }

  /** The prices that alert, of checks some minutes after the start. */
  function reported(trigger: RuleTrigger, checks: readonly (readonly [minutes: number, price: number])[]) {
    save(trigger);
    return checks.flatMap(([minutes, price]) => {
      const isSetBack = product.nowMs > product.at(minutes).nowMs;
      if (isSetBack) setBack();
      return product.check(minutes, price * 100).map(() => price);
    });
  }

  it.each<[string, RuleTrigger]>([
    ["a drop", { kind: "price_drop", percent: 5 }],
    ["a target", target(95)],
    ["a low", low(null)],
    ["a low of 30 days", low(30)],
    ["a price under the median", below("median30")],
    ["a price under the highest", below("highest")],
  ])("%s alerts once, before or there", (_what, trigger) => {
    expect(
      reported(trigger, [
        [day, 50],
        [there, 50],
        [later, 50],
        [1.5 * day, 50],
      ]),
    ).toEqual([50]);
  });

  it.each<[string, RuleTrigger]>([
    ["a drop", { kind: "price_drop", percent: 5 }],
    ["a low", low(null)],
    ["a low of 30 days", low(30)],
  ])("%s that alerted there does not alert again after a rise, and a lower price does", (_what, trigger) => {
    const back: [number, number][] = [
      [day, 100],
      [2 * day, 50],
      [4 * day, 100],
      [6 * day, 50],
    ];
    expect(reported(trigger, [[there, 50], ...back, [7 * day, 45]])).toEqual([50, 45]);
  });

  it("prices alert as ever after a month", () => {
    const back: [number, number][] = [
      [day, 100],
      [33 * day, 60],
    ];
    expect(reported({ kind: "price_drop", percent: 5 }, [[there, 50], ...back])).toEqual([50, 60]);
  });
});

describe("a run", () => {
  const scheduleId = () => allRows<{ id: number }>(db, "SELECT id FROM schedule")[0]!.id;
  const begin = () => write(db, (tx) => beginScheduleRun(tx, scheduleId(), product.nowMs, null));
  const end = () => write(db, (tx) => endScheduleRun(tx, scheduleId(), product.nowMs, product.nowMs + 1e9));

  beforeEach(() => open({ id: "a" }, { id: "b", retailer: "other.example" }));

  it("waits for its last result, so that a visit in between does not end the round", () => {
    begin();
    expect(product.check(1, 9_000, { id: "a" })).toEqual([]);
    product.at(2).observe(8_000, { id: "b" });
    end();
    expect(product.finish()).toMatchObject([{ data: { price: { current: 80, previous: 100 } } }]);
  });

  it("alerts after fifteen minutes; a later result amends that silently, unless it is another 5 % lower", () => {
    begin();
    product.check(1, 9_000, { id: "a" });
    const [entry] = work(17);
    expect(entry).toMatchObject({ data: { price: { current: 90 } } });
    product.at(18).observe(8_800, { id: "b" });
    end();
    expect(product.finish()).toEqual([]);
    expect(allRows(db, "SELECT reason FROM inbox")).toEqual([
      { reason: "$88.00 at other.example, was $100.00 (−12%), next best: $90.00 at shop.example" },
    ]);
    expect(rounds()).toBe(0);
  });

  it.each([
    ["alerts again to a later result that is another 5 % lower", 8_550, [85.5]],
    ["leaves its alert as it is at a later result of the same price", 9_000, []],
  ])("%s", (_what, priceMinor, alerts) => {
    begin();
    product.check(1, 9_000, { id: "a" });
    const [first] = work(17);
    product.at(18).observe(priceMinor, { id: "b" });
    end();
    expect(product.finish().map(({ data }) => data.price?.current)).toEqual(alerts);
    expect(allRows(db, "SELECT reason FROM inbox WHERE id = 1")).toEqual([{ reason: first?.reason }]);
  });

  it("alerts again to a later result that is the first to reach a target", () => {
    save(target(87));
    begin();
    product.check(1, 9_000, { id: "a" });
    work(17);
    product.at(18).observe(8_650, { id: "b" });
    end();
    expect(product.finish()).toMatchObject([
      { reason: expect.stringMatching(/^\$86\.50 at other\.example, under your target of \$87\.00/) },
    ]);
    // The rule for drops, which fired before, remembers the lower price, too.
    expect(memoriesOf(db, productKey, 1)).toMatchObject([{ priceMinor: 8_650 }]);
    expect(product.check(60, 8_650, { id: "b" })).toEqual([]);
  });

  it("alerts to a return beside the alert of a rule", () => {
    begin();
    product.check(1, 9_000, { id: "a" });
    expect(work(17)).toHaveLength(1);
    savePurchase(product.context, { product_key: productKey, price: 95, return_days: 15 });
    product.at(18).observe(8_800, { id: "b" });
    end();
    expect(product.finish()).toMatchObject([{ reason: expect.stringContaining("less than you paid") }]);
  });

  it("amends a return's alert with a later result, too", () => {
    savePurchase(product.context, { product_key: productKey, price: 95, return_days: 15 });
    begin();
    product.check(1, 9_000, { id: "a" });
    expect(work(17)).toHaveLength(1);
    product.at(18).observe(8_800, { id: "b" });
    end();
    expect(product.finish()).toEqual([]);
    expect(allRows(db, "SELECT reason FROM inbox")).toEqual([{ reason: expect.stringContaining("$88.00") }]);
  });

  it("keeps the problem of a rule that throws for a later result", () => {
    const id = save(target(87));
    begin();
    product.check(1, 9_000, { id: "a" });
    work(17);
    db.connection.exec(`UPDATE alert_rule SET trigger = '{"kind":"of-the-future"}' WHERE id = ${id}`);
    product.at(18).observe(8_600, { id: "b" });
    end();
    product.finish();
    expect(newestProblems(db, 1)).toMatchObject([{ rule_id: id }]);
  });

  it("does not hold an alert back after the clock was set back", () => {
    begin();
    product.at(10).observe(9_000, { id: "a" });
    expect(work(5)).toHaveLength(1);
  });

  it("that was killed and begins again has fifteen minutes more", () => {
    begin();
    product.at(1).observe(9_000, { id: "a" });
    product.at(600);
    write(db, (tx) => restartRounds(tx, product.nowMs));
    expect(work(601)).toEqual([]);
    product.at(602).observe(8_800, { id: "b" });
    end();
    expect(product.finish()).toMatchObject([{ data: { price: { current: 88, previous: 100 } } }]);
  });

  it("that was killed is evaluated once after the restart, compared with the price before it", () => {
    begin();
    product.at(1).observe(9_000, { id: "a" });
    product.at(600).observe(9_000, { id: "a" });
    end();
    expect(product.finish()).toMatchObject([{ data: { price: { current: 90, previous: 100 } } }]);
    expect(work(601)).toEqual([]);
  });
});

describe("an import of many products", () => {
  const offer = (id: string, price: number) => ({
    id,
    retailer: "shop.example",
    price,
    currency: "USD",
    availability: "in",
    URL: `https://shop.example/${id}`,
    timestamp: new Date(startMs + MINUTE_MS).toISOString(),
  });
  const lines = [
    { type: "product", service: productKey, title: "P", offers: [offer("o", 80)] },
    { type: "product", service: "product/q/1", title: "P", offers: [offer("q", 70)] },
  ].map((line) => JSON.stringify(line));

  beforeEach(() => product.addProduct("product/q/1", [{ id: "q" }]));

  it("alerts at its end, to all of them together", async () => {
    product.at(2);
    let early = 0;
    async function* withWork() {
      for (const line of lines) {
        yield line;
        early += work(2).length;
      }
    }
    const onProgress = () => {
      early += work(2).length;
    };
    const context = { ...publishContext(), db, isSample: false, sliceMs: 0, onProgress };
    const entries = await product.newEntriesOf(() => importCatalogue(context, withWork()));
    expect(entries.map(({ data }) => data.price?.current).sort()).toEqual([70, 80]);
    expect(early).toBe(0);
    expect(rounds()).toBe(0);
  });

  it("ends the rounds of more products than end in one turn", async () => {
    const more = Array.from({ length: 20 }, (_, i) => ({
      type: "product",
      service: `product/m${i}/1`,
      title: "P",
      offers: [offer(`m${i}`, 60)],
    }));
    for (const { service, offers } of more) await product.addProduct(service, [{ id: offers[0]?.id }]);
    product.at(2);
    const context = { ...publishContext(), db, isSample: false };
    const all = [...lines, ...more.map((line) => JSON.stringify(line))];
    expect(await product.newEntriesOf(() => importCatalogue(context, all))).toHaveLength(22);
    expect(rounds()).toBe(0);
  });

  it("alerts after fifteen minutes if it was killed", async () => {
    product.at(2);
    const onProgress = () => {
      throw new Error("killed");
    };
    const context = { ...publishContext(), db, isSample: false, onProgress };
    await expect(importCatalogue(context, lines)).rejects.toThrow("killed");
    expect(work(3)).toEqual([]);
    expect(work(18)).toHaveLength(2);
  });
});

describe("a snooze", () => {
  const snooze = (minutes: number) =>
    snoozeProduct(product.context, {
      product_key: productKey,
      until: new Date(startMs + minutes * MINUTE_MS).toISOString(),
    });

  it("holds back what changes, which alerts once at its end, compared with the price before", () => {
    save(target(95));
    snooze(60);
    expect(product.check(1, 9_000)).toEqual([]);
    expect(product.check(2, 9_200)).toEqual([]);
    expect(work(59)).toEqual([]);
    product.at(60);
    expect(product.newEntries(() => endSnoozes(product.context, publishContext()))).toMatchObject([
      { reason: "$92.00 at shop.example, under your target of $95.00, was $100.00 (−8%)" },
    ]);
    expect(work(61)).toEqual([]);
    expect(product.at(62).finish()).toEqual([]);
  });

  it("alerts to nothing that has passed at its end", () => {
    snooze(60);
    product.check(1, 9_000);
    product.check(2, 10_000);
    expect(work(60)).toEqual([]);
    expect(rounds()).toBe(0);
  });

  it.each([
    ["no price that was last seen more than a month ago", 31, 0],
    ["one that was seen since", 30, 1],
  ])("of an old backup alerts to %s, until the next check", (_case, days, alerts) => {
    save(target(85));
    snooze(60);
    product.check(1, 8_000);
    product.check(2, 8_000);
    const minutes = days * 24 * 60 + 2;
    expect(work(minutes)).toHaveLength(alerts);
    expect(rounds()).toBe(0);
    expect(product.check(minutes + 1, 8_000)).toHaveLength(1 - alerts);
    expect(product.check(minutes + 2, 8_000)).toEqual([]);
  });

  it("of more than a month alerts at its end to what checks have seen meanwhile", () => {
    snooze(40 * 24 * 60);
    product.check(1, 8_000);
    product.check(39 * 24 * 60, 8_000);
    expect(work(40 * 24 * 60)).toHaveLength(1);
  });

  it("ends without an alert for a product that is no longer watched", () => {
    save(target(150), { is_enabled: false });
    snooze(60);
    write(db, (tx) => deleteSchedule(tx, product.accountId, product.idOf(productKey)));
    expect(work(60)).toEqual([]);
    expect(allRows(db, "SELECT 1 FROM alert_snooze")).toEqual([]);
  });

  it("can be ended by hand", () => {
    snooze(60);
    product.check(1, 9_000);
    const end = () => snoozeProduct(product.context, { product_key: productKey, until: null });
    expect(product.newEntries(end)).toHaveLength(1);
  });
});

describe("an undo", () => {
  afterEach(expectNoProblem);

  const purchase = { product_key: productKey, price: 125, return_days: 15 };

  it.each([
    ["an end of its snooze", () => snoozeProduct(product.context, { product_key: productKey, until: null })],
    ["another rule", () => save({ kind: "back_in_stock" })],
  ])("of %s repeats no alert that it raised for something else", async (_what, act) => {
    savePurchase(product.context, purchase);
    expect(product.at(1).newEntries(act)).toHaveLength(1);
    const undo = async () => {
      await undoAct(product.context, {});
      work(2);
    };
    expect(await product.newEntriesOf(undo)).toEqual([]);
  });

  describe("that restores the best price", () => {
    beforeEach(() => open({}, { id: "dear", retailer: "dear.example", price: 150 }));

    /** Removes the offer, and takes that back when the rest has been reported and prepared. */
    const removeAndUndo = async (prepare: () => void = () => undefined) => {
      const { act_id: id } = removeOffers(product.context, { product_key: productKey, offer_ids: ["o"] });
      product.at(1).finish();
      product.at(2);
      prepare();
      return product.newEntriesOf(async () => {
        await undoAct(product.context, { id: id ?? 0 });
        work(3);
      });
    };

    it("repeats no alert to it, and a later rise and fall alerts again", async () => {
      save(target(120));
      expect(await removeAndUndo()).toEqual([]);
      expect(reasonsAt(4, 13_000)).toEqual([]);
      expect(reasonsAt(5, 11_000)).toHaveLength(1);
    });

    it.each([
      ["a newer rule", () => void save(target(110))],
      ["what has changed in an open round", () => void product.observe(14_000, { id: "dear" })],
    ])("alerts to %s", async (_what, prepare) => {
      save(target(120));
      expect(await removeAndUndo(prepare)).toHaveLength(1);
    });

    it("alerts once the product is watched again that was not meanwhile", async () => {
      const [{ accountId }, productId] = [product, product.idOf(productKey)];
      save(target(120));
      const stop = () => void write(db, (tx) => deleteSchedule(tx, accountId, productId));
      expect(await removeAndUndo(stop)).toEqual([]);
      const times = { createdMs: product.nowMs, dueMs: product.nowMs };
      write(db, (tx) =>
        insertSchedule(tx, { accountId, productId, cadence: "daily", retailer: null, ...times }),
      );
      expect(product.finish()).toHaveLength(1);
    });
  });

  it.each([
    ["a rule", () => void save(target(120))],
    ["a purchase", () => void savePurchase(product.context, purchase)],
  ])("and a redo of %s repeat no alert", async (_what, act) => {
    act();
    work(1);
    const undoAndRedo = async () => {
      const { act: undone } = await undoAct(product.context, {});
      work(2);
      await redoAct(product.context, { id: undone?.id ?? 0 });
      work(3);
    };
    expect(await product.newEntriesOf(undoAndRedo)).toEqual([]);
  });
});

describe("alerts of a product with several offers", () => {
  const entryOf = async (rival: object, before: number, after: number, rule: () => void) => {
    await open({ price: before }, { id: "rival", ...rival });
    rule();
    return product.check(1, after * 100)[0];
  };
  const alertTo = async (...args: Parameters<typeof entryOf>) => (await entryOf(...args))?.reason;
  const anyDrop = () => void save(drop());
  const elsewhere = (price: number) => ({ retailer: "other.example", price });

  it.each([
    [
      "names the best price before, also where it was another shop's",
      [90, 80],
      75,
      "$75.00 at shop.example, best price before: $80.00, next best: $80.00 at other.example",
    ],
    [
      "claims no fall where the price only meets another shop's",
      [90, 80],
      80,
      "$80.00 at shop.example, next best: $80.00 at other.example",
    ],
    [
      "names the shop's own old price where another shop is still cheaper",
      [90, 80],
      85,
      "$85.00 at shop.example, was $90.00 (−6%), cheaper at other.example: $80.00",
    ],
    [
      "names the shop's own old price where it was the best one",
      [90, 95],
      85,
      "$85.00 at shop.example, was $90.00 (−6%)",
    ],
  ] as const)("an alert %s", async (_case, [before, rival], after, reason) => {
    const entry = await entryOf(elsewhere(rival), before, after, anyDrop);
    expect(entry?.reason).toBe(reason);
    expect(entry?.data.price?.previous).toBe(after > rival ? before : Math.min(before, rival));
  });

  it("an alert speaks of its own offer's change only", async () => {
    await open({ id: "a", retailer: "other.example", price: 150 }, {});
    save(drop());
    product.at(1).observe(14_900, { id: "a" });
    expect(reasonsAt(1, 9_000)).toEqual(["$90.00 at shop.example, was $100.00 (−10%)"]);
  });

  it("an alert of the dearer of a shop's two packs compares with that pack's own price", async () => {
    expect(await alertTo({ price: 70 }, 90, 85, anyDrop)).toBe("$85.00 at shop.example, was $90.00 (−6%)");
  });

  it("an alert of a rule for one shop compares with that shop's price only", async () => {
    const ofShop = () => void save(drop(), { retailer: "shop.example" });
    expect(await alertTo(elsewhere(80), 90, 75, ofShop)).toBe("$75.00 at shop.example, was $90.00 (−17%)");
  });
});

describe("alerts of a product with prices in two currencies", () => {
  const soldOut = { availability: 2 } as const;
  const eur = { id: "eur", retailer: "a.example", currency: "EUR" };
  const usd = { id: "usd", retailer: "b.example", price: 200 };
  const highest: Parameters<typeof save>[0] = { kind: "percent_below", base: "highest", percent: 20 };

  it("follow the currency in which it can be bought while its first shop has sold out", async () => {
    await open({ ...eur, availability: "out" }, usd);
    expect(reasonsAt(1, 15_000, { id: "usd" })).toHaveLength(1);
  });

  it("follow the currency of its target", async () => {
    await open(eur, usd);
    save(target(10));
    expect(reasonsAt(1, 5_000, { id: "eur" })).toEqual([]);
    expect(reasonsAt(2, 15_000, { id: "usd" })).toHaveLength(1);
  });

  it.each([
    ["shop", { retailer: "b.example" }],
    ["condition", { condition: "used" }],
  ])("follow the currency of the %s that a rule is about", async (_what, limit) => {
    await open(eur, { ...usd, condition: "used" });
    save(highest, limit);
    expect(reasonsAt(1, 15_000, { id: "usd" })).toHaveLength(1);
  });

  it("are not repeated when the first shop is back at the price that they have reported", async () => {
    await open(eur, usd);
    save(highest);
    expect(reasonsAt(1, 7_000, { id: "eur" })).toHaveLength(1);
    expect(reasonsAt(2, 7_000, { id: "eur", ...soldOut })).toEqual([]);
    expect(reasonsAt(3, 15_000, { id: "usd" })).toHaveLength(1);
    expect(reasonsAt(4, 7_000, { id: "eur" })).toEqual([]);
    expect(reasonsAt(5, 7_000, { id: "eur", ...soldOut })).toEqual([]);
    expect(reasonsAt(6, 14_900, { id: "usd" })).toEqual([]);
  });
});

it("an alert is queued for the channels of its rules", () => {
  const { id: channel } = addTestChannel(db, {});
  save(target(95), { channels: [channel] });
  const [entry] = product.check(1, 9_000);
  expect(allRows(db, "SELECT channel_id, entry_id FROM channel_alert")).toEqual([
    { channel_id: channel, entry_id: entry?.id },
  ]);
});
