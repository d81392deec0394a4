import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  sampleChanges,
  sampleOfferIds,
  sampleStateAt,
} from "../../../../../src/main/engine/sources/sample/index.js";
import { DAY_MS } from "../../../../../src/shared/time.js";
import { nowMs, offersAt } from "./support.js";

const ids = sampleOfferIds();
const offers = offersAt(nowMs);
const moving = ids.filter((id) => offers.get(id)?.auction === false);
const anOffer = fc.constantFrom(...moving);
const aTime = fc.integer({ min: Date.UTC(2001, 0, 1), max: Date.UTC(2045, 0, 1) });
const aSpan = fc.integer({ min: 1, max: 500 * DAY_MS });

describe("sample changes", () => {
  it("gives the same changes for a range as for its two parts", () => {
    fc.assert(
      fc.property(anOffer, aTime, aSpan, aSpan, (id, fromMs, firstMs, secondMs) => {
        const cutMs = fromMs + firstMs;
        const whole = sampleChanges(id, fromMs, cutMs + secondMs);
        expect([...sampleChanges(id, fromMs, cutMs), ...sampleChanges(id, cutMs, cutMs + secondMs)]).toEqual(
          whole,
        );
      }),
    );
  });

  it("ends a range with the state that a check sees", () => {
    fc.assert(
      fc.property(anOffer, aTime, aSpan, (id, fromMs, spanMs) => {
        const toMs = fromMs + spanMs;
        const last = sampleChanges(id, fromMs, toMs).at(-1) ?? sampleStateAt(id, fromMs);
        const { priceMinor, availability } = sampleStateAt(id, toMs) ?? {};
        expect([last?.priceMinor, last?.availability]).toEqual([priceMinor, availability]);
      }),
    );
  });

  it("gives the same changes as the histories in the catalogue", () => {
    for (const [id, offer] of offers) {
      const points = offer.history.map((point) => Date.parse(point.timestamp));
      const changes = sampleChanges(id, nowMs - 730 * DAY_MS, nowMs);
      expect(points.slice(1)).toEqual(changes.map(({ at }) => at));
      const prices = offer.history.map(({ price }) => Math.round(price * 100));
      expect(prices.slice(1)).toEqual(changes.map(({ priceMinor }) => priceMinor));
    }
  });

  it("keeps the prices of two months within a factor of five", () => {
    for (const id of moving.filter((_, index) => index % 10 === 0)) {
      const prices = sampleChanges(id, nowMs - 60 * DAY_MS, nowMs).map(({ priceMinor }) => priceMinor);
      if (prices.length > 0) expect(Math.max(...prices)).toBeLessThan(5 * Math.min(...prices));
    }
  });

  it("has no changes for auctions and unknown offers", () => {
    const auction = ids.find((id) => offers.get(id)?.auction === true) ?? "";
    expect(sampleChanges(auction, nowMs - 100 * DAY_MS, nowMs)).toEqual([]);
    expect(sampleChanges("elsewhere-1", 0, nowMs)).toEqual([]);
    expect(sampleStateAt("elsewhere-1", nowMs)).toBeNull();
  });
});
