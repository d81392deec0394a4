import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { memoriesOf, saveMemory } from "../../../../../src/main/engine/db/alerts/alert-memory.js";
import { deleteProduct, productIdByKey } from "../../../../../src/main/engine/db/products/product.js";
import { allRows, type ReadDb, write } from "../../../../../src/main/engine/db/store.js";
import { listActs, undoAct } from "../../../../../src/main/engine/operations/acts/acts.js";
import {
  listRules,
  removeRules,
  saveRule,
  snoozeProduct,
} from "../../../../../src/main/engine/operations/alerts/rules.js";
import { saveManyRules } from "../../../../../src/main/engine/operations/alerts/save-many-rules.js";
import { importCatalogue } from "../../../../../src/main/engine/operations/catalogue/import-catalogue.js";
import { appOperations } from "../../../../../src/shared/app/operations.js";
import { type AlertRule, type RuleTrigger, ruleOperations } from "../../../../../src/shared/app/rules.js";
import { actingContext } from "../../../../support/acting-context.js";
import { openTestStore } from "../../../../support/folder.js";

const startMs = Date.parse("2026-06-15T12:00:00.000Z");
let db: ReadDb;
let nowMs: number;

const keyOf = (name: string) => `product/${name}/1`;

/** Imports products by their names, each with offers at 100 dollars unless they say otherwise. */
const importProducts = (products: Readonly<Record<string, readonly object[]>>) =>
  importCatalogue(
    { db, nowMs, randomBytes, isSample: false },
    Object.entries(products).map(([name, offers]) =>
      JSON.stringify({
        type: "product",
        service: keyOf(name),
        title: `Product ${name}`,
        offers: offers.map((offer, i) => ({
          id: `${name}-${i}`,
          URL: `https://shop.example/${name}/${i}`,
          retailer: "shop.example",
          price: 100,
          currency: "USD",
          availability: "in",
          ...offer,
        })),
      }),
    ),
  );

beforeEach(async () => {
  db = openTestStore();
  nowMs = startMs;
  await importProducts({ b: [], A: [] });
});

const context = () => actingContext(db, () => nowMs);
const list = (productKey?: string) => listRules(db, nowMs, { product_key: productKey });
const target = (price: number): RuleTrigger => ({ kind: "target", price, currency: "USD" });

function save(overrides: object = {}): AlertRule {
  const request = { product_key: "product/b/1", trigger: target(249.99), ...overrides };
  return saveRule(context(), appOperations["rules.save"].input.parse(request)).rule;
}

it("knows acts about a product's target from those about other rules", () => {
  const { id } = save();
  save({ trigger: { kind: "any_change" } });
  save({ product_key: null, trigger: target(5) });
  removeRules(context(), { ids: [id] });
  const { acts } = listActs({ db, accountId: context().accountId }, { limit: 9 });
  expect(acts.map(({ kind, subject }) => [kind, subject.is_target])).toEqual([
    ["rules.remove", true],
    ["rules.save", undefined],
    ["rules.save", undefined],
    ["rules.save", true],
  ]);
});

describe("the rules of a new database", () => {
  it("the rules of a new database are price drops worth knowing and back in stock, for all products", () => {
    expect(list().rules).toMatchObject([
      { product_key: null, trigger: { kind: "price_drop", percent: 5 }, is_enabled: true },
      { product_key: null, trigger: { kind: "back_in_stock" }, is_enabled: true },
    ]);
    expect(ruleOperations["rules.list"].output.parse(list())).toEqual(list());
  });
});

