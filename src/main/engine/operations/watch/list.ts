import type { AppOutput } from "../../../../shared/app/operations.js";
import type { WatchRow } from "../../../../shared/app/watch.js";
import { groupBy, minOf } from "../../../../shared/arrays.js";
import { DAY_MS } from "../../../../shared/time.js";
import { activeRulesOfProducts, type StoredRule } from "../../db/alerts/alert-rule.js";
import { orderingsOfOffers } from "../../db/pages/tracked-page.js";
import { enteredOffers } from "../../db/prices/history-edit.js";
import { offersOfProducts, type StoredOffer } from "../../db/prices/offer.js";
import { lastChecksOfOffers } from "../../db/prices/offer-check.js";
import { heldPrices } from "../../db/prices/recording-state.js";
import { tagsOfProducts } from "../../db/products/tag.js";
import type { ReadDb } from "../../db/store.js";
import {
  countWatchedProducts,
  unwatchedProducts,
  type WatchedProduct,
  watchedProductsAfter,
  watchedProductsAmong,
} from "../../db/watch/watch-list.js";
import { fromMinor } from "../../domain/money.js";
import { cadenceMs } from "../../domain/schedule-times.js";
import type { Source } from "../../sources/source.js";
import { paidOffers } from "../prices/paid-offers.js";
import { bestBuyableOffer, bestElsewhere, targetCurrency, targetsIn } from "../products/best-offer.js";
import { readInTurns } from "../products/heavy-requests.js";
import type { AccountContext, AsyncOperation, Operation } from "../request/context.js";
import { computeFigures, noFigures, offersToCompare, readBulkHistory } from "./figures.js";
import { pagesToVisit, summarizeHealth } from "./health.js";
import { ownFields } from "./row.js";
import { findSource } from "./schedule-run.js";

export interface WatchContext extends AccountContext {
  readonly sources: readonly Source[];
}

/** A product with its offers, and those that its schedule covers. */
interface RowSource {
  readonly product: WatchedProduct;
  readonly rules: readonly StoredRule[];
  readonly retailers: readonly string[];
  readonly scheduled: readonly StoredOffer[];
  readonly best: StoredOffer | undefined;
  readonly elsewhere: StoredOffer | undefined;
  readonly compared: readonly StoredOffer[];
  readonly comparedElsewhere: readonly StoredOffer[];
}

function toRowSource(
  product: WatchedProduct,
  offers: readonly StoredOffer[],
  rules: readonly StoredRule[],
): RowSource {
  const { retailer } = product.schedule;
  const best = bestBuyableOffer(offers, { retailer, currency: targetCurrency(rules) });
  const elsewhere = bestElsewhere(offers, best, retailer);
  return {
    product,
    rules,
    retailers: [...new Set(offers.map((offer) => offer.retailer))],
    scheduled: offers.filter((offer) => retailer === null || offer.retailer === retailer),
    best,
    elsewhere,
    compared: offersToCompare(offers, { retailer, best }),
    comparedElsewhere: elsewhere === undefined ? [] : offersToCompare(offers, { retailer, best: elsewhere }),
  };
}

/** Reads the data of many rows with a handful of statements. */
function readRowData({ db, clock, accountId }: WatchContext, rowSources: readonly RowSource[]) {
  const products = rowSources.map(({ product }) => product.schedule.productId);
  const compared = rowSources.flatMap((part) => [...part.compared, ...part.comparedElsewhere]);
  const comparedIds = compared.map(({ id }) => id);
  const bestIds = rowSources.flatMap(({ best }) => best?.id ?? []);
  const scheduledIds = rowSources.flatMap((part) => part.scheduled.map(({ id }) => id));
  return {
    history: readBulkHistory(db, compared, clock.now()),
    checks: lastChecksOfOffers(db, scheduledIds),
    entered: enteredOffers(db, bestIds),
    orderings: orderingsOfOffers(db, bestIds),
    held: heldPrices(db, comparedIds),
    tags: tagsOfProducts(db, accountId, products),
  };
}

/** The lowest price that awaits a second check, if it is the best shop's or would be the best one. */
function lowestHeld(
  { best, compared }: RowSource,
  held: ReturnType<typeof heldPrices>,
): WatchRow["held_price"] {
  const prices = compared.flatMap(({ id }) => {
    const price = held.get(id);
    return price !== undefined && best && (id === best.id || price < best.priceMinor) ? [price] : [];
  });
  const lowest = minOf(prices);
  return lowest === null ? null : fromMinor(lowest);
}

