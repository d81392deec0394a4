import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  sampleChanges,
  sampleDealsBetween,
  sampleStateAt,
} from "../../../../../src/main/engine/sources/sample/index.js";
import { DAY_MS } from "../../../../../src/shared/time.js";
import { nowMs, offersAt } from "./support.js";

const deals = [...sampleDealsBetween(nowMs - 60 * DAY_MS, nowMs)];
const byUrl = new Map([...offersAt(nowMs).values()].map((offer) => [offer.URL, offer]));

describe("sample deals", () => {
  it("generates the same deals for a range as for its two parts", () => {
    const aTime = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2035, 0, 1) });
    const aSpan = fc.integer({ min: 0, max: 5 * DAY_MS });
    fc.assert(
      fc.property(aTime, aSpan, aSpan, (fromMs, firstMs, secondMs) => {
        const cutMs = fromMs + firstMs;
        const parts = [...sampleDealsBetween(fromMs, cutMs), ...sampleDealsBetween(cutMs, cutMs + secondMs)];
        expect(parts).toEqual([...sampleDealsBetween(fromMs, cutMs + secondMs)]);
      }),
      { numRuns: 40 },
    );
  });

  it("links to a trusted USD offer with the price it had at that time, in stock", () => {
    for (const deal of deals) {
      const offer = byUrl.get(deal.url);
      expect(offer).toMatchObject({ trusted: true, valid: true, auction: false, currency: "USD" });
      expect(deal.retailer.name).toBe(offer?.retailer);
      const state = sampleStateAt(offer?.id ?? "", Date.parse(deal.created_at));
      expect([state?.priceMinor, state?.availability]).toEqual([
        Math.round(deal.pricing.current * 100),
        "in",
      ]);
    }
  });

  it("compares with a higher price from the 90 days before", () => {
    for (const deal of deals) {
      const id = byUrl.get(deal.url)?.id ?? "";
      const atMs = Date.parse(deal.created_at);
      const fromMs = atMs - 90 * DAY_MS;
      const prices = [sampleStateAt(id, fromMs), ...sampleChanges(id, fromMs, atMs)].map(
        (state) => (state?.priceMinor ?? 0) / 100,
      );
      expect(prices).toContain(deal.pricing.original);
      expect(deal.pricing.original).toBeGreaterThan(deal.pricing.current);
    }
  });
});
