import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  sampleChanges,
  sampleDealsBetween,
  sampleStateAt,
} from "../../../../../src/main/engine/sources/sample/index.js";
import { DAY_MS } from "../../../../../src/shared/time.js";
import { catalogueAt, dealsIn, nowMs, offersAt, productsIn } from "./support.js";

const deals = [...sampleDealsBetween(nowMs - 60 * DAY_MS, nowMs)];
const products = productsIn(catalogueAt(nowMs));
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

  it("generates the deals of the catalogue", () => {
    expect(dealsIn(catalogueAt(nowMs))).toEqual([...sampleDealsBetween(nowMs - 28 * DAY_MS, nowMs)]);
  });

  it("lists deals by time, each with a path of its own", () => {
    const times = deals.map(({ created_at }) => Date.parse(created_at));
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(new Set(deals.map(({ path }) => path)).size).toBe(deals.length);
    for (const { path } of deals) expect(path).toMatch(/^deals\/[a-z0-9-]+$/);
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

  it("grades deals from good to poor and justifies the grade with figures", () => {
    expect(new Set(deals.map(({ grade }) => grade.letter)).size).toBeGreaterThanOrEqual(3);
    for (const { grade, pricing } of deals) {
      expect(grade.value).toBeGreaterThanOrEqual(0);
      expect(grade.value).toBeLessThanOrEqual(100);
      expect(grade.justification).toMatch(/^\$[\d,.]+ is .+ 30-day median .+ 365-day median .+\.$/);
      expect(grade.justification.replaceAll(",", "")).toContain(`$${pricing.current.toFixed(2)}`);
    }
  });

  it("scores a deal by upvotes minus downvotes", () => {
    for (const { votes, comment_count } of deals) {
      expect(votes.score).toBe(votes.upvotes - votes.downvotes);
      expect(votes.downvotes).toBeGreaterThanOrEqual(0);
      expect(comment_count).toBeGreaterThanOrEqual(0);
    }
  });

  it("files deals under categories of the products", () => {
    const categories = new Set(products.map(({ category }) => category));
    for (const { category } of deals) expect(categories).toContain(category);
  });
});
