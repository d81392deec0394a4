import { describe, expect, it } from "vitest";
import { goodNow } from "../../../src/renderer/lib/watch/good-now.js";
import type { WatchRow } from "../../../src/shared/app/watch.js";
import { DAY_MS, MINUTE_MS } from "../../../src/shared/time.js";
import type { ProductLine } from "../../support/catalogue.js";
import { testStartIso } from "../../support/clock.js";
import { openTestEngine, type TestEngine } from "../../support/engine.js";
import { addLink, checkHourly, startShop, startShopEngine } from "../../support/shop.js";
import { historyOf, type PriceChanges } from "./price-changes.js";

const startMs = Date.parse(testStartIso);

type Offer = NonNullable<ProductLine["offers"]>[number];

/** An offer with these price changes. */
function offer(id: string, changes: PriceChanges, overrides: Partial<Offer> = {}): Offer {
  const history = historyOf(changes);
  return {
    id,
    retailer: "shop.example",
    currency: "USD",
    URL: `https://shop.example/${id}`,
    ...history.at(-1)!,
    history,
    ...overrides,
  };
}

function product(name: string, offers: Offer[], overrides: Partial<ProductLine> = {}): ProductLine {
  return { type: "product", service: `product/${name}/1`, title: name, offers, ...overrides };
}

async function startWith(...products: ProductLine[]): Promise<TestEngine> {
  const engine = await openTestEngine();
  await engine.import(products);
  const ids = products.map(({ service: productKey = "" }) => productKey);
  for (let i = 0; i < ids.length; i += 100)
    await engine.call("schedules.put", { ids: ids.slice(i, i + 100), schedule: "daily" });
  return engine;
}

/** An engine that watches `lamp`, which has these offers. */
const startLamp = (...offers: Offer[]) => startWith(product("lamp", offers));

async function list(engine: TestEngine, page: { after?: number; limit?: number } = {}) {
  return engine.data("watch.list", page);
}

async function row(engine: TestEngine, name: string): Promise<WatchRow> {
  const answer = await engine.data("watch.rows", { product_keys: [`product/${name}/1`] });
  const [only] = answer.rows;
  if (only === undefined) throw new Error(`${name} is not watched.`);
  return only;
}

async function sparkline(engine: TestEngine, name: string) {
  const answer = await engine.data("watch.sparklines", { product_keys: [`product/${name}/1`], days: 30 });
  return answer.lines[0]?.points;
}

describe("the watch list", () => {
  it("the watch list lists each product on one page, in the order in which they were added", async () => {
    const names = Array.from({ length: 12 }, (_, i) => `thing-${i}`);
    const engine = await startWith(...names.map((name) => product(name, [offer(name, { 40: 10 })])));
    const seen: string[] = [];
    let after: number | undefined;
    for (;;) {
      const page = await list(engine, { limit: 5, ...(after === undefined ? {} : { after }) });
      expect(page.total).toBe(12);
      seen.push(...page.rows.map(({ title }) => title));
      if (page.next === null) break;
      after = page.next;
    }
    expect(seen).toEqual(names);
    expect(await list(engine, { limit: 12 })).toMatchObject({ next: null });
  });

  it("no product is skipped or repeated when some are removed and added between pages", async () => {
    const names = Array.from({ length: 6 }, (_, i) => `thing-${i}`);
    const engine = await startWith(...names.map((name) => product(name, [offer(name, { 40: 10 })])));
    const first = await list(engine, { limit: 3 });
    await engine.call("schedules.delete", { ids: ["product/thing-2/1", "product/thing-3/1"] });
    await engine.import([product("late", [offer("late", { 40: 10 })])]);
    await engine.call("schedules.put", { ids: ["product/late/1"], schedule: "weekly" });
    const rest = await list(engine, { after: first.next ?? 0 });
    expect(rest.rows.map(({ title }) => title)).toEqual(["thing-4", "thing-5", "late"]);
    expect(rest).toMatchObject({ next: null, total: 5 });
  });

  it("the watch list contains only the products of the calling account", async () => {
    const engine = await startLamp(offer("lamp", { 40: 10 }));
    engine.setAccount({}, "other");
    const { key } = engine.createKey({ account: "other" });
    await engine.import([product("kettle", [offer("kettle", { 40: 10 })])]);
    await engine.request("PUT", "/products/scheduled?ids=product/kettle/1&schedule=daily", undefined, {
      key,
    });
    expect(await list(engine)).toMatchObject({ rows: [{ title: "lamp" }], total: 1 });
    expect(await engine.data("watch.rows", { product_keys: ["product/kettle/1"] })).toMatchObject({
      rows: [],
      gone: ["product/kettle/1"],
    });
  });

  it("the watch list is empty when nothing is watched", async () => {
    expect(await list(await startWith())).toEqual({ rows: [], next: null, total: 0 });
  });
});

