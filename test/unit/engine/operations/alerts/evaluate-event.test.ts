import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { memoriesByRule } from "../../../../../src/main/engine/db/alert-memory.js";
import { offerByPublicId } from "../../../../../src/main/engine/db/offer.js";
import { productIdByKey } from "../../../../../src/main/engine/db/product.js";
import { insertSchedule } from "../../../../../src/main/engine/db/schedule.js";
import { type ReadDb, write } from "../../../../../src/main/engine/db/store.js";
import { insertWebhook } from "../../../../../src/main/engine/db/webhook.js";
import { ensureDefaultAccount } from "../../../../../src/main/engine/operations/account/accounts.js";
import {
  evaluateEvent,
  isCompletionRelevant,
} from "../../../../../src/main/engine/operations/alerts/evaluate-event.js";
import { snoozeProduct } from "../../../../../src/main/engine/operations/alerts/rules.js";
import { saveRule } from "../../../../../src/main/engine/operations/alerts/save-rule.js";
import { importCatalogue } from "../../../../../src/main/engine/operations/catalogue/import-catalogue.js";
import { recordObservations } from "../../../../../src/main/engine/operations/prices/record.js";
import type { RuleTrigger } from "../../../../../src/shared/app/rules.js";
import type { EventData } from "../../../../../src/shared/contract/webhook.js";
import { MINUTE_MS } from "../../../../../src/shared/time.js";
import { envelope } from "../../../../support/catalogue.js";
import { openTestStore } from "../../../../support/folder.js";

const startMs = Date.parse("2026-06-15T12:00:00.000Z");
const productKey = "product/p/1";
let db: ReadDb;
let accountId: number;

beforeEach(async () => {
  db = openTestStore();
  accountId = ensureDefaultAccount(db, startMs).account.id;
  const offer = {
    id: "o",
    retailer: "shop.example",
    price: 100,
    currency: "USD",
    availability: "in",
    URL: "https://shop.example/p",
    timestamp: new Date(startMs).toISOString(),
  };
  const line = { type: "product", service: productKey, title: "P", offers: [offer] };
  await importCatalogue({ db, nowMs: startMs, randomBytes, isSample: false }, [JSON.stringify(line)]);
  write(db, (tx) => {
    const productId = productIdByKey(tx, productKey) ?? 0;
    const times = { createdMs: startMs, dueMs: startMs };
    insertSchedule(tx, { accountId, productId, cadence: "daily", retailer: null, ...times });
    insertWebhook(tx, {
      id: "wh",
      accountId,
      url: "https://hooks.example/",
      events: ["price_drop", "availability_change"],
      isActive: true,
      secret: Buffer.of(0),
      isLocal: true,
      createdMs: startMs,
      lastTriggeredMs: null,
      failureCount: 0,
      consecutiveFailures: 0,
    });
  });
});

function save(trigger: RuleTrigger, overrides: object = {}): number {
  const request = {
    product_key: productKey,
    trigger,
    retailer: null,
    condition: null,
    is_enabled: true,
    ...overrides,
  };
  return saveRule({ db, clock: { now: () => startMs } }, request).rule.id;
}

const target = (price: number): RuleTrigger => ({ kind: "target", price, currency: "USD" });

/** Records a price that a check finds some minutes after the start. */
function observePrice(minutes: number, priceMinor: number): void {
  const atMs = startMs + minutes * MINUTE_MS;
  const offerId = offerByPublicId(db, "o")?.id ?? 0;
  write(db, (tx) =>
    recordObservations(tx, { nowMs: atMs, randomBytes }, [{ offerId, priceMinor, availability: 1, atMs }]),
  );
}

/** Evaluates a finished check of this engine. */
function finishCheck(minutes: number) {
  const createdMs = startMs + minutes * MINUTE_MS;
  const data: EventData = {
    product: { service: productKey, title: "P" },
    retailer: null,
    price: null,
    availability: null,
  };
  return write(db, (tx) => evaluateEvent(tx, { type: "schedule_completion", data, createdMs }, createdMs));
}

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
    expect(receivePrice(45)?.reason).toContain("$45.00 at shop.example, under your target of $50.00");
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
});
