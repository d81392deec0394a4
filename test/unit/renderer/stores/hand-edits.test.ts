import { beforeEach, expect, it } from "vitest";
import {
  correctPrice,
  editHistory,
  merge,
  rename,
  splitOff,
} from "../../../../src/renderer/stores/hand-edits.js";
import {
  actOnNotice,
  dismissNotice,
  notify,
  undoLatest,
  useNotices,
} from "../../../../src/renderer/stores/notices.js";
import { addReturnRule } from "../../../../src/renderer/stores/rules.js";
import type { AddLinkResult } from "../../../../src/shared/app/pages.js";
import type { Offer } from "../../../../src/shared/contract/offer.js";
import type { Recipe } from "../../../../src/shared/recipe/recipe.js";
import { type FakeBridge, failure, installFakeBridge, success } from "../../../support/fake-bridge.js";
import { untilPasses } from "../../../support/until.js";

type AddedPage = Extract<AddLinkResult, { outcome: "added" }>;

let bridge: FakeBridge;

function listReads(): number {
  return bridge.calls.filter(({ operation }) => operation === "watch.list").length;
}

beforeEach(async () => {
  useNotices.setState({ shown: [] });
  bridge = await installFakeBridge({
    "history.edit": () =>
      success<"history.edit">({ offer_id: "1", history: [], edit_id: 1, replaced_edit: null }),
    "products.split": () => success<"products.split">({ product_key: "b", was_merged: false }),
    "products.merge": () => success<"products.merge">({ product_key: "a", offer_ids: ["1"] }),
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

it("says only what holds now when a merge is undone after its notice has gone", async () => {
  await merge("b", "a");
  for (const { id } of useNotices.getState().shown) dismissNotice(id);
  undoLatest();
  const shown = () => useNotices.getState().shown.map(({ text }) => text);
  await untilPasses(() => expect(shown()).toEqual(["They are two products again."]));
});

it.each([
  ["of a point for the first time", null, { operation: "history.undo", input: { id: 1 } }],
  [
    "of a point again",
    { to: { price: 44, availability: "in" as const } },
    { operation: "history.edit", input: expect.objectContaining({ to: { price: 44, availability: "in" } }) },
  ],
])("undoes an edit %s, and nothing older", async (_case, replaced, undone) => {
  bridge.handle({
    "history.edit": () =>
      success<"history.edit">({ offer_id: "1", history: [], edit_id: 1, replaced_edit: replaced }),
    "history.undo": () => success<"history.undo">({ offer_id: "1", history: [] }),
  });
  await merge("b", "a");
  await editHistory({ offer_id: "1", timestamp: "2026-03-01T09:00:00.000Z", to: null });
  undoLatest();
  const last = () => bridge.calls.filter(({ operation }) => /^(history|products)/.test(operation)).at(-1);
  await untilPasses(() => expect(last()).toMatchObject(undone));
});

it("undoes nothing by key once a change without an undo was made", async () => {
  await merge("b", "a");
  bridge.handle({ "rules.save": () => failure("ERR_INTERNAL") });
  await addReturnRule("a");
  undoLatest();
  expect(useNotices.getState().shown.at(-1)?.text).toMatch(/^The latest change cannot be undone by key/);
  expect(bridge.calls.filter(({ operation }) => operation === "products.split")).toEqual([]);
});

it("undoes what was before a merge once that is undone, and does not merge again", async () => {
  bridge.handle({
    "products.rename": ({ title }) => success<"products.rename">({ before: title === "New" ? "Old" : "New" }),
  });
  await rename("a", "New");
  await merge("b", "a");
  undoLatest();
  const calls = (operation: string) => bridge.calls.filter((call) => call.operation === operation);
  await untilPasses(() => expect(calls("products.split")).toHaveLength(1));
  await untilPasses(() => expect(useNotices.getState().shown.at(-1)?.text).toContain("two products again"));
  undoLatest();
  await untilPasses(() => expect(calls("products.rename")).toHaveLength(2));
  expect(calls("products.merge")).toHaveLength(1);
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
    "links.add": () =>
      success<"links.add">({
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
  expect(notice?.action).toBeUndefined();
});

it("checks the product once a clicked price is undone, for its seller and shipping as before", async () => {
  const place = { host: "shop.example", page: "/p/lantern" };
  clickOnLantern({
    correction: { edit_ids: [7, 8], clicked_at: null, recipe: place, recipe_before: null },
    is_read_without_click: false,
  });
  bridge.handle({
    "recipes.remove": () => success<"recipes.remove">({ removed: true }),
    "history.undo": () => success<"history.undo">({ offer_id: "1", history: [] }),
    "schedules.check": () => success<"schedules.check">({ products: 1 }),
  });
  await correctPrice(lantern, () => undefined);
  const before = bridge.calls.length;
  undoLatest();
  const undone = () =>
    bridge.calls
      .slice(before)
      .filter(({ operation }) => /^(recipes|history|schedules\.check)/.test(operation));
  await untilPasses(() =>
    expect(undone()).toEqual([
      { operation: "recipes.remove", input: place },
      { operation: "history.undo", input: { id: 7 } },
      { operation: "history.undo", input: { id: 8 } },
      { operation: "schedules.check", input: { product_key: "a" } },
    ]),
  );
});

it("keeps the prices before a click unless the shopper says that they were wrong, too", async () => {
  const place = { host: "shop.example", page: "/p/lantern" };
  const clicked_at = "2026-03-01T10:00:00.000Z";
  clickOnLantern({
    correction: { edit_ids: [], clicked_at, recipe: place, recipe_before: null },
    is_read_without_click: false,
  });
  bridge.handle({
    "prices.settle_click": () => success<"prices.settle_click">({ edit_ids: [9] }),
    "recipes.remove": () => success<"recipes.remove">({ removed: true }),
    "history.undo": () => success<"history.undo">({ offer_id: "1", history: [] }),
    "schedules.check": () => success<"schedules.check">({ products: 1 }),
  });
  await correctPrice(lantern, () => undefined);
  const shown = () => useNotices.getState().shown.at(-1);
  expect(shown()?.text).toContain("Earlier prices stay as they were.");
  const notice = shown();
  if (notice === undefined) throw new Error("Nothing was said of the click.");
  actOnNotice(notice, notice.alternative);
  await untilPasses(() => expect(shown()?.text).toContain("misread"));
  const settled = bridge.calls.filter(({ operation }) => operation === "prices.settle_click");
  expect(settled.map(({ input }) => input)).toEqual([{ offer_id: "1", clicked_at, are_earlier_wrong: true }]);
  undoLatest();
  await untilPasses(() =>
    expect(bridge.calls).toContainEqual({ operation: "history.undo", input: { id: 9 } }),
  );
  expect(bridge.calls.filter(({ operation }) => operation === "prices.settle_click")).toHaveLength(1);
});
