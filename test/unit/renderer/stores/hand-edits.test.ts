import { beforeEach, expect, it } from "vitest";
import { correctPrice, editHistory, merge, splitOff } from "../../../../src/renderer/stores/hand-edits.js";
import { actOnNotice, notify, useNotices } from "../../../../src/renderer/stores/notices.js";
import type { AddLinkResult } from "../../../../src/shared/app/pages.js";
import type { Offer } from "../../../../src/shared/contract/offer.js";
import type { Recipe } from "../../../../src/shared/recipe/recipe.js";
import { createAlertRule } from "../../../support/alert-rule.js";
import { type FakeBridge, installFakeBridge, success } from "../../../support/fake-bridge.js";
import { untilPasses } from "../../../support/until.js";

type AddedPage = Extract<AddLinkResult, { outcome: "added" }>;

let bridge: FakeBridge;

function listReads(): number {
  return bridge.calls.filter(({ operation }) => operation === "watch.list").length;
}

beforeEach(async () => {
  useNotices.setState({ shown: [] });
  bridge = await installFakeBridge({
    "history.edit": () => success<"history.edit">({ offer_id: "1", history: [], act_id: 1 }),
    "products.split": () => success<"products.split">({ product_key: "b", act_id: 2 }),
    "products.merge": () => success<"products.merge">({ product_key: "a", act_id: 3 }),
  });
});

it.each([
  [
    "a corrected price",
    () => editHistory({ offer_id: "1", timestamp: "2026-03-01T09:00:00.000Z", to: null }),
  ],
  ["a split", () => splitOff("a", { id: "1", retailer: "shop.example" })],
  ["a merge", () => merge("b", "a")],
])("reads the watch list again after %s", async (_change, run) => {
  const before = listReads();
  await run();
  expect(listReads()).toBeGreaterThan(before);
});

it("takes back the undo of a shop's joining when an offer is split off by hand", async () => {
  notify({ topic: "joined a", text: "Shop joined." });
  await splitOff("a", { id: "1", retailer: "shop.example" });
  expect(useNotices.getState().shown.map(({ topic }) => topic)).toEqual(["grouping"]);
});

const lantern = {
  URL: "https://shop.example/p/lantern",
  currency: "USD",
  retailer: "shop.example",
  price: 109,
} as Offer;

/** The shopper clicks the lantern's price, and its page is read by the click. */
function clickOnLantern(read: Pick<AddedPage, "correction" | "is_read_without_click">): void {
  const recipe = {
    version: 1,
    host: "shop.example",
    price: { selectors: ["b"], attribute: null, decimal: null },
  };
  bridge.pickPrice = async () => ({ outcome: "picked", recipe: recipe as Recipe });
  bridge.handle({
    "prices.teach": () =>
      success<"prices.teach">({
        outcome: "added",
        product_key: "a",
        title: "Trail Lantern",
        page_title: "Trail Lantern",
        offer_id: "1",
        price: 99,
        currency: "USD",
        is_known_product: true,
        is_known_page: true,
        is_sold_out: false,
        best_before: null,
        act_id: 7,
        ...read,
      }),
  });
}

it("says of a click on a price that was read right that Tidemark reads it by itself", async () => {
  clickOnLantern({ correction: null, is_read_without_click: true });
  await correctPrice(lantern, () => undefined);
  const notice = useNotices.getState().shown.at(-1);
  expect(notice?.text).toContain("Tidemark reads $99.00 there by itself, too.");
  expect(notice?.text).not.toContain("misread");
});

it("keeps the prices before a click unless the shopper says that they were wrong, too: one undo for both", async () => {
  const clicked_at = "2026-03-01T10:00:00.000Z";
  clickOnLantern({ correction: { clicked_at }, is_read_without_click: false });
  bridge.handle({
    "prices.settle_click": () => success<"prices.settle_click">({ act_id: 7 }),
    "rules.list": () => success<"rules.list">({ rules: [], snoozes: [] }),
  });
  await correctPrice(lantern, () => undefined);
  const shown = () => useNotices.getState().shown.at(-1);
  expect(shown()?.text).toContain("Earlier prices stay as they were.");
  const notice = shown();
  if (notice === undefined) throw new Error("Nothing was said of the click.");
  actOnNotice(notice, notice.alternative);
  await untilPasses(() => expect(shown()?.text).toContain("misread"));
  const settled = bridge.calls.filter(({ operation }) => operation === "prices.settle_click");
  expect(settled.map(({ input }) => input)).toEqual([{ offer_id: "1", clicked_at, part_of: 7 }]);
  expect(shown()?.actId).toBe(7);
});

it("moves a target with a price that was misread, in the act of the click", async () => {
  clickOnLantern({ correction: { clicked_at: null }, is_read_without_click: false });
  const trigger = { kind: "target", price: 100, currency: "USD" } as const;
  const rule = createAlertRule({ id: 4, product_key: "a", trigger });
  bridge.handle({
    "rules.list": () => success<"rules.list">({ rules: [rule], snoozes: [] }),
    "rules.save": () => success<"rules.save">({ rule, act_id: 7 }),
  });
  await correctPrice({ ...lantern, price: 990 }, () => undefined);
  const saved = bridge.calls.find(({ operation }) => operation === "rules.save");
  expect(saved?.input).toMatchObject({ id: 4, part_of: 7 });
});
