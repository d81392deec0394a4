import fc from "fast-check";
import { expect, it } from "vitest";
import { pastPrices } from "../../../../../src/main/engine/domain/alerts/past-prices.js";
import { DAY_MS } from "../../../../../src/shared/time.js";
import "../../../../support/seed.js";

const out = Number.POSITIVE_INFINITY;
/** In days since the epoch. */
const time = fc.integer({ min: 0, max: 60 });
const price = fc.integer({ min: 1, max: 6 });

const histories = fc.record({
  steps: fc.uniqueArray(fc.tuple(time, fc.oneof(price, fc.constant(out))), { selector: ([day]) => day }),
  presentMinor: fc.option(price),
  roundDays: fc.integer({ min: 0, max: 3 }),
  comparedDay: fc.oneof(fc.constant(0), time),
});

/** The best price of each whole day of the past, undefined where nothing was in stock, in the plainest way. */
function dailyPrices(
  steps: readonly (readonly [number, number])[],
  presentMinor: number | null,
  fromDay: number,
) {
  const past = steps.filter(([day]) => day < fromDay);
  while (presentMinor !== null && past.at(-1)?.[1] === presentMinor) past.pop();
  const endDay = steps.length > past.length ? Math.min(fromDay, steps[past.length]?.[0] ?? fromDay) : fromDay;
  return Array.from({ length: endDay }, (_, day) => {
    const held = past.findLast(([from]) => from <= day)?.[1];
    return held === out ? undefined : held;
  });
}

it("the past is every price in stock before the present one, as far back as a question asks", () => {
  fc.assert(
    fc.property(histories, time, price, (history, askedDay, askedMinor) => {
      const { presentMinor, comparedDay } = history;
      const steps = history.steps.toSorted(([a], [b]) => a - b);
      const nowDay = 61;
      const fromDay = nowDay - history.roundDays;
      const columns = {
        times: Float64Array.from(steps, ([day]) => day * DAY_MS),
        prices: Float64Array.from(steps, ([, minor]) => minor),
      };
      const past = pastPrices(columns, {
        presentMinor,
        fromMs: fromDay * DAY_MS,
        nowMs: nowDay * DAY_MS,
        sinceMs: comparedDay * DAY_MS,
      });
      const daily = dailyPrices(steps, presentMinor, fromDay);
      const since = (day: number) => daily.slice(Math.max(0, day)).filter((minor) => minor !== undefined);
      const lowest = (prices: readonly number[]) => (prices.length === 0 ? null : Math.min(...prices));
      const highest = (prices: readonly number[]) => (prices.length === 0 ? null : Math.max(...prices));
      const days = nowDay - askedDay;

      const compared = since(comparedDay);
      const lastDay = daily.findLastIndex((minor, day) => minor !== undefined && day >= comparedDay);
      expect(past.last).toEqual(
        compared.length === 0 ? null : { priceMinor: compared.at(-1), untilMs: (lastDay + 1) * DAY_MS },
      );
      expect(past.lowest(null)).toBe(compared.length === 0 ? null : lowest(since(0)));
      expect(past.lowest(days)).toBe(compared.length === 0 ? null : lowest(since(askedDay)));
      expect(past.highest(null)).toBe(highest(compared));
      expect(past.highest(days)).toBe(highest(since(Math.max(comparedDay, askedDay))));
      const cheapDay = daily.findLastIndex((minor) => minor !== undefined && minor <= askedMinor);
      expect(past.lastAsCheapMs(askedMinor)).toBe(cheapDay < 0 ? null : (cheapDay + 1) * DAY_MS);
      const isAbove = since(askedDay).some((minor) => minor > askedMinor);
      expect(past.hasExceededSince(askedMinor, askedDay * DAY_MS)).toBe(isAbove);
      const first = steps[0]?.[0];
      expect(past.days).toBe(first === undefined ? 0 : nowDay - Math.max(first, comparedDay));
    }),
    { numRuns: 1_000 },
  );
});
