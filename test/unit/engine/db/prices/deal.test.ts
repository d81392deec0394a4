import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { eachDeal, findDeals, hotness, saveDeal } from "../../../../../src/main/engine/db/prices/deal.js";
import { type ReadDb, write } from "../../../../../src/main/engine/db/store.js";
import type { Deal } from "../../../../../src/shared/contract/deal.js";
import { dealsRequest } from "../../../../../src/shared/contract/requests.js";
import { HOUR_MS, MINUTE_MS } from "../../../../../src/shared/time.js";
import { openTestStore } from "../../../../support/folder.js";

const now = Date.UTC(2026, 10, 21, 12);

interface DealFields {
  readonly agoMs?: number;
  readonly score?: number;
  readonly price?: number;
  readonly grade?: string;
  readonly retailer?: string;
  readonly category?: string;
}

function createDeal(path: string, fields: DealFields): Deal {
  const score = fields.score ?? 1;
  return {
    path,
    title: path,
    subtitle: "",
    description: "",
    emoji: "",
    grade: { letter: fields.grade ?? "B", suffix: "", value: 65, justification: "" },
    pricing: { current: fields.price ?? 10, original: 20, currency: "USD" },
    retailer: { name: fields.retailer ?? "shop.example" },
    url: "",
    votes: { upvotes: Math.max(score, 0), downvotes: Math.max(-score, 0), score },
    comment_count: 0,
    created_at: new Date(now - (fields.agoMs ?? 0)).toISOString(),
  };
}

function createStore(fieldsByPath: Record<string, DealFields>): ReadDb {
  const db = openTestStore();
  write(db, (tx) => {
    for (const [path, fields] of Object.entries(fieldsByPath))
      saveDeal(tx, { deal: createDeal(path, fields), category: fields.category ?? null }, false);
  });
  return db;
}

function search(db: ReadDb, request: object) {
  const { deals, total } = findDeals(db, dealsRequest.parse(request), now);
  return { paths: deals.map((deal) => deal.path), total };
}

describe("hotness (decision 21)", () => {
  it("hotness weighs ten times the votes as much as 12.5 hours", () => {
    const votes = fc.integer({ min: 1, max: 100_000 });
    fc.assert(
      fc.property(votes, (score) => {
        expect(hotness(score * 10, now)).toBeCloseTo(hotness(score, now + 12.5 * HOUR_MS), 6);
      }),
    );
  });

  it("hotness grows with votes and recency, and shrinks with downvotes", () => {
    const score = fc.integer({ min: -10_000, max: 10_000 });
    fc.assert(
      fc.property(score, score, (a, b) => {
        expect(hotness(Math.min(a, b), now)).toBeLessThanOrEqual(hotness(Math.max(a, b), now));
        expect(hotness(a, now)).toBeLessThan(hotness(a, now + MINUTE_MS));
      }),
    );
    expect(hotness(-100, now)).toBeLessThan(hotness(0, now));
  });
});

describe("the list of deals", () => {
  const db = () =>
    createStore({
      old: { agoMs: 40 * HOUR_MS, score: 900 },
      fresh: { agoMs: MINUTE_MS, score: 5 },
      liked: { agoMs: 3 * HOUR_MS, score: 200 },
      hour: { agoMs: HOUR_MS, score: 9 },
      tied: { agoMs: 2 * HOUR_MS, score: 200 },
      week: { agoMs: 7 * 24 * HOUR_MS, score: 5_000 },
    });

  it.each([
    ["new", ["fresh", "hour", "tied", "liked", "old", "week"]],
    ["hot", ["tied", "liked", "hour", "fresh", "old", "week"]],
    ["top-hour", ["fresh"]],
    ["top-day", ["tied", "liked", "hour", "fresh"]],
    ["top-week", ["old", "tied", "liked", "hour", "fresh"]],
  ])("the list of deals is sorted by %s", (sort, paths) => {
    expect(search(db(), { sort })).toEqual({ paths, total: paths.length });
  });

  it("the list of deals is paged without gaps or repeats", () => {
    const store = db();
    const pages = [0, 2, 4, 6].map((offset) => search(store, { sort: "new", limit: 2, offset }));
    expect(pages.flatMap(({ paths }) => paths)).toEqual(search(store, { sort: "new" }).paths);
    expect(pages.map(({ total }) => total)).toEqual([6, 6, 6, 6]);
  });
});

describe("the filtered list of deals", () => {
  const db = () =>
    createStore({
      cheap: { price: 9.99, grade: "A", category: "Kitchen" },
      middle: { price: 10, grade: "a", retailer: "WWW.Other.Example" },
      dear: { price: 1_000, grade: "B", category: "kitchen" },
    });

  it.each([
    ["by grade", { grade: "A" }, ["cheap", "middle"]],
    ["by retailer, in any form", { retailer: "OTHER.example" }, ["middle"]],
    ["by category, in any case", { category: "KITCHEN" }, ["cheap", "dear"]],
    ["by min price, inclusive", { min_price: 10 }, ["middle", "dear"]],
    ["by max price, inclusive", { max_price: 10 }, ["cheap", "middle"]],
    ["by several fields", { grade: "B", category: "kitchen", min_price: 1_000, max_price: "1000" }, ["dear"]],
    ["by a retailer without deals", { retailer: "nobody.example" }, []],
  ])("a filter selects deals %s", (_case, request, paths) => {
    const { paths: actual, total } = search(db(), request);
    expect(actual.toSorted()).toEqual(paths.toSorted());
    expect(total).toBe(paths.length);
  });
});

describe("stored deals", () => {
  it("a stored deal is replaced by a deal with the same path", () => {
    const db = createStore({ a: { price: 10 } });
    write(db, (tx) => saveDeal(tx, { deal: createDeal("a", { price: 8 }), category: "Toys" }, false));
    expect([...eachDeal(db)]).toEqual([{ deal: createDeal("a", { price: 8 }), category: "Toys" }]);
  });
});
