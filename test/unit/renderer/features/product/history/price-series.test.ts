import { describe, expect, it } from "vitest";
import {
  bestPriceOf,
  findExtremes,
} from "../../../../../../src/renderer/features/product/history/best-price.js";
import {
  findOnlyPrice,
  labelOffers,
  mergeOffers,
  nextChange,
  pointAt,
  previousChange,
  toChangeRows,
  toSeries,
} from "../../../../../../src/renderer/features/product/history/price-series.js";
import { startOf } from "../../../../../../src/renderer/features/product/history/view.js";
import type { HistoryPoint } from "../../../../../../src/shared/contract/offer.js";
import { createOffer } from "../../../../../support/offer.js";
import { line } from "./lines.js";

const at = (day: number) => Date.UTC(2026, 0, day);

function point(day: number, price: number, availability: "in" | "out" = "in"): HistoryPoint {
  return { price, currency: "USD", availability, timestamp: new Date(at(day)).toISOString() };
}

const points = Array.from({ length: 150_000 }, (_, i) => ({ atMs: i, price: 10 + i, availability: null }));
const viewport = { startMs: 0, endMs: 150_000 };

it("a history of 150,000 points is drawn and listed, as one line or as many", () => {
  const best = bestPriceOf([{ ...line("a"), points }]);
  expect(best).toHaveLength(150_000);
  expect(findExtremes(best, viewport)).toMatchObject({
    lowest: { price: 10 },
    highest: { price: 150_009 },
  });
  expect(toChangeRows([{ ...line("a"), points }], viewport)).toHaveLength(150_000);
  const lines = points.map(({ atMs }) => ({
    ...line("a"),
    points: [{ atMs, price: 10, availability: null }],
  }));
  expect(findOnlyPrice(lines)).toEqual({ price: 10, isOut: false, sinceMs: 0 });
  expect([nextChange(lines, 5), previousChange(lines, 5)]).toEqual([6, 4]);
});

describe("a price that never changes", () => {
  const minuteMs = 60_000;
  const midnightMs = Date.UTC(2026, 0, 5);
  const readAt = (atMs: number, price = 349): HistoryPoint => ({
    price,
    currency: "USD",
    availability: "in",
    timestamp: new Date(atMs).toISOString(),
  });
  const since = (nowMs: number, ...histories: HistoryPoint[][]) => {
    const firstMs = Math.min(...histories.flat().map(({ timestamp }) => Date.parse(timestamp)));
    const startMs = startOf("30d", 0, nowMs, firstMs);
    const offers = histories.map((history, index) => createOffer({ id: `o${index}`, history }));
    return findOnlyPrice(toSeries(offers, startMs, nowMs))?.sinceMs;
  };

  it("holds since its first reading, however early after midnight the product was added", () => {
    const firstMs = midnightMs + 55 * minuteMs;
    const history = [readAt(firstMs)];
    for (const minutes of [0, 4, 30, 90]) expect(since(firstMs + minutes * minuteMs, history)).toBe(firstMs);
  });

  it("holds since the first reading of any shop, and in an older history since the start of the range", () => {
    const nowMs = at(50);
    expect(since(nowMs, [readAt(at(40))], [readAt(at(45))])).toBe(at(40));
    expect(since(nowMs, [readAt(at(5))], [readAt(at(45))])).toBe(at(20));
    expect(since(nowMs, [readAt(at(40)), readAt(at(45), 340)])).toBeUndefined();
  });
});

describe("lines of the chart", () => {
  it("holds the last price until now", () => {
    const [line] = toSeries([createOffer({ history: [point(5, 12), point(8, 10)] })], at(1), at(20));
    expect(line?.points.map(({ atMs, price }) => [atMs, price])).toEqual([
      [at(5), 12],
      [at(8), 10],
      [at(20), 10],
    ]);
  });

  it("starts with the price that held at the start, where an earlier point tells it", () => {
    const [line] = toSeries([createOffer({ history: [point(2, 12), point(8, 10)] })], at(5), at(20));
    expect(line?.points[0]).toMatchObject({ atMs: at(5), price: 12 });
  });

  it("leaves the time before the first point empty", () => {
    const [line] = toSeries([createOffer({ history: [point(8, 10)] })], at(1), at(20));
    expect(line?.points[0]?.atMs).toBe(at(8));
  });

  it("draws a price that changed only before the window as one level line", () => {
    const [line] = toSeries([createOffer({ history: [point(2, 12)] })], at(5), at(20));
    expect(line?.points.map(({ atMs }) => atMs)).toEqual([at(5), at(20)]);
  });

  it("leaves out an offer without a known price", () => {
    expect(toSeries([createOffer()], at(1), at(20))).toEqual([]);
  });
});

