import { expect, it } from "vitest";
import { goodNow, reasonsToBuy, tooYoung } from "../../../../../src/renderer/lib/watch/good-now.js";
import { createWatchRow } from "../../../../support/watch-row.js";

const best = { price: 40, currency: "USD", retailer: "shop.example" };
const atTarget = createWatchRow({ title: "target", best, target: { price: 45, currency: "USD" } });
const under = createWatchRow({ title: "under", best, below_median30: 18, is_lowest_ever: true });
const usual = createWatchRow({ title: "usual", best, below_median30: 2, grade: "C" });
const soldOut = createWatchRow({ title: "sold out", best: null, below_median30: 30, is_lowest_ever: true });

it("gives the reasons for which a price is good, the strongest first", () => {
  expect(reasonsToBuy(atTarget)).toEqual(["Below your target of $45.00"]);
  expect(reasonsToBuy(under)).toEqual(["Lowest ever", "18% under its usual price"]);
  expect(reasonsToBuy(usual)).toEqual([]);
});

it("lists nothing below B, however much it has dropped, and everything from B on", () => {
  const dropped = { best, below_median30: 6, change_since_yesterday: -20 };
  const fair = createWatchRow({ ...dropped, grade: "C+", title: "fair" });
  const high = createWatchRow({ ...dropped, grade: "D+", title: "high" });
  const good = createWatchRow({ best, below_median30: 0, grade: "B-", title: "good" });
  expect(goodNow([fair, high, good]).map(({ title }) => title)).toEqual(["good"]);
  expect(reasonsToBuy(good)).toEqual(["A good price"]);
});

it("leaves out what is no bargain or sold out, and puts met targets first", () => {
  expect(goodNow([usual, soldOut, under, atTarget]).map(({ title }) => title)).toEqual(["target", "under"]);
});

const unjudged = { best, below_median30: null, usual_low: null, usual_high: null, grade: null };
const halved = createWatchRow({ ...unjudged, title: "halved", change_since_added: -50 });
const fresh = createWatchRow({ ...unjudged, title: "fresh", change_since_added: -4 });

it("lists a clear drop since the product was added while it has no usual price yet", () => {
  expect(reasonsToBuy(halved)).toEqual(["50% less than when you added it"]);
  expect(reasonsToBuy(fresh)).toEqual([]);
  expect(reasonsToBuy(createWatchRow({ ...usual, change_since_added: -50 }))).toEqual([]);
  expect(goodNow([under, fresh, halved]).map(({ title }) => title)).toEqual(["halved", "under"]);
});

it("lists a clear drop since yesterday, unless it only ends a rise above the usual price", () => {
  const fallen = { best, change_since_yesterday: -12 };
  expect(reasonsToBuy(createWatchRow({ ...fallen, below_median30: 3 }))).toEqual(["12% less than yesterday"]);
  expect(reasonsToBuy(createWatchRow({ ...unjudged, ...fallen }))).toEqual(["12% less than yesterday"]);
  expect(reasonsToBuy(createWatchRow({ ...fallen, below_median30: 0 }))).toEqual(["A good price"]);
});

it("says once that a price has fallen as much since yesterday as since the product was added", () => {
  const fallen = { ...unjudged, change_since_added: -50, change_since_yesterday: -50 };
  expect(reasonsToBuy(createWatchRow(fallen))).toEqual(["50% less than when you added it"]);
});

it("counts the products that have neither a usual price nor a clear drop", () => {
  const soldOutToo = createWatchRow({ ...unjudged, best: null });
  expect(tooYoung([usual, halved, fresh, soldOutToo]).map(({ title }) => title)).toEqual(["fresh"]);
});
