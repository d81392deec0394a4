import { describe, expect, it } from "vitest";
import { filterWatched, quickCounts, tagCounts } from "../../../../../src/renderer/lib/watch/watch-filter.js";
import { toWatchItem } from "../../../../../src/renderer/lib/watch/watch-item.js";
import type { WatchFilter } from "../../../../../src/shared/watch-list-view.js";
import { createWatchRow } from "../../../../support/watch-row.js";

const health = createWatchRow().health;
const list = [
  createWatchRow({
    title: "Café Grinder",
    brand: "Moulin",
    tags: ["Gifts", "kitchen"],
    change_since_yesterday: -4,
  }),
  createWatchRow({
    title: "Garden Hose",
    category: "Garden",
    tags: ["garden"],
    is_lowest_ever: true,
    change_since_yesterday: -0.06,
  }),
  createWatchRow({
    title: "Lamp",
    best: null,
    is_in_stock: false,
    retailer: "lights.example",
    retailers: ["lights.example", "dearer.example"],
  }),
  createWatchRow({ title: "Drill", target: { price: 50, currency: "USD" }, tags: ["gifts"] }),
  createWatchRow({
    title: "Saw",
    target: { price: 50, currency: "EUR" },
    health: { ...health, state: "blocked" },
    to_visit: ["https://saws.example/1"],
  }),
  createWatchRow({ title: "New one", health: { ...health, state: "unchecked" }, last_check_at: null }),
].map(toWatchItem);

function found(filter: Partial<WatchFilter>): string[] {
  return filterWatched(list, { text: "", quick: "all", tags: [], ...filter }).map(({ row }) => row.title);
}

describe("words", () => {
  it.each([
    ["cafe", ["Café Grinder"]],
    ["MOULIN grinder", ["Café Grinder"]],
    ["garden", ["Garden Hose"]],
    ["kitchen", ["Café Grinder"]],
    ["lights.example", ["Lamp"]],
    ["dearer.example", ["Lamp"]],
    ["grinder hose", []],
  ])("%s finds %j", (text, titles) => expect(found({ text })).toEqual(titles));

  it.each([
    ["kuechen", "Küchenwaage"],
    ["kuchen", "Küchenwaage"],
    ["KÜCHEN", "Kuechenwaage"],
    ["strasse", "Lampe für die Straße"],
    ["straße", "Strassenlampe"],
    ["fuer straße", "Lampe für die Strasse"],
  ])("%s finds %s", (text, title) => {
    const item = toWatchItem(createWatchRow({ title }));
    expect(filterWatched([item], { text, quick: "all", tags: [] })).toEqual([item]);
  });

  it("none find everything", () => expect(found({ text: "  " })).toHaveLength(list.length));
});

describe("quick filters", () => {
  it.each([
    ["drops", ["Café Grinder"]],
    ["lowest", ["Garden Hose"]],
    ["out", ["Lamp"]],
    // A target in another currency is not compared.
    ["target", ["Drill"]],
    // What has not been checked yet is no trouble.
    ["trouble", ["Saw"]],
    ["visit", ["Saw"]],
  ] as const)("%s shows %j", (quick, titles) => expect(found({ quick })).toEqual(titles));

  it("say how many they would show", () => {
    expect(quickCounts(list)).toEqual({
      all: 6,
      drops: 1,
      target: 1,
      lowest: 1,
      out: 1,
      trouble: 1,
      visit: 1,
      bought: 0,
    });
  });
});

describe("tags", () => {
  it("are one whatever their capitals, the most frequent first", () => {
    expect(tagCounts([...list, toWatchItem(createWatchRow({ tags: ["Zoo", "attic"] }))])).toEqual([
      { name: "Gifts", count: 2 },
      { name: "attic", count: 1 },
      { name: "garden", count: 1 },
      { name: "kitchen", count: 1 },
      { name: "Zoo", count: 1 },
    ]);
  });

  it("must all be there", () => {
    expect(found({ tags: ["gifts"] })).toEqual(["Café Grinder", "Drill"]);
    expect(found({ tags: ["gifts", "kitchen"] })).toEqual(["Café Grinder"]);
  });
});
