import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { type HistoryEdit, saveEdit } from "../../../../../src/main/engine/db/prices/history-edit.js";
import {
  appendPoint,
  countPoints,
  enteredTimes,
  firstPointTimes,
  lowestPrice,
  mergePoints,
  readAllPoints,
  readColumnsByOffer,
  readObserved,
  readPoints,
  readPointsSince,
} from "../../../../../src/main/engine/db/prices/price-history.js";
import { readRecordingState } from "../../../../../src/main/engine/db/prices/recording-state.js";
import {
  change,
  countChanges,
  type ReadDb,
  type WriteDb,
  write,
} from "../../../../../src/main/engine/db/store.js";
import { toColumns } from "../../../../../src/main/engine/domain/best-price.js";
import type { PricePoint } from "../../../../../src/main/engine/domain/price-point.js";
import { minOf } from "../../../../../src/shared/arrays.js";
import { DAY_MS } from "../../../../../src/shared/time.js";
import { openTestStore, withRollback } from "../../../../support/folder.js";
import { closePoints, naiveMerge, startMs, wildPoints } from "../../domain/points.js";
import { newOffer } from "./stored-offer.js";

let db: ReadDb;
let offerId: number;

beforeEach(() => {
  db = openTestStore();
  offerId = newOffer(db);
});

function append(tx: WriteDb, point: PricePoint): boolean {
  const state = readRecordingState(tx, offerId);
  if (state === undefined) throw new Error("The offer is missing.");
  return appendPoint(tx, offerId, state.readLastPoints(), point);
}

const aWindow = fc
  .tuple(fc.integer({ min: -1, max: 31 }), fc.integer({ min: 1, max: 31 }))
  .map(([day, days]) => ({ fromMs: startMs + day * DAY_MS, toMs: startMs + (day + days) * DAY_MS }));

type Edit = Pick<HistoryEdit, "atMs" | "after">;

const someEdits: fc.Arbitrary<Edit[]> = closePoints.map((points) =>
  points.slice(0, 4).map(({ atMs, ...after }, i) => ({ atMs, after: i % 2 === 0 ? after : null })),
);

/** Some blocks, with edits from before the first point on, some of which exclude the points around a block's start. */
const manyBlocks: fc.Arbitrary<[PricePoint[], Edit[], { fromMs: number; toMs: number }]> = fc
  .record({
    days: fc.uniqueArray(fc.integer({ min: -3, max: 330 }), { maxLength: 5 }),
    excluded: fc.tuple(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 150 })),
    shiftMs: fc.constantFrom(0, 1),
    from: fc.integer({ min: -5, max: 330 }),
  })
  .map(({ days, excluded: [first, count], shiftMs, from }) => {
    const toEdit = (day: number, after: Edit["after"]) => ({ atMs: startMs + day * DAY_MS, after });
    const left = days.filter((day) => shiftMs > 0 || day < first || day >= first + count);
    const corrected = left.map((day) =>
      toEdit(day + shiftMs / DAY_MS, { priceMinor: 9_000, availability: 1 }),
    );
    const gone = Array.from({ length: count }, (_, i) => toEdit(first + i, null));
    const fromMs = startMs + from * DAY_MS;
    return [daily(300), [...gone, ...corrected], { fromMs, toMs: fromMs + 40 * DAY_MS }];
  });

function withEdit(points: readonly PricePoint[], { atMs, after }: Edit): PricePoint[] {
  const others = points.filter((point) => point.atMs !== atMs);
  return after === null ? others : [...others, { atMs, ...after }].sort((a, b) => a.atMs - b.atMs);
}

function naiveLowest(points: readonly PricePoint[], untilMs: number): number | null {
  const buyable = points.filter(({ atMs, availability }) => atMs < untilMs && availability !== 2);
  return minOf(buyable.map(({ priceMinor }) => priceMinor));
}

/** `count` daily points that go up and down. */
function daily(count: number, firstDay = 0): PricePoint[] {
  return Array.from({ length: count }, (_, i) => ({
    atMs: startMs + (firstDay + i) * DAY_MS,
    priceMinor: 10_000 + ((i * 7) % 5) * 100,
    availability: 1,
  }));
}

