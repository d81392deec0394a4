import { describe, expect, it } from "vitest";
import { findBestOffer, findCheaperUsed, sortOffers } from "../../../../src/renderer/lib/best-offer.js";
import type { Offer } from "../../../../src/shared/contract/offer.js";
import { createOffer } from "../../../support/offer.js";

function offer(id: string, price: number, change: Partial<Offer> = {}): Offer {
  return createOffer({ id, price, retailer: `${id}.example`, ...change });
}

describe("the best offer", () => {
  it("is the one that the statistics name", () => {
    const offers = [offer("a", 5, { condition: "used" }), offer("b", 9)];
    const current = { offer_id: "b", price: 9, retailer: "b.example", availability: "in" as const };
    expect(findBestOffer(offers, current)?.id).toBe("b");
  });

  it("is otherwise the cheapest that is new and can be bought", () => {
    const offers = [
      offer("a", 5, { condition: "used" }),
      offer("b", 6, { availability: "out" }),
      offer("c", 9),
    ];
    expect(findBestOffer(offers, null)?.id).toBe("c");
  });

  it("is nothing without offers", () => {
    expect(findBestOffer([], null)).toBeNull();
  });

  it("lists what can be bought first, then by price", () => {
    const offers = [offer("a", 5, { availability: "out" }), offer("b", 9), offer("c", 7)];
    expect(sortOffers(offers).map(({ id }) => id)).toEqual(["c", "b", "a"]);
  });

  it("names a cheaper used one beside a new one", () => {
    const used = offer("a", 5, { condition: "used" });
    const best = offer("b", 9);
    expect(findCheaperUsed([used, best], best)?.id).toBe("a");
    expect(findCheaperUsed([{ ...used, price: 12 }, best], best)).toBeNull();
    expect(findCheaperUsed([{ ...used, availability: "out" }, best], best)).toBeNull();
  });
});
