import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { memoriesByRule } from "../../../../../src/main/engine/db/alert-memory.js";
import { offerByPublicId } from "../../../../../src/main/engine/db/offer.js";
import { productIdByService } from "../../../../../src/main/engine/db/product.js";
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
import { recordObservations } from "../../../../../src/main/engine/operations/prices/record-observations.js";
import type { RuleTrigger } from "../../../../../src/shared/app/rules.js";
import type { EventData } from "../../../../../src/shared/contract/webhook.js";
import { envelope } from "../../../../support/events.js";
import { newStore } from "../../../../support/folder.js";

const startMs = Date.parse("2026-06-15T12:00:00.000Z");
const minuteMs = 60_000;
const service = "product/p/1";
let db: ReadDb;
let accountId: number;

beforeEach(async () => {
  db = newStore();
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
  const line = { type: "product", service, title: "P", offers: [offer] };
  await importCatalogue({ db, nowMs: startMs, randomBytes, isSample: false }, [JSON.stringify(line)]);
  write(db, (tx) => {
    const productId = productIdByService(tx, service) ?? 0;
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

function save(trigger: RuleTrigger, change: object = {}): number {
  const wish = { service, trigger, retailer: null, condition: null, is_enabled: true, ...change };
  return saveRule({ db, clock: { now: () => startMs } }, wish).rule.id;
}

const target = (price: number): RuleTrigger => ({ kind: "target", price, currency: "USD" });

/** A check sees a price, some minutes after the start. */
function see(minutes: number, priceMinor: number): void {
  const atMs = startMs + minutes * minuteMs;
  const offerId = offerByPublicId(db, "o")?.id ?? 0;
  write(db, (tx) =>
    recordObservations(tx, { nowMs: atMs, randomBytes }, [{ offerId, priceMinor, availability: 1, atMs }]),
  );
}

/** What becomes of a finished check of this engine's. */
function finish(minutes: number) {
  const createdMs = startMs + minutes * minuteMs;
  const data: EventData = {
    product: { service, title: "P" },
    retailer: null,
    price: null,
    availability: null,
  };
  return write(db, (tx) => evaluateEvent(tx, { type: "schedule_completion", data, createdMs }, createdMs));
}

function foreign(change: Partial<EventData> = {}) {
  const { event: type, data } = envelope("evt_foreign");
  return write(db, (tx) =>
    evaluateEvent(tx, { type, data: { ...data, ...change }, createdMs: null }, startMs),
  );
}

describe("a price that is far from the usual one", () => {
  it("sets nothing off before a second check has confirmed it", () => {
    const id = save(target(50));
    see(1, 1_000);
    expect(finish(2)).toBeNull();
    see(5, 1_000);
    expect(finish(6)).toBeNull();
    see(20, 1_000);
    expect(finish(21)).toEqual({
      reason: "$10.00 at shop.example, under your target of $50.00",
      clauses: {
        head: { kind: "price", price: 10, currency: "USD", retailer: "shop.example" },
        clauses: [{ kind: "target", price: 50, currency: "USD", is_under: true }],
      },
      ruleIds: [id],
    });
    expect(finish(22)).toBeNull();
  });
});

describe("what was told", () => {
  it("is told again after a rise that nobody told of", () => {
    save(target(95));
    see(1, 9_000);
    expect(finish(2)?.reason).toContain("$90.00");
    see(3, 9_800);
    see(4, 9_400);
    expect(finish(5)?.reason).toContain("$94.00");
  });

  it("is undone together with what could not be kept", () => {
    const id = save(target(95));
    see(1, 9_000);
    const { data } = envelope("evt");
    const own = { ...data, product: { service, title: "P" } };
    expect(() =>
      write(db, (tx) => {
        evaluateEvent(tx, { type: "price_drop", data: own, createdMs: null }, startMs);
        throw new Error("The disk is full.");
      }),
    ).toThrow("full");
    expect(memoriesByRule(db, service).has(id)).toBe(false);
  });
});

describe("an event of another engine", () => {
  it("about a product that is not known is judged by what it says, by the rules for all", () => {
    expect(foreign()?.reason).toBe("$199.99 at shop.example, was $229.99 (−13%)");
    expect(foreign({ price: { current: 250, previous: 229.99, currency: "USD" } })).toBeNull();
    save(target(200), { service: null });
    expect(foreign()?.reason).toContain("under your target of $200.00");
  });

  it("about a product that is known here is judged by its own price, and by the product's rules", () => {
    save(target(50));
    const product = { service, title: "P" };
    const told = (current: number) => foreign({ product, price: { current, previous: 60, currency: "USD" } });
    expect(told(55)).toBeNull();
    expect(told(45)?.reason).toContain("$45.00 at shop.example, under your target of $50.00");
  });

  it("in a currency that is no code is told all the same", () => {
    expect(foreign({ price: { current: 10, previous: 20, currency: "pearls" } })?.reason).toBe(
      "10.00 pearls at shop.example, was 20.00 pearls (−50%)",
    );
  });
});

it("a product that is snoozed is told of by no engine", () => {
  const context = { db, clock: { now: () => startMs } };
  snoozeProduct(context, { service, until: "2026-06-16T12:00:00.000Z" });
  expect(foreign({ product: { service, title: "P" } })).toBeNull();
});

describe("a finished check", () => {
  const data: EventData = {
    product: { service, title: "P" },
    retailer: null,
    price: null,
    availability: null,
  };
  const isTold = (minutes: number) => isCompletionRelevant(db, data, startMs + minutes * minuteMs);

  it("is told to the app only when it sets a rule off, or makes one ready again", () => {
    expect(isTold(0)).toBe(false);
    save(target(95));
    expect(isTold(0)).toBe(false);
    see(1, 9_000);
    expect(isTold(2)).toBe(true);
    finish(2);
    expect(isTold(3)).toBe(false);
    see(4, 9_900);
    expect(isTold(5)).toBe(true);
    finish(5);
    expect(isTold(6)).toBe(false);
  });
});
