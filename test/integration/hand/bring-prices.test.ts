import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { toSeries } from "../../../src/renderer/features/product/history/price-series.js";
import { historyCsv } from "../../../src/renderer/features/product/history/save-history.js";
import { DAY_MS } from "../../../src/shared/time.js";
import type { ProductLine } from "../../support/catalogue.js";
import { testStartIso } from "../../support/clock.js";
import { openTestEngine, type TestEngine } from "../../support/engine.js";
import { temporaryFolder } from "../../support/folder.js";

const startMs = Date.parse(testStartIso);
const productKey = "product/lantern/1";
const offerAt = (id: string, host: string, more: object = {}) => ({
  id,
  retailer: host,
  price: 50,
  currency: "USD",
  availability: "in" as const,
  URL: `https://${host}/lantern`,
  timestamp: testStartIso,
  ...more,
});

function lantern(offers: ProductLine["offers"]): ProductLine {
  return { type: "product", service: productKey, title: "Trail Lantern", offers };
}

async function open(offers = [offerAt("one", "amazon.example")]): Promise<TestEngine> {
  const engine = await openTestEngine();
  await engine.import([lantern(offers)]);
  return engine;
}

const bring = (engine: TestEngine, content: string, more: object = {}) =>
  engine.data("history.bring", { product_key: productKey, offer_id: "one", content, ...more });

async function points(engine: TestEngine, id = "one") {
  const request = { ids: [productKey], start: "2025-06-20", end: "2026-06-15" };
  const { data } = await engine.data("offers.history", request);
  const offer = data[0]?.offers.find((each) => each.id === id);
  return offer?.history.map(({ timestamp, price }) => [timestamp.slice(0, 10), price]);
}

const changes = "2025-08-01 09:00,60.00\n2025-09-01 17:30,45.50\n2025-10-01 12:00,55.00\n";
const table = `Date,Price\n${changes}`;

async function statisticsOf(engine: TestEngine) {
  const { verdict, ...statistics } = await engine.data("app.statistics", { product_key: productKey });
  return { ...statistics, kind: verdict.kind, reason: verdict.reason, facts: verdict.facts };
}

