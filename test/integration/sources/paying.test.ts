import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { restore } from "../../../src/main/engine/operations/backup/restore.js";
import { knownProducts } from "../../../src/main/engine/operations/watch/known-products.js";
import { DAY_MS } from "../../../src/shared/time.js";
import { openTestEngine, type TestEngine } from "../../support/engine.js";
import { temporaryFolder } from "../../support/folder.js";
import { addLink, readAlerts, type Shop, startShop, startShopEngine } from "../../support/shop.js";
import { until } from "../../support/until.js";

const retailer = "127.0.0.1";

function show(shop: Shop, price: string, ...terms: readonly string[]): void {
  const more = terms.map((each) => `<p>${each}</p>`).join("");
  const html = `<html lang="en-US"><h1>Trail Lantern</h1><div><p class="price">$${price}</p>${more}</div>
    <button>Add to cart</button></html>`;
  shop.page = { offer: {}, html };
}

/** An engine that watches a page with these terms. */
async function startPaying(price: string, ...terms: readonly string[]) {
  const shop = await startShop();
  show(shop, price, ...terms);
  const engine = await startShopEngine([shop], { pagePace: { gapMs: 0 } });
  const { product_key: productKey } = await addLink(engine, `${shop.origin}/p/lantern`);
  return {
    shop,
    engine,
    productKey,
    statistics: () => engine.data("app.statistics", { product_key: productKey }),
    row: async () => (await engine.data("watch.rows", { product_keys: [productKey] })).rows[0],
    async nextDay(now: string, ...said: readonly string[]) {
      show(shop, now, ...said);
      engine.clock.advance(DAY_MS);
      await engine.data("products.check", { product_key: productKey });
    },
  };
}

async function alertCount(engine: TestEngine): Promise<number> {
  return (await readAlerts(engine)).length;
}

const coupon = "$79.99 after coupon";

