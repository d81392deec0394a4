import { expect, it } from "vitest";
import { goodNow, reasonsToBuy } from "../../../../../src/renderer/lib/watch/good-now.js";
import { createWatchRow } from "../../../../support/watch-row.js";

const best = { price: 40, currency: "USD", retailer: "shop.example" };
const atTarget = createWatchRow({ title: "target", best, target: { price: 45, currency: "USD" } });
const under = createWatchRow({ title: "under", best, below_median30: 18, is_lowest_ever: true });
const usual = createWatchRow({ title: "usual", best, below_median30: 2 });
const soldOut = createWatchRow({ title: "sold out", best: null, below_median30: 30, is_lowest_ever: true });

it("gives the reasons for which a price is good, the strongest first", () => {
  expect(reasonsToBuy(atTarget)).toEqual(["Below your target of $45.00"]);
  expect(reasonsToBuy(under)).toEqual(["Lowest price ever", "18% under its usual price"]);
  expect(reasonsToBuy(usual)).toEqual([]);
});

it("leaves out what is no bargain or sold out, and puts met targets first", () => {
  expect(goodNow([usual, soldOut, under, atTarget]).map(({ title }) => title)).toEqual(["target", "under"]);
});
