import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inTitleOrder, orderOf, sortWatched } from "../../../../../src/renderer/features/watch/sorting.js";
import { toWatchItem, type WatchItem } from "../../../../../src/renderer/lib/watch/watch-item.js";
import { type WatchSort, watchSorts } from "../../../../../src/shared/watch-list-view.js";
import { createWatchRow } from "../../../../support/watch-row.js";

function items(...changes: Parameters<typeof createWatchRow>[0][]): WatchItem[] {
  return changes.map((change) => toWatchItem(createWatchRow(change)));
}

function titles(sorted: readonly WatchItem[]): string[] {
  return sorted.map(({ row }) => row.title);
}

function order(sort: WatchSort, list: readonly WatchItem[]): string[] {
  return titles(sortWatched(inTitleOrder(list), sort, orderOf(sort).first));
}

describe("the order of the watch list", () => {
  it("is by title as people read it: no accents, no capitals, numbers by their size", () => {
    const list = items({ title: "lamp 10" }, { title: "Éclair" }, { title: "Lamp 9" }, { title: "banana" });
    expect(order("title", list)).toEqual(["banana", "Éclair", "Lamp 9", "lamp 10"]);
  });

  it("puts what is worth a look first: a met target, a low, a fall, then trouble, and what is sold out last", () => {
    const best = { price: 40, currency: "USD", retailer: "shop.example" };
    const list = items(
      { title: "sold out", best: null, is_in_stock: false },
      { title: "as ever" },
      { title: "failing", health: { ...createWatchRow().health, state: "failing", failures: 2 } },
      { title: "fallen", change_since_yesterday: -4 },
      { title: "lowest", is_lowest_ever: true },
      { title: "at target", best, target: { price: 45, currency: "USD" } },
    );
    expect(order("attention", list)).toEqual([
      "at target",
      "lowest",
      "fallen",
      "failing",
      "as ever",
      "sold out",
    ]);
  });

  it("counts a fall since a product was added, which has no yesterday yet, and the deepest first", () => {
    const list = items(
      { title: "as ever" },
      { title: "fallen", change_since_added: -10 },
      { title: "fallen far", change_since_added: -18 },
      { title: "hardly", change_since_added: -1 },
    );
    expect(order("attention", list)).toEqual(["fallen far", "fallen", "hardly", "as ever"]);
  });

  it("puts the deepest fall since yesterday first", () => {
    const list = items(
      { title: "up", change_since_yesterday: 4 },
      { title: "deep", change_since_yesterday: -20 },
      { title: "shallow", change_since_yesterday: -2 },
    );
    expect(order("day", list)).toEqual(["deep", "shallow", "up"]);
  });

  it("puts what is nearest to its target first, and what has none last", () => {
    const list = items(
      { title: "far", target: { price: 20, currency: "USD" } },
      { title: "none" },
      { title: "near", target: { price: 44, currency: "USD" } },
      { title: "other money", target: { price: 44, currency: "EUR" } },
    );
    expect(order("target", list)).toEqual(["near", "far", "none", "other money"]);
  });

  it("puts the worst trouble first", () => {
    const health = createWatchRow().health;
    const list = items(
      { title: "well" },
      { title: "failing", health: { ...health, state: "failing", failures: 9 } },
      { title: "blocked", health: { ...health, state: "blocked", failures: 2 } },
    );
    expect(order("health", list)).toEqual(["blocked", "failing", "well"]);
  });
});

const row = fc.record({
  title: fc.string({ maxLength: 6 }),
  change_since_yesterday: fc.option(fc.integer({ min: -90, max: 90 })),
  below_median30: fc.option(fc.integer({ min: -90, max: 90 })),
  added_at: fc.integer({ min: 0, max: 9 }).map((day) => `2026-06-0${day}T00:00:00.000Z`),
});

it("each order keeps every row, and turns round but for rows without a figure", () => {
  fc.assert(
    fc.property(fc.array(row), fc.constantFrom(...watchSorts), (rows, sort) => {
      const list = inTitleOrder(
        rows.map((change, index) => toWatchItem(createWatchRow({ ...change, product_key: String(index) }))),
      );
      const up = sortWatched(list, sort, "up");
      const down = sortWatched(list, sort, "down");
      expect(new Set(up)).toEqual(new Set(list));
      expect(new Set(down)).toEqual(new Set(list));
      for (const sorted of [up, down]) if (sort === "health") expect(sorted).toEqual(list);
      if (sort !== "day") return;
      const figures = (sorted: readonly WatchItem[]) => sorted.map((item) => item.row.change_since_yesterday);
      const known = figures(up).filter((figure) => figure !== null);
      expect(known).toEqual([...known].sort((a, b) => a - b));
      expect(figures(down).filter((figure) => figure !== null)).toEqual([...known].reverse());
      expect(
        figures(down)
          .slice(known.length)
          .every((figure) => figure === null),
      ).toBe(true);
    }),
  );
});
