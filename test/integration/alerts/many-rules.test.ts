import { describe, expect, it, onTestFinished } from "vitest";
import type { OperationInput } from "../../../src/shared/calls.js";
import type { ProductLine } from "../../support/catalogue.js";
import { startTestEngine, type TestEngine } from "../../support/engine.js";

const keyOf = (name: string) => `product/${name}/1`;

type Offer = Partial<NonNullable<ProductLine["offers"]>[number]>;

function product(name: string, offers: Offer[]): ProductLine {
  return {
    type: "product",
    service: keyOf(name),
    title: name,
    offers: offers.map((offer, i) => ({
      id: `${name}-${i}`,
      retailer: "shop.example",
      price: 100,
      currency: "USD",
      availability: "in",
      URL: `https://shop.example/${name}/${i}`,
      ...offer,
    })),
  };
}

async function startWith(...products: ProductLine[]): Promise<TestEngine> {
  const engine = await startTestEngine();
  onTestFinished(() => engine.stop());
  await engine.import(products);
  return engine;
}

async function saveMany(engine: TestEngine, request: OperationInput<"rules.save_many">) {
  const answer = await engine.call("rules.save_many", request);
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.data;
}

/** The rules of single products, without the global ones. */
async function ownRules(engine: TestEngine) {
  const answer = await engine.call("rules.list", {});
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.data.rules
    .filter(({ product_key: productKey }) => productKey !== null)
    .map(({ title, trigger, retailer, condition }) => ({ title, trigger, retailer, condition }));
}

const tenBelow = { kind: "target_percent", percent: 10 } as const;

describe("rules.save_many", () => {
  it("sets each product's target relative to its own best price among the offers the rule covers", async () => {
    const engine = await startWith(
      product("lamp", [{ price: 249.99 }, { price: 20, availability: "out" }, { price: 5, valid: false }]),
      product("chair", [{ price: 119, currency: "EUR" }]),
      // The price of a used one says nothing of new ones.
      product("desk", [{ price: 300, condition: "used" }, { price: 400 }]),
      product("sold-out", [{ availability: "out" }]),
    );
    const productKeys = ["lamp", "chair", "desk", "sold-out", "none", "lamp"].map(keyOf);
    const answer = await saveMany(engine, { product_keys: productKeys, trigger: tenBelow });
    expect(answer).toMatchObject({
      made: 3,
      skipped: [
        { product_key: keyOf("sold-out"), why: "no_price" },
        { product_key: keyOf("none"), why: "unknown" },
      ],
    });
    const plain = { retailer: null, condition: null };
    expect(await ownRules(engine)).toEqual([
      { title: "chair", trigger: { kind: "target", price: 107.1, currency: "EUR" }, ...plain },
      { title: "desk", trigger: { kind: "target", price: 360, currency: "USD" }, ...plain },
      { title: "lamp", trigger: { kind: "target", price: 225, currency: "USD" }, ...plain },
    ]);
    await engine.data("acts.undo", {});
    expect(await ownRules(engine)).toEqual([]);
  });

  it("bases the target on the given retailer and condition only", async () => {
    const engine = await startWith(
      product("desk", [
        { price: 200, condition: "used", retailer: "north.example" },
        { price: 400, retailer: "north.example" },
        { price: 100, retailer: "south.example" },
      ]),
    );
    const productKeys = [keyOf("desk")];
    const filter = { retailer: "https://www.north.example/desk", condition: "new" } as const;
    await saveMany(engine, { product_keys: productKeys, trigger: tenBelow, ...filter });
    expect(await ownRules(engine)).toEqual([
      {
        title: "desk",
        trigger: { kind: "target", price: 360, currency: "USD" },
        retailer: "north.example",
        condition: "new",
      },
    ]);
  });

  it("saves any kind of rule, and skips products that already have it", async () => {
    const engine = await startWith(product("lamp", [{}]), product("desk", [{}]));
    const trigger = { kind: "percent_below", base: "median30", percent: 15 } as const;
    await saveMany(engine, { product_keys: [keyOf("lamp")], trigger });
    expect(await saveMany(engine, { product_keys: ["lamp", "desk"].map(keyOf), trigger })).toMatchObject({
      made: 1,
      skipped: [{ product_key: keyOf("lamp"), why: "exists" }],
    });
    for (const each of [{ kind: "any_change" }, { kind: "target", price: 20 }] as const)
      expect(await saveMany(engine, { product_keys: [keyOf("lamp")], trigger: each })).toMatchObject({
        made: 1,
      });
  });

  it("creates no more than 50 rules for one product", async () => {
    const engine = await startWith(product("lamp", [{}]));
    const productKeys = [keyOf("lamp")];
    for (let price = 1; price <= 50; price++)
      await saveMany(engine, { product_keys: productKeys, trigger: { kind: "target", price } });
    const oneMore = { product_keys: productKeys, trigger: { kind: "target", price: 51 } } as const;
    expect(await saveMany(engine, oneMore)).toMatchObject({
      made: 0,
      skipped: [{ why: "too_many" }],
    });
  });

  it.each([
    { trigger: { kind: "target_percent" as const, percent: 0 } },
    { trigger: { kind: "target_percent" as const, percent: 96 } },
    { trigger: { kind: "target" as const, price: 0 } },
    { trigger: tenBelow, retailer: "not a shop" },
  ])("rejects an invalid request: %j", async (request) => {
    const engine = await startWith(product("lamp", [{}]));
    expect(await engine.call("rules.save_many", { product_keys: [keyOf("lamp")], ...request })).toMatchObject(
      {
        ok: false,
        error: { code: "ERR_INVALID_PARAMS" },
      },
    );
  });

  it("saves a rule for a thousand products in one call", async () => {
    const names = Array.from({ length: 1_000 }, (_, i) => `thing-${i}`);
    const engine = await startWith(...names.map((name) => product(name, [{}])));
    const productKeys = names.map(keyOf);
    const { made } = await saveMany(engine, { product_keys: productKeys, trigger: tenBelow });
    expect(made).toBe(1_000);
    const answer = await engine.call("tags.change", { product_keys: productKeys, add: ["many"] });
    expect(answer).toMatchObject({ data: { changed: 1_000 } });
    for (let i = 0; i < 2; i += 1) await engine.data("acts.undo", {});
    expect(await ownRules(engine)).toEqual([]);
    expect(await engine.data("tags.list", {})).toEqual({ tags: [] });
  });
});