describe("alert rules", () => {
  it("a rule is listed as it was saved, with the product's title", () => {
    const created = save({ retailer: "https://www.Shop.example/deals?x=1", condition: "new" });
    expect(created).toMatchObject({
      product_key: "product/b/1",
      title: "Product b",
      trigger: target(249.99),
      retailer: "shop.example",
      condition: "new",
      is_enabled: true,
      created_at: "2026-06-15T12:00:00.000Z",
    });
    expect(list("product/b/1").rules.at(-1)).toEqual(created);
    expect(list("product/A/1").rules).toHaveLength(2);
  });

  it("a rule is listed after the global rules, sorted by title", () => {
    save();
    save({ product_key: "product/A/1" });
    expect(list().rules.map(({ title }) => title)).toEqual([null, null, "Product A", "Product b"]);
  });

  it("a rule loses its memory when it is changed, but not when it is only disabled and enabled", () => {
    const { id } = save();
    const memory = { currency: "USD", atMs: 1, priceMinor: 2, retailer: null };
    write(db, (tx) => saveMemory(tx, "product/b/1", id, memory));
    save({ id, is_enabled: false });
    save({ id });
    expect(memoriesOf(db, "product/b/1", id)).toEqual([memory]);
    expect(save({ id, trigger: target(200) })).toMatchObject({ id, trigger: target(200) });
    expect(allRows(db, "SELECT * FROM alert_memory")).toEqual([]);
  });

  it.each<[string, object, string]>([
    ["a target of 0", { trigger: target(0) }, "more than 0"],
    ["a target of more than a trillion", { trigger: target(1e12 + 1) }, "at most 1,000,000,000,000"],
    ["a target below a cent", { trigger: target(0.001) }, "more than 0"],
    ["a negative percentage", { trigger: { kind: "percent_below", base: "last", percent: -1 } }, "0 and 95"],
    ["96 percent", { trigger: { kind: "percent_below", base: "highest", percent: 96 } }, "0 and 95"],
    ["a price drop of 0 percent", { trigger: { kind: "price_drop", percent: 0 } }, "1 and 95"],
    ["a price drop of 96 percent", { trigger: { kind: "price_drop", percent: 96 } }, "1 and 95"],
    ["0 days", { trigger: { kind: "new_low", days: 0 } }, "1 and 3650"],
    ["11 years", { trigger: { kind: "new_low", days: 3_651 } }, "1 and 3650"],
    ["a fraction of a day", { trigger: { kind: "new_low", days: 1.5 } }, "1 and 3650"],
    ["a retailer of several words", { retailer: "the corner shop" }, "not a shop's domain"],
    ["a retailer of one word", { retailer: "corner" }, "not a shop's domain"],
    ["an unknown product", { product_key: "product/x/9" }, "Unknown product"],
    ["an unknown id", { id: 999 }, "This rule no longer exists"],
  ])("a rule is rejected with %s", (_case, overrides, sentence) => {
    expect(() => save(overrides)).toThrow(sentence);
    expect(list().rules).toHaveLength(2);
  });

  it.each<RuleTrigger>([
    target(0.01),
    target(1e12),
    { kind: "percent_below", base: "last", percent: 1 },
    { kind: "percent_below", base: "highest", percent: 0 },
    { kind: "percent_below", base: "median30", percent: 95 },
    { kind: "price_drop", percent: 1 },
    { kind: "price_drop", percent: 95 },
    { kind: "new_low", days: 1 },
    { kind: "new_low", days: 3_650 },
    { kind: "new_low", days: null },
    { kind: "any_change" },
  ])("a rule is accepted up to its limits: %j", (trigger) => {
    expect(save({ trigger }).trigger).toEqual(trigger);
  });

  it("a rule is rejected when the same rule exists, be it a product's own or a global one", () => {
    save();
    expect(() => save()).toThrow("already exists");
    expect(() => save({ product_key: null, trigger: { kind: "back_in_stock" } })).toThrow("already exists");
    expect(save({ trigger: target(200) }).id).toBeGreaterThan(0);
  });

  it("a rule is deleted with its product, and so are all memories of that product", () => {
    const { id } = save();
    write(db, (tx) => {
      for (const ruleId of [1, id])
        saveMemory(tx, "product/b/1", ruleId, { currency: "USD", atMs: 1, priceMinor: 1, retailer: null });
    });
    snoozeProduct(context(), { product_key: "product/b/1", until: "2026-06-16T12:00:00.000Z" });
    write(db, (tx) => deleteProduct(tx, productIdByKey(tx, "product/b/1") ?? 0));
    expect(list()).toMatchObject({ rules: [{ id: 1 }, { id: 2 }], snoozes: [] });
    expect(allRows(db, "SELECT * FROM alert_memory")).toEqual([]);
  });
});

