import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { rulesOfEntry } from "../../../../../src/main/engine/db/alerts/inbox.js";
import { insertReceivedEvent } from "../../../../../src/main/engine/db/alerts/received-event.js";
import { newestProblems } from "../../../../../src/main/engine/db/alerts/round.js";
import { deleteExpired } from "../../../../../src/main/engine/db/expired.js";
import { allRows, type ReadDb, write } from "../../../../../src/main/engine/db/store.js";
import { insertEvent } from "../../../../../src/main/engine/db/webhooks/event.js";
import { ensureDefaultAccount } from "../../../../../src/main/engine/operations/account/accounts.js";
import { listInbox, removeFromInbox } from "../../../../../src/main/engine/operations/alerts/inbox.js";
import {
  acceptEvent,
  processReceived,
} from "../../../../../src/main/engine/operations/alerts/receive-event.js";
import { saveRule, snoozeProduct } from "../../../../../src/main/engine/operations/alerts/rules.js";
import { importCatalogue } from "../../../../../src/main/engine/operations/catalogue/import-catalogue.js";
import { savePurchase } from "../../../../../src/main/engine/operations/watch/purchases.js";
import type { InboxEntry } from "../../../../../src/shared/app/alerts.js";
import { type EventData, type EventType, eventType } from "../../../../../src/shared/contract/webhook.js";
import { DAY_MS, MINUTE_MS } from "../../../../../src/shared/time.js";
import { actingContext } from "../../../../support/acting-context.js";
import { envelope } from "../../../../support/catalogue.js";
import { openTestStore } from "../../../../support/folder.js";

const startMs = Date.parse("2026-06-15T12:00:00.000Z");
let db: ReadDb;
let nowMs: number;

beforeEach(() => {
  db = openTestStore();
  nowMs = startMs;
});

const context = () => actingContext(db, () => nowMs);

function accept(id: string, fields: Parameters<typeof envelope>[1] = {}) {
  const sent = envelope(id, fields);
  return acceptEvent(context(), sent, JSON.stringify(sent));
}

/** Processes what was accepted; returns the new entries of the inbox, oldest first. */
function processEvents(): InboxEntry[] {
  const list = () => listInbox(db, { limit: 200 }).entries.toReversed();
  const known = list().map(({ id }) => id);
  processReceived(context());
  return list().filter(({ id }) => !known.includes(id));
}

const { service: productKey, title } = envelope("evt_1").data.product;

/** Makes the product of the events known, with its offers at some shops. */
async function importProduct(...offers: object[]): Promise<void> {
  const all = offers.map((offer, i) => {
    const defaults = {
      id: `o${i}`,
      retailer: "shop.example",
      price: 230,
      currency: "USD",
      availability: "in",
    };
    return { ...defaults, URL: `https://shop.example/${i}`, ...offer };
  });
  const line = JSON.stringify({ type: "product", service: productKey, title, offers: all });
  await importCatalogue({ db, nowMs, randomBytes, isSample: false }, [line]);
}

const inboxIds = () => listInbox(db, { limit: 200 }).entries.map((entry) => entry.event_id);
const knownIds = () =>
  allRows<{ id: string }>(db, "SELECT id FROM received_event ORDER BY id").map(({ id }) => id);

