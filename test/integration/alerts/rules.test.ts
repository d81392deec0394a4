import { describe, expect, it, onTestFinished, vi } from "vitest";
import { allRows } from "../../../src/main/engine/db/store.js";
import type { InboxEntry } from "../../../src/shared/app/alerts.js";
import type { RuleTrigger } from "../../../src/shared/app/rules.js";
import type { CatalogueLineInput } from "../../support/catalogue.js";
import { startTestEngine, type TestEngine } from "../../support/engine.js";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const service = "product/kettle/1";

interface OfferWish {
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

/** An engine with its listener, a watched product, and somebody who changes its prices by catalogue files. */
class Market {
  private constructor(readonly engine: TestEngine) {}

  static async open(first: OfferWish = { price: 300 }): Promise<Market> {
    const engine = await startTestEngine({ listenerPort: 0 });
    onTestFinished(() => engine.stop());
    const market = new Market(engine);
    await market.price(first);
    await engine.call("schedules.put", { ids: [service], schedule: "hourly" });
    return market;
  }

  /** A second later, an offer is otherwise; the events of that have reached the inbox or been passed over. */
  async price(...offers: OfferWish[]): Promise<void> {
    this.engine.clock.advance(1_000);
    const timestamp = new Date(this.engine.clock.now()).toISOString();
    const line: CatalogueLineInput = {
      type: "product",
      service,
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
    await this.settled();
  }

  /** A run of the schedule: nothing of the catalogue can be checked, so that it just ends. */
  async check(afterMs = 2 * hourMs): Promise<void> {
    const ended = () =>
      allRows<{ at: number }>(this.engine.db, "SELECT last_run_at AS at FROM schedule")[0]?.at;
    const before = ended();
    this.engine.clock.advance(afterMs);
    await vi.waitUntil(() => ended() !== before, { timeout: 10_000, interval: 5 });
    await this.settled();
  }

  private async settled(): Promise<void> {
    const waiting = () =>
      allRows(this.engine.db, "SELECT 1 FROM delivery WHERE status = 'due'").length +
      allRows(this.engine.db, "SELECT 1 FROM received_event WHERE body IS NOT NULL").length;
    await vi.waitUntil(() => waiting() === 0, { timeout: 10_000, interval: 5 });
  }

  async rule(trigger: RuleTrigger, change: object = {}): Promise<number> {
    const result = await this.engine.call("rules.save", { service, trigger, ...change });
    if (!result.ok) throw new Error(result.error.message);
    return result.data.rule.id;
  }

  async snooze(ms: number | null): Promise<void> {
    const until = ms === null ? null : new Date(this.engine.clock.now() + ms).toISOString();
    expect((await this.engine.call("rules.snooze", { service, until })).ok).toBe(true);
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

describe("without rules of its own, a product", () => {
  it("is told of for any drop and when it is back in stock, and for nothing else", async () => {
    const market = await Market.open();
    await market.price({ price: 290 });
    await market.price({ price: 295 });
    await market.price({ price: 295, availability: "out" });
    await market.check();
    await market.price({ price: 295 });
    expect(await market.reasons()).toEqual([
      "$290.00 at shop.example, was $300.00 (−3%)",
      "Back in stock at shop.example for $295.00",
    ]);
    const inbox = market.engine.news.filter(({ kind }) => kind === "inbox");
    expect(inbox).toMatchObject([{ entry: { reason: (await market.reasons())[0] } }, {}]);
  });

  it("is not told of where the rules for all are switched off", async () => {
    const market = await Market.open();
    for (const id of [1, 2]) await market.engine.call("rules.remove", { ids: [id] });
    await market.price({ price: 290 });
    expect(await market.reasons()).toEqual([]);
  });
});

it("rises are told of any product, where the rules for all wish for any change", async () => {
  const market = await Market.open();
  await market.rule({ kind: "any_change" }, { service: null });
  await market.check();
  await market.price({ price: 310 });
  await market.check();
  await market.check();
  expect(await market.reasons()).toEqual(["$310.00 at shop.example, was $300.00 (+3%)"]);
});

it("finished checks that no rule waits for leave no trace at the app's own webhook", async () => {
  const market = await Market.open();
  await market.rule(target(250));
  for (let i = 0; i < 3; i++) await market.check();
  expect(allRows(market.engine.db, "SELECT type FROM event")).toEqual([]);
});

describe("a product with rules of its own", () => {
  it("is judged by those only", async () => {
    const market = await Market.open();
    await market.rule(target(250));
    await market.price({ price: 290 });
    expect(await market.reasons()).toEqual([]);
    await market.price({ price: 250 });
    expect(await market.reasons()).toEqual([
      "$250.00 at shop.example, at your target of $250.00, was $290.00 (−14%)",
    ]);
  });

  it("is not told of while they are all switched off", async () => {
    const market = await Market.open();
    await market.rule(target(250), { is_enabled: false });
    await market.price({ price: 200 });
    expect(await market.reasons()).toEqual([]);
  });

  it("is told once for as long as the target is met, and again when it was left, though no event tells of a rise", async () => {
    const market = await Market.open();
    await market.rule(target(250));
    await market.price({ price: 240 });
    await market.price({ price: 230 });
    await market.check();
    await market.price({ price: 260 });
    await market.price({ price: 245 });
    expect(await market.reasons()).toEqual([
      "$240.00 at shop.example, under your target of $250.00, was $300.00 (−20%)",
      "$245.00 at shop.example, under your target of $250.00, was $260.00 (−6%)",
    ]);
  });

  it("is told of a target that is met already at the next finished check", async () => {
    const market = await Market.open();
    await market.rule(target(350));
    await market.check();
    await market.check();
    expect(await market.entries()).toMatchObject([
      { type: "schedule_completion", reason: "$300.00 at shop.example, under your target of $350.00" },
    ]);
  });

  it("is told of rises, where any change is wished for", async () => {
    const market = await Market.open();
    await market.rule({ kind: "any_change" });
    await market.price({ price: 310 });
    expect(await market.reasons()).toEqual([]);
    await market.check();
    await market.check();
    expect(await market.reasons()).toEqual(["$310.00 at shop.example, was $300.00 (+3%)"]);
  });

  it("that is sold in euros only is judged in euros, by finished checks too", async () => {
    const market = await Market.open({ price: 300, currency: "EUR" });
    await market.rule({ kind: "new_low", days: null });
    await market.rule({ kind: "percent_below", base: "highest", percent: 10 });
    await market.price({ price: 250, currency: "EUR" });
    await market.check();
    await market.price({ price: 249, currency: "EUR" });
    await market.check();
    // The second is a new low, and not the first time that it is far below the highest.
    const rows = allRows<{ rule_ids: string }>(market.engine.db, "SELECT rule_ids FROM inbox ORDER BY id");
    expect(rows.map(({ rule_ids }) => JSON.parse(rule_ids).length)).toEqual([2, 1]);
    expect((await market.reasons())[0]).toMatch(/^€250\.00 at shop\.example, lowest so far/);
  });

  it("is told once when several rules fire", async () => {
    const market = await Market.open();
    const ids = [await market.rule({ kind: "any_change" }), await market.rule(target(250))];
    await market.price({ price: 240 });
    expect(await market.reasons()).toHaveLength(1);
    const [row] = allRows<{ rule_ids: string }>(market.engine.db, "SELECT rule_ids FROM inbox");
    expect(JSON.parse(row?.rule_ids ?? "")).toEqual(ids.toReversed());
  });

  it("compares with its history", async () => {
    const daysAgo = (days: number) =>
      new Date(Date.parse("2026-06-15T12:00:00Z") - days * dayMs).toISOString();
    const market = await Market.open({
      price: 305,
      history: [
        { price: 240, availability: "in", timestamp: daysAgo(200) },
        { price: 305, availability: "in", timestamp: daysAgo(104) },
      ],
    });
    await market.rule({ kind: "percent_below", base: "median30", percent: 15 });
    await market.price({ price: 280 });
    await market.price({ price: 249.99 });
    expect(await market.reasons()).toEqual([
      "$249.99 at shop.example, 18% under its 30-day median, lowest since March 3, was $280.00 (−11%)",
    ]);
  });
});

describe("prices that nobody vouches for", () => {
  it.each<[string, Partial<OfferWish>]>([
    ["an auction", { auction: true }],
    ["an untrusted source", { trusted: false }],
    ["a wrong match", { valid: false }],
    ["another currency", { currency: "EUR" }],
    ["a sold-out offer", { availability: "out" }],
  ])("of %s set no rule off", async (_what, change) => {
    const market = await Market.open();
    await market.rule(target(250));
    await market.price({ price: 300 }, { id: "other", retailer: "other.example", price: 20, ...change });
    await market.check();
    expect(await market.reasons()).toEqual([]);
  });

  it("of a used item count for a rule about used ones only, where one says so", async () => {
    const market = await Market.open();
    await market.rule(target(250), { condition: "new" });
    const used = { id: "used", price: 200, condition: "used" as const };
    await market.price({ price: 300 }, used);
    await market.check();
    expect(await market.reasons()).toEqual([]);
    await market.rule(target(250), { condition: "used" });
    await market.check();
    expect(await market.reasons()).toEqual(["$200.00 at shop.example, under your target of $250.00"]);
  });
});

describe("a snooze", () => {
  it("puts off what still holds afterwards, once", async () => {
    const market = await Market.open();
    await market.rule(target(250));
    await market.rule({ kind: "percent_below", base: "last", percent: 0 });
    await market.snooze(5 * hourMs);
    await market.price({ price: 240 });
    await market.check();
    expect(await market.reasons()).toEqual([]);
    await market.check(6 * hourMs);
    await market.check();
    expect(await market.reasons()).toEqual([
      "$240.00 at shop.example, under your target of $250.00, was $300.00 (−20%)",
    ]);
  });

  it("tells at its end what still holds, though no check comes for days", async () => {
    const market = await Market.open();
    await market.engine.call("schedules.put", { ids: [service], schedule: "weekly" });
    await market.rule(target(250));
    await market.snooze(5 * hourMs);
    await market.price({ price: 240 });
    market.engine.clock.advance(4 * hourMs);
    expect(await market.entries()).toEqual([]);
    market.engine.clock.advance(hourMs);
    await vi.waitUntil(async () => (await market.entries()).length > 0, { timeout: 10_000, interval: 5 });
    expect(await market.entries()).toMatchObject([
      {
        type: "schedule_completion",
        reason: "$240.00 at shop.example, under your target of $250.00",
        data: { price: { current: 240, previous: null, currency: "USD" } },
      },
    ]);
    expect(market.engine.news.filter(({ kind }) => kind === "inbox")).toHaveLength(1);
    await market.check(8 * dayMs);
    expect(await market.entries()).toHaveLength(1);
  });

  it("that ended while nobody was there is told of at the next start", async () => {
    const market = await Market.open();
    await market.rule({ kind: "percent_below", base: "last", percent: 0 });
    await market.snooze(5 * hourMs);
    await market.price({ price: 240 });
    const { engine } = market;
    await engine.call("schedules.put", { ids: [service], schedule: "weekly" });
    await engine.restart(() => engine.clock.advance(6 * hourMs));
    await vi.waitUntil(async () => (await market.entries()).length > 0, { timeout: 10_000, interval: 5 });
    expect(await market.reasons()).toEqual(["$240.00 at shop.example, was $300.00 (−20%)"]);
    expect(allRows(engine.db, "SELECT until FROM alert_snooze")).toEqual([]);
  });

  it("of what is not watched any more ends in silence", async () => {
    const market = await Market.open();
    await market.rule(target(350));
    await market.snooze(5 * hourMs);
    await market.engine.call("schedules.delete", { ids: [service] });
    market.engine.clock.advance(6 * hourMs);
    const left = () => allRows(market.engine.db, "SELECT 1 FROM alert_snooze").length;
    await vi.waitUntil(() => left() === 0, { timeout: 10_000, interval: 5 });
    expect(await market.entries()).toEqual([]);
  });

  it("leaves out what is over when it ends", async () => {
    const market = await Market.open();
    await market.snooze(5 * hourMs);
    await market.price({ price: 240 });
    await market.price({ price: 300 });
    await market.check(6 * hourMs);
    expect(await market.reasons()).toEqual([]);
  });
});
