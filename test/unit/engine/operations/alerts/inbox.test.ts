import { beforeEach, describe, expect, it, vi } from "vitest";
import { insertEntry } from "../../../../../src/main/engine/db/inbox.js";
import { type ReadDb, write } from "../../../../../src/main/engine/db/store.js";
import { DAY_MS } from "../../../../../src/main/engine/domain/clock.js";
import {
  listInbox,
  markInbox,
  purgeInbox,
  removeFromInbox,
  restoreToInbox,
} from "../../../../../src/main/engine/operations/alerts/inbox.js";
import { inboxPage } from "../../../../../src/shared/app/alerts.js";
import { envelope } from "../../../../support/events.js";
import { newStore } from "../../../../support/folder.js";

const startMs = Date.parse("2026-06-15T12:00:00.000Z");
let db: ReadDb;

beforeEach(() => {
  db = newStore();
});

const context = () => ({ db, clock: { now: () => startMs } });

/** An entry that came `minutes` after the start; its id. */
function enter(minutes: number): number {
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

describe("the memory of removed entries", () => {
  it("lasts 30 days", () => {
    const [kept, removed] = [enter(0), enter(1)];
    removeFromInbox(context(), { ids: [removed] });
    expect(purgeInbox(db, startMs + 30 * DAY_MS)).toBe(0);
    expect(purgeInbox(db, startMs + 30 * DAY_MS + 1)).toBe(1);
    expect(restoreToInbox(context(), { ids: [removed] })).toEqual({ changed: 0 });
    expect(purgeInbox(db, startMs + 400 * DAY_MS)).toBe(0);
    expect(ids()).toEqual([kept]);
  });
});

describe("the inbox", () => {
  it("is empty at first", () => {
    expect(listInbox(db, { limit: 50 })).toEqual({ entries: [], unread: 0, total: 0 });
  });

  it("gives what the window expects", () => {
    enter(0);
    const page = listInbox(db, { limit: 50 });
    expect(inboxPage.parse(page)).toEqual(page);
  });

  it("lists newest first, by the time of arrival and then by the order of arrival", () => {
    const [a, b, c, d] = [enter(1), enter(3), enter(2), enter(3)];
    expect(ids()).toEqual([d, b, c, a]);
  });

  it("gives every entry once, page by page", () => {
    for (let i = 0; i < 23; i++) enter(i % 4);
    const seen: number[] = [];
    for (let page = ids(5); page.length > 0; page = ids(5, seen.at(-1))) seen.push(...page);
    expect(seen).toEqual(ids());
    expect(new Set(seen).size).toBe(23);
  });

  it("goes on from an entry that was removed meanwhile", () => {
    const [a, b, c] = [enter(1), enter(2), enter(3)];
    removeFromInbox(context(), { ids: [b] });
    expect(ids(5, b)).toEqual([a]);
    expect(ids(5, c)).toEqual([a]);
  });

  it("counts all entries, not those of the page", () => {
    for (let i = 0; i < 5; i++) enter(i);
    markInbox(context(), { ids: [1, 2], is_read: true });
    expect(listInbox(db, { limit: 2 })).toMatchObject({
      entries: [{ id: 5 }, { id: 4 }],
      unread: 3,
      total: 5,
    });
  });

  it("is read without sorting and without reading it whole", () => {
    enter(0);
    const prepare = vi.spyOn(db.connection, "prepare");
    listInbox(db, { limit: 50 });
    listInbox(db, { limit: 50, before: 1 });
    const statements = prepare.mock.calls.map(([sql]) => sql).filter((sql) => sql.includes("ORDER BY"));
    prepare.mockRestore();
    expect(statements).toHaveLength(2);
    const plans = statements.flatMap((sql) =>
      db.connection
        .prepare<null[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
        .all(...Array.from(sql.matchAll(/\?/g), () => null)),
    );
    const steps = plans.map(({ detail }) => detail);
    expect(steps.filter((step) => step.includes("ORDER BY"))).toEqual([]);
    expect(steps.filter((step) => step.includes("USING INDEX inbox_received"))).toHaveLength(2);
  });
});

describe("entries", () => {
  it("are marked as read and as unread; those that were so already do not count", () => {
    const [a, b] = [enter(1), enter(2)];
    expect(markInbox(context(), { ids: [a], is_read: true })).toEqual({ changed: 1 });
    expect(markInbox(context(), { ids: [a, b, 99], is_read: true })).toEqual({ changed: 1 });
    expect(listInbox(db, { limit: 1 }).entries[0]?.read_at).toBe("2026-06-15T12:00:00.000Z");
    expect(markInbox(context(), { ids: [b], is_read: false })).toEqual({ changed: 1 });
    expect(counts()).toEqual({ total: 2, unread: 1 });
  });

  it("are marked all at once where none is named, and none where an empty list is", () => {
    for (let i = 0; i < 3; i++) enter(i);
    expect(markInbox(context(), { ids: [], is_read: true })).toEqual({ changed: 0 });
    expect(markInbox(context(), { is_read: true })).toEqual({ changed: 3 });
    expect(counts().unread).toBe(0);
    expect(markInbox(context(), { is_read: false })).toEqual({ changed: 3 });
    expect(counts().unread).toBe(3);
  });

  it("that were removed are gone from list and counts, and cannot be marked", () => {
    const [a, b] = [enter(1), enter(2)];
    expect(removeFromInbox(context(), { ids: [a, 99] })).toEqual({ changed: 1 });
    expect(removeFromInbox(context(), { ids: [a] })).toEqual({ changed: 0 });
    expect(ids()).toEqual([b]);
    expect(counts()).toEqual({ total: 1, unread: 1 });
    expect(markInbox(context(), { ids: [a], is_read: true })).toEqual({ changed: 0 });
  });

  it("come back as they were", () => {
    const [a, b] = [enter(1), enter(2)];
    markInbox(context(), { ids: [a], is_read: true });
    const before = listInbox(db, { limit: 50 });
    removeFromInbox(context(), { ids: [a, b] });
    expect(restoreToInbox(context(), { ids: [a, b] })).toEqual({ changed: 2 });
    expect(restoreToInbox(context(), { ids: [a] })).toEqual({ changed: 0 });
    expect(listInbox(db, { limit: 50 })).toEqual(before);
  });
});
