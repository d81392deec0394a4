import { beforeEach, describe, expect, it } from "vitest";
import { memoriesByRule } from "../../../../../src/main/engine/db/alerts/alert-memory.js";
import { rulesOfEntry } from "../../../../../src/main/engine/db/alerts/inbox.js";
import { type ReadDb, write } from "../../../../../src/main/engine/db/store.js";
import {
  evaluateEvent,
  isCompletionRelevant,
} from "../../../../../src/main/engine/operations/alerts/evaluate-event.js";
import { snoozeProduct } from "../../../../../src/main/engine/operations/alerts/rules.js";
import type { EventData } from "../../../../../src/shared/contract/webhook.js";
import { MINUTE_MS } from "../../../../../src/shared/time.js";
import { envelope } from "../../../../support/catalogue.js";
import { drop, productKey, startMs, target, WatchedProduct } from "./watched-product.js";

let product: WatchedProduct;
let db: ReadDb;

beforeEach(async () => {
  product = await WatchedProduct.open();
  db = product.db;
});

const save = (...args: Parameters<WatchedProduct["save"]>) => product.save(...args);
/** Records a price that a check finds some minutes after the start. */
const observePrice = (minutes: number, priceMinor: number) => product.at(minutes).observe(priceMinor);
const finishCheck = (minutes: number) => product.at(minutes).finishCheck();

function receiveForeign(overrides: Partial<EventData> = {}) {
  const { event: type, data } = envelope("evt_foreign");
  return write(db, (tx) =>
    evaluateEvent(tx, { type, data: { ...data, ...overrides }, createdMs: null }, startMs),
  );
}

describe("outliers", () => {
  it("an outlier fires no rule before a second check has confirmed it", () => {
    const id = save(target(50));
    observePrice(1, 1_000);
    expect(finishCheck(2)).toBeNull();
    observePrice(5, 1_000);
    expect(finishCheck(6)).toBeNull();
    observePrice(20, 1_000);
    expect(finishCheck(21)).toEqual({
      reason: "$10.00 at shop.example, under your target of $50.00, was $100.00 (−90%)",
      clauses: {
        head: { kind: "price", price: 10, currency: "USD", retailer: "shop.example" },
        clauses: [
          { kind: "target", price: 50, currency: "USD", is_under: true },
          { kind: "was", price: 100, currency: "USD", percent: 90 },
        ],
      },
      ruleIds: [id],
    });
    expect(finishCheck(22)).toBeNull();
  });
});

describe("alerts", () => {
  it("an alert fires again after a rise that no event reported", () => {
    save(target(95));
    observePrice(1, 9_000);
    expect(finishCheck(2)?.reason).toContain("$90.00");
    observePrice(3, 9_800);
    observePrice(4, 9_400);
    expect(finishCheck(5)?.reason).toContain("$94.00");
  });

  it("an alert is forgotten when its transaction is rolled back", () => {
    const id = save(target(95));
    observePrice(1, 9_000);
    const { data } = envelope("evt");
    const own = { ...data, product: { service: productKey, title: "P" } };
    expect(() =>
      write(db, (tx) => {
        evaluateEvent(tx, { type: "price_drop", data: own, createdMs: null }, startMs);
        throw new Error("The disk is full.");
      }),
    ).toThrow("full");
    expect(memoriesByRule(db, productKey).has(id)).toBe(false);
  });
});

describe("rules of a product", () => {
  const reasonsAt = (minutes: number, priceMinor: number) =>
    product
      .at(minutes)
      .receive(...product.observe(priceMinor))
      .map(({ reason }) => reason);

  it("a product's own rules, even a disabled one, replace the global ones, unless all of them only add", () => {
    const own = save(drop(50), { is_enabled: false });
    save(target(80));
    expect(reasonsAt(1, 9_000)).toEqual([]);
    save(target(70), { id: own });
    expect(reasonsAt(2, 8_900)).toEqual(["$89.00 at shop.example, was $90.00 (−1%)"]);
  });

  it("an alert of any change says that the last offer has sold out", () => {
    save({ kind: "any_change" });
    const [entry] = product.at(1).receive(...product.observe(10_000, { availability: 2 }));
    expect(entry?.reason).toBe("Out of stock at shop.example");
  });

  it("a disabled rule causes no alert", () => {
    save(drop(), { is_enabled: false });
    expect(reasonsAt(1, 9_000)).toEqual([]);
  });

  it("an alert names the most relevant rule first", () => {
    const ids = [save({ kind: "any_change" }), save(drop()), save(target(95))];
    const [entry] = product.at(1).receive(...observePrice(1, 9_000));
    expect(rulesOfEntry(db, entry?.id ?? 0)).toEqual(ids.toReversed());
  });
});

