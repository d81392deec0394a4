import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { offerByPublicId, offersOfProduct } from "../../../src/main/engine/db/prices/offer.js";
import { countPoints } from "../../../src/main/engine/db/prices/price-history.js";
import { countProducts, productIdByKey } from "../../../src/main/engine/db/products/product.js";
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
import { pickSampleTour } from "../../../src/main/engine/operations/catalogue/sample-tour.js";
import { readFigures } from "../../../src/main/engine/operations/products/search.js";
import type { RequestContext } from "../../../src/main/engine/operations/request/context.js";
import { noEffects } from "../../../src/main/engine/operations/request/effects.js";
import { readSparklines } from "../../../src/main/engine/operations/watch/sparklines.js";
import { silentLog } from "../../../src/main/engine/process/log.js";
import {
  isSampleRecheckable,
  sampleOfferIds,
  sampleStateAt,
} from "../../../src/main/engine/sources/sample/index.js";
import { DAY_MS } from "../../../src/shared/time.js";
import { openTestStore } from "../../support/folder.js";
import { readAlerts, startShopEngine } from "../../support/shop.js";
import { until } from "../../support/until.js";
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
function rowCounts(store = db): Record<string, number> {
  const tables = allRows<{ name: string }>(
    store,
    "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'virtual') AND name NOT LIKE 'sqlite_%'",
  );
  const counts = tables.map(({ name }): [string, number] => {
    const [row] = allRows<{ n: number }>(store, `SELECT count(*) AS n FROM "${name}"`);
    return [name, row?.n ?? 0];
  });
  return Object.fromEntries(counts.filter(([name, n]) => n > 0 && !name.startsWith("product_text_")));
}

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

it("the sample does not claim sample products that the user had imported before", {
  timeout: 120_000,
}, async () => {
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

it("the sample stands still while the clock does or after it is set back, then advances to the state it would have if loaded at that time", () => {
  loadSample(context);
  const before = exported(db);
  expect(advanceSample(context)).toBe(0);
  clockMs -= DAY_MS;
  expect(advanceSample(context)).toBe(0);
  expect(exported(db)).toEqual(before);
  clockMs += DAY_MS;
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

it("the sample does not advance when no sample is loaded", () => {
  expect(advanceSample(context)).toBe(0);
});

/** The tour's products with what a search shows of them. */
function tourWithFigures() {
  const { product_keys: keys, target } = pickSampleTour({ ...context, accountId: 0 });
  const { figures } = readFigures(context, { product_keys: keys });
  const tour = figures.map((own) => ({
    ...own,
    offers: offersOfProduct(db, productIdByKey(db, own.product_key) ?? 0),
  }));
  return { tour, target };
}

type TourProduct = ReturnType<typeof tourWithFigures>["tour"][number];

/** The best price on each of the last 30 days that had another one. */
function recentPricesOf({ product_key }: TourProduct): readonly number[] {
  const lines = readSparklines({ ...context, accountId: 0 }, { product_keys: [product_key], days: 30 });
  return lines[0]?.points.flatMap(([, price]) => price ?? []) ?? [];
}

describe("a tour of the sample", () => {
  it.each(["2026-11-28T09:00Z", "2024-02-29T12:00Z"])(
    "shows what prices do, whatever the clock says: %s",
    (now) => {
      clockMs = Date.parse(now);
      loadSample(context);
      const { tour, target } = tourWithFigures();
      const some = (matches: (product: TourProduct) => unknown) => tour.filter(matches).length;
      expect(new Set(tour.map((product) => product.product_key)).size).toBe(9);
      for (const { offers } of tour)
        expect(offers.some(({ retailer }) => isSampleRecheckable(retailer))).toBe(true);
      expect(tour[0]?.grade).toMatch(/^A/);
      expect(tour[0]?.below_median30).toBeGreaterThanOrEqual(5);
      expect(target?.price).toBeGreaterThanOrEqual(tour[1]?.best?.price ?? Number.NaN);
      expect(some(({ best }) => best === null)).toBe(1);
      expect(
        some(
          ({ best, usual_high: high, grade }) =>
            best && high && best.price > high && /^[DF]/.test(grade ?? ""),
        ),
      ).toBeGreaterThan(0);
      expect(
        some(
          ({ best, condition, offers }) =>
            condition === "new" &&
            offers.some(
              (offer) => offer.condition === "refurbished" && offer.priceMinor < 100 * (best?.price ?? 0),
            ),
        ),
      ).toBeGreaterThan(0);
      expect(
        some((product) => {
          const price = product.best?.price ?? Number.NaN;
          const recent = recentPricesOf(product);
          return (
            /^C/.test(product.grade ?? "") &&
            Math.abs(product.below_median30 ?? 100) < 5 &&
            Math.max(...recent) > 1.15 * price &&
            (recent[0] ?? 0) < 1.05 * price
          );
        }),
      ).toBeGreaterThan(0);
    },
  );

  it("sets a target that is reached at once and alerts with its reason, and takes all of it along", async () => {
    const engine = await startShopEngine([], { listenerPort: 0 });
    const before = rowCounts(engine.db);
    await engine.call("sample.load", {});
    const tour = await engine.call("sample.tour", {});
    if (!tour.ok || tour.data.target === null) throw new Error("The tour has no target.");
    const { product_keys: keys, target } = tour.data;
    const [, productKey = ""] = keys;
    await engine.call("schedules.put", { ids: keys, schedule: "daily" });
    const trigger = { kind: "target", ...target } as const;
    await engine.call("rules.save_many", { product_keys: [productKey], trigger });
    await engine.call("products.check", { product_key: productKey });
    const alerts = () => readAlerts(engine);
    await until(async () => (await alerts()).length > 0);
    expect(await alerts()).toEqual([[expect.any(String), expect.stringContaining("your target of")]]);

    await engine.call("sample.remove", {});
    expect(await alerts()).toEqual([]);
    const left = rowCounts(engine.db);
    for (const table of ["product", "schedule", "inbox", "alert_rule", "alert_memory"])
      expect([table, left[table]]).toEqual([table, before[table]]);
  });
});