describe("targets for many products", () => {
  const eur = (price: number): RuleTrigger => ({ kind: "target", price, currency: "EUR" });
  const tenBelow = { kind: "target_percent", percent: 10 };

  beforeEach(async () => {
    const offers = [{ currency: "EUR" }, { retailer: "other.example", price: 50 }];
    await importProducts({ b: offers, A: offers });
  });

  const own = () =>
    list().rules.flatMap(({ id, product_key: productKey, ...rule }) => (productKey === null ? [] : [rule]));
  const setAll = (overrides: object = {}) => {
    const trigger = { kind: "target_percent", percent: 20 };
    const request = { product_keys: ["b", "A"].map(keyOf), trigger, replaces_targets: true, ...overrides };
    return saveManyRules(context(), appOperations["rules.save_many"].input.parse(request));
  };
  const memory = { currency: "EUR", atMs: 1, priceMinor: 9_000, retailer: "shop.example" };

  it("replace those that a product has, and an undo restores exactly what was", async () => {
    const first = save({ trigger: eur(95), condition: "new" });
    save({ trigger: eur(60) });
    save({ trigger: eur(97), is_enabled: false });
    save({ trigger: { kind: "any_change" } });
    write(db, (tx) => saveMemory(tx, "product/b/1", first.id, memory));
    const before = list();
    expect(setAll()).toMatchObject({ made: 2, skipped: [] });
    expect(own().map(({ trigger, condition }) => [trigger, condition])).toEqual([
      [eur(80), null],
      [{ kind: "any_change" }, null],
      [eur(80), "new"],
    ]);
    await undoAct(context(), {});
    expect(list()).toEqual(before);
    expect(memoriesOf(db, "product/b/1", first.id)).toEqual([memory]);
  });

  it("are in the currency of the target that they replace, and leave targets in another alone", () => {
    save({ trigger: target(45) });
    setAll({ product_keys: ["product/b/1"] });
    expect(own().map(({ trigger }) => trigger)).toEqual([target(40)]);
    save({ trigger: eur(90) });
    setAll({ product_keys: ["product/b/1"] });
    expect(own().map(({ trigger }) => trigger)).toEqual([target(40), eur(80)]);
  });

  it("remember nothing of those that they replace", () => {
    const { id } = save({ trigger: eur(80) });
    write(db, (tx) => saveMemory(tx, "product/b/1", id, memory));
    setAll();
    expect(allRows(db, "SELECT * FROM alert_memory")).toEqual([]);
  });

  it("keep a shop, even one without a price now, and are below the best price that it has", () => {
    save({ trigger: eur(70), retailer: "gone.example" });
    setAll({ product_keys: ["product/b/1"] });
    expect(own()).toMatchObject([{ trigger: eur(80), retailer: "gone.example" }]);
  });

  it("can be set for a product that has as many rules as it may have", () => {
    for (let price = 1; price <= 50; price++) save({ trigger: eur(price) });
    expect(setAll({ product_keys: ["product/b/1"] })).toMatchObject({ made: 1, skipped: [] });
    expect(own()).toHaveLength(1);
  });

  it("leave a product without a price its target", async () => {
    await importProducts({ s: [] });
    save({ product_key: "product/s/1", trigger: eur(70) });
    expect(setAll({ product_keys: ["product/s/1"] })).toMatchObject({
      made: 0,
      skipped: [{ why: "no_price" }],
    });
    expect(own()).toMatchObject([{ trigger: eur(70) }]);
  });

  it("are below each product's own best price among the offers that the rule covers", async () => {
    await importProducts({
      lamp: [{ price: 249.99 }, { price: 20, availability: "out" }, { price: 5, valid: false }],
      chair: [{ price: 119, currency: "EUR" }],
      // The price of a used one says nothing of new ones.
      desk: [{ price: 300, condition: "used" }, { price: 400 }],
      gone: [{ availability: "out" }],
    });
    const product_keys = ["lamp", "chair", "desk", "gone", "none", "lamp"].map(keyOf);
    expect(setAll({ product_keys, trigger: tenBelow })).toMatchObject({
      made: 3,
      skipped: [
        { product_key: keyOf("gone"), why: "no_price" },
        { product_key: keyOf("none"), why: "unknown" },
      ],
    });
    expect(own().map(({ title, trigger }) => [title, trigger])).toEqual([
      ["Product chair", eur(107.1)],
      ["Product desk", target(360)],
      ["Product lamp", target(225)],
    ]);
  });

  it("are set for a thousand in one call", async () => {
    const ids = Array.from({ length: 1_000 }, (_, i) => `many${i}`);
    await importProducts(Object.fromEntries(ids.map((id) => [id, [{}]])));
    expect(setAll({ product_keys: ids.map(keyOf) })).toMatchObject({ made: 1_000, skipped: [] });
  });

  it("cover the shop and the condition that are named", async () => {
    const north = { retailer: "north.example" };
    await importProducts({
      desk: [{ ...north, price: 200, condition: "used" }, { ...north, price: 400 }, { price: 50 }],
    });
    const filter = { retailer: "https://www.north.example/desk", condition: "new" };
    setAll({ product_keys: [keyOf("desk")], trigger: tenBelow, ...filter });
    expect(own()).toMatchObject([{ trigger: target(360), retailer: "north.example", condition: "new" }]);
  });

  it("and other rules are saved once for each product, and at most 50 for one", () => {
    const product_keys = [keyOf("b")];
    const trigger = { kind: "percent_below", base: "median30", percent: 15 };
    setAll({ product_keys, trigger });
    expect(setAll({ trigger })).toMatchObject({
      made: 1,
      skipped: [{ product_key: keyOf("b"), why: "exists" }],
    });
    for (let price = 1; price < 50; price++) setAll({ product_keys, trigger: target(price) });
    expect(setAll({ product_keys, trigger: target(50) })).toMatchObject({
      made: 0,
      skipped: [{ why: "too_many" }],
    });
  });

  it.each<[object, string]>([
    [{ trigger: { ...tenBelow, percent: 0 } }, "above 0 and at most 95"],
    [{ trigger: { ...tenBelow, percent: 96 } }, "above 0 and at most 95"],
    [{ trigger: target(0) }, "more than 0"],
    [{ retailer: "not a shop" }, "not a shop's domain"],
  ])("are refused as a whole with %j", (overrides, sentence) => {
    expect(() => setAll(overrides)).toThrow(sentence);
  });

  it("keep those that a product has unless they are to be replaced", () => {
    save({ trigger: eur(95) });
    expect(setAll({ replaces_targets: false })).toMatchObject({
      made: 1,
      skipped: [{ product_key: "product/b/1", why: "exists" }],
    });
  });
});

