import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { rulesOfEntry } from "../../../../../src/main/engine/db/alerts/inbox.js";
import { insertReceivedEvent } from "../../../../../src/main/engine/db/alerts/received-event.js";
import { allRows, type ReadDb, write } from "../../../../../src/main/engine/db/store.js";
import { listInbox, removeFromInbox } from "../../../../../src/main/engine/operations/alerts/inbox.js";
import {
  acceptEvent,
  processReceived,
  purgeReceived,
} from "../../../../../src/main/engine/operations/alerts/receive-event.js";
import { saveRule } from "../../../../../src/main/engine/operations/alerts/save-rule.js";
import { importCatalogue } from "../../../../../src/main/engine/operations/catalogue/import-catalogue.js";
import { silentLog } from "../../../../../src/main/engine/process/log.js";
import { DAY_MS } from "../../../../../src/shared/time.js";
import { envelope } from "../../../../support/catalogue.js";
import { openTestStore } from "../../../../support/folder.js";
import { addTestChannel } from "../channels/stored-channel.js";
import { drop, target, WatchedProduct } from "./watched-product.js";

const startMs = Date.parse("2026-06-15T12:00:00.000Z");
let db: ReadDb;
let nowMs: number;

beforeEach(() => {
  db = openTestStore();
  nowMs = startMs;
});

const context = () => ({ db, clock: { now: () => nowMs }, log: silentLog });

function accept(id: string, fields: Parameters<typeof envelope>[1] = {}) {
  const sent = envelope(id, fields);
  return acceptEvent(context(), sent, JSON.stringify(sent));
}

const processEvents = () => [...processReceived(context())];
const inboxIds = () => listInbox(db, { limit: 200 }).entries.map((entry) => entry.event_id);
const knownIds = () =>
  allRows<{ id: string }>(db, "SELECT id FROM received_event ORDER BY id").map(({ id }) => id);

describe("accepted events", () => {
  it("an event is new once and repeated from then on, whatever its attempt and body", () => {
    expect(accept("evt_1")).toBe("new");
    expect(accept("evt_1", { attempt: 2 })).toBe("repeated");
    processEvents();
    expect(accept("evt_1", { attempt: 3, event: "availability_change" })).toBe("repeated");
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
    for (const id of ["evt_c", "evt_a", "evt_b"]) accept(id);
    expect(processEvents().map((entry) => entry.event_id)).toEqual(["evt_c", "evt_a", "evt_b"]);
  });

  it("an event is marked as a test if a webhook's test has sent it", () => {
    accept("evt_test_1");
    accept("evt_testimony");
    expect(processEvents().map((entry) => entry.is_test)).toEqual([true, false]);
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
    accept("evt_1");
    accept("evt_2");
    db.connection.exec(
      "CREATE TRIGGER fault BEFORE INSERT ON inbox WHEN NEW.event_id = 'evt_2' BEGIN SELECT RAISE(ABORT, 'fault'); END",
    );
    const reported: string[] = [];
    expect(() => {
      for (const entry of processReceived(context())) reported.push(entry.event_id);
    }).toThrow("fault");
    // An entry that is in the inbox is reported even if the next one fails.
    expect(reported).toEqual(["evt_1"]);
    db.connection.exec("DROP TRIGGER fault");
    expect(processEvents().map((entry) => entry.event_id)).toEqual(["evt_2"]);
    expect(inboxIds()).toEqual(["evt_2", "evt_1"]);
  });
});

describe("records of received events", () => {
  it("the record of an event is stored for 30 days", () => {
    accept("evt_1");
    processEvents();
    expect(purgeReceived(db, startMs + 30 * DAY_MS)).toBe(0);
    expect(purgeReceived(db, startMs + 30 * DAY_MS + 1)).toBe(1);
    expect(knownIds()).toEqual([]);
  });

  it("the record of an event is never deleted while the event waits", () => {
    accept("evt_1");
    expect(purgeReceived(db, startMs + 400 * DAY_MS)).toBe(0);
    expect(knownIds()).toEqual(["evt_1"]);
  });

  it("the record of an event is not needed to prevent a second inbox entry for a repeated event", () => {
    accept("evt_1");
    processEvents();
    purgeReceived(db, startMs + 31 * DAY_MS);
    expect(accept("evt_1")).toBe("new");
    expect(processEvents()).toEqual([]);
    expect(inboxIds()).toEqual(["evt_1"]);
  });

  it("the record of an event is not needed to keep a repeated event from changing what rules remember", async () => {
    const { data } = envelope("evt_1");
    const { service: productKey, title } = data.product;
    const line = JSON.stringify({ type: "product", service: productKey, title });
    await importCatalogue({ db, nowMs, randomBytes, isSample: false }, [line]);
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
    purgeReceived(db, startMs + 31 * DAY_MS);
    expect(accept("evt_1")).toBe("new");
    expect(processEvents()).toEqual([]);
    // If the repeat had counted, the rule would take this price for one that it has alerted to.
    accept("evt_3", priced(190, 195));
    expect(processEvents()).toMatchObject([{ event_id: "evt_3", reason: expect.stringContaining("target") }]);
  });
});

