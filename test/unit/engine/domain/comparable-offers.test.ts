import { expect, it } from "vitest";
import { comparableOffers } from "../../../../src/main/engine/domain/best-price.js";

const offer = (condition: "new" | "used" | null, isAuction = false) => ({ condition, isAuction });

it("comparable offers include used ones only if there are no new ones, and never auctions", () => {
  const [fresh, unspecified, used, auction] = [offer("new"), offer(null), offer("used"), offer("new", true)];
  expect(comparableOffers([used, fresh, auction, unspecified])).toEqual([fresh, unspecified]);
  expect(comparableOffers([used, auction])).toEqual([used]);
  expect(comparableOffers([auction])).toEqual([]);
});
