import { describe, expect, it } from "vitest";
import type { EditedHistory } from "../../../src/shared/app/manual-edits.js";
import { DAY_MS } from "../../../src/shared/time.js";
import { openTestEngine, type TestEngine } from "../../support/engine.js";

const productKey = "product/lamp/1";
const startMs = Date.parse("2026-06-15T12:00:00.000Z");

function at(day: number): string {
  return new Date(startMs - (30 - day) * DAY_MS).toISOString();
}

/** An engine with a lamp whose one offer had these prices on days of the last month. */
async function startWith(prices: Readonly<Record<number, number>>): Promise<TestEngine> {
  const engine = await openTestEngine();
  const history = Object.entries(prices).map(([day, price]) => ({
    price,
    currency: "USD",
    availability: "in" as const,
    timestamp: at(Number(day)),
  }));
  await engine.import([
    {
      type: "product",
      service: productKey,
      title: "Lamp",
      offers: [
        {
          id: "lamp-at-shop",
          retailer: "shop.example",
          price: history.at(-1)?.price ?? 0,
          currency: "USD",
          availability: "in",
          URL: "https://shop.example/lamp",
          timestamp: history.at(-1)?.timestamp ?? at(0),
          history,
        },
      ],
    },
  ]);
  return engine;
}

function toPairs({ history }: EditedHistory): [string, number][] {
  return history.map(({ timestamp, price }) => [timestamp, price]);
}

async function edit(engine: TestEngine, day: number, price: number | null): Promise<[string, number][]> {
  const answer = await engine.data("history.edit", {
    offer_id: "lamp-at-shop",
    timestamp: at(day),
    to: price === null ? null : { price, availability: "in" },
  });
  return toPairs(answer);
}

async function edits(engine: TestEngine) {
  return (await engine.data("history.edits", { product_key: productKey })).edits;
}

/** Lifts the latest edit. */
async function lift(engine: TestEngine): Promise<[string, number][]> {
  const [latest] = await edits(engine);
  if (latest === undefined) return [];
  const { offer_id, timestamp, before } = latest;
  return toPairs(await engine.data("history.edit", { offer_id, timestamp, to: before }));
}

it("reads each offer's last price before a time, with which a chart that begins then starts", async () => {
  const engine = await startWith({ 0: 50, 10: 45, 20: 40 });
  const before = async (day: number) => {
    const answer = await engine.call("history.before", { product_key: productKey, before: at(day) });
    return answer.ok
      ? answer.data.points.map(({ offer_id, point }) => [offer_id, point.timestamp, point.price])
      : answer.error;
  };
  expect(await before(15)).toEqual([["lamp-at-shop", at(10), 45]]);
  expect(await before(20)).toEqual([["lamp-at-shop", at(10), 45]]);
  expect(await before(0)).toEqual([]);
});

describe("edits of a price history", () => {
  it("a point leaves history and statistics when it is excluded, and returns when that is lifted", async () => {
    const engine = await startWith({ 1: 50, 10: 4.99, 11: 50, 20: 45 });
    const lowest = async () => {
      return (await engine.data("app.statistics", { product_key: productKey })).lowest?.price;
    };
    expect(await lowest()).toBe(4.99);
    // The next point repeats the price before the excluded one, so it is no longer a change.
    expect(await edit(engine, 10, null)).toEqual([
      [at(1), 50],
      [at(20), 45],
    ]);
    expect(await lowest()).toBe(45);
    const [lastEdit] = await edits(engine);
    expect(lastEdit).toMatchObject({ before: { price: 4.99, availability: "in" }, after: null });
    expect(await lift(engine)).toEqual([
      [at(1), 50],
      [at(10), 4.99],
      [at(11), 50],
      [at(20), 45],
    ]);
    expect(await lowest()).toBe(4.99);
    expect(await edits(engine)).toEqual([]);
  });

  it("excluding the newest point resets the offer's current price", async () => {
    const engine = await startWith({ 1: 50, 20: 5 });
    await edit(engine, 20, null);
    const { body } = await engine.get(`/products/offers?ids=${productKey}`);
    expect(body.data[0]?.offers[0]).toMatchObject({ price: 50 });
  });

  it("a point can be added and corrected, and a second correction keeps the original price", async () => {
    const engine = await startWith({ 1: 50, 20: 45 });
    expect(await edit(engine, 20, 44)).toEqual([
      [at(1), 50],
      [at(20), 44],
    ]);
    await edit(engine, 20, 43);
    expect(await edit(engine, 5, 48)).toHaveLength(3);
    expect((await edits(engine)).map(({ before, after }) => [before?.price, after?.price])).toEqual([
      [undefined, 48],
      [45, 43],
    ]);
  });

  it("a point stays excluded when an import contains it again", async () => {
    const engine = await startWith({ 1: 50, 10: 4.99, 11: 50, 20: 45 });
    await edit(engine, 10, null);
    await engine.import([
      {
        type: "product",
        service: productKey,
        title: "Lamp",
        offers: [
          {
            id: "lamp-at-shop",
            retailer: "shop.example",
            price: 45,
            currency: "USD",
            URL: "https://shop.example/lamp",
            timestamp: at(20),
            history: [{ price: 4.99, timestamp: at(10) }],
          },
        ],
      },
    ]);
    const answer = await engine.call("app.statistics", { product_key: productKey });
    expect(answer).toMatchObject({ data: { lowest: { price: 45 } } });
  });

  it.each([
    ["a price of 0", { offer_id: "lamp-at-shop", timestamp: at(5), to: { price: 0, availability: null } }],
    [
      "a price that rounds to 0",
      { offer_id: "lamp-at-shop", timestamp: at(5), to: { price: 0.001, availability: null } },
    ],
    [
      "a time in the future",
      { offer_id: "lamp-at-shop", timestamp: at(31), to: { price: 5, availability: null } },
    ],
    [
      "a year of two digits",
      {
        offer_id: "lamp-at-shop",
        timestamp: "0026-06-15T12:00:00Z",
        to: { price: 5, availability: null },
      },
    ],
    ["an unknown point to exclude", { offer_id: "lamp-at-shop", timestamp: at(6), to: null }],
    ["the only point to exclude", { offer_id: "lamp-at-shop", timestamp: at(1), to: null }],
    ["an unknown offer", { offer_id: "other", timestamp: at(1), to: null }],
  ] as const)("a point cannot be edited with %s", async (_case, input) => {
    const engine = await startWith({ 1: 50 });
    const answer = await engine.call("history.edit", input);
    expect(answer).toMatchObject({ ok: false, error: { message: expect.stringMatching(/\.$/) } });
    expect(await edits(engine)).toEqual([]);
  });
});