describe("snoozes", () => {
  const until = "2026-06-16T12:00:00.000Z";

  it("a snooze lasts until its time, and can be replaced and ended early", () => {
    snoozeProduct(context(), { product_key: "product/b/1", until: "2026-06-20T12:00:00.000Z" });
    expect(snoozeProduct(context(), { product_key: "product/b/1", until })).toMatchObject({ until });
    expect(list("product/b/1").snoozes).toEqual([{ product_key: "product/b/1", title: "Product b", until }]);
    expect(list("product/A/1").snoozes).toEqual([]);
    nowMs = Date.parse(until);
    expect(list().snoozes).toEqual([]);
    nowMs = startMs;
    expect(snoozeProduct(context(), { product_key: "product/b/1", until: null })).toMatchObject({
      until: null,
    });
    expect(list().snoozes).toEqual([]);
  });

  it.each<[string, string, string]>([
    ["lies in the past", "2026-06-15T12:00:00.000Z", "in the future"],
    ["lasts two years", "2028-06-15T12:00:00.000Z", "at most a year"],
  ])("a snooze is rejected when it %s", (_case, requestedUntil, sentence) => {
    expect(() => snoozeProduct(context(), { product_key: "product/b/1", until: requestedUntil })).toThrow(
      sentence,
    );
  });

  it("a snooze is rejected for an unknown product", () => {
    expect(() => snoozeProduct(context(), { product_key: "product/x/9", until })).toThrow("Unknown product");
  });
});