describe("accepted events", () => {
  beforeEach(() => {
    const trigger = { kind: "percent_below", base: "last", percent: 0 } as const;
    const ofAnyOffer = { retailer: null, condition: null, is_enabled: true };
    saveRule(context(), { product_key: null, trigger, ...ofAnyOffer });
  });

  it("an event is new once and repeated from then on, whatever its attempt and body", () => {
    expect(accept("evt_1").acceptance).toBe("new");
    expect(accept("evt_1", { attempt: 2 }).acceptance).toBe("repeated");
    processEvents();
    accept("evt_1", { attempt: 3, event: "availability_change" });
    expect(processEvents()).toEqual([]);
    expect(inboxIds()).toEqual(["evt_1"]);
  });

  it("an event becomes an inbox entry with its data and time of arrival", () => {
    accept("evt_1");
    nowMs += 5_000;
    expect(processEvents()).toEqual([
      {
        id: 1,
        event_id: "evt_1",
        type: "price_drop",
        is_test: false,
        data: envelope("evt_1").data,
        reason: "$199.99 at shop.example, was $229.99 (−13%)",
        clauses: {
          head: { kind: "price", price: 199.99, currency: "USD", retailer: "shop.example" },
          clauses: [{ kind: "was", price: 229.99, currency: "USD", percent: 13 }],
        },
        received_at: "2026-06-15T12:00:00.000Z",
        read_at: null,
      },
    ]);
  });

  it("events are processed in order of arrival, even if they have the same time", () => {
    const { data } = envelope("evt_1");
    for (const id of ["evt_c", "evt_a", "evt_b"])
      accept(id, { data: { ...data, retailer: `${id}.example` } });
    expect(processEvents().map((entry) => entry.event_id)).toEqual(["evt_c", "evt_a", "evt_b"]);
  });

  it("an event is marked as a test if a webhook's test has sent it", () => {
    accept("evt_test_1");
    accept("evt_testimony");
    const entries = processEvents().map(({ id, is_test }) => ({
      is_test,
      rules: rulesOfEntry(db, id).length,
    }));
    expect(entries).toEqual([
      { is_test: true, rules: 0 },
      { is_test: false, rules: 2 },
    ]);
  });

  it.each(["not json", "[]", '{"id":"evt_x"}'])(
    "an event does not block others if its body is not an event: %j",
    (body) => {
      write(db, (tx) => insertReceivedEvent(tx, { id: "evt_x", body, receivedMs: nowMs - 1 }));
      accept("evt_1");
      expect(processEvents().map((entry) => entry.event_id)).toEqual(["evt_1"]);
      expect(processEvents()).toEqual([]);
    },
  );

  it("an event is stored when its processing fails, and processed later", () => {
    accept("evt_1", { data: { ...envelope("evt_1").data, retailer: "other.example" } });
    accept("evt_2");
    db.connection.exec(
      "CREATE TRIGGER fault BEFORE INSERT ON inbox WHEN NEW.event_id = 'evt_2' BEGIN SELECT RAISE(ABORT, 'fault'); END",
    );
    expect(() => processReceived(context())).toThrow("fault");
    expect(inboxIds()).toEqual(["evt_1"]);
    db.connection.exec("DROP TRIGGER fault");
    expect(processEvents().map((entry) => entry.event_id)).toEqual(["evt_2"]);
    expect(inboxIds()).toEqual(["evt_2", "evt_1"]);
  });
});

describe("records of received events", () => {
  it("the record of an event is stored for 30 days", () => {
    accept("evt_1");
    processEvents();
    deleteExpired(db, startMs + 30 * DAY_MS);
    expect(knownIds()).toEqual(["evt_1"]);
    deleteExpired(db, startMs + 30 * DAY_MS + 1);
    expect(knownIds()).toEqual([]);
  });

  it("the record of an event is never deleted while the event waits", () => {
    accept("evt_1");
    deleteExpired(db, startMs + 400 * DAY_MS);
    expect(knownIds()).toEqual(["evt_1"]);
  });

  it("the record of an event is not needed to prevent a second inbox entry for a repeated event", () => {
    accept("evt_1");
    processEvents();
    deleteExpired(db, startMs + 31 * DAY_MS);
    accept("evt_1");
    expect(processEvents()).toEqual([]);
    expect(inboxIds()).toEqual(["evt_1"]);
  });

  it("the record of an event is not needed to keep a repeated event from changing what rules remember", async () => {
    const { data } = envelope("evt_1");
    await importProduct();
    saveRule(context(), {
      product_key: productKey,
      trigger: { kind: "target", price: 200, currency: "USD" },
      retailer: null,
      condition: null,
      is_enabled: true,
    });
    const priced = (current: number, previous: number) => ({
      data: { ...data, price: { current, previous, currency: "USD" as const } },
    });
    accept("evt_1");
    const [entry] = processEvents();
    removeFromInbox(context(), { ids: [entry?.id ?? 0] });
    accept("evt_2", priced(250, 199.99));
    processEvents();
    db.connection.exec("DELETE FROM received_event");
    accept("evt_1");
    expect(processEvents()).toEqual([]);
    // If the repeat had counted, the rule would take this price for one that it has alerted to.
    accept("evt_3", priced(190, 195));
    expect(processEvents()).toMatchObject([{ event_id: "evt_3", reason: expect.stringContaining("target") }]);
  });
});

