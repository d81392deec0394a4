import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { allRows } from "../../../src/main/engine/db/store.js";
import { restore } from "../../../src/main/engine/operations/backup/restore.js";
import { DAY_MS } from "../../../src/shared/time.js";
import { type Archive, type ArchivedPage, monthlyCopies, startArchive } from "../../support/archive.js";
import { openTestEngine, type TestEngine } from "../../support/engine.js";
import { temporaryFolder } from "../../support/folder.js";
import "../../support/seed.js";
import { addLink, readAlerts, type Shop, startShop, startShopEngine } from "../../support/shop.js";
import { until } from "../../support/until.js";

/** An engine that watches a shop's page hourly, with a target. */
interface Watcher {
  readonly engine: TestEngine;
  readonly productKey: string;
}

async function startWatcher(shop: Shop, path = "/p/lantern"): Promise<Watcher> {
  const engine = await startShopEngine([shop], { pagePace: { gapMs: 0 } });
  const target = { price: 45, currency: "USD" };
  const { product_key: productKey } = await addLink(engine, `${shop.origin}${path}`, { target });
  return { engine, productKey };
}

async function readArchive({ engine, productKey }: Watcher, archive: Archive) {
  const request = { product_keys: [productKey], archive: archive.origin };
  const { act_id: actId } = await engine.data("history.fetch", request);
  await until(async () => (await samples({ engine, productKey })).state !== "open");
  return actId;
}

function samples({ engine, productKey }: Watcher) {
  return engine.data("history.samples", { product_key: productKey });
}

function statistics({ engine, productKey }: Watcher) {
  return engine.data("app.statistics", { product_key: productKey });
}

function withoutIds(answer: object): object {
  return JSON.parse(
    JSON.stringify(answer).replace(/product\/[\w-]+\/\w+|offer_\w+|"id":\d+/g, "…"),
  ) as object;
}

/** A page, or one with a list price and a price for members. */
function pageAt(price: number, isMember: boolean): Shop["page"] {
  if (!isMember) return { offer: { price, availability: "InStock" } };
  const html = `<html lang="en-US"><h1>Trail Lantern</h1><div><del>$199.00</del><p class="price">$${price}.00</p>
    <p>Member price: $${price - 5}.00</p></div><button>Add to cart</button></html>`;
  return { offer: {}, html };
}

/** Everything that a price can change, without the ids that differ between two engines. */
async function everything(watcher: Watcher) {
  const { engine, productKey } = watcher;
  const { verdict, year, ...figures } = await statistics(watcher);
  const from = "2026-06-01";
  const history = await engine.get(`/products/history?ids=${productKey}&start=${from}&end=2026-12-31`);
  const offers = await engine.get(`/products/offers?ids=${productKey}`);
  const rows = await engine.data("watch.rows", { product_keys: [productKey] });
  const { pages } = await engine.data("offers.terms", { product_key: productKey });
  const ours = {
    figures,
    usual: year?.usual ?? null,
    verdict: [
      verdict.kind,
      verdict.grade,
      verdict.target,
      verdict.facts.filter(({ kind }) => kind !== "copies"),
    ],
    rows: rows.rows.map(({ added_at: _added, ...row }) => row),
    alerts: await readAlerts(engine),
    rules: (await engine.data("rules.list", { product_key: productKey })).rules.length,
    history: history.body.data,
    offers: offers.body.data,
    listPrice: pages.map(({ list_price_check: check }) => [check?.days, check?.asked]),
  };
  return withoutIds(ours);
}

/** Waits for the evaluation in the background, or it would decide which prices are past at the next check. */
async function becomeMember(watchers: readonly Watcher[]): Promise<void> {
  for (const { engine } of watchers) {
    await engine.data("paying.count", { term: { retailer: "127.0.0.1", kind: "member" }, counts: true });
    await until(() => allRows(engine.db, "SELECT 1 FROM round").length === 0);
  }
}

const twoYears = monthlyCopies(
  "2024-06",
  Array.from({ length: 24 }, (_, i) => 40 + (i % 7) * 5),
);

async function archiveOf(shop: Shop, pages: readonly ArchivedPage[], path = "/p/lantern"): Promise<Archive> {
  const archive = await startArchive();
  archive.pages.set(`${shop.origin}${path}`, pages);
  return archive;
}