describe("goods in stock", () => {
  it("are new in stock if they could only be ordered ahead before", () => {
    const [entry] = product.at(1).receive(...product.observe(10_000, { isRelease: true }));
    expect(entry?.reason).toBe("Now in stock at shop.example for $100.00");
  });

  it("are back in stock after they were sold out", () => {
    product.at(1).receive(...product.observe(10_000, { availability: 2 }));
    const [entry] = product.at(2).receive(...product.observe(10_000));
    expect(entry?.reason).toBe("Back in stock at shop.example for $100.00");
  });

  it("are back in stock according to another engine, which need not know for how long", () => {
    const { data } = envelope("evt_foreign");
    const availability = { current: "in", previous: null } as const;
    const event = { type: "availability_change", data: { ...data, availability }, createdMs: null } as const;
    expect(write(db, (tx) => evaluateEvent(tx, event, startMs))?.reason).toMatch(/^Back in stock/);
  });
});

describe("alerts of a product with several offers", () => {
  const alertTo = async (rival: object, before: number, after: number, rule?: () => void) => {
    product = await WatchedProduct.open({ price: before }, { id: "rival", ...rival });
    db = product.db;
    rule?.();
    const [entry] = product.at(1).receive(...product.observe(after * 100));
    return entry?.reason;
  };
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
    expect(await alertTo(elsewhere(rival), before, after)).toBe(reason);
  });

  it("an alert of the dearer of a shop's two packs compares with that pack's own price", async () => {
    expect(await alertTo({ price: 70 }, 90, 85)).toBe("$85.00 at shop.example, was $90.00 (−6%)");
  });

  it("an alert of a rule for one shop compares with that shop's price only", async () => {
    const reason = await alertTo(elsewhere(80), 90, 75, () => save(drop(), { retailer: "shop.example" }));
    expect(reason).toBe("$75.00 at shop.example, was $90.00 (−17%)");
  });
});

describe("events from other engines", () => {
  it("another engine's event about an unknown product is evaluated by its own data and the global rules", () => {
    expect(receiveForeign()?.reason).toBe("$199.99 at shop.example, was $229.99 (−13%)");
    expect(receiveForeign({ price: { current: 250, previous: 229.99, currency: "USD" } })).toBeNull();
    save(target(200), { product_key: null });
    expect(receiveForeign()?.reason).toContain("under your target of $200.00");
  });

  it("another engine's event about a known product is evaluated by its own price and the product's rules", () => {
    save(target(50));
    const product = { service: productKey, title: "P" };
    const receivePrice = (current: number) =>
      receiveForeign({ product, price: { current, previous: 60, currency: "USD" } });
    expect(receivePrice(55)?.reason).toBe("$55.00 at shop.example, was $60.00 (−8%)");
    expect(receivePrice(45)?.reason).toBe(
      "$45.00 at shop.example, under your target of $50.00, was $60.00 (−25%)",
    );
  });

  it("another engine's event says the previous price, also where only a target fires", () => {
    save(target(50));
    save(drop(), { is_enabled: false });
    const product = { service: productKey, title: "P" };
    const price = { current: 45, previous: 60, currency: "USD" };
    expect(receiveForeign({ product, price })?.reason).toBe(
      "$45.00 at shop.example, under your target of $50.00, was $60.00 (−25%)",
    );
  });

  it("another engine's event in an invalid currency still causes an alert", () => {
    expect(receiveForeign({ price: { current: 10, previous: 20, currency: "pearls" } })?.reason).toBe(
      "10.00 pearls at shop.example, was 20.00 pearls (−50%)",
    );
  });
});

it("a snoozed product causes no alert for another engine's event", () => {
  const context = { db, clock: { now: () => startMs } };
  snoozeProduct(context, { product_key: productKey, until: "2026-06-16T12:00:00.000Z" });
  expect(receiveForeign({ product: { service: productKey, title: "P" } })).toBeNull();
});

describe("finished checks", () => {
  const data: EventData = {
    product: { service: productKey, title: "P" },
    retailer: null,
    price: null,
    availability: null,
  };
  const isReported = (minutes: number) => isCompletionRelevant(db, data, startMs + minutes * MINUTE_MS);

  it("a finished check is reported to the app only when it fires a rule or rearms one", () => {
    expect(isReported(0)).toBe(false);
    save(target(95));
    expect(isReported(0)).toBe(false);
    observePrice(1, 9_000);
    expect(isReported(2)).toBe(true);
    finishCheck(2);
    expect(isReported(3)).toBe(false);
    observePrice(4, 9_900);
    expect(isReported(5)).toBe(true);
    finishCheck(5);
    expect(isReported(6)).toBe(false);
  });

  it("a finished check is reported if a rule fires again, such as one about new lows", () => {
    save({ kind: "new_low", days: null });
    observePrice(1, 9_000);
    expect(finishCheck(2)).not.toBeNull();
    observePrice(3, 8_900);
    expect(isReported(4)).toBe(true);
  });

  it("a finished check is reported if it rearms one of several rules", () => {
    save({ kind: "any_change" }, { retailer: "other.example" });
    save(target(95));
    observePrice(1, 9_000);
    expect(finishCheck(2)).not.toBeNull();
    expect(isReported(3)).toBe(false);
    observePrice(4, 9_900);
    expect(isReported(5)).toBe(true);
  });
});