describe("price histories", () => {
  it("a history merges points in any order like a plain array of change points", () => {
    const steps = fc.array(fc.oneof(closePoints, wildPoints), { maxLength: 6 });
    fc.assert(
      fc.property(steps, (lists) => {
        withRollback(db, (tx) => {
          let model: PricePoint[] = [];
          for (const points of lists) {
            const next = naiveMerge(model, points);
            expect(mergePoints(tx, offerId, points)).toBe(next.length - model.length);
            model = next;
            expect(readAllPoints(tx, offerId)).toEqual(model);
          }
          expect(countPoints(tx)).toBe(model.length);
        });
      }),
    );
  });

  it("a long history merges late points like a plain array, and rewrites only the blocks around them", () => {
    const days = fc.integer({ min: -2, max: 1_002 });
    const late = fc.array(fc.tuple(days, fc.constantFrom(0, 1), fc.constantFrom(10_000, 10_200)), {
      minLength: 1,
      maxLength: 4,
    });
    write(db, (tx) => mergePoints(tx, offerId, daily(1_000)));
    fc.assert(
      fc.property(fc.array(late, { minLength: 1, maxLength: 4 }), (lists) => {
        withRollback(db, (tx) => {
          let model = daily(1_000);
          for (const list of lists) {
            const points = list.map(([day, shiftMs, priceMinor]): PricePoint => {
              return { atMs: startMs + day * DAY_MS + shiftMs, priceMinor, availability: 1 };
            });
            const next = naiveMerge(model, points);
            expect(mergePoints(tx, offerId, points)).toBe(next.length - model.length);
            model = next;
            expect(readAllPoints(tx, offerId)).toEqual(model);
          }
          const newest = { atMs: startMs + 2_000 * DAY_MS, priceMinor: 20_000, availability: 1 } as const;
          expect(append(tx, newest)).toBe(true);
          const changesBefore = countChanges(tx);
          mergePoints(tx, offerId, [{ ...newest, atMs: startMs + 500.5 * DAY_MS }]);
          expect(countChanges(tx) - changesBefore).toBeLessThan(9);
          expect(readAllPoints(tx, offerId)).toHaveLength(model.length + 2);
        });
      }),
    );
  });

  it("a history appends only newer points that are changes, like a plain array", () => {
    const points = fc.array(fc.oneof(closePoints, wildPoints), { maxLength: 4 }).map((lists) => lists.flat());
    fc.assert(
      fc.property(points, (list) => {
        withRollback(db, (tx) => {
          const model: PricePoint[] = [];
          for (const point of list) {
            const last = model.at(-1);
            const isNewer = last === undefined || point.atMs > last.atMs;
            const isChange =
              last?.priceMinor !== point.priceMinor || last.availability !== point.availability;
            expect(append(tx, point)).toBe(isNewer && isChange);
            if (isNewer && isChange) model.push(point);
          }
          expect(readAllPoints(tx, offerId)).toEqual(model);
        });
      }),
    );
  });

  it("a history is the same whether appended or merged, across many blocks", () => {
    const points = daily(700);
    const appended = withRollback(db, (tx) => {
      for (const point of points) append(tx, point);
      return readAllPoints(tx, offerId);
    });
    const merged = withRollback(db, (tx) => {
      mergePoints(tx, offerId, points.slice(350));
      mergePoints(tx, offerId, points.slice(0, 350));
      for (const point of daily(3, 700)) append(tx, point);
      return readAllPoints(tx, offerId).slice(0, 700);
    });
    expect(appended).toEqual(points.filter((point, i) => point.priceMinor !== points[i - 1]?.priceMinor));
    expect(merged).toEqual(appended);
  });

  it("a history is read in windows like a plain array", () => {
    const points = daily(400);
    const bound = fc
      .integer({ min: -5, max: 405 })
      .chain((day) => fc.constantFrom(-1, 0, 1).map((shift) => startMs + day * DAY_MS + shift));
    withRollback(db, (tx) => {
      mergePoints(tx, offerId, points);
      const all = readAllPoints(tx, offerId);
      fc.assert(
        fc.property(bound, bound, (fromMs, toMs) => {
          const within = all.filter(({ atMs }) => atMs >= fromMs && atMs < toMs);
          expect(readPoints(tx, offerId, fromMs, toMs)).toEqual(within);
        }),
        { numRuns: 300 },
      );
    });
  });

  it("edits lie over what was observed, however a history is read, and leave it as it was", () => {
    const few = fc.tuple(closePoints, someEdits, aWindow);
    fc.assert(
      fc.property(fc.oneof(few, manyBlocks), ([points, edits, { fromMs, toMs }]) => {
        withRollback(db, (tx) => {
          mergePoints(tx, offerId, points);
          const observed = readAllPoints(tx, offerId);
          for (const edit of edits) saveEdit(tx, { ...edit, offerId, madeMs: startMs });
          expect(readObserved(tx, offerId)).toEqual(observed);
          const seen = edits.reduce(withEdit, observed);
          expect(readAllPoints(tx, offerId)).toEqual(seen);
          const within = ({ atMs }: PricePoint) => atMs >= fromMs && atMs < toMs;
          expect(readPoints(tx, offerId, fromMs, toMs)).toEqual(seen.filter(within));
          const inForce = Math.max(
            0,
            seen.findLastIndex(({ atMs }) => atMs <= fromMs),
          );
          const columns = readColumnsByOffer(tx, [offerId], fromMs).get(offerId) ?? toColumns([]);
          expect(columns).toEqual(toColumns(seen.slice(inForce)));
          expect(firstPointTimes(tx, [offerId]).get(offerId)).toBe(seen[0]?.atMs);
          expect(lowestPrice(tx, offerId, toMs)).toBe(naiveLowest(seen, toMs));
          expect(readRecordingState(tx, offerId)?.readLastPoints().points.at(-1)).toEqual(seen.at(-1));
          const others = new Set(observed.map(({ atMs }) => atMs));
          const added = seen.map(({ atMs }) => atMs).filter((atMs) => !others.has(atMs));
          expect([...enteredTimes(tx, offerId)]).toEqual(added);
        });
      }),
    );
  });

  it("a read of a part of an edited history reads only the blocks of that part", () => {
    withRollback(db, (tx) => {
      mergePoints(tx, offerId, daily(2_000));
      for (const [day, priceMinor] of [
        [900, 9_000],
        [1_999, 9_500],
      ] as const) {
        const after = { priceMinor, availability: 1 } as const;
        saveEdit(tx, { offerId, atMs: startMs + day * DAY_MS, after, madeMs: startMs });
      }
      // A block that is cut off cannot be unpacked.
      const isElsewhere = "from_at < (SELECT max(from_at) FROM price_block)";
      change(tx, `UPDATE price_block SET points = CAST(x'80' AS BLOB) WHERE ${isElsewhere}`);
      expect(() => readAllPoints(tx, offerId)).toThrow("truncated");
      const sinceMs = startMs + 1_995 * DAY_MS;
      expect(readPointsSince(tx, offerId, sinceMs).at(-1)?.priceMinor).toBe(9_500);
      expect(readPoints(tx, offerId, sinceMs, Infinity)).toHaveLength(5);
      expect(readColumnsByOffer(tx, [offerId], sinceMs).get(offerId)?.prices.at(-1)).toBe(9_500);
      expect(readRecordingState(tx, offerId)?.readLastPoints().points.at(-1)?.priceMinor).toBe(9_500);
    });
  });

  it("a history is separate from the histories of other offers", () => {
    const other = newOffer(db, { publicId: "offer_2", productId: 1 });
    withRollback(db, (tx) => {
      mergePoints(tx, offerId, daily(3));
      expect(readAllPoints(tx, other)).toEqual([]);
      expect(mergePoints(tx, other, [])).toBe(0);
    });
  });
});

