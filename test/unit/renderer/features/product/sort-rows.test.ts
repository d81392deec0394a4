import { describe, expect, it } from "vitest";
import {
  cheapestFirst,
  differenceTo,
  nextOrder,
  sortRows,
} from "../../../../../src/renderer/features/product/offers.js";
import type { Offer } from "../../../../../src/shared/contract/offer.js";
import { createOffer } from "../../../../support/offer.js";

function offer(retailer: string, price: number, change: Partial<Offer> = {}): Offer {
  return createOffer({ id: retailer, retailer, price, timestamp: "2026-06-15T10:00:00.000Z", ...change });
}

const offers = [
  offer("birch.example", 60, { timestamp: "2026-06-15T12:00:00.000Z" }),
  offer("alder.example", 70),
  offer("cedar.example", 50, { availability: "out" }),
];
const names = (sorted: readonly Offer[]) => sorted.map(({ retailer }) => retailer.split(".")[0]);

describe("the offers of a product", () => {
  it("stand with the cheapest first, and last what nobody can buy", () => {
    expect(names(sortRows(offers, cheapestFirst))).toEqual(["birch", "alder", "cedar"]);
    expect(names(sortRows(offers, { by: "price", isUp: false }))).toEqual(["alder", "birch", "cedar"]);
  });

  it("are sorted by shop and by age", () => {
    expect(names(sortRows(offers, { by: "retailer", isUp: true }))).toEqual(["alder", "birch", "cedar"]);
    expect(names(sortRows(offers, { by: "seen", isUp: false }))).toEqual(["birch", "alder", "cedar"]);
  });

  it("turn round at the second click; what was just seen comes first", () => {
    expect(nextOrder(cheapestFirst, "price")).toEqual({ by: "price", isUp: false });
    expect(nextOrder(cheapestFirst, "seen")).toEqual({ by: "seen", isUp: false });
    expect(nextOrder(cheapestFirst, "retailer")).toEqual({ by: "retailer", isUp: true });
  });
});

it("tells by how much an offer is dearer or cheaper than the best one", () => {
  const best = offer("birch.example", 60);
  expect(differenceTo(best, offer("alder.example", 70))).toBe("+$10.00");
  expect(differenceTo(best, offer("used.example", 45.5))).toBe("−$14.50");
  expect(differenceTo(best, offer("same.example", 60))).toBe("");
  expect(differenceTo(best, best)).toBe("");
  expect(differenceTo(null, best)).toBe("");
});