describe("rows of the watch list", () => {
  it("a row contains all fields of a watched product", async () => {
    const engine = await startWith(
      product("lamp", [offer("lamp", { 40: 50 })], {
        brand: "Northlight",
        category: "Lamps",
        images: ["https://img.example/1.jpg", "https://img.example/2.jpg"],
      }),
    );
    await engine.call("tags.change", { product_keys: ["product/lamp/1"], add: ["Hall", "gift"] });
    const until = new Date(startMs + DAY_MS).toISOString();
    await engine.call("rules.snooze", { product_key: "product/lamp/1", until });
    for (const price of [30, 45])
      await engine.call("rules.save", {
        product_key: "product/lamp/1",
        trigger: { kind: "target", price },
        is_enabled: price === 30,
      });
    const { next_check_at, ...known } = await row(engine, "lamp");
    expect(known).toEqual({
      product_key: "product/lamp/1",
      title: "lamp",
      image: "https://img.example/1.jpg",
      category: "Lamps",
      brand: "Northlight",
      tags: ["gift", "Hall"],
      best: { price: 50, currency: "USD", retailer: "shop.example" },
      is_in_stock: true,
      elsewhere: null,
      entered_at: null,
      visited_at: null,
      to_visit: [],
      held_price: null,
      change_since_yesterday: 0,
      below_median30: 0,
      change_since_added: 0,
      low: 50,
      high: 50,
      usual_low: 50,
      usual_high: 50,
      grade: null,
      is_lowest_ever: false,
      days_of_history: 40,
      target: { price: 30, currency: "USD" },
      retailers: ["shop.example"],
      schedule: "daily",
      retailer: null,
      last_check_at: null,
      is_running: false,
      added_at: testStartIso,
      snoozed_until: until,
      health: {
        state: "unwatchable",
        outcome: null,
        failures: 0,
        last_good_at: null,
        retailer: null,
        is_everywhere: false,
      },
    });
    expect(Date.parse(next_check_at)).toBeGreaterThan(startMs);
    engine.clock.advance(2 * DAY_MS);
    expect(await row(engine, "lamp")).toMatchObject({ snoozed_until: null });
  });

  it.each<[string, PriceChanges, Partial<WatchRow>]>([
    [
      "fell today",
      { 40: 100, 0.5: 80 },
      { change_since_yesterday: -20, below_median30: 20, is_lowest_ever: true },
    ],
    ["is as low as it once was", { 90: 100, 60: 80, 50: 100, 3: 80 }, { is_lowest_ever: true }],
    ["was lower once", { 90: 100, 60: 79.99, 50: 100, 3: 80 }, { is_lowest_ever: false }],
    [
      "was sold out yesterday",
      { 40: 100, 2: 0, 0.5: 80 },
      { change_since_yesterday: null, below_median30: 20 },
    ],
    [
      "is sold out",
      { 40: 100, 0.5: 0 },
      {
        best: null,
        is_in_stock: false,
        change_since_yesterday: null,
        below_median30: null,
        is_lowest_ever: false,
      },
    ],
  ])("a row compares a price that %s with its history", async (_case, changes, figures) => {
    const engine = await startLamp(offer("lamp", changes));
    expect(await row(engine, "lamp")).toMatchObject(figures);
  });

  it("a row names every shop of its product once, also those without the best price", async () => {
    const offers = [
      offer("a", { 40: 100 }),
      offer("b", { 40: 110 }),
      offer("c", { 40: 120 }, { retailer: "dearer.example" }),
      offer("d", { 40: 0 }, { retailer: "sold-out.example" }),
    ];
    const engine = await startWith(product("lamp", offers));
    expect((await row(engine, "lamp")).retailers.toSorted()).toEqual([
      "dearer.example",
      "shop.example",
      "sold-out.example",
    ]);
  });

  it("a row tells how the price has changed since the product was added", async () => {
    const engine = await startLamp(offer("lamp", { 40: 100 }));
    engine.clock.advance(DAY_MS);
    await engine.import([product("lamp", [offer("lamp", { [-0.5]: 80 })])]);
    expect(await row(engine, "lamp")).toMatchObject({ change_since_added: -20 });
    engine.clock.advance(366 * DAY_MS);
    expect(await row(engine, "lamp")).toMatchObject({ change_since_added: null });
  });

  it.each([
    ["that of the best shop", [14.9, 159], 14.9],
    ["a lower one of another shop", [149, 15.9], 15.9],
    ["no higher one of another shop", [149, 1_590], null],
  ])("a row has the unconfirmed price: %s", async (_case, prices, held) => {
    const shops = [await startShop(), await startShop()];
    const offerAt = (at: readonly (number | undefined)[]) =>
      shops.forEach((shop, i) => {
        const extraFields = { gtin13: "0036000291452" };
        shop.page = { offer: { price: at[i], availability: "InStock" }, extraFields };
      });
    offerAt([149, 159]);
    const engine = await startShopEngine(shops);
    const added = [];
    for (const { origin } of shops) added.push(await addLink(engine, `${origin}/drill`));
    const productKey = added[0]?.product_key ?? "";
    const { check } = await checkHourly(engine, productKey);
    offerAt(prices);
    await check();
    const rows = await engine.call("watch.rows", { product_keys: [productKey] });
    expect(rows).toMatchObject({ data: { rows: [{ best: { price: 149 }, held_price: held }] } });
  });

  it("a shop that joins within a minute is no change of the price, in any figure", async () => {
    const engine = await startLamp(offer("lamp", { 20: 349 }));
    const joined = offer("lamp-2", { [20 - (0.8 * MINUTE_MS) / DAY_MS]: 289 }, { retailer: "other.example" });
    await engine.import([product("lamp", [offer("lamp", { 20: 349 }), joined])]);
    expect(await row(engine, "lamp")).toMatchObject({ best: { price: 289 }, low: 289, high: 289 });
    expect(await sparkline(engine, "lamp")).toEqual([[startMs - 20 * DAY_MS, 289]]);
    const statistics = await engine.call("app.statistics", { product_key: "product/lamp/1" });
    expect(statistics).toMatchObject({
      data: {
        lowest: { price: 289 },
        highest: { price: 289 },
        year: { low: { price: 289 }, high: { price: 289 } },
      },
    });
  });

  it("a row compares its price with the first one in the same currency since the product was added", async () => {
    const euros: Partial<Offer> = { currency: "EUR", retailer: "laden.example" };
    const engine = await startLamp(offer("usd", { 40: 100 }), offer("eur", { 30: 50 }, euros));
    engine.clock.advance(DAY_MS);
    await engine.import([product("lamp", [offer("usd", { [-0.5]: 0 })])]);
    expect(await row(engine, "lamp")).toMatchObject({ best: { currency: "EUR" }, change_since_added: 0 });
    await engine.import([product("lamp", [offer("eur", { [-0.6]: 40 }, euros)])]);
    expect(await row(engine, "lamp")).toMatchObject({ best: { price: 40 }, change_since_added: -20 });
  });

  it.each<[string, number, number, string]>([
    ["both shops have it", 100, 50, "USD"],
    ["only the euro shop has it", 0, 50, "EUR"],
    ["only the dollar shop has it", 100, 0, "USD"],
    ["neither shop has it", 0, 0, "USD"],
  ])(
    "a product's page opens in the currency of its row while %s",
    async (_case, dollars, euros, currency) => {
      const euroShop: Partial<Offer> = { currency: "EUR", retailer: "laden.example" };
      const engine = await startLamp(offer("usd", { 40: dollars }), offer("eur", { 30: euros }, euroShop));
      const foreign = await engine.call("offers.foreign", { product_key: "product/lamp/1" });
      expect(foreign).toMatchObject({ data: { shown_currency: currency } });
      const { best } = await row(engine, "lamp");
      expect(best?.currency ?? currency).toBe(currency);
    },
  );

  it("a row and its product's page are in the currency of the product's target, and the row has the other price", async () => {
    const euroShop: Partial<Offer> = { currency: "EUR", retailer: "laden.example" };
    const engine = await startLamp(offer("usd", { 40: 100 }), offer("eur", { 30: 50 }, euroShop));
    const usd = { price: 100, currency: "USD", retailer: "shop.example" };
    const eur = { price: 50, currency: "EUR", retailer: "laden.example" };
    const since = { change_since_added: 0 };
    expect(await row(engine, "lamp")).toMatchObject({ best: usd, elsewhere: { ...eur, ...since } });
    expect(await engine.data("schedules.overview", {})).toMatchObject({ schedules: [{ best: usd }] });
    engine.clock.advance(DAY_MS);
    await engine.import([product("lamp", [offer("eur", { [-0.5]: 45 }, euroShop)])]);
    expect((await row(engine, "lamp")).elsewhere).toEqual({ ...eur, price: 45, change_since_added: -10 });
    await engine.import([product("lamp", [offer("eur", { [-0.6]: 50 }, euroShop)])]);
    await engine.call("rules.save", {
      product_key: "product/lamp/1",
      trigger: { kind: "target", price: 40, currency: "EUR" },
    });
    expect(await row(engine, "lamp")).toMatchObject({ best: eur, elsewhere: usd, low: 45, high: 50 });
    const foreign = await engine.call("offers.foreign", { product_key: "product/lamp/1" });
    expect(foreign).toMatchObject({ data: { shown_currency: "EUR" } });
    const lines = await engine.call("watch.sparklines", { product_keys: ["product/lamp/1"] });
    expect(lines).toMatchObject({ data: { lines: [{ currency: "EUR" }] } });
  });

  it("a product's page opens where it is in stock if the schedule's shop has sold out", async () => {
    const euroShop: Partial<Offer> = { currency: "EUR", retailer: "laden.example" };
    const engine = await startLamp(offer("usd", { 40: 0 }), offer("eur", { 30: 50 }, euroShop));
    const ids = ["product/lamp/1"];
    await engine.call("schedules.put", { ids, schedule: "daily", retailer: "shop.example" });
    expect((await row(engine, "lamp")).best).toBeNull();
    const foreign = await engine.call("offers.foreign", { product_key: "product/lamp/1" });
    expect(foreign).toMatchObject({ data: { shown_currency: "EUR" } });
  });

  it("a row compares offers of the schedule's retailer, of new items, and in one currency", async () => {
    const engine = await startWith(
      product("lamp", [
        offer("a", { 40: 100, 0.5: 90 }, { retailer: "north.example" }),
        offer("b", { 40: 50, 0.5: 40 }, { retailer: "south.example" }),
      ]),
      product("kettle", [
        offer("new", { 40: 100, 0.5: 90 }),
        offer("used", { 40: 50, 0.5: 20 }, { condition: "used" }),
      ]),
      product("chair", [
        offer("euro", { 40: 100, 0.5: 90 }, { currency: "EUR" }),
        offer("pound", { 40: 10, 0.5: 1 }, { currency: "GBP" }),
      ]),
    );
    expect(await row(engine, "lamp")).toMatchObject({ best: { price: 40 }, change_since_yesterday: -20 });
    await engine.call("schedules.put", {
      ids: ["product/lamp/1"],
      schedule: "daily",
      retailer: "north.example",
    });
    expect(await row(engine, "lamp")).toMatchObject({ best: { price: 90 }, change_since_yesterday: -10 });
    expect(await row(engine, "kettle")).toMatchObject({ best: { price: 90 }, change_since_yesterday: -10 });
    expect(await row(engine, "chair")).toMatchObject({
      best: { price: 90, currency: "EUR" },
      change_since_yesterday: -10,
    });
  });

  it.each<[string, PriceChanges, { target?: number; page: object; row: object; isDeal: boolean }]>([
    [
      "that fell on the first day, below its target",
      { 18: 49.99, 17: 39.99 },
      {
        target: 45,
        page: { kind: "target", grade: "B", target: 45 },
        row: { grade: "B", is_lowest_ever: true },
        isDeal: true,
      },
    ],
    [
      "at the upper edge of its usual range",
      { 100: 519.99, 70: 569.99, 40: 579.99, 26: 624.99 },
      { page: { kind: "fair", grade: "C-" }, row: { grade: "C-", usual_high: 624.99 }, isDeal: false },
    ],
    [
      "above its usual range, and below the target",
      { 200: 519.99, 20: 624.99 },
      {
        target: 650,
        page: { kind: "target", grade: null, target: 650 },
        row: { grade: null, target: { price: 650 } },
        isDeal: true,
      },
    ],
  ])("page, list, search and deals say the same of a price %s", async (_case, changes, said) => {
    const engine = await startLamp(offer("lamp", changes));
    const product_key = "product/lamp/1";
    if (said.target !== undefined)
      await engine.call("rules.save", { product_key, trigger: { kind: "target", price: said.target } });
    const found = await row(engine, "lamp");
    expect(found).toMatchObject(said.row);
    expect(await engine.call("app.statistics", { product_key })).toMatchObject({
      data: { verdict: said.page },
    });
    // The popup, on the page of the best shop.
    const page = { price: found.best?.price ?? 0, currency: "USD" };
    expect(await engine.call("app.statistics", { product_key, page })).toMatchObject({
      data: { verdict: said.page },
    });
    const { grade, is_lowest_ever } = found;
    expect(await engine.call("products.figures", { product_keys: [product_key] })).toMatchObject({
      data: { figures: [{ grade, is_lowest_ever }] },
    });
    expect(goodNow([found]).length > 0).toBe(said.isDeal);
  });

  it("a page's own price is compared in its currency, whatever else the product costs", async () => {
    const euros = { 200: 150, 20: 104.99 };
    const elsewhere = offer("lamp-eur", euros, { currency: "EUR", retailer: "eur.example" });
    const engine = await startLamp(offer("lamp", { 200: 50 }), elsewhere);
    const verdictOn = async (price: number, currency: string) => {
      const page = { price, currency };
      const answer = await engine.call("app.statistics", { product_key: "product/lamp/1", page });
      return answer.ok ? answer.data.verdict.kind : answer;
    };
    expect(await verdictOn(104.99, "EUR")).toBe("great");
    expect(await verdictOn(110, "EUR")).toBe("fair");
    expect(await verdictOn(160, "EUR")).toBe("wait");
    expect(await verdictOn(50, "USD")).toBe("steady");
    expect(await verdictOn(50, "GBP")).toBe("none");
  });

  it("a row is reported as gone when the product is unknown or no longer watched", async () => {
    const engine = await startLamp(offer("lamp", { 40: 10 }));
    const productKeys = ["product/lamp/1", "product/none/1", "product/lamp/1"];
    expect(await engine.data("watch.rows", { product_keys: productKeys })).toMatchObject({
      rows: [{ title: "lamp" }],
      gone: ["product/none/1"],
    });
    await engine.call("schedules.delete", { ids: ["product/lamp/1"] });
    expect(await engine.data("watch.rows", { product_keys: productKeys })).toMatchObject({
      rows: [],
      gone: ["product/lamp/1", "product/none/1"],
    });
  });
});