describe("what the owner really pays", () => {
  it("from the day on which a coupon counts, it is in best price, verdict, list and alerts, which name it; before, nothing is rewritten", async () => {
    const { engine, productKey, statistics, row, nextDay } = await startPaying("89.99", coupon);
    const target = { kind: "target", price: 80, currency: "USD" } as const;
    await engine.data("rules.save", { product_key: productKey, trigger: target });
    for (let day = 0; day < 20; day++) await nextDay("89.99", coupon);
    const before = await statistics();
    expect(before).toMatchObject({ current: { price: 89.99 }, lowest: { price: 89.99 } });
    expect(await readAlerts(engine)).toEqual([]);

    const condition = { term: { retailer, kind: "coupon" }, counts: true } as const;
    const { act_id: actId } = await engine.data("paying.count", condition);
    const best = { price: 79.99, retailer, paid_with: "coupon" };
    expect(await row()).toMatchObject({ best, low: 79.99, high: 79.99, change_since_yesterday: null });
    expect(await engine.data("products.figures", { product_keys: [productKey] })).toMatchObject({
      figures: [{ best }],
    });
    expect(await engine.data("schedules.overview", { product_key: productKey })).toMatchObject({
      schedules: [{ best }],
    });
    const { lines } = await engine.data("watch.sparklines", { product_keys: [productKey], days: 90 });
    expect(lines[0]?.points.map(([, price]) => price)).toEqual([79.99]);
    const { db, clock } = engine;
    const known = [...knownProducts({ db, clock, accountId: 1, sources: [] })];
    expect(known).toMatchObject([{ price: 79.99, lowest: 79.99, highest: 79.99 }]);
    const after = await statistics();
    expect(after).toMatchObject({
      current: { price: 79.99, paid_with: "coupon" },
      change_since_added: null,
      median30: 79.99,
      highest: { price: 79.99 },
      lowest: { price: 79.99, timestamp: new Date(engine.clock.now()).toISOString() },
      days_of_history: 0,
      known_days: before.days_of_history,
      verdict: {
        kind: "target",
        reason:
          "Less than a day of history: too little to say whether $79.99 with the coupon is a good price.",
      },
    });
    await until(async () => (await alertCount(engine)) === 1);
    expect((await readAlerts(engine)).at(-1)?.[1]).toBe(
      "$79.99 with the coupon at 127.0.0.1, under your target of $80.00",
    );

    // The shop's own price falls, which the owner does not pay.
    await nextDay("85.99", coupon);
    expect(await row()).toMatchObject({ best });
    expect(await alertCount(engine)).toBe(1);
    await nextDay("85.99", "$69.99 after coupon");
    expect((await readAlerts(engine)).at(-1)).toEqual([
      "price_drop",
      "$69.99 with the coupon at 127.0.0.1, was $79.99 (−13%)",
    ]);

    await engine.data("acts.undo", { id: actId ?? 0 });
    expect(await row()).toMatchObject({ best: { price: 85.99 } });
    expect((await row())?.best).not.toHaveProperty("paid_with");
    expect(await statistics()).toMatchObject({ lowest: { price: 85.99 } });
    expect(await engine.data("paying.read", {})).toEqual({ conditions: [], shipping_since: null });
  });

  it("another shop's condition, and one of another kind, do not count", async () => {
    const { engine, row } = await startPaying("89.99", coupon);
    for (const other of [
      { retailer, kind: "member" },
      { retailer: "other.example", kind: "coupon" },
    ] as const)
      await engine.data("paying.count", { term: other, counts: true });
    expect(await row()).toMatchObject({ best: { price: 89.99 } });
  });

  it("saying that a condition counts is no drop of the price, and neither is a drop that happened before", async () => {
    const { engine, nextDay } = await startPaying("89.99", coupon);
    await nextDay("89.99", coupon);
    await engine.data("paying.count", { term: { retailer, kind: "coupon" }, counts: true });
    await nextDay("89.99", coupon);
    await nextDay("89.99", coupon);
    expect(await readAlerts(engine)).toEqual([]);
  });

  it("no rule compares with prices from before a condition counted, and all do with later ones", async () => {
    const { engine, productKey, row, statistics, nextDay } = await startPaying("89.99", coupon);
    for (const trigger of [
      { kind: "new_low", days: null },
      { kind: "percent_below", base: "median30", percent: 5 },
      { kind: "percent_below", base: "highest", percent: 5 },
      { kind: "price_drop", percent: 5 },
    ] as const)
      await engine.data("rules.save", { product_key: productKey, trigger });
    for (let day = 0; day < 20; day++) await nextDay("89.99", coupon);
    await engine.data("paying.count", { term: { retailer, kind: "coupon" }, counts: true });
    for (let day = 0; day < 20; day++) await nextDay("89.99", coupon);
    expect(await readAlerts(engine)).toEqual([]);
    const compared = { change_since_added: null, days_of_history: 20 };
    expect(await row()).toMatchObject({ ...compared, below_median30: 0, grade: null, is_lowest_ever: false });
    expect(await statistics()).toMatchObject({
      ...compared,
      known_days: 40,
      highest: { price: 79.99 },
      verdict: { kind: "steady" },
    });
    await nextDay("89.99", "$69.99 after coupon");
    expect((await readAlerts(engine)).map(([, reason]) => reason)).toEqual([
      "$69.99 with the coupon at 127.0.0.1, lowest ever, was $79.99 (−13%)",
    ]);
    const grade = (await statistics()).verdict.grade;
    expect(await row()).toMatchObject({ change_since_yesterday: -12.5, is_lowest_ever: true, grade });
    await engine.data("purchases.save", { product_key: productKey, price: 69.99 });
    const saved = { amount: 10, purchases: 1 };
    expect(await engine.data("purchases.list", {})).toMatchObject({
      savings: [{ usual: saved, first: saved }],
    });
  });

  it("a lower price from before a condition counted stays the lowest, and a visit compares what is paid", async () => {
    const { engine, shop, productKey, row, statistics, nextDay } = await startPaying("65.00");
    for (let day = 0; day < 20; day++) await nextDay("89.99", coupon);
    await engine.data("paying.count", { term: { retailer, kind: "coupon" }, counts: true });
    const trigger = { kind: "new_low", days: null } as const;
    await engine.data("rules.save", { product_key: productKey, trigger });
    for (let day = 0; day < 20; day++) await nextDay("89.99", coupon);
    await nextDay("89.99", "$69.99 after coupon");
    expect(await readAlerts(engine)).toEqual([]);
    expect(await row()).toMatchObject({ is_lowest_ever: false, low: 69.99, high: 79.99 });
    expect((await statistics()).verdict.reason).toBe(
      "$69.99 with the coupon is 13% under its 21-day median of $79.99. The lowest so far was $65.00. It has not been cheaper in 21 days so far.",
    );
    const visit = { url: `${shop.origin}/p/lantern`, html: shop.page?.html ?? "" };
    expect(await engine.data("visits.record", visit)).toMatchObject({ page: { price: 69.99 } });
  });

  it("the API's offers, history, events and deals stay those of the page", async () => {
    const { engine, productKey, nextDay } = await startPaying("89.99", coupon, "+ $4.99 shipping");
    await engine.data("paying.count", { term: { retailer, kind: "coupon" }, counts: true });
    await engine.data("paying.count", { term: { kind: "shipping" }, counts: true });
    await nextDay("89.99", "$69.99 after coupon", "+ $4.99 shipping");
    const offers = await engine.get(`/products/offers?ids=${productKey}`);
    const history = await engine.get(`/products/history?ids=${productKey}&start=2026-01-01&end=2026-12-31`);
    for (const { body } of [offers, history]) {
      expect(JSON.stringify(body)).toContain("89.99");
      expect(JSON.stringify(body)).not.toMatch(/[67]9\.99|4\.98|paid/);
    }
  });

  it("shipping counts from then on, as each check sees it, and is included in what is said", async () => {
    const { engine, statistics, row, nextDay } = await startPaying("89.99", coupon, "+ $4.99 shipping");
    await nextDay("89.99", coupon, "+ $4.99 shipping");
    await engine.data("paying.count", { term: { kind: "shipping" }, counts: true });
    expect(await row()).toMatchObject({ best: { price: 94.98, shipping: 4.99 }, low: 94.98, high: 94.98 });
    engine.clock.advance(DAY_MS);
    await engine.data("paying.count", { term: { retailer, kind: "coupon" }, counts: true });
    expect(await row()).toMatchObject({ best: { price: 84.98, shipping: 4.99, paid_with: "coupon" } });
    await nextDay("89.99", "Free shipping");
    expect(await statistics()).toMatchObject({
      current: { price: 89.99 },
      lowest: { price: 84.98 },
      highest: { price: 94.98 },
    });
    await engine.data("paying.count", { term: { kind: "shipping" }, counts: false });
    expect(await statistics()).toMatchObject({ lowest: { price: 79.99 }, highest: { price: 89.99 } });
  });

  it("survives a restart and a backup; an export has the series of both", async () => {
    const { engine, shop } = await startPaying("89.99", coupon, "+ $4.99 shipping");
    await engine.data("paying.count", { term: { retailer, kind: "coupon" }, counts: true });
    const folder = temporaryFolder();
    const [file, backup] = [join(folder, "all.jsonl"), join(folder, "backup.sqlite3")];
    await engine.callHost("catalogue.export", file);
    await engine.callHost("backup.write", backup);
    const [offer] = JSON.parse(readFileSync(file, "utf8").split("\n")[0] ?? "").offers;
    expect(offer.price).toBe(89.99);
    expect(offer.conditions).toMatchObject([
      { kind: "coupon", price: 79.99 },
      { kind: "shipping", price: 4.99, words: null },
    ]);
    const copy = await openTestEngine();
    await copy.callHost("catalogue.import", file);
    const again = join(folder, "again.jsonl");
    await copy.callHost("catalogue.export", again);
    expect(readFileSync(again, "utf8")).toBe(readFileSync(file, "utf8"));
    const restored = temporaryFolder();
    await restore(restored, backup, { nowMs: engine.clock.now(), trust: false });
    const other = await openTestEngine({ dataFolder: restored });
    expect(await other.data("paying.read", {})).toEqual(await engine.data("paying.read", {}));
    expect(shop.requests.length).toBeGreaterThan(0);
  });

  it("the list price is held against the days on which the shop asked it", async () => {
    const { engine, productKey, nextDay } = await startPaying("129.99");
    const check = async () =>
      (await engine.data("offers.terms", { product_key: productKey })).pages[0]?.list_price_check;
    for (let day = 0; day < 3; day++) await nextDay("129.99");
    expect(await check()).toBeNull();
    for (let day = 0; day < 20; day++) await nextDay("99.99", "<del>$129.99</del>");
    expect(await check()).toMatchObject({ asked: 4, copies: 0, asked_copies: 0 });
  });
});
