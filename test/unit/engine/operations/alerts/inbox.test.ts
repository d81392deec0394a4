import { beforeEach, describe, expect, it } from "vitest";
import { insertEntry } from "../../../../../src/main/engine/db/alerts/inbox.js";
import { deleteExpired } from "../../../../../src/main/engine/db/expired.js";
import { allValues, type ReadDb, write } from "../../../../../src/main/engine/db/store.js";
import {
  listInbox,
  markInbox,
  removeFromInbox,
} from "../../../../../src/main/engine/operations/alerts/inbox.js";
import { DAY_MS } from "../../../../../src/shared/time.js";
import { actingContext } from "../../../../support/acting-context.js";
import { envelope } from "../../../../support/catalogue.js";
import { openTestStore } from "../../../../support/folder.js";

const startMs = Date.parse("2026-06-15T12:00:00.000Z");
let db: ReadDb;

beforeEach(() => {
  db = openTestStore();
});

const context = () => actingContext(db, () => startMs);

/** Inserts an entry received `minutes` after the start and returns its id. */
function addEntry(minutes: number): number {
  const { id: eventId, event: type, data } = envelope(`evt_${minutes}_${Math.random()}`);
  const receivedMs = startMs + minutes * 60_000;
  const entry = write(db, (tx) =>
    insertEntry(tx, {
      eventId,
      type,
      isTest: false,
      data,
      reason: null,
      clauses: null,
      ruleIds: [],
      receivedMs,
    }),
  );
  return entry!.id;
}

const ids = (limit = 200, before?: number) =>
  listInbox(db, { limit, before }).entries.map((entry) => entry.id);
const counts = () => {
  const { total, unread } = listInbox(db, { limit: 1 });
  return { total, unread };
};

describe("removed inbox entries", () => {
  it("a removed entry stays for 30 days, as long as its removal can be undone", () => {
    const [remaining, removed] = [addEntry(0), addEntry(1)];
    removeFromInbox(context(), { ids: [removed] });
    const stored = () => allValues(db, "SELECT id FROM inbox ORDER BY id");
    deleteExpired(db, startMs + 30 * DAY_MS);
    expect(stored()).toEqual([remaining, removed]);
    deleteExpired(db, startMs + 30 * DAY_MS + 1);
    expect(stored()).toEqual([remaining]);
    deleteExpired(db, startMs + 400 * DAY_MS);
    expect(ids()).toEqual([remaining]);
  });
});

describe("the inbox", () => {
  it("the inbox lists the last entry first, whatever the clock said before", () => {
    const [a, b, c] = [addEntry(1), addEntry(525_600), addEntry(2)];
    expect(ids()).toEqual([c, b, a]);
  });

  it("the inbox lists every entry on exactly one page", () => {
    for (let i = 0; i < 23; i++) addEntry(i % 4);
    const seen: number[] = [];
    for (let page = ids(5); page.length > 0; page = ids(5, seen.at(-1))) seen.push(...page);
    expect(seen).toEqual(ids());
    expect(new Set(seen).size).toBe(23);
  });

  it("the inbox is paged correctly after an entry that was removed meanwhile", () => {
    const [a, b, c] = [addEntry(1), addEntry(2), addEntry(3)];
    removeFromInbox(context(), { ids: [b] });
    expect(ids(5, b)).toEqual([a]);
    expect(ids(5, c)).toEqual([a]);
  });

  it("the inbox counts all entries, not only those of the page", () => {
    for (let i = 0; i < 5; i++) addEntry(i);
    markInbox(context(), { ids: [1, 2], is_read: true });
    expect(listInbox(db, { limit: 2 })).toMatchObject({
      entries: [{ id: 5 }, { id: 4 }],
      unread: 3,
      total: 5,
    });
  });
});

describe("inbox entries", () => {
  it("entries are marked as read and unread, and only actual changes are counted", () => {
    const [a, b] = [addEntry(1), addEntry(2)];
    expect(markInbox(context(), { ids: [a], is_read: true })).toEqual({ changed: 1 });
    expect(markInbox(context(), { ids: [a, b, 99], is_read: true })).toEqual({ changed: 1 });
    expect(listInbox(db, { limit: 1 }).entries[0]?.read_at).toBe("2026-06-15T12:00:00.000Z");
    expect(markInbox(context(), { ids: [b], is_read: false })).toEqual({ changed: 1 });
    expect(counts()).toEqual({ total: 2, unread: 1 });
  });

  it("all entries are marked without a list of ids, and none with an empty list", () => {
    for (let i = 0; i < 3; i++) addEntry(i);
    expect(markInbox(context(), { ids: [], is_read: true })).toEqual({ changed: 0 });
    expect(markInbox(context(), { is_read: true })).toEqual({ changed: 3 });
    expect(counts().unread).toBe(0);
    expect(markInbox(context(), { is_read: false })).toEqual({ changed: 3 });
    expect(counts().unread).toBe(3);
  });

  it("entries disappear from list and counts when removed, and cannot be marked then", () => {
    const [a, b] = [addEntry(1), addEntry(2)];
    expect(removeFromInbox(context(), { ids: [a, 99] })).toMatchObject({ changed: 1 });
    expect(removeFromInbox(context(), { ids: [a] })).toEqual({ changed: 0, act_id: null });
    expect(ids()).toEqual([b]);
    expect(counts()).toEqual({ total: 1, unread: 1 });
    expect(markInbox(context(), { ids: [a], is_read: true })).toEqual({ changed: 0 });
  });
});
