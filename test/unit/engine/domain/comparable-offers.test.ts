import { expect, it } from "vitest";
import { comparableOffers } from "../../../../src/main/engine/domain/comparable-offers.js";

const offer = (condition: "new" | "used" | null, isAuction = false) => ({ condition, isAuction });

it("used offers count only where there are no new ones, and auctions never", () => {
  const [fresh, unsaid, used, auction] = [offer("new"), offer(null), offer("used"), offer("new", true)];
  expect(comparableOffers([used, fresh, auction, unsaid])).toEqual([fresh, unsaid]);
  expect(comparableOffers([used, auction])).toEqual([used]);
  expect(comparableOffers([auction])).toEqual([]);
});