describe("an event that arrives after an alert to the same price", () => {
  /** Adds a channel for the alerts of the rules that name it. */
  const addChannel = (product: WatchedProduct) => addTestChannel(product.db, {}).id;

  it("adds to the alert of the finished check, whose place it takes", async () => {
    const product = await WatchedProduct.open();
    const targetRule = product.save(target(95));
    const drops = product.at(1).observe(9_000);
    const twoDays = 2 * 24 * 60;
    const [first] = product.at(twoDays).receive(...product.complete());
    expect(first).toMatchObject({
      type: "schedule_completion",
      reason: "$90.00 at shop.example, under your target of $95.00",
    });
    expect(product.at(twoDays + 1).receive(...drops)).toEqual([]);
    const { entries } = listInbox(product.db, { limit: 9 });
    expect(entries).toMatchObject([
      {
        id: first?.id,
        type: "price_drop",
        reason: "$90.00 at shop.example, under your target of $95.00, was $100.00 (−10%)",
        data: { retailer: "shop.example", price: { current: 90, previous: 100 } },
      },
    ]);
    // The rule about drops is for all products.
    expect(rulesOfEntry(product.db, first?.id ?? 0)).toEqual([1, targetRule]);
  });

  it("adds to the alert of a later event, and sends it to the channels of its own rules", async () => {
    const product = await WatchedProduct.open();
    const channel = addChannel(product);
    product.save({ kind: "back_in_stock" }, { channels: [] });
    product.save(drop(), { channels: [channel] });
    const drops = product.at(1).observe(9_000);
    product.at(2).receive(...product.observe(9_000, { availability: 2 }));
    product.at(3).receive(...product.observe(9_000));
    const queued = () => allRows(product.db, "SELECT entry_id, queued_at FROM channel_alert");
    expect(queued()).toEqual([]);
    expect(product.at(4).receive(...drops)).toEqual([]);
    const { entries } = listInbox(product.db, { limit: 9 });
    expect(entries).toMatchObject([
      {
        type: "availability_change",
        reason: "Back in stock at shop.example for $90.00",
        data: { availability: { current: "in", previous: "out" } },
      },
    ]);
    expect(queued()).toEqual([{ entry_id: entries[0]?.id, queued_at: startMs + 60_000 }]);
  });

  it("is an alert of its own if the price of the alert was another one", async () => {
    const product = await WatchedProduct.open();
    const first = product.at(1).observe(9_500);
    const second = product.at(2).observe(9_000);
    expect(product.at(3).receive(...second)).toHaveLength(1);
    expect(product.at(4).receive(...first)).toHaveLength(1);
  });

  it("is not mistaken for a webhook's test that arrived before it", async () => {
    const product = await WatchedProduct.open();
    const events = product.at(1).observe(9_000);
    const test = { ...events[0]!, id: "evt_test_1" };
    test.data = { ...test.data, product: { ...test.data.product, url: "https://shop.example/test" } };
    expect(product.receive(test)).toMatchObject([{ is_test: true }]);
    expect(product.receive(...events)).toMatchObject([{ is_test: false, type: "price_drop" }]);
  });
});

describe("two pages of one shop", () => {
  const openPages = () => WatchedProduct.open({ id: "red" }, { id: "blue", price: 101 });
  const reasonsOf = (entries: readonly { reason: string | null }[]) => entries.map(({ reason }) => reason);

  it("alert once to a price that both have after the same check", async () => {
    const product = await openPages();
    const red = product.at(1).receive(...product.observe(9_000, { id: "red" }));
    expect(reasonsOf(red)).toEqual(["$90.00 at shop.example, was $100.00 (−10%)"]);
    expect(product.at(31).receive(...product.observe(9_000, { id: "blue" }))).toEqual([]);
  });

  it("alert each if they have the same price half an hour apart", async () => {
    const product = await openPages();
    product.at(1).receive(...product.observe(9_000, { id: "red" }));
    expect(product.at(32).receive(...product.observe(9_000, { id: "blue" }))).toHaveLength(1);
  });

  it("alert each to different prices", async () => {
    const product = await openPages();
    product.at(1).receive(...product.observe(9_000, { id: "red" }));
    expect(product.at(2).receive(...product.observe(8_900, { id: "blue" }))).toHaveLength(1);
  });

  it("alert each if the second fires a rule that the first did not", async () => {
    const product = await WatchedProduct.open({ id: "red", price: 92 }, { id: "blue" });
    product.save(drop());
    product.save(drop(5));
    product.at(1).receive(...product.observe(9_000, { id: "red" }));
    expect(product.at(2).receive(...product.observe(9_000, { id: "blue" }))).toHaveLength(1);
  });

  it("alert again where one page's price rises and falls back to the same figure", async () => {
    const product = await openPages();
    product.at(1).receive(...product.observe(9_000, { id: "red" }));
    product.at(2).observe(9_900, { id: "red" });
    expect(product.at(3).receive(...product.observe(9_000, { id: "red" }))).toHaveLength(1);
  });
});
