import { describe, expect, it, onTestFinished, vi } from "vitest";
import { allRows } from "../../../src/main/engine/db/store.js";
import type { InboxEntry } from "../../../src/shared/app/alerts.js";
import type { RuleTrigger } from "../../../src/shared/app/rules.js";
import { DAY_MS, HOUR_MS } from "../../../src/shared/time.js";
import type { CatalogueLineInput } from "../../support/catalogue.js";
import { startTestEngine, type TestEngine } from "../../support/engine.js";

const productKey = "product/kettle/1";

interface OfferInput {
  readonly id?: string;
  readonly price: number;
  readonly retailer?: string;
  readonly availability?: "in" | "out";
  readonly condition?: "new" | "used";
  readonly auction?: boolean;
  readonly trusted?: boolean;
  readonly valid?: boolean;
  readonly currency?: string;
  readonly history?: { price: number; availability: "in" | "out"; timestamp: string }[];
}

/** An engine with its listener and one watched product, whose offers change through catalogue imports. */
class Market {
  private constructor(readonly engine: TestEngine) {}

  static async open(first: OfferInput = { price: 300 }): Promise<Market> {
    const engine = await startTestEngine({ listenerPort: 0 });
    onTestFinished(() => engine.stop());
    const market = new Market(engine);
    await market.importOffers(first);
    await engine.call("schedules.put", { ids: [productKey], schedule: "hourly" });
    return market;
  }

  async removeGlobalRules(): Promise<void> {
    await this.engine.call("rules.remove", { ids: [1, 2] });
  }

  /** Imports these offers a second later and waits until the resulting events are processed. */
  async importOffers(...offers: OfferInput[]): Promise<void> {
    this.engine.clock.advance(1_000);
    const timestamp = new Date(this.engine.clock.now()).toISOString();
    const line: CatalogueLineInput = {
      type: "product",
      service: productKey,
      title: "Kettle",
      offers: offers.map(({ id = "kettle", retailer = "shop.example", ...offer }) => ({
        id,
        retailer,
        currency: "USD",
        availability: "in",
        URL: `https://${retailer}/${id}`,
        timestamp,
        ...offer,
      })),
    };
    await this.engine.import([line]);
    this.engine.clock.advance(1_000);
    await this.untilSettled();
  }

  /** Runs the schedule. Catalogue offers cannot be checked, so the run only ends. */
  async check(afterMs = 2 * HOUR_MS): Promise<void> {
    const lastRunAt = () =>
      allRows<{ at: number }>(this.engine.db, "SELECT last_run_at AS at FROM schedule")[0]?.at;
    const before = lastRunAt();
    this.engine.clock.advance(afterMs);
    await vi.waitUntil(() => lastRunAt() !== before, { timeout: 30_000, interval: 5 });
    await this.untilSettled();
  }

  private async untilSettled(): Promise<void> {
    const pendingCount = () =>
      allRows(this.engine.db, "SELECT 1 FROM delivery WHERE status = 'due'").length +
      allRows(this.engine.db, "SELECT 1 FROM received_event WHERE body IS NOT NULL").length;
    await vi.waitUntil(() => pendingCount() === 0, { timeout: 30_000, interval: 5 });
  }

  async addRule(trigger: RuleTrigger, patch: object = {}): Promise<number> {
    const result = await this.engine.call("rules.save", { product_key: productKey, trigger, ...patch });
    if (!result.ok) throw new Error(result.error.message);
    return result.data.rule.id;
  }

  async snooze(ms: number | null): Promise<void> {
    const until = ms === null ? null : new Date(this.engine.clock.now() + ms).toISOString();
    expect((await this.engine.call("rules.snooze", { product_key: productKey, until })).ok).toBe(true);
  }

  async entries(): Promise<InboxEntry[]> {
    const result = await this.engine.call("inbox.list", {});
    if (!result.ok) throw new Error(result.error.message);
    return result.data.entries.toReversed();
  }

