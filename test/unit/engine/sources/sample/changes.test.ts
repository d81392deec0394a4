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
  it("lists changes in ascending order, within the range, each with another state", () => {
    fc.assert(
      fc.property(anOffer, aTime, aSpan, (id, fromMs, spanMs) => {
        let before = sampleStateAt(id, fromMs);
        let at = fromMs;
        for (const change of sampleChanges(id, fromMs, fromMs + spanMs)) {
          expect(change.at).toBeGreaterThan(at);
          expect(change.at).toBeLessThanOrEqual(fromMs + spanMs);
          expect(Number.isSafeInteger(change.priceMinor)).toBe(true);
          expect(change.priceMinor).toBeGreaterThan(0);
          expect([change.priceMinor, change.availability]).not.toEqual([
            before?.priceMinor,
            before?.availability,
          ]);
          before = change;
          at = change.at;
        }
      }),
    );
  });

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

  it("includes a change at the end of the range, but not one at its start", () => {
    fc.assert(
      fc.property(anOffer, aTime, (id, fromMs) => {
        const first = sampleChanges(id, fromMs, fromMs + 200 * DAY_MS)[0];
        if (first === undefined) return;
        expect(sampleChanges(id, first.at - 1, first.at)).toEqual([first]);
        expect(sampleChanges(id, first.at, first.at)).toEqual([]);
        expect(sampleChanges(id, first.at, first.at + 1)).toEqual([]);
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

  it("generates the same history whenever the catalogue is made", () => {
    const laterMs = nowMs + 90 * DAY_MS;
    const later = offersAt(laterMs);
    const isInBoth = ({ timestamp }: { timestamp: string }) =>
      Date.parse(timestamp) > laterMs - 730 * DAY_MS && Date.parse(timestamp) <= nowMs;
    for (const [id, offer] of offers)
      expect(later.get(id)?.history.filter(isInBoth)).toEqual(offer.history.filter(isInBoth));
  });

  it("keeps the prices of two months within a factor of five", () => {
    for (const id of moving.filter((_, index) => index % 10 === 0)) {
      const prices = sampleChanges(id, nowMs - 60 * DAY_MS, nowMs).map(({ priceMinor }) => priceMinor);
      if (prices.length > 0) expect(Math.max(...prices)).toBeLessThan(5 * Math.min(...prices));
    }
  });

  it("has more than a hundred changes a day, now and in 2040", () => {
    for (const atMs of [nowMs, Date.UTC(2040, 4, 1)]) {
      const changes = ids.flatMap((id) => [...sampleChanges(id, atMs, atMs + DAY_MS)]);
      expect(changes.length).toBeGreaterThan(100);
    }
  });

  it("has more large discounts in late November than in other weeks, but not for most offers", () => {
    const priceAt = (id: string, atMs: number) => sampleStateAt(id, atMs)?.priceMinor ?? 0;
    const discountsIn = (month: number) => {
      const [fromMs, toMs] = [Date.UTC(2025, month, 14), Date.UTC(2025, month, 27)];
      return ids.filter((id) => priceAt(id, toMs) < 0.9 * priceAt(id, fromMs)).length;
    };
    expect(discountsIn(10)).toBeGreaterThan(1.15 * Math.max(discountsIn(8), discountsIn(9)));
    expect(discountsIn(10)).toBeLessThan(0.4 * ids.length);
  });

  it("has no changes for auctions and unknown offers", () => {
    const auction = ids.find((id) => offers.get(id)?.auction === true) ?? "";
    expect(sampleChanges(auction, nowMs - 100 * DAY_MS, nowMs)).toEqual([]);
    expect(sampleChanges("elsewhere-1", 0, nowMs)).toEqual([]);
    expect(sampleStateAt("elsewhere-1", nowMs)).toBeNull();
  });

  it("uses the offer ids of the catalogue", () => {
    expect(new Set(ids)).toEqual(new Set(offers.keys()));
  });
});