describe("a table of earlier prices", () => {
  it("is previewed without a change, then added, taken back and added again", async () => {
    const engine = await open();
    const own = await points(engine);
    const preview = await bring(engine, table);
    expect(preview).toMatchObject({
      offers: [{ offer_id: "one", currency: "USD", prices: 3, low: 45.5, high: 60 }],
      foreign: 0,
      known: 0,
      others: 0,
      skipped: [],
      act_id: null,
    });
    expect(preview.offers[0]?.from.slice(0, 10)).toBe("2025-08-01");
    expect(await points(engine)).toEqual(own);

    const saved = await bring(engine, table, { save: true });
    const brought = [["2025-08-01", 60], ["2025-09-01", 45.5], ["2025-10-01", 55], ...(own ?? [])];
    expect(await points(engine)).toEqual(brought);
    expect((await bring(engine, table)).offers, "a second time, nothing is new").toEqual([]);
    await engine.data("acts.undo", {});
    expect(await points(engine)).toEqual(own);
    await engine.data("acts.redo", { id: saved.act_id ?? 0 });
    expect(await points(engine)).toEqual(brought);
  });

  it.each([
    ["copied from a page", "Nov 12, 2025\t$1,129.99\nNov 2, 2025\t$1,099.00", [1129.99, 1099]],
    [
      "with a heading that names the currency",
      "Date;Price (USD)\n01.11.2025;45,50\n15.11.2025;40,00",
      [45.5, 40],
    ],
    [
      "with a column a kind of offer, of which new goods count",
      "Time,Sales Rank,Used,New,Amazon ($)\n2025-11-01,812,20.00,44.00,45.00\n2025-11-02,790,21.00,43.00,41.00",
      [45, 41],
    ],
  ])("%s is read", async (_how, content, prices) => {
    const { offers, skipped } = await bring(await open(), content);
    expect(skipped).toEqual([]);
    expect(offers[0]).toMatchObject({
      prices: prices.length,
      high: Math.max(...prices),
      low: Math.min(...prices),
    });
  });

  it("that this window has saved goes back to the offers of its links", async () => {
    const engine = await open([offerAt("one", "amazon.example"), offerAt("two", "north.example")]);
    const history = [
      {
        timestamp: new Date(startMs - 90 * DAY_MS).toISOString(),
        price: 48,
        currency: "USD",
        availability: "in",
      },
      {
        timestamp: new Date(startMs - 30 * DAY_MS).toISOString(),
        price: 42,
        currency: "USD",
        availability: "in",
      },
    ];
    const two = { ...offerAt("two", "north.example"), history } as never;
    const own = await points(engine, "two");
    const csv = historyCsv(toSeries([two], startMs - 400 * DAY_MS, startMs), {
      startMs: startMs - 400 * DAY_MS,
      endMs: startMs,
    });
    expect((await bring(engine, csv)).offers).toMatchObject([
      { offer_id: "two", prices: 2, low: 42, high: 48 },
    ]);
    await bring(engine, csv, { save: true });
    expect(await points(engine, "two")).toEqual([["2026-03-17", 48], ["2026-05-16", 42], ...(own ?? [])]);
  });

  it("in another currency, from days that are known, or of other pages is counted and left out", async () => {
    const engine = await open();
    const foreign = await bring(engine, "Date,Price\n2025-08-01,€60.00\n2025-08-02,$61.00\n");
    expect(foreign).toMatchObject({ offers: [{ prices: 1 }], foreign: 1 });
    engine.clock.advance(9 * DAY_MS);
    const known = await bring(engine, "Date,Price\n2026-06-18,60.00\n2026-06-20,61.00\n");
    expect(known).toMatchObject({ offers: [], known: 2 });
    const other = await bring(engine, "url,date,price\nhttps://other.example/p,2025-08-01,5.00\n");
    expect(other).toMatchObject({ offers: [], others: 1 });
  });

  it("whose page has a new and a used offer is not guessed at", async () => {
    const used = offerAt("used", "amazon.example", { condition: "used" });
    const engine = await open([offerAt("new", "amazon.example"), used, offerAt("one", "north.example")]);
    const content = "url,date,price\nhttps://amazon.example/lantern,2025-08-01,5.00\n";
    expect(await bring(engine, content)).toMatchObject({ offers: [], others: 1 });
  });

  it.each([
    ["without dates", "Name,Price\nLantern,5.00\n", /needs a column of dates and one of prices/],
    ["without prices", "Date,Name\n2025-08-01,Lantern\n", /needs a column of dates and one of prices/],
    ["of one column", "60.00\n61.00\n", /needs a column of dates and one of prices/],
    [
      "of dates that could be two days",
      "Date,Price\n03/04/2025,5.00\n",
      /Line 2: The date could be of two days/,
    ],
    ["that is a spreadsheet's file", "PK\u0003\u0004…", /save the spreadsheet as CSV/],
    [
      "with too many prices",
      `Date,Price\n${Array.from({ length: 20_001 }, (_, i) => `${1_600_000_000 + i * 60},5.00`).join("\n")}`,
      /more than 20,000 prices/,
    ],
  ])("%s is refused with the reason", async (_what, content, reason) => {
    const engine = await open();
    const result = await engine.call("history.bring", {
      product_key: productKey,
      offer_id: "one",
      content,
      save: true,
    });
    expect(result).toMatchObject({ ok: false, error: { message: expect.stringMatching(reason) } });
    expect((await engine.data("acts.list", {})).acts).toEqual([]);
  });

  it("names the problem of a table for the window's own sentence", async () => {
    const engine = await open();
    const content = "Date,Price\n03/04/2025,5.00\n";
    const request = { product_key: productKey, offer_id: "one", content, save: true };
    expect(await engine.call("history.bring", request)).toMatchObject({
      error: { reason: { problem: "date in two ways", detail: "", line: 2 } },
    });
  });

  it("noted on one day says nothing of the months after it", async () => {
    const engine = await open();
    const lonely = "Date,Price\n2025-08-01,40.00\n";
    expect((await bring(engine, lonely)).offers).toMatchObject([
      { prices: 1, single_days: 1, low: 40, high: 40 },
    ]);
    const own = await points(engine);
    const { act_id: id } = await bring(engine, lonely, { save: true });
    await engine.data("acts.undo", {});
    expect((await engine.data("history.samples", { product_key: productKey })).samples).toEqual([]);
    await engine.data("acts.redo", { id: id ?? 0 });
    expect(await points(engine), "no change point").toEqual(own);
    expect(await statisticsOf(engine)).toMatchObject({
      kind: "thin",
      known_days: 0,
      year: { low: { price: 40 }, high: { price: 50 } },
      reason: "It costs $50.00 now. Older prices of single days: $40.00; cheaper on the one day, of 2025.",
    });
    engine.clock.advance(60 * DAY_MS);
    expect(await statisticsOf(engine)).toMatchObject({ kind: "steady", known_days: 60, median365: 50 });
    const { samples } = await engine.data("history.samples", { product_key: productKey });
    expect(samples).toMatchObject([{ offer_id: "one", price: 40, source: "table", url: "" }]);
    expect(await bring(engine, lonely), "a second time, nothing is new").toMatchObject({
      offers: [],
      known: 1,
    });
  });

  it("is exported with all data, and comes back as it was", async () => {
    const engine = await open();
    await bring(engine, table, { save: true });
    await bring(engine, "Date,Price\n2024-01-01,40.00\n", { save: true });
    const files = ["one.jsonl", "two.jsonl"].map((name) => join(temporaryFolder(), name)) as [string, string];
    await engine.callHost("catalogue.export", files[0]);
    const other = await openTestEngine();
    await other.callHost("catalogue.import", files[0]);
    await other.callHost("catalogue.export", files[1]);
    const [first, second] = files.map((file) => readFileSync(file, "utf8"));
    expect(second).toBe(first);
    expect(await statisticsOf(other)).toEqual(await statisticsOf(engine));
  });

  it("noted each week up to the first own price counts like prices of one's own", async () => {
    const engine = await open();
    const weeks = Array.from({ length: 20 }, (_, i) => new Date(startMs - (i + 1) * 7 * DAY_MS));
    const rows = weeks.map((week, i) => `${week.toISOString().slice(0, 10)},${i === 9 ? 40 : 60}`);
    const brought = await bring(engine, `Date,Price\n${rows.join("\n")}`, { save: true });
    expect(brought.offers).toMatchObject([{ prices: 20, single_days: 0 }]);
    expect((await engine.data("history.samples", { product_key: productKey })).samples).toEqual([]);
    expect(await statisticsOf(engine)).toMatchObject({
      known_days: 140,
      median365: 60,
      lowest: { price: 40 },
    });
  });

  it("fires no alert, and gives the product its low and high water", async () => {
    const engine = await open();
    await engine.data("rules.save", {
      product_key: productKey,
      trigger: { kind: "target", price: 46, currency: "USD" },
    } as never);
    await bring(engine, table, { save: true });
    const statistics = await engine.data("app.statistics", { product_key: productKey });
    expect(statistics.year).toMatchObject({ low: { price: 45.5 }, high: { price: 60 } });
    expect((await engine.data("inbox.list", {})).entries).toEqual([]);
  });
});