  async reasons(): Promise<(string | null)[]> {
    return (await this.entries()).map(({ reason }) => reason);
  }
}

const target = (price: number): RuleTrigger => ({ kind: "target", price, currency: "USD" });

describe("global rules", () => {
  it("the global rules alert on any price drop and on back in stock by default, and on nothing else", async () => {
    const market = await Market.open();
    await market.importOffers({ price: 290 });
    await market.importOffers({ price: 295 });
    await market.importOffers({ price: 295, availability: "out" });
    await market.check();
    await market.importOffers({ price: 295 });
    expect(await market.reasons()).toEqual([
      "$290.00 at shop.example, was $300.00 (−3%)",
      "Back in stock at shop.example for $295.00",
    ]);
    const inbox = market.engine.events.filter(({ kind }) => kind === "inbox");
    expect(inbox).toMatchObject([{ entry: { reason: (await market.reasons())[0] } }, {}]);
  });

  it("the global rules and a target alert once to an offer that is back in stock at a lower price", async () => {
    const market = await Market.open({ price: 549 });
    await market.addRule(target(530));
    await market.importOffers({ price: 549, availability: "out" });
    await market.importOffers({ price: 529 });
    await market.check();
    expect(await market.entries()).toMatchObject([
      {
        type: "availability_change",
        reason: "Back in stock at shop.example for $529.00, under your target of $530.00, was $549.00 (−4%)",
      },
    ]);
    expect(market.engine.events.filter(({ kind }) => kind === "inbox")).toHaveLength(1);
  });

  it.each([
    [
      "names the best price before, also where it was another shop's",
      84.95,
      79.95,
      74.95,
      ["$74.95 at shop.example, best price before: $79.95, next best: $79.95 at other.example"],
    ],
    [
      "claims no fall where the price only meets another shop's",
      84.95,
      79.95,
      79.95,
      ["$79.95 at shop.example, next best: $79.95 at other.example"],
    ],
    [
      "names the shop's own old price where another shop is still cheaper",
      84.95,
      79.95,
      82.95,
      ["$82.95 at shop.example, was $84.95 (−2%), cheaper at other.example: $79.95"],
    ],
  ])("an alert of two shops %s", async (_case, before, elsewhere, after, reasons) => {
    const other = { id: "other", retailer: "other.example", price: elsewhere };
    const market = await Market.open({ price: before });
    await market.importOffers({ price: before }, other);
    await market.importOffers({ price: after }, other);
    expect(await market.reasons()).toEqual(reasons);
  });

  it("an alert of the dearer of a shop's two packs compares with that pack's own price", async () => {
    const small = { id: "small", price: 79.95 };
    const market = await Market.open({ price: 124.95 });
    await market.importOffers({ price: 124.95 }, small);
    await market.importOffers({ price: 119.95 }, small);
    expect(await market.reasons()).toEqual(["$119.95 at shop.example, was $124.95 (−4%)"]);
  });

  it("an alert of a return to stock calls another shop's price the best one before", async () => {
    const other = { id: "other", retailer: "other.example", price: 1_249 };
    const market = await Market.open({ price: 1_299 });
    await market.addRule(target(1_150));
    await market.importOffers({ price: 1_299, availability: "out" }, other);
    market.engine.clock.advance(2 * DAY_MS);
    await market.importOffers({ price: 1_099 }, other);
    const [reason] = (await market.reasons()).slice(-1);
    expect(reason).toContain("$1,099.00, under your target of $1,150.00");
    expect(reason).toContain("best price before: $1,249.00");
    expect(reason).not.toContain("was ");
  });

  it("an alert of a rule for one shop compares with that shop's price only", async () => {
    const other = { id: "other", retailer: "other.example", price: 80 };
    const market = await Market.open({ price: 95 });
    const drop = { kind: "percent_below", base: "last", percent: 0 } as const;
    await market.addRule(drop, { retailer: "shop.example" });
    await market.importOffers({ price: 95 }, other);
    await market.importOffers({ price: 90 }, other);
    expect(await market.reasons()).toEqual(["$90.00 at shop.example, was $95.00 (−5%)"]);
  });

  it("an alert keeps the price before among many other reasons", async () => {
    const market = await Market.open({ price: 100 });
    await market.removeGlobalRules();
    await market.addRule(target(80));
    await market.importOffers({ price: 100 }, { id: "other", retailer: "other.example", price: 90 });
    market.engine.clock.advance(20 * DAY_MS);
    await market.importOffers({ price: 70 }, { id: "other", retailer: "other.example", price: 90 });
    expect(await market.reasons()).toEqual([
      "$70.00 at shop.example, under your target of $80.00, best price before: $90.00, next best: $90.00 at other.example",
    ]);
  });

  it("an event that arrives after the finished check adds to its alert", async () => {
    const market = await Market.open({ price: 300 });
    await market.addRule(target(295));
    const { db } = market.engine;
    // Holds back the price drop, as a failed delivery would.
    db.connection.exec(`CREATE TRIGGER hold AFTER INSERT ON delivery
      WHEN (SELECT type FROM event WHERE id = NEW.event_id) = 'price_drop'
      BEGIN UPDATE delivery SET status = 'cancelled' WHERE id = NEW.id; END`);
    await market.importOffers({ price: 290 });
    await market.check();
    expect(await market.reasons()).toEqual([
      "$290.00 at shop.example, under your target of $295.00, was $300.00 (−3%)",
    ]);
    db.connection.exec("DROP TRIGGER hold; UPDATE delivery SET status = 'due' WHERE status = 'cancelled'");
    await market.importOffers({ price: 290 });
    expect(await market.entries()).toMatchObject([
      {
        type: "price_drop",
        reason: "$290.00 at shop.example, under your target of $295.00, was $300.00 (−3%)",
      },
    ]);
  });

  it("the global rules cause no alert once they are removed", async () => {
    const market = await Market.open();
    await market.removeGlobalRules();
    await market.importOffers({ price: 290 });
    expect(await market.reasons()).toEqual([]);
  });
});

