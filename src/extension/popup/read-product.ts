import type { AppOutput } from "../../shared/app/operations.js";
import type { AlertRule } from "../../shared/app/rules.js";
import type { PriceStatistics } from "../../shared/app/statistics.js";
import type { Sparkline, WatchRow } from "../../shared/app/watch.js";
import type { Offer } from "../../shared/contract/offer.js";
import { call } from "../engine.js";
import { evaluatePage, type PagePrice } from "../visits.js";

/** The page in the tab, as the engine has read it. */
export interface Shown {
  readonly tabId: number;
  readonly url: string;
  readonly html: string;
  readonly read: AppOutput<"visits.read">;
}

/** What is known about a product. */
export interface Known {
  /** Compares the page's own price; null if it has none in a known currency. */
  readonly statistics: PriceStatistics | null;
  readonly line: Sparkline | undefined;
  readonly row: WatchRow | undefined;
  /** The product's own rules, and a general one for its return to stock. */
  readonly rules: readonly AlertRule[];
  readonly shops: readonly Offer[];
}

export type Reading = Shown["read"]["reading"];

/** Also true for a page that shows a price while out of stock. */
export function isSoldOut(reading: Reading): boolean {
  return reading.kind === "sold-out" || (reading.kind === "price" && reading.availability === "out");
}

type PriceReading = Extract<Reading, { kind: "price" }>;

/** The lowest price whose condition the user meets; undefined if there is none below the page's. */
export function metCondition({
  price,
  conditions,
}: PriceReading): PriceReading["conditions"][number] | undefined {
  const met = conditions.filter((each) => each.counts && each.price < price);
  return met.sort((one, other) => one.price - other.price)[0];
}

/** What the user pays on the page. */
export function pagePrice(reading: Reading): PagePrice | null {
  if (reading.kind !== "price" || reading.currency === null || isSoldOut(reading)) return null;
  return { price: metCondition(reading)?.price ?? reading.price, currency: reading.currency };
}

export function isUsed({ condition }: Offer): boolean {
  return condition !== null && condition !== "new";
}

/** An offer of each other shop, new ones first, then the cheapest; a used one only if the shop has no new one. */
function otherShops(offers: readonly Offer[], host: string): Offer[] {
  const ordered = offers
    .filter(({ retailer, availability }) => retailer !== host && availability !== "out")
    .sort((one, other) => Number(isUsed(one)) - Number(isUsed(other)) || one.price - other.price);
  return [...new Map(ordered.toReversed().map((offer) => [offer.retailer, offer])).values()].reverse();
}

export async function readKnown({ tabId, read, url }: Shown, product_key: string): Promise<Known> {
  const product_keys = [product_key];
  const [statistics, lines, rows, own, foreign, listed] = await Promise.all([
    evaluatePage(tabId, product_key, pagePrice(read.reading)),
    call("watch.sparklines", { product_keys, days: 90 }),
    call("watch.rows", { product_keys }),
    call("offers.get", { ids: product_keys, local_only: true }),
    call("offers.foreign", { product_key }),
    call("rules.list", { product_key }),
  ]);
  const products = [...(own.ok ? own.data.data : []), ...(foreign.ok ? foreign.data.currencies : [])];
  return {
    statistics,
    line: lines.ok ? lines.data.lines[0] : undefined,
    row: rows.ok ? rows.data.rows[0] : undefined,
    rules: listed.ok
      ? listed.data.rules.filter(
          (rule) => rule.product_key === product_key || rule.trigger.kind === "back_in_stock",
        )
      : [],
    shops: otherShops(
      products.flatMap(({ offers }) => offers),
      hostOf(url),
    ),
  };
}

export function hostOf(url: string): string {
  return new URL(url).hostname.replace(/^www\./, "");
}
