import { expect, it } from "vitest";
import { checkListPrice } from "../../../../src/main/engine/domain/list-price-check.js";
import { DAY_MS, HOUR_MS } from "../../../../src/shared/time.js";

const startMs = Date.UTC(2026, 0, 1);
const out = Number.POSITIVE_INFINITY;

/** Prices by the day from which they hold. */
function check(
  prices: readonly (readonly [day: number, price: number])[],
  days: number,
  copies: readonly number[] = [],
) {
  const columns = {
    times: Float64Array.from(prices, ([day]) => startMs + day * DAY_MS),
    prices: Float64Array.from(prices, ([, price]) => price),
  };
  return checkListPrice({ listMinor: 12_999, columns, copies, nowMs: startMs + days * DAY_MS });
}

it("a list price that was never asked was asked on none of the days", () => {
  expect(check([[0, 8_999]], 214)).toEqual({ days: 214, asked: 0, copies: 0, asked_copies: 0 });
});

it("a day counts as one on which the list price was asked if it was asked at any time", () => {
  const hours = (3 * HOUR_MS) / DAY_MS;
  expect(
    check(
      [
        [0, 8_999],
        [10, 12_999],
        [10 + hours, 8_999],
        [20, 14_000],
        [21, 8_999],
      ],
      40,
    ),
  ).toMatchObject({
    days: 40,
    asked: 2,
  });
});

it("days on which it was out of stock are no days of a price", () => {
  expect(
    check(
      [
        [0, 12_999],
        [5, out],
        [15, 8_999],
      ],
      30,
    ),
  ).toMatchObject({ days: 20, asked: 5 });
});

it("archived copies count apart from the days", () => {
  expect(check([[0, 8_999]], 20, [8_999, 12_999, 13_500])).toEqual({
    days: 20,
    asked: 0,
    copies: 3,
    asked_copies: 2,
  });
});

it("too few days say nothing, however many copies there are", () => {
  expect(check([[0, 8_999]], 13, [8_999, 8_999])).toBeNull();
  expect(check([], 20, [8_999])).toBeNull();
});

it("days are those of the history: whole ones until now", () => {
  expect(check([[0.3, 8_999]], 120.2)).toMatchObject({ days: 119, asked: 0 });
  expect(
    check(
      [
        [0.3, 12_999],
        [0.4, 8_999],
      ],
      120.2,
    ),
  ).toMatchObject({ days: 119, asked: 1 });
});

it("a clock that was set back makes no endless days", () => {
  expect(
    check(
      [
        [0, 8_999],
        [30, 12_999],
      ],
      20,
    ),
  ).toMatchObject({ days: 20, asked: 0 });
});