it("a global any_change rule alerts on price rises", async () => {
  const market = await Market.open();
  await market.addRule({ kind: "any_change" }, { product_key: null });
  await market.check();
  await market.importOffers({ price: 310 });
  await market.check();
  await market.check();
  expect(await market.reasons()).toEqual(["$310.00 at shop.example, was $300.00 (+3%)"]);
});

it("finished checks that match no rule create no event for the app's own webhook", async () => {
  const market = await Market.open();
  await market.addRule(target(250));
  for (let i = 0; i < 3; i++) await market.check();
  expect(allRows(market.engine.db, "SELECT type FROM event")).toEqual([]);
});

describe("a product's own rules", () => {
  it("a target, and the wish to be told of a return, add to the global rules", async () => {
    const market = await Market.open();
    await market.addRule(target(250));
    await market.addRule({ kind: "back_in_stock" });
    await market.importOffers({ price: 290 });
    await market.importOffers({ price: 250 });
    await market.importOffers({ price: 240 });
    expect(await market.reasons()).toEqual([
      "$290.00 at shop.example, was $300.00 (−3%)",
      "$250.00 at shop.example, at your target of $250.00, was $290.00 (−14%)",
      "$240.00 at shop.example, was $250.00 (−4%)",
    ]);
  });

  it("any other rule of a product replaces the global ones, even while it is disabled", async () => {
    const market = await Market.open();
    await market.addRule({ kind: "percent_below", base: "last", percent: 10 }, { is_enabled: false });
    await market.importOffers({ price: 200 });
    expect(await market.reasons()).toEqual([]);
  });

  it("a target rule alerts once while its target is met, and again after a rise that causes no event itself", async () => {
    const market = await Market.open();
    await market.removeGlobalRules();
    await market.addRule(target(250));
    await market.importOffers({ price: 240 });
    await market.importOffers({ price: 230 });
    await market.check();
    await market.importOffers({ price: 260 });
    await market.importOffers({ price: 245 });
    expect(await market.reasons()).toEqual([
      "$240.00 at shop.example, under your target of $250.00, was $300.00 (−20%)",
      "$245.00 at shop.example, under your target of $250.00, was $260.00 (−6%)",
    ]);
  });

  it("a target rule alerts at the next finished check if its target is already met", async () => {
    const market = await Market.open();
    await market.addRule(target(350));
    await market.check();
    await market.check();
    expect(await market.entries()).toMatchObject([
      { type: "schedule_completion", reason: "$300.00 at shop.example, under your target of $350.00" },
    ]);
  });

  it("an any_change rule alerts on a price rise at the next finished check", async () => {
    const market = await Market.open();
    await market.addRule({ kind: "any_change" });
    await market.importOffers({ price: 310 });
    expect(await market.reasons()).toEqual([]);
    await market.check();
    await market.check();
    expect(await market.reasons()).toEqual(["$310.00 at shop.example, was $300.00 (+3%)"]);
  });

  it("rules are evaluated in euros for a product sold only in euros, at finished checks too", async () => {
    const market = await Market.open({ price: 300, currency: "EUR" });
    await market.addRule({ kind: "new_low", days: null });
    await market.addRule({ kind: "percent_below", base: "highest", percent: 10 });
    await market.importOffers({ price: 250, currency: "EUR" });
    await market.check();
    await market.importOffers({ price: 249, currency: "EUR" });
    await market.check();
    // The second drop is only a new low: the price was more than 10% below the highest already.
    const rows = allRows<{ rule_ids: string }>(market.engine.db, "SELECT rule_ids FROM inbox ORDER BY id");
    expect(rows.map(({ rule_ids }) => JSON.parse(rule_ids).length)).toEqual([2, 1]);
    expect((await market.reasons())[0]).toMatch(/^€250\.00 at shop\.example, lowest so far/);
  });

  it("several rules that fire together cause a single alert", async () => {
    const market = await Market.open();
    const ids = [await market.addRule({ kind: "any_change" }), await market.addRule(target(250))];
    await market.importOffers({ price: 240 });
    expect(await market.reasons()).toHaveLength(1);
    const [row] = allRows<{ rule_ids: string }>(market.engine.db, "SELECT rule_ids FROM inbox");
    expect(JSON.parse(row?.rule_ids ?? "")).toEqual(ids.toReversed());
  });

  it("a percent_below rule compares the price with the product's history", async () => {
    const daysAgo = (days: number) =>
      new Date(Date.parse("2026-06-15T12:00:00Z") - days * DAY_MS).toISOString();
    const market = await Market.open({
      price: 305,
      history: [
        { price: 240, availability: "in", timestamp: daysAgo(200) },
        { price: 305, availability: "in", timestamp: daysAgo(104) },
      ],
    });
    await market.addRule({ kind: "percent_below", base: "median30", percent: 15 });
    await market.importOffers({ price: 280 });
    await market.importOffers({ price: 249.99 });
    expect(await market.reasons()).toEqual([
      "$249.99 at shop.example, 18% under its 30-day median, lowest since March 3, was $280.00 (−11%)",
    ]);
  });
});