it("histories of many offers are the same read together as read one by one", () => {
  const other = newOffer(db, { publicId: "offer_2", productId: 1 });
  const empty = newOffer(db, { publicId: "offer_3", productId: 1 });
  write(db, (tx) => {
    mergePoints(tx, offerId, daily(400));
    mergePoints(tx, other, daily(5, 390));
  });
  for (const day of [-1, 0, 127, 128, 395, 400, 900]) {
    const sinceMs = startMs + day * DAY_MS + 1;
    const many = readColumnsByOffer(db, [other, offerId, empty], sinceMs);
    expect([...many.keys()]).toEqual([other, offerId]);
    for (const id of [offerId, other]) {
      const single = readPointsSince(db, id, sinceMs);
      const inForce = single.findLastIndex(({ atMs }) => atMs <= sinceMs);
      expect(many.get(id)).toEqual(toColumns(single.slice(Math.max(0, inForce))));
    }
  }
});

it("histories of many offers have the time of their first point and a lowest price in stock", () => {
  write(db, (tx) => mergePoints(tx, offerId, daily(300)));
  const empty = newOffer(db, { publicId: "offer_2", productId: 1 });
  expect(firstPointTimes(db, [empty, offerId])).toEqual(new Map([[offerId, startMs]]));
  expect(lowestPrice(db, offerId, startMs + 900 * DAY_MS)).toBe(10_000);
  // Out of stock at that price.
  write(db, (tx) =>
    mergePoints(tx, offerId, [{ atMs: startMs + 200 * DAY_MS, priceMinor: 10, availability: 2 }]),
  );
  expect(lowestPrice(db, offerId, startMs + 900 * DAY_MS)).toBe(10_000);
  expect(lowestPrice(db, empty, startMs)).toBeNull();
  expect(lowestPrice(db, offerId, startMs)).toBeNull();
});
