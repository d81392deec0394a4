import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { offerByPublicId } from "../../../src/main/engine/db/offer.js";
import { countPoints, readAllPoints } from "../../../src/main/engine/db/price-history.js";
import { countProducts } from "../../../src/main/engine/db/product.js";
import { searchProductText } from "../../../src/main/engine/db/product-text.js";
import { allRows, type ReadDb } from "../../../src/main/engine/db/store.js";
import { DAY_MS, HOUR_MS } from "../../../src/main/engine/domain/clock.js";
import { fromAvailabilityCode } from "../../../src/main/engine/domain/price-point.js";
import {
  advanceSample,
  hasSample,
  loadSample,
  loadSampleIfNew,
  removeSample,
} from "../../../src/main/engine/operations/catalogue/sample.js";
import { priceStatistics } from "../../../src/main/engine/operations/prices/statistics.js";
import type { OperationContext } from "../../../src/main/engine/operations/request/context.js";
import { silentLog } from "../../../src/main/engine/process/log.js";
import { sampleOfferIds, sampleStateAt } from "../../../src/main/engine/sources/sample/index.js";
import { newStore } from "../../support/folder.js";
import { dealLine, exported, importLines, nowMs, productLine } from "../catalogue/catalogue-files.js";

let db: ReadDb;
let clockMs: number;
let context: OperationContext;

beforeEach(() => {
  db = newStore();
  clockMs = nowMs;
  context = { db, clock: { now: () => clockMs }, randomBytes, log: silentLog };
});

/** Rows of each table that holds any; the search index by what can be found in it. */
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
  it("is loaded once, and removed without a trace", () => {
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

  it("can be loaded again after it was removed, and is the same", () => {
    loadSample(context);
    const once = exported(db);
    removeSample(context);
    loadSample(context);
    expect(exported(db)).toEqual(once);
  });

  it("goes without what a person imported", async () => {
    await importLines(db, [productLine("mine"), dealLine("mine")]);
    const mine = exported(db);
    loadSample(context);
    removeSample(context);
    expect(exported(db)).toEqual(mine);
  });

  it("leaves what was the shopper's before it was loaded", async () => {
    loadSample(context);
    const kept = exported(db);
    removeSample(context);
    await importLines(db, kept);
    loadSample(context);
    expect(removeSample(context)).toBe(0);
    expect(exported(db)).toEqual(kept);
  });

  it("is loaded on its own only into a folder that is new and empty", async () => {
    loadSampleIfNew(context, false);
    expect(hasSample(db)).toBe(false);
    await importLines(db, [productLine("mine")]);
    loadSampleIfNew(context, true);
    expect(hasSample(db)).toBe(false);
  });
});

describe("the sample market in time", () => {
  it("moves on with the clock, to what it would be had it been loaded then", () => {
    loadSample(context);
    const points = countPoints(db);
    for (let day = 0; day < 7; day++) {
      clockMs += DAY_MS;
      advanceSample(context);
    }
    expect(countPoints(db)).toBeGreaterThan(points);
    let differing = 0;
    for (const publicId of sampleOfferIds()) {
      const offer = offerByPublicId(db, publicId);
      const wanted = sampleStateAt(publicId, clockMs);
      if (offer === undefined || wanted === null) throw new Error(`${publicId} is missing.`);
      // An outlier waits for its confirmation, and auctions stand still.
      const isSame =
        offer.priceMinor === wanted.priceMinor &&
        fromAvailabilityCode(offer.availability) === wanted.availability;
      if (!isSame && !offer.isAuction) differing++;
    }
    expect(differing).toBe(0);
  });

  it("takes the same course in one step as in many", () => {
    loadSample(context);
    const other = newStore();
    const otherContext = { ...context, db: other };
    loadSample(otherContext);
    const endMs = clockMs + 2 * DAY_MS;
    while (clockMs < endMs) {
      clockMs += HOUR_MS;
      advanceSample(context);
    }
    advanceSample(otherContext);
    for (const publicId of sampleOfferIds()) {
      const pointsIn = (each: ReadDb) => readAllPoints(each, offerByPublicId(each, publicId)?.id ?? 0);
      expect(pointsIn(db)).toEqual(pointsIn(other));
    }
  });

  it("stands still when the clock does, or is set back", () => {
    loadSample(context);
    const before = exported(db);
    expect(advanceSample(context)).toBe(0);
    clockMs -= DAY_MS;
    expect(advanceSample(context)).toBe(0);
    expect(exported(db)).toEqual(before);
  });

  it("without a sample changes nothing", () => {
    expect(advanceSample(context)).toBe(0);
  });
});

describe("statistics of every product of the sample", () => {
  it("lie within each other, with a whole sentence as the verdict", () => {
    loadSample(context);
    const services = allRows<{ service: string }>(db, "SELECT service FROM product");
    for (const { service } of services) {
      const stats = priceStatistics(db, service, clockMs);
      const least = stats.lowest?.price ?? 0;
      const most = stats.highest?.price ?? 0;
      for (const price of [stats.median30, stats.median90, stats.median365, stats.current?.price ?? null]) {
        expect(price ?? least).toBeGreaterThanOrEqual(least);
        expect(price ?? most).toBeLessThanOrEqual(most);
      }
      expect(stats.verdict.reason, service).toMatch(/^[A-Z$].*\.$/);
      expect(stats.verdict.reason, service).not.toMatch(/NaN|undefined|Infinity/);
    }
  });
});
