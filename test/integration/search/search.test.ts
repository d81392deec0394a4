import { expect, it } from "vitest";
import { DAY_MS } from "../../../src/shared/time.js";
import type { ProductLine } from "../../support/catalogue.js";
import { testStartIso } from "../../support/clock.js";
import { openTestEngine, type TestEngine } from "../../support/engine.js";

type Offer = NonNullable<ProductLine["offers"]>[number];

function offer(
  id: string,
  retailer: string,
  prices: readonly [number, number][],
  more: Partial<Offer> = {},
): Offer {
  const history = prices.map(([days, price]) => ({
    price,
    availability: "in" as const,
    timestamp: new Date(Date.parse(testStartIso) - days * DAY_MS).toISOString(),
  }));
  return {
    id,
    retailer,
    currency: "USD",
    URL: `https://${retailer}/${id}`,
    ...history.at(-1)!,
    history,
    ...more,
  };
}

async function startWith(...products: ProductLine[]): Promise<TestEngine> {
  const engine = await openTestEngine();
  await engine.import(products);
  return engine;
}

const kettle: ProductLine = {
  type: "product",
  service: "product/kettle/1",
  title: "Copper kettle",
  brand: "Hearthside",
  offers: [
    offer("k1", "one.example", [
      [60, 80],
      [1, 45],
    ]),
    offer("k2", "two.example", [[60, 70]]),
    offer("k3", "three.example", [[60, 20]], { condition: "used" }),
  ],
};

it("gives a product that is not watched with its best new price, range, grade and shops", async () => {
  const engine = await startWith(kettle);
  const result = await engine.data("products.figures", {
    product_keys: ["product/kettle/1", "product/unknown/1", "product/kettle/1"],
  });
  expect(result.figures).toHaveLength(1);
  expect(result.figures[0]).toMatchObject({
    product_key: "product/kettle/1",
    best: { price: 45, currency: "USD", retailer: "one.example" },
    condition: null,
    low: 45,
    high: 70,
    is_lowest_ever: true,
    shops: 2,
  });
  expect(result.figures[0]?.grade).toMatch(/^A/);
});

it("says that the best price is for a used one, where there is no new one", async () => {
  const used = { ...kettle, offers: kettle.offers?.slice(2) ?? [] };
  const engine = await startWith(used);
  const result = await engine.call("products.figures", { product_keys: ["product/kettle/1"] });
  expect(result.ok && result.data.figures).toMatchObject([
    { best: { price: 20, condition: "used" }, condition: "used", shops: 1 },
  ]);
});

it.each([
  ["coper ketle", "copper kettle"],
  ["heartside kettle", "hearthside kettle"],
  ["kettle", null],
  ["zither", null],
  ["zither ketle", null],
  ['"ketle" OR *', null],
])("corrects the words %s to %s", async (q, words) => {
  const engine = await startWith(kettle);
  const result = await engine.call("products.spelling", { q });
  expect(result.ok && result.data).toEqual({ words });
});

const machine: ProductLine = {
  type: "product",
  service: "product/machine/1",
  title: "Crema Magnifica ECAM 220 Kaffeevollautomat schwarz",
  brand: "Brühwerk",
  offers: [offer("m1", "one.example", [[1, 399]])],
};
const beans: ProductLine = {
  type: "product",
  service: "product/beans/1",
  title: "Röstung 12 Kaffee ganze Bohnen im Beutel zu einem Kilogramm, kräftig",
  offers: [offer("b1", "one.example", [[1, 15]])],
};

async function searchWindow(engine: TestEngine, q: string, page = {}) {
  const result = await engine.data("products.search", { q, ...page });
  return {
    keys: result.data.map(({ service }) => service),
    total: result.pagination.total,
  };
}

it.each([
  ["kaffeevoll", ["product/machine/1"]],
  ["crema kaffeevoll", ["product/machine/1"]],
  ["magn ecam", ["product/machine/1"]],
  // Whole words come first.
  ["kaffee", ["product/beans/1", "product/machine/1"]],
  // Two letters begin too many words.
  ["ka", []],
])("finds in the window what begins with %s", async (q, keys) => {
  const engine = await startWith(machine, beans, kettle);
  expect(await searchWindow(engine, q)).toEqual({ keys, total: keys.length });
});

it("pages through beginnings of words without a gap", async () => {
  const engine = await startWith(machine, beans, kettle);
  expect(await searchWindow(engine, "kaffee", { limit: 1 })).toEqual({ keys: ["product/beans/1"], total: 2 });
  expect(await searchWindow(engine, "kaffee", { limit: 1, offset: 1 })).toEqual({
    keys: ["product/machine/1"],
    total: 2,
  });
});

it("finds parts of words among the watched products only", async () => {
  const offers = [offer("m2", "two.example", [[1, 399]])];
  const engine = await startWith(machine, { ...machine, service: "product/machine/2", offers });
  expect((await searchWindow(engine, "vollautomat")).keys).toEqual([]);
  await engine.call("schedules.put", { ids: ["product/machine/2"], schedule: "daily" });
  expect((await searchWindow(engine, "VOLLAUTOMAT bruhwerk")).keys).toEqual(["product/machine/2"]);
});

it("keeps the API to whole words", async () => {
  const engine = await startWith(machine, beans);
  expect((await engine.get("/products/search?q=kaffee")).body).toMatchObject({ pagination: { total: 1 } });
  expect((await engine.get("/products/search?q=kaffeevoll")).body).toMatchObject({ data: [] });
});

it("corrects only words that begin no other", async () => {
  const engine = await startWith(machine, { ...kettle, title: "Kaffe mill" });
  const result = await engine.call("products.spelling", { q: "kaffeev shwarz" });
  expect(result.ok && result.data).toEqual({ words: "kaffeev schwarz" });
});
