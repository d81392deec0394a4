import { describe, expect, it } from "vitest";
import { withEntry, withMark, withOlder, withoutEntries } from "../../../../src/renderer/lib/inbox-page.js";
import type { InboxEntry } from "../../../../src/shared/app/alerts.js";
import { createInboxEntry } from "../../../support/inbox-entry.js";

const NOW = Date.parse("2026-06-15T12:00:00.000Z");

function entry(id: number, isRead = false): InboxEntry {
  return createInboxEntry(id, { read_at: isRead ? "2026-06-15T11:00:00.000Z" : null });
}

/** Three on screen, one of them read; two more, one of them unread, are not read in yet. */
const inbox = { entries: [entry(5), entry(4, true), entry(3)], unread: 3, total: 5 };

function idsOf({ entries }: { readonly entries: readonly InboxEntry[] }): number[] {
  return entries.map(({ id }) => id);
}

describe("what arrives", () => {
  it("counts once, however often it is told", () => {
    expect(withEntry(inbox, entry(5))).toBe(inbox);
  });

  it("is followed by what is older, with the counts of the newest answer", () => {
    const next = withOlder(inbox, { entries: [entry(3), entry(2), entry(1)], unread: 2, total: 5 });
    expect(idsOf(next)).toEqual([5, 4, 3, 2, 1]);
    expect(next.unread).toBe(2);
  });
});

describe("marks", () => {
  it("count only what they change", () => {
    expect(withMark(inbox, true, NOW, [5, 4])).toMatchObject({ unread: 2, total: 5 });
    expect(withMark(inbox, false, NOW, [5, 4])).toMatchObject({ unread: 4 });
  });

  it("of all reach those that are not read in", () => {
    const next = withMark(inbox, true, NOW);
    expect(next.unread).toBe(0);
    expect(next.entries.every(({ read_at }) => read_at !== null)).toBe(true);
  });
});

it("what is removed is gone from the counts, too", () => {
  const without = withoutEntries(inbox, [4, 5]);
  expect(idsOf(without)).toEqual([3]);
  expect(without).toMatchObject({ unread: 2, total: 3 });
});