describe("events of other engines", () => {
  const receive = (id: string, overrides: Partial<EventData> = {}, event: EventType = "price_drop") => {
    accept(id, { event, data: { ...envelope(id).data, ...overrides } });
    return processEvents().map(({ reason }) => reason)[0];
  };
  const target = (price: number, productKey: string | null) =>
    saveRule(context(), {
      product_key: productKey,
      trigger: { kind: "target", price, currency: "USD" },
      retailer: null,
      condition: null,
      is_enabled: true,
    });
  const anyChange = () =>
    saveRule(context(), {
      product_key: null,
      trigger: { kind: "any_change" },
      retailer: null,
      condition: null,
      is_enabled: true,
    });
  const price = (current: number, previous: number) => ({ price: { current, previous, currency: "USD" } });

  it("about an unknown product are evaluated by their own data and the rules for all products", () => {
    expect(receive("evt_1")).toBe("$199.99 at shop.example, was $229.99 (−13%)");
    expect(receive("evt_2", price(250, 229.99))).toBeUndefined();
    target(200, null);
    expect(receive("evt_3", price(199, 229.99))).toContain("under your target of $200.00");
  });

  it("about a known product are evaluated by its rules, and wait while it is snoozed", async () => {
    await importProduct();
    target(50, productKey);
    expect(receive("evt_1", price(55, 60))).toBe("$55.00 at shop.example, was $60.00 (−8%)");
    const until = new Date(startMs + DAY_MS).toISOString();
    snoozeProduct(context(), { product_key: productKey, until });
    expect(receive("evt_2", price(45, 60))).toBeUndefined();
    expect(receive("evt_3", { product: { service: "product/other/1", title } })).toContain("$199.99");
    nowMs += DAY_MS;
    expect(processEvents().map(({ reason }) => reason)).toEqual([
      "$45.00 at shop.example, under your target of $50.00, was $60.00 (−25%)",
    ]);
  });

  it("about a product that was bought are compared with the price paid only", async () => {
    await importProduct();
    target(200, productKey);
    const bought = { product_key: productKey, price: 100, currency: "USD", return_days: 14 };
    savePurchase(context(), bought);
    expect(receive("evt_1", price(150, 160))).toBeUndefined();
    expect(receive("evt_2", price(70, 150))).toContain("$30.00 less than you paid");
  });

  it("that a later one has overtaken cause no alert", () => {
    accept("evt_1");
    expect(receive("evt_2", price(230, 199.99))).toBeUndefined();
  });

  it.each([
    ["before the event", "shop.example", 1, -0.5, 1],
    ["after the first attempt", "shop.example", 2, -0.5, 0],
    ["after the first of three attempts", "shop.example", 3, -5.9, 0],
    ["at the very time", "shop.example", 2, -1, 1],
    ["later at another shop", "other.example", 2, -0.5, 1],
  ])("are compared with an own check: %s", async (_when, retailer, attempt, minutes, alerts) => {
    const seenMs = startMs + minutes * MINUTE_MS;
    await importProduct({ retailer, timestamp: new Date(seenMs).toISOString() });
    accept("evt_1", { attempt });
    expect(processEvents()).toHaveLength(alerts);
  });

  it("are compared in the currency of the product's own offers", async () => {
    await importProduct({ retailer: "other.example", currency: "EUR" });
    expect(receive("evt_1")).toBeUndefined();
  });

  it("about a return to stock need not know for how long it was sold out", () => {
    const availability = { current: "in", previous: null } as const;
    expect(receive("evt_1", { availability, ...price(55, 60) }, "availability_change")).toBe(
      "Back in stock at shop.example for $55.00",
    );
  });

  it("that change nothing cause no alert to a change", () => {
    anyChange();
    const availability = { current: "in", previous: "in" } as const;
    expect(receive("evt_1", { availability }, "schedule_completion")).toBeUndefined();
    expect(receive("evt_2", { availability }, "availability_change")).not.toContain("Back in stock");
  });

  describe("without an amount", () => {
    const unknownAmount = { current: null, previous: 20, currency: "USD" };
    const isKnown = [true, false];

    it.each(isKnown)("cause neither an alert nor a problem: of a known product, %s", async (known) => {
      if (known) await importProduct();
      target(200, null);
      for (const [i, event] of eventType.options.entries())
        for (const [j, price] of [null, unknownAmount].entries()) {
          expect(receive(`evt_${i}_${j}`, { price, availability: null }, event)).toBeUndefined();
          expect(newestProblems(db, 9)).toEqual([]);
        }
    });

    it.each(isKnown)("are set aside if a rule is unknown: of a known product, %s", async (known) => {
      if (known) await importProduct();
      anyChange();
      db.connection.exec(`UPDATE alert_rule SET trigger = '{"kind":"of-the-future"}'`);
      receive("evt_1", {}, "schedule_completion");
      const problem = { product_key: productKey, rule_id: null };
      expect(newestProblems(db, 9)).toMatchObject(known ? [problem] : []);
      db.connection.exec("DELETE FROM alert_problem");
      receive("evt_2", { price: null });
      expect(newestProblems(db, 9)).toMatchObject(known ? [problem] : []);
      expect(processEvents()).toEqual([]);
    });
  });

  it("in an invalid currency still cause an alert", () => {
    expect(receive("evt_1", { price: { current: 10, previous: 20, currency: "pearls" } })).toBe(
      "10.00 pearls at shop.example, was 20.00 pearls (−50%)",
    );
  });

  it("are not mistaken for own ones, which announce their alerts", () => {
    expect(accept("evt_1")).toEqual({ acceptance: "new", entryId: null });
    const [entry] = processEvents();
    expect(accept("evt_1")).toEqual({ acceptance: "new", entryId: entry?.id });
    const accountId = ensureDefaultAccount(db, nowMs).account.id;
    const { event: type, data } = envelope("evt_old");
    write(db, (tx) => insertEvent(tx, { id: "evt_old", accountId, type, data, createdMs: nowMs }));
    expect(accept("evt_old")).toEqual({ acceptance: "repeated", entryId: null });
    expect(processEvents()).toEqual([]);
  });
});
