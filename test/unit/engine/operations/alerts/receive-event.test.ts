import { beforeEach, describe, expect, it } from "vitest";
import { insertReceivedEvent } from "../../../../../src/main/engine/db/received-event.js";
import { allRows, type ReadDb, write } from "../../../../../src/main/engine/db/store.js";
import { DAY_MS } from "../../../../../src/main/engine/domain/clock.js";
import { listInbox } from "../../../../../src/main/engine/operations/alerts/inbox.js";
import {
  acceptEvent,
  processReceived,
  purgeReceived,
} from "../../../../../src/main/engine/operations/alerts/receive-event.js";
import { silentLog } from "../../../../../src/main/engine/process/log.js";
import { envelope } from "../../../../support/events.js";
import { newStore } from "../../../../support/folder.js";

const startMs = Date.parse("2026-06-15T12:00:00.000Z");
let db: ReadDb;
let nowMs: number;

beforeEach(() => {
  db = newStore();
  nowMs = startMs;
});

const context = () => ({ db, clock: { now: () => nowMs }, log: silentLog });

function accept(id: string, fields: Parameters<typeof envelope>[1] = {}) {
  const sent = envelope(id, fields);
  return acceptEvent(context(), sent, JSON.stringify(sent));
}

const workOn = () => [...processReceived(context())];
const inboxIds = () => listInbox(db, { limit: 200 }).entries.map((entry) => entry.event_id);
const knownIds = () =>
  allRows<{ id: string }>(db, "SELECT id FROM received_event ORDER BY id").map(({ id }) => id);

describe("an accepted event", () => {
  it("is new once and repeated from then on, with whatever attempt and body", () => {
    expect(accept("evt_1")).toBe("new");
    expect(accept("evt_1", { attempt: 2 })).toBe("repeated");
    workOn();
    expect(accept("evt_1", { attempt: 3, event: "availability_change" })).toBe("repeated");
    expect(workOn()).toEqual([]);
    expect(inboxIds()).toEqual(["evt_1"]);
  });

  it("becomes an entry with what it told and when it came", () => {
    accept("evt_1");
    nowMs += 5_000;
    expect(workOn()).toEqual([
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

  it("is worked on in the order of arrival, also at one and the same time", () => {
    for (const id of ["evt_c", "evt_a", "evt_b"]) accept(id);
    expect(workOn().map((entry) => entry.event_id)).toEqual(["evt_c", "evt_a", "evt_b"]);
  });

  it("of a webhook's test is marked as one", () => {
    accept("evt_test_1");
    accept("evt_testimony");
    expect(workOn().map((entry) => entry.is_test)).toEqual([true, false]);
  });

  it.each(["not json", "[]", '{"id":"evt_x"}'])("whose body is no event (%j) holds up no other", (body) => {
    write(db, (tx) => insertReceivedEvent(tx, { id: "evt_x", body, receivedMs: nowMs - 1 }));
    accept("evt_1");
    expect(workOn().map((entry) => entry.event_id)).toEqual(["evt_1"]);
    expect(workOn()).toEqual([]);
  });

  it("is kept when its work fails, and worked on later", () => {
    accept("evt_1");
    accept("evt_2");
    db.connection.exec(
      "CREATE TRIGGER fault BEFORE INSERT ON inbox WHEN NEW.event_id = 'evt_2' BEGIN SELECT RAISE(ABORT, 'fault'); END",
    );
    const told: string[] = [];
    expect(() => {
      for (const entry of processReceived(context())) told.push(entry.event_id);
    }).toThrow("fault");
    // What is in the inbox already is told of, whatever becomes of the next.
    expect(told).toEqual(["evt_1"]);
    db.connection.exec("DROP TRIGGER fault");
    expect(workOn().map((entry) => entry.event_id)).toEqual(["evt_2"]);
    expect(inboxIds()).toEqual(["evt_2", "evt_1"]);
  });
});

describe("the memory of events", () => {
  it("lasts 30 days", () => {
    accept("evt_1");
    workOn();
    expect(purgeReceived(db, startMs + 30 * DAY_MS)).toBe(0);
    expect(purgeReceived(db, startMs + 30 * DAY_MS + 1)).toBe(1);
    expect(knownIds()).toEqual([]);
  });

  it("never drops an event that waits", () => {
    accept("evt_1");
    expect(purgeReceived(db, startMs + 400 * DAY_MS)).toBe(0);
    expect(knownIds()).toEqual(["evt_1"]);
  });

  it("that has ended makes no second entry of an event that comes again", () => {
    accept("evt_1");
    workOn();
    purgeReceived(db, startMs + 31 * DAY_MS);
    expect(accept("evt_1")).toBe("new");
    expect(workOn()).toEqual([]);
    expect(inboxIds()).toEqual(["evt_1"]);
  });
});