describe("prices from archived pages", () => {
  it("whatever they are, they change no alert, rule, median, share of days, own price or contract answer, and are taken back whole", async () => {
    // No two are so far apart that a copy would be implausible.
    const price = fc.integer({ min: 25, max: 120 });
    const scenario = fc.record({
      own: fc.array(fc.record({ price, days: fc.integer({ min: 1, max: 12 }) }), {
        minLength: 1,
        maxLength: 6,
      }),
      archived: fc.array(price, { minLength: 1, maxLength: 12 }),
      after: fc.nat({ max: 6 }),
      isUndone: fc.boolean(),
      isMember: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(scenario, async ({ own, archived, after, isUndone, isMember }) => {
        const shop = await startShop();
        const archive = await archiveOf(shop, monthlyCopies("2025-04", archived));
        const [asking, other] = await Promise.all([startWatcher(shop), startWatcher(shop)]);
        if (isMember) await becomeMember([asking, other]);
        const pass = async ({ price: now, days }: (typeof own)[number]) => {
          shop.page = pageAt(now, isMember);
          for (const { engine, productKey } of [asking, other]) {
            engine.clock.advance(days * DAY_MS);
            await engine.data("products.check", { product_key: productKey });
          }
        };
        for (const each of own.slice(0, after)) await pass(each);
        const actId = await readArchive(asking, archive);
        for (const each of own.slice(after)) await pass(each);
        expect((await samples(asking)).samples).toHaveLength(archived.length);
        expect(await everything(asking)).toEqual(await everything(other));
        if (isUndone) await asking.engine.data("acts.undo", { id: actId ?? 0 });
        else await asking.engine.data("history.forget", { product_keys: [asking.productKey] });
        expect(await samples(asking)).toMatchObject({ state: "none", samples: [] });
        expect(withoutIds(await statistics(asking))).toEqual(withoutIds(await statistics(other)));
        expect(await everything(asking)).toEqual(await everything(other));
      }),
      { numRuns: 8 },
    );
  });

  it("while own days are few, they give low and high water and the verdict's words; later only a sentence", async () => {
    const shop = await startShop();
    const archive = await archiveOf(shop, twoYears);
    const watcher = await startWatcher(shop);
    expect((await statistics(watcher)).verdict.facts.map(({ kind }) => kind)).toEqual(["price", "thin"]);
    await readArchive(watcher, archive);
    const fresh = await statistics(watcher);
    expect(fresh.year).toMatchObject({
      low: { price: 40, timestamp: "2026-03-15T12:00:00.000Z" },
      high: { price: 70, timestamp: "2026-02-15T12:00:00.000Z" },
      usual: null,
    });
    expect(fresh.verdict).toMatchObject({
      kind: "thin",
      reason:
        "It costs $49.99 now. Older prices of single days: $40.00 to $70.00; cheaper on 8 of 24 days since 2024.",
    });
    watcher.engine.clock.advance(30 * DAY_MS);
    const later = await statistics(watcher);
    expect(later.year).toMatchObject({ low: { price: 49.99 }, high: { price: 49.99 } });
    expect(later.verdict.reason).toMatch(
      /^\$49\.99 on each of 30 days so far.* cheaper on 8 of 24 days since 2024\.$/,
    );
    watcher.engine.clock.advance(340 * DAY_MS);
    expect((await statistics(watcher)).verdict.reason).not.toContain("archived");
  });

  it("merging, splitting, removing, and undoing and redoing each, carry them", async () => {
    const shop = await startShop();
    const archive = await archiveOf(shop, twoYears);
    const watcher = await startWatcher(shop);
    const { engine, productKey } = watcher;
    const fetchAct = await readArchive(watcher, archive);
    const known = (await samples(watcher)).samples;
    shop.page = { ...shop.page, extraFields: { name: "Trail Lantern Deluxe" } };
    const { product_key: into } = await addLink(engine, `${shop.origin}/p/deluxe`);
    const of = async (key: string) =>
      (await engine.data("history.samples", { product_key: key })).samples.map(({ price }) => price);
    const prices = known.map(({ price }) => price);
    await engine.data("products.merge", { product_key: productKey, into });
    expect(await of(into)).toEqual(prices);
    const { product_key: split } = await engine.data("products.split", {
      product_key: into,
      offer_ids: known.slice(0, 1).map(({ offer_id: id }) => id),
    });
    expect([await of(split), await of(into)]).toEqual([prices, []]);
    const { act_id: removed } = await engine.data("products.remove", { product_keys: [split] });
    await engine.data("acts.undo", { id: removed ?? 0 });
    expect(await of(split)).toEqual(prices);
    await engine.data("acts.undo", { id: fetchAct ?? 0 });
    expect(await of(split)).toEqual([]);
    await engine.data("acts.redo", { id: fetchAct ?? 0 });
    expect(await of(split)).toEqual(prices);
    const { act_id: forgotten } = await engine.data("history.forget", { product_keys: [split] });
    expect(await of(split)).toEqual([]);
    await engine.data("acts.undo", { id: forgotten ?? 0 });
    expect(await of(split)).toEqual(prices);
  });

  it("export, import and backup keep them with source and evidence, apart from the history", async () => {
    const shop = await startShop();
    const archive = await archiveOf(shop, twoYears.slice(0, 3));
    const watcher = await startWatcher(shop);
    await readArchive(watcher, archive);
    const { samples: known } = await samples(watcher);
    const folder = temporaryFolder();
    const [file, backup] = [join(folder, "all.jsonl"), join(folder, "backup.sqlite3")];
    await watcher.engine.callHost("catalogue.export", file);
    const [offer] = JSON.parse(readFileSync(file, "utf8").split("\n")[0] ?? "").offers;
    expect(offer.history).toHaveLength(1);
    expect(offer.samples[0]).toEqual({
      price: 40,
      currency: "USD",
      availability: "in",
      timestamp: "2024-06-15T12:00:00.000Z",
      url: `${archive.origin}/web/20240615120000id_/${shop.origin}/p/lantern`,
      source: "archive",
      evidence: "json-ld:Product.offers.price",
    });
    const copy = await openTestEngine();
    for (const _twice of [1, 2]) await copy.callHost("catalogue.import", file);
    expect((await samples({ ...watcher, engine: copy })).samples).toEqual(known);
    const again = join(folder, "again.jsonl");
    await copy.callHost("catalogue.export", again);
    expect(readFileSync(again, "utf8")).toBe(readFileSync(file, "utf8"));
    await watcher.engine.callHost("backup.write", backup);
    const restored = temporaryFolder();
    await restore(restored, backup, { nowMs: watcher.engine.clock.now(), trust: false });
    const engine = await openTestEngine({ dataFolder: restored });
    expect(await samples({ ...watcher, engine })).toEqual(await samples(watcher));
  });
});
