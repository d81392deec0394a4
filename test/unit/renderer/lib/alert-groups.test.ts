import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { alertDays, alertRows, hasGroups, isUnread } from "../../../../src/renderer/lib/alert-groups.js";
import type { InboxEntry } from "../../../../src/shared/app/alerts.js";
import { HOUR_MS } from "../../../../src/shared/time.js";

const noonMs = new Date(2026, 5, 15, 12).getTime();

function alert(id: number, product: string, hoursAgo: number, isRead = false): InboxEntry {
  return {
    id,
    data: { product: { service: product, title: product } },
    received_at: new Date(noonMs - hoursAgo * HOUR_MS).toISOString(),
    read_at: isRead ? new Date(noonMs).toISOString() : null,
  } as InboxEntry;
}

const idsOf = (entries: readonly InboxEntry[]) => entries.map(({ id }) => id);

describe("the groups of the inbox", () => {
  it("have the alerts about a product on a day, in the order of the newest", () => {
    const entries = [
      alert(6, "tv", 1),
      alert(5, "lamp", 2),
      alert(4, "tv", 3),
      alert(3, "tv", 24),
      alert(2, "tv", 25),
      alert(1, "lamp", 72),
    ];
    const days = alertDays(entries, noonMs).map(({ day, groups }) => [
      day,
      groups.map(({ entries: own }) => idsOf(own)),
    ]);
    expect(days).toEqual([
      ["Today", [[6, 4], [5]]],
      ["Yesterday", [[3, 2]]],
      ["Friday, Jun 12", [[1]]],
    ]);
    expect(hasGroups(entries)).toBe(true);
    expect(hasGroups([alert(2, "tv", 1), alert(1, "tv", 25), alert(0, "lamp", 1)])).toBe(false);
  });

  it("keep their keys on the day after", () => {
    const keys = (nowMs: number) => alertDays([alert(1, "tv", 1)], nowMs)[0]!.groups.map(({ key }) => key);
    expect(keys(noonMs + 24 * HOUR_MS)).toEqual(keys(noonMs));
  });

  it("contain each alert once, and keep their keys when older ones are loaded", () => {
    const alerts = fc.array(
      fc.tuple(fc.constantFrom("tv", "lamp", "kettle"), fc.integer({ min: 0, max: 72 })),
    );
    fc.assert(
      fc.property(alerts, fc.nat({ max: 20 }), (given, loaded) => {
        const entries = given
          .toSorted(([, a], [, b]) => a - b)
          .map(([product, hoursAgo], index) => alert(given.length - index, product, hoursAgo));
        const groupsOf = (some: readonly InboxEntry[]) =>
          alertDays(some, noonMs).flatMap(({ groups }) => groups);
        const all = groupsOf(entries);
        expect(idsOf(all.flatMap((group) => group.entries)).sort()).toEqual(idsOf(entries).sort());
        expect(new Set(all.map(({ key }) => key)).size).toBe(all.length);
        const page = groupsOf(entries.slice(0, loaded)).map(({ key }) => key);
        expect(all.map(({ key }) => key).slice(0, page.length)).toEqual(page);
      }),
    );
  });

  const [group] = alertDays([alert(3, "tv", 1, true), alert(2, "tv", 2), alert(1, "tv", 3, true)], noonMs)[0]!
    .groups;

  it("show their newest alert in a row for all of them while they are closed", () => {
    const rows = alertRows(group!, false);
    expect(rows.map(({ entry, subject }) => [entry.id, idsOf(subject)])).toEqual([[3, [3, 2, 1]]]);
    expect(isUnread(rows[0]!.subject)).toBe(true);
  });

  it("show each alert in a row of its own while they are open", () => {
    const rows = alertRows(group!, true);
    expect(rows.map(({ entry, subject }) => [entry.id, idsOf(subject)])).toEqual([
      [3, [3]],
      [2, [2]],
      [1, [1]],
    ]);
    expect(rows.map(({ subject }) => isUnread(subject))).toEqual([false, true, false]);
  });
});