describe("ineligible prices", () => {
  it.each<[string, Partial<OfferInput>]>([
    ["an auction", { auction: true }],
    ["an untrusted source", { trusted: false }],
    ["a wrong match", { valid: false }],
    ["an offer in another currency", { currency: "EUR" }],
    ["a sold-out offer", { availability: "out" }],
  ])("the price of %s fires no rule", async (_case, change) => {
    const market = await Market.open();
    await market.addRule(target(250));
    await market.importOffers(
      { price: 300 },
      { id: "other", retailer: "other.example", price: 20, ...change },
    );
    await market.check();
    expect(await market.reasons()).toEqual([]);
  });

  it("the price of a used item fires a rule for used items, not one for new items", async () => {
    const market = await Market.open();
    await market.addRule(target(250), { condition: "new" });
    const used = { id: "used", price: 200, condition: "used" as const };
    await market.importOffers({ price: 300 }, used);
    await market.check();
    expect(await market.reasons()).toEqual([]);
    await market.addRule(target(250), { condition: "used" });
    await market.check();
    expect(await market.reasons()).toEqual(["$200.00 at shop.example, under your target of $250.00"]);
  });
});

describe("alert snoozes", () => {
  it("a snooze delays an alert that still holds afterwards and sends it once", async () => {
    const market = await Market.open();
    await market.addRule(target(250));
    await market.addRule({ kind: "percent_below", base: "last", percent: 0 });
    await market.snooze(5 * HOUR_MS);
    await market.importOffers({ price: 240 });
    await market.check();
    expect(await market.reasons()).toEqual([]);
    await market.check(6 * HOUR_MS);
    await market.check();
    expect(await market.reasons()).toEqual([
      "$240.00 at shop.example, under your target of $250.00, was $300.00 (−20%)",
    ]);
  });

  it("a snooze sends the delayed alert when it ends, even if the next check is days away", async () => {
    const market = await Market.open();
    await market.engine.call("schedules.put", { ids: [productKey], schedule: "weekly" });
    await market.removeGlobalRules();
    await market.addRule(target(250));
    await market.snooze(5 * HOUR_MS);
    await market.importOffers({ price: 240 });
    market.engine.clock.advance(4 * HOUR_MS);
    expect(await market.entries()).toEqual([]);
    market.engine.clock.advance(HOUR_MS);
    await vi.waitUntil(async () => (await market.entries()).length > 0, { timeout: 30_000, interval: 5 });
    expect(await market.entries()).toMatchObject([
      {
        type: "schedule_completion",
        reason: "$240.00 at shop.example, under your target of $250.00, was $300.00 (−20%)",
        data: { price: { current: 240, previous: null, currency: "USD" } },
      },
    ]);
    expect(market.engine.events.filter(({ kind }) => kind === "inbox")).toHaveLength(1);
    await market.check(8 * DAY_MS);
    expect(await market.entries()).toHaveLength(1);
  });

  it("a snooze sends the delayed alert at the next start if it ended while the engine was stopped", async () => {
    const market = await Market.open();
    await market.addRule({ kind: "percent_below", base: "last", percent: 0 });
    await market.snooze(5 * HOUR_MS);
    await market.importOffers({ price: 240 });
    const { engine } = market;
    await engine.call("schedules.put", { ids: [productKey], schedule: "weekly" });
    await engine.restart(() => engine.clock.advance(6 * HOUR_MS));
    await vi.waitUntil(async () => (await market.entries()).length > 0, { timeout: 30_000, interval: 5 });
    expect(await market.reasons()).toEqual(["$240.00 at shop.example, was $300.00 (−20%)"]);
    expect(allRows(engine.db, "SELECT until FROM alert_snooze")).toEqual([]);
  });

  it("a snooze ends without an alert when the product is no longer watched", async () => {
    const market = await Market.open();
    await market.addRule(target(350));
    await market.snooze(5 * HOUR_MS);
    await market.engine.call("schedules.delete", { ids: [productKey] });
    market.engine.clock.advance(6 * HOUR_MS);
    const left = () => allRows(market.engine.db, "SELECT 1 FROM alert_snooze").length;
    await vi.waitUntil(() => left() === 0, { timeout: 30_000, interval: 5 });
    expect(await market.entries()).toEqual([]);
  });

  it("a snooze drops an alert that no longer holds when it ends", async () => {
    const market = await Market.open();
    await market.snooze(5 * HOUR_MS);
    await market.importOffers({ price: 240 });
    await market.importOffers({ price: 300 });
    await market.check(6 * HOUR_MS);
    expect(await market.reasons()).toEqual([]);
  });
});
