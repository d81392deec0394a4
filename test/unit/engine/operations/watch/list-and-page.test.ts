import fc from "fast-check";
import { expect, it } from "vitest";
import { addConditionPoint } from "../../../../../src/main/engine/db/prices/condition-point.js";
import {
  countedTerms,
  deleteCountedTerm,
  insertCountedTerm,
} from "../../../../../src/main/engine/db/prices/counted-term.js";
import { offerByPublicId } from "../../../../../src/main/engine/db/prices/offer.js";
import { replacePoints } from "../../../../../src/main/engine/db/prices/price-history.js";
import { change, type WriteDb, write } from "../../../../../src/main/engine/db/store.js";
import type { PricePoint } from "../../../../../src/main/engine/domain/price-point.js";
import { priceStatistics } from "../../../../../src/main/engine/operations/prices/statistics.js";
import { watchedRows } from "../../../../../src/main/engine/operations/watch/list.js";
import type { PriceStatistics } from "../../../../../src/shared/app/statistics.js";
import type { WatchRow } from "../../../../../src/shared/app/watch.js";
import { tideLevels, tideStand } from "../../../../../src/shared/tide/geometry.js";
import { DAY_MS } from "../../../../../src/shared/time.js";
import { productKey, startMs, WatchedProduct } from "../alerts/watched-product.js";

const ids = ["a", "b"] as const;
const daysAgo = fc.oneof(fc.nat(40), fc.nat(800));
const fewPrices = fc.constantFrom(900, 1_000, 1_050, 1_500, 2_000);
const histories = fc.record({
  points: fc.tuple(...ids.map(() => fc.array(fc.tuple(daysAgo, fewPrices, fc.nat(6)), { maxLength: 10 }))),
  /** What members pay at the first shop, and since when that counts for the owner. */
  member: fc.option(fc.record({ price: fewPrices, statedDaysAgo: daysAgo, countsDaysAgo: daysAgo })),
  target: fc.option(fewPrices),
  addedDaysAgo: daysAgo,
});
type History = typeof histories extends fc.Arbitrary<infer T> ? T : never;

const retailerOf = (id: string) => `${id}.example`;
const timeOf = (days: number) => startMs - days * DAY_MS;

function toPoints(list: History["points"][number]): PricePoint[] {
  const byTime = new Map(list.map(([days, priceMinor, stock]) => [timeOf(days), { priceMinor, stock }]));
  return [...byTime]
    .sort(([a], [b]) => a - b)
    .map(([atMs, { priceMinor, stock }]) => ({ atMs, priceMinor, availability: stock === 0 ? 2 : 1 }));
}

function save(tx: WriteDb, { points, member, addedDaysAgo }: History): void {
  for (const term of countedTerms(tx)) deleteCountedTerm(tx, term);
  change(tx, "DELETE FROM condition_point");
  change(tx, "UPDATE schedule SET created_at = ?", timeOf(addedDaysAgo));
  ids.forEach((publicId, i) => {
    const { id } = offerByPublicId(tx, publicId) ?? { id: 0 };
    const own = toPoints(points[i] ?? []);
    const last = own.at(-1) ?? { priceMinor: 5_000, availability: 2 };
    replacePoints(tx, id, own);
    const values = [last.priceMinor, last.availability, id];
    change(tx, "UPDATE offer SET price_minor = ?, availability = ? WHERE id = ?", ...values);
  });
  const first = offerByPublicId(tx, "a");
  if (member === null || first === undefined) return;
  const atMs = timeOf(member.statedDaysAgo);
  addConditionPoint(tx, first.id, { kind: "member", atMs, priceMinor: member.price, words: "Members" });
  const sinceMs = timeOf(member.countsDaysAgo);
  insertCountedTerm(tx, { kind: "member", retailer: retailerOf("a"), sinceMs });
}

function expectSame(row: WatchRow, page: PriceStatistics): void {
  const { verdict, current, year } = page;
  expect(row.best?.price).toBe(current?.price);
  if (current === null) return;
  expect(row).toMatchObject({
    grade: verdict.grade,
    days_of_history: page.days_of_history,
    change_since_added: page.change_since_added,
    low: year?.low.price,
    high: year?.high.price,
    usual_low: year?.usual?.low ?? null,
    usual_high: year?.usual?.high ?? null,
  });
  expect(row.target?.price ?? null).toBe(verdict.target);
  expect(verdict.kind === "target").toBe(verdict.target !== null && current.price <= verdict.target);
  // The lowest of all time, with or without a condition.
  if (row.is_lowest_ever) expect(current.price).toBe(page.lowest?.price);
  if (verdict.kind === "great" || verdict.kind === "good")
    expect(tideStand(tideLevels(page))).not.toMatch(/^(aboveUsual|nearHighest|highest)$/);
  const median = verdict.facts.find((fact) => fact.kind === "against_median");
  if (median !== undefined) expect(Math.round(row.below_median30 ?? Number.NaN)).toBe(median.percent);
  expect(page.known_days).toBeGreaterThanOrEqual(page.days_of_history);
}

it("the list says of any history what the page says, of prices with a condition, too", async () => {
  const owner = await WatchedProduct.open(...ids.map((id) => ({ id, retailer: retailerOf(id) })));
  const context = { ...owner.context, sources: [] };
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      write(owner.db, (tx) => {
        save(tx, history);
        change(tx, "DELETE FROM alert_rule");
      });
      if (history.target !== null)
        owner.save({ kind: "target", price: history.target / 100, currency: "USD" });
      const [row] = (await watchedRows(context, { product_keys: [productKey] })).rows;
      if (row === undefined) throw new Error("The product is not watched.");
      expectSame(row, priceStatistics(context, { product_key: productKey }));
    }),
    {
      numRuns: process.env.TIDEMARK_LONG === "1" ? 10_000 : 100,
      // A condition that counts since this moment, and changes nothing.
      examples: [
        [
          {
            points: [[], [[1, 900, 1]]],
            member: { price: 900, statedDaysAgo: 0, countsDaysAgo: 0 },
            target: null,
            addedDaysAgo: 0,
          },
        ],
      ],
    },
  );
}, 600_000);
