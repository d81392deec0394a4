import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { offerByPublicId } from "../../../src/main/engine/db/prices/offer.js";
import { countPoints } from "../../../src/main/engine/db/prices/price-history.js";
import { countProducts } from "../../../src/main/engine/db/products/product.js";
import { searchProductText } from "../../../src/main/engine/db/products/product-text.js";
import { allRows, type ReadDb } from "../../../src/main/engine/db/store.js";
import { fromAvailabilityCode } from "../../../src/main/engine/domain/price-point.js";
import {
  advanceSample,
  hasSample,
  loadSample,
  loadSampleIfEmpty,
  removeSample,
} from "../../../src/main/engine/operations/catalogue/sample.js";
import type { RequestContext } from "../../../src/main/engine/operations/request/context.js";
import { noEffects } from "../../../src/main/engine/operations/request/effects.js";
import { silentLog } from "../../../src/main/engine/process/log.js";
import { sampleOfferIds, sampleStateAt } from "../../../src/main/engine/sources/sample/index.js";
import { DAY_MS } from "../../../src/shared/time.js";
import { openTestStore } from "../../support/folder.js";
import { dealLine, exported, importLines, nowMs, productLine } from "../catalogue/catalogue-files.js";

let db: ReadDb;
let clockMs: number;
let context: RequestContext;

beforeEach(() => {
  db = openTestStore();
  clockMs = nowMs;
  context = { db, clock: { now: () => clockMs }, randomBytes, log: silentLog, effects: noEffects };
});

/** Row counts of all tables that are not empty, without the search index's internal tables. */
function rowCounts(): Record<string, number> {
  const tables = allRows<{ name: string }>(
    db,
    "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'virtual') AND name NOT LIKE 'sqlite_%'",
  );
  const counts = tables.map(({ name }): [string, number] => {
    const [row] = allRows<{ n: number }>(db, `SELECT count(*) AS n FROM "${name}"`);
    return [name, row?.n ?? 0];
  });
  return Object.fromEntries(counts.filter(([name, n]) => n > 0 && !name.startsWith("product_text_")));
}

describe("the sample market", () => {
  it("the sample is loaded only once and removed without a trace", () => {
    const before = rowCounts();
    const products = loadSample(context);
    expect(products).toBeGreaterThan(300);
    expect(loadSample(context)).toBe(products);
    expect(countProducts(db)).toBe(products);
    expect(hasSample(db)).toBe(true);
    expect(searchProductText(db, ["headphones"], { limit: 1, offset: 0 }).total).toBeGreaterThan(5);

    clockMs += 3 * DAY_MS;
    advanceSample(context);
    expect(removeSample(context)).toBe(products);
    expect(rowCounts()).toEqual(before);
    expect(hasSample(db)).toBe(false);
    expect(searchProductText(db, ["headphones"], { limit: 1, offset: 0 }).total).toBe(0);
    expect(removeSample(context)).toBe(0);
    expect(db.connection.pragma("integrity_check", { simple: true })).toBe("ok");
  });

  it("the sample leaves imported products and deals behind when it is removed", async () => {
    await importLines(db, [productLine("mine"), dealLine("mine")]);
    const mine = exported(db);
    loadSample(context);
    removeSample(context);
    expect(exported(db)).toEqual(mine);
  });

  it("the sample does not claim sample products that the user had imported before", async () => {
    loadSample(context);
    const imported = exported(db);
    removeSample(context);
    await importLines(db, imported);
    loadSample(context);
    expect(removeSample(context)).toBe(0);
    expect(exported(db)).toEqual(imported);
  });

  it("the sample is not loaded automatically beside products", async () => {
    await importLines(db, [productLine("mine")]);
    loadSampleIfEmpty(context);
    expect(hasSample(db)).toBe(false);
  });
});

describe("the sample market over time", () => {
  it("the sample advances with the clock to the state it would have if loaded at that time", () => {
    loadSample(context);
    const points = countPoints(db);
    for (let day = 0; day < 7; day++) {
      clockMs += DAY_MS;
      advanceSample(context);
    }
    expect(countPoints(db)).toBeGreaterThan(points);
    let differences = 0;
    for (const publicId of sampleOfferIds()) {
      const offer = offerByPublicId(db, publicId);
      const expected = sampleStateAt(publicId, clockMs);
      if (offer === undefined || expected === null) throw new Error(`${publicId} is missing.`);
      // Auctions stand still.
      const isSame =
        offer.priceMinor === expected.priceMinor &&
        fromAvailabilityCode(offer.availability) === expected.availability;
      if (!isSame && !offer.isAuction) differences++;
    }
    expect(differences).toBe(0);
  });

  it("a sample in euros has the prices of the one in dollars, and stays in euros as it advances", () => {
    const soldIn = (currency: string) =>
      allRows(db, "SELECT public_id, price_minor FROM offer WHERE currency = ? ORDER BY public_id", currency);
    loadSample(context);
    const inDollars = soldIn("USD");
    removeSample(context);
    loadSample(context, { currency: "EUR" });
    expect(inDollars.length).toBeGreaterThan(100);
    expect(soldIn("EUR")).toEqual(inDollars);

    clockMs += 2 * DAY_MS;
    advanceSample(context);
    const deals = allRows<{ body: string }>(db, "SELECT * FROM deal").map((deal) => JSON.stringify(deal));
    expect(deals.filter((deal) => deal.includes("€")).length).toBeGreaterThan(20);
    expect(deals.filter((deal) => /\$\d|"USD"/.test(deal))).toEqual([]);
  });

  it("the sample stands still while the clock does or after it is set back", () => {
    loadSample(context);
    const before = exported(db);
    expect(advanceSample(context)).toBe(0);
    clockMs -= DAY_MS;
    expect(advanceSample(context)).toBe(0);
    expect(exported(db)).toEqual(before);
  });

  it("the sample does not advance when no sample is loaded", () => {
    expect(advanceSample(context)).toBe(0);
  });
});