function buildRow(
  rowSource: RowSource,
  { history, checks, entered, orderings, held, tags }: ReturnType<typeof readRowData>,
  { sources, clock }: Pick<WatchContext, "sources" | "clock">,
): WatchRow {
  const { product, rules, retailers, scheduled, best, elsewhere, compared, comparedElsewhere } = rowSource;
  const { productId, createdMs, cadence } = product.schedule;
  const { change_since_added: changeElsewhere } =
    elsewhere === undefined
      ? noFigures
      : computeFigures(comparedElsewhere, { addedMs: createdMs, targets: [] }, history);
  const checked = scheduled.flatMap((offer) => {
    const check = checks.get(offer.id);
    return check === undefined ? [] : [{ offer, check }];
  });
  const own = ownFields(product, {
    best,
    elsewhere,
    changeElsewhere,
    isEntered: best !== undefined && entered.has(best.id),
    isVisited: best !== undefined && checks.get(best.id)?.visitedMs === best.seenMs,
    ordering: best && orderings.get(best.id),
    rules,
  });
  const targets = best === undefined ? [] : targetsIn(rules, best.currency, best);
  return {
    ...own,
    to_visit: pagesToVisit(checked, Math.max(DAY_MS, cadenceMs[cadence]), clock.now()),
    held_price: lowestHeld(rowSource, held),
    retailers: [...retailers],
    tags: [...(tags.get(productId) ?? [])],
    health: summarizeHealth(scheduled, checked, (offer) => findSource(sources, offer) !== undefined),
    ...(best === undefined ? noFigures : computeFigures(compared, { addedMs: createdMs, targets }, history)),
  };
}

function readRowSources(db: ReadDb, products: readonly WatchedProduct[]): RowSource[] {
  const ids = products.map(({ schedule }) => schedule.productId);
  const all = paidOffers(db, offersOfProducts(db, ids));
  const offers = groupBy(all, ({ productId }) => productId);
  const rules = groupBy(activeRulesOfProducts(db, ids), ({ productId }) => productId);
  return products.map((product) => {
    const { productId } = product.schedule;
    return toRowSource(product, offers.get(productId) ?? [], rules.get(productId) ?? []);
  });
}

function buildRows(context: WatchContext, products: readonly WatchedProduct[]): WatchRow[] {
  const rowSources = readRowSources(context.db, products);
  const data = readRowData(context, rowSources);
  return rowSources.map((part) => buildRow(part, data, context));
}

function readRows(context: WatchContext, products: readonly WatchedProduct[]): Promise<WatchRow[]> {
  const withIds = products.map((product) => [product.schedule.productId, product] as const);
  return readInTurns(context.db, withIds, (part) => buildRows(context, part));
}

/** A page of the watch list. */
export const listWatched: AsyncOperation<"watch.list", WatchContext> = async (
  context,
  { after = 0, limit },
) => {
  const { db, accountId, clock } = context;
  const products = watchedProductsAfter(db, { accountId, after, limit: limit + 1 }, clock.now());
  const page = products.slice(0, limit);
  const next = products.length > limit ? (page.at(-1)?.schedule.id ?? null) : null;
  return { rows: await readRows(context, page), next, total: countWatchedProducts(db, accountId) };
};

/** Selected rows of the watch list; `gone` lists the products that are not watched. */
export const watchedRows: AsyncOperation<"watch.rows", WatchContext> = async (context, { product_keys }) => {
  const distinct = [...new Set(product_keys)];
  const products = watchedProductsAmong(context.db, context.accountId, distinct, context.clock.now());
  const found = new Set(products.map(({ productKey }) => productKey));
  return {
    rows: await readRows(context, products),
    gone: distinct.filter((productKey) => !found.has(productKey)),
  };
};

/** The pages of the best offers in the rows of products. */
export const pagesOfRows: Operation<"watch.pages", WatchContext> = (
  { db, accountId, clock },
  { product_keys },
) => {
  const products = watchedProductsAmong(db, accountId, [...new Set(product_keys)], clock.now());
  const pages = readRowSources(db, products).flatMap(({ product, best }) =>
    best === undefined ? [] : [{ product_key: product.productKey, url: best.url }],
  );
  return { pages };
};

const maxUnwatched = 500;

/** What was added, and is not watched. */
export function listUnwatched({ db, accountId }: WatchContext): AppOutput<"watch.unwatched"> {
  const products = unwatchedProducts(db, accountId, { limit: maxUnwatched, withBought: false });
  return { products: products.map(({ productKey: product_key, ...each }) => ({ product_key, ...each })) };
}