it("the histories of windows are joined in time order, each point once", () => {
  const newer = [createOffer({ price: 9, history: [point(8, 10), point(9, 9)] })];
  const older = [createOffer({ price: 10, history: [point(2, 12), point(8, 10)] })];
  const [joined] = mergeOffers([newer, older]);
  expect(joined?.price).toBe(9);
  expect(joined?.history.map(({ price }) => price)).toEqual([12, 10, 9]);
});

it("the price before the window leads the history, so that a line starts at the chart's edge", () => {
  const offers = mergeOffers(
    [[createOffer({ history: [point(8, 10)] }), createOffer({ id: "o2", history: [] })]],
    new Map([
      ["o1", point(-40, 12)],
      ["o2", point(-9, 7)],
    ]),
  );
  const [first, second] = toSeries(offers, at(1), at(20));
  const drawn = [first, second].map((line) => line?.points.map(({ atMs, price }) => [atMs, price]));
  expect(drawn).toEqual(
    expect.arrayContaining([
      [
        [at(1), 12],
        [at(8), 10],
        [at(20), 10],
      ],
      [
        [at(1), 7],
        [at(20), 7],
      ],
    ]),
  );
});

it("the names of lines tell offers of one retailer apart by condition, seller, then number", () => {
  const offers = [
    createOffer({ id: "a" }),
    createOffer({ id: "b", condition: "used" }),
    createOffer({ id: "c", retailer: "mart.example", seller: "Ann" }),
    createOffer({ id: "d", retailer: "mart.example" }),
    createOffer({ id: "e", retailer: "mart.example" }),
  ];
  expect([...labelOffers(offers).values()]).toEqual([
    "shop.example",
    "shop.example · Used",
    "mart.example · Ann",
    "mart.example",
    "mart.example (2)",
  ]);
});

describe("reading a line", () => {
  const points = [
    { atMs: 10, price: 5, availability: null },
    { atMs: 20, price: 6, availability: null },
  ];

  it("finds the price that holds at a time", () => {
    expect(pointAt(points, 10)?.price).toBe(5);
    expect(pointAt(points, 19)?.price).toBe(5);
    expect(pointAt(points, 99)?.price).toBe(6);
  });

  it("knows nothing before the first point", () => {
    expect(pointAt(points, 9)).toBeNull();
  });
});

describe("the table of changes", () => {
  const whole = { startMs: at(1), endMs: at(20) };

  it("lists the newest change first, with the price before, and not the line's end", () => {
    const series = toSeries([createOffer({ history: [point(5, 12), point(8, 10)] })], at(1), at(20));
    expect(toChangeRows(series, whole).map(({ atMs, price, before }) => [atMs, price, before])).toEqual([
      [at(8), 10, 12],
      [at(5), 12, null],
    ]);
  });

  it("keeps a change of availability alone", () => {
    const series = toSeries([createOffer({ history: [point(5, 12), point(8, 12, "out")] })], at(1), at(20));
    expect(toChangeRows(series, whole)).toHaveLength(2);
  });

  it("follows what is in sight, and begins with the price that holds there", () => {
    const history = [point(5, 12), point(8, 10), point(12, 11), point(15, 9)];
    const series = toSeries([createOffer({ history })], at(1), at(20));
    const rows = toChangeRows(series, { startMs: at(10), endMs: at(13) });
    expect(rows.map(({ price, before }) => [price, before])).toEqual([
      [11, 10],
      [10, 12],
    ]);
  });
});
