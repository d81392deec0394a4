import { describe, expect, it } from "vitest";
import {
  dealInputs,
  hasFilters,
  noFilters,
  problemOf,
} from "../../../../../src/renderer/features/deals/deal-filters.js";

describe("questions for deals", () => {
  it("leaves out what is not chosen", () => {
    expect(dealInputs(noFilters, 1)).toEqual([{ sort: "hot", limit: 20, offset: 0 }]);
  });

  it("asks page by page", () => {
    expect(dealInputs(noFilters, 3).map(({ offset }) => offset)).toEqual([0, 20, 40]);
  });

  it("reads amounts as typed and ignores what is none", () => {
    const filters = { ...noFilters, minPrice: "9,50", maxPrice: "cheap", retailer: " Shop.Example " };
    expect(dealInputs(filters, 1)).toEqual([
      { sort: "hot", limit: 20, offset: 0, retailer: "shop.example", min_price: 9.5 },
    ]);
  });

  it("names a contradiction instead of asking it", () => {
    expect(problemOf({ ...noFilters, minPrice: "20", maxPrice: "10" })).toContain("above");
    expect(problemOf({ ...noFilters, minPrice: "10", maxPrice: "20" })).toBeNull();
  });

  it("does not count the sorting as a filter", () => {
    expect(hasFilters({ ...noFilters, sort: "new" })).toBe(false);
    expect(hasFilters({ ...noFilters, grade: "A" })).toBe(true);
  });
});