const sparklines = async (engine: TestEngine, productKeys: string[], days: 30 | 90 = 30) => {
  return (await engine.data("watch.sparklines", { product_keys: productKeys, days })).lines;
};
const ago = (days: number) => startMs - days * DAY_MS;

it("a sparkline shows the best price from the start of the window, with gaps while out of stock", async () => {
  const engine = await startLamp(
    offer("a", { 50: 100, 40: 90, 10: 0, 5: 80 }),
    offer("b", { 20: 85, 15: 120, 8: 0 }),
  );
  const points = [
    [ago(30), 90],
    [ago(20), 85],
    [ago(15), 90],
    [ago(10), 120],
    [ago(8), null],
    [ago(5), 80],
  ];
  const productKeys = ["product/lamp/1"];
  expect(await sparklines(engine, productKeys)).toEqual([
    { product_key: productKeys[0], currency: "USD", points },
  ]);
  const longer = [[ago(50), 100], [ago(40), 90], ...points.slice(1)];
  expect(await sparklines(engine, productKeys, 90)).toMatchObject([{ points: longer }]);
});

it("a sparkline exists for unwatched products but not for unknown ones", async () => {
  const engine = await startWith();
  await engine.import([
    product("lamp", [offer("lamp", { 40: 10 }, { currency: "EUR" })]),
    product("void", []),
  ]);
  expect(await sparklines(engine, ["product/lamp/1", "product/none/1", "product/void/1"])).toEqual([
    { product_key: "product/lamp/1", currency: "EUR", points: [[ago(30), 10]] },
    { product_key: "product/void/1", currency: "USD", points: [] },
  ]);
});
