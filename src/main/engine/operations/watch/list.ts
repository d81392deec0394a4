import type { AppOutput, AppRequest } from "../../../../shared/app/operations.js";
import type { WatchRow } from "../../../../shared/app/watch.js";
import { groupBy } from "../../../../shared/group-by.js";
import { activeRulesOfProducts } from "../../db/alert-rule.js";
import { offersOfProducts, type StoredOffer } from "../../db/offer.js";
import { checksOfOffers } from "../../db/offer-check.js";
import { tagsOfProducts } from "../../db/tag.js";
import { countWatched, type WatchedProduct, watchedAfter, watchedAmong } from "../../db/watch-list.js";
import type { Source } from "../../sources/source.js";
import { bestToBuy } from "../best-offer.js";
import type { OperationContext } from "../context.js";
import { sourceOf } from "../schedule-run.js";
import { figuresOf, offersToCompare, readPast } from "./figures.js";
import { healthOf } from "./health.js";
import { toRow } from "./row.js";

interface WatchContext extends Pick<OperationContext, "db" | "clock"> {
  readonly accountId: number;
  readonly sources: readonly Source[];
}

/** A product with its offers, and those that its schedule covers. */
interface Part {
  readonly product: WatchedProduct;
  readonly own: readonly StoredOffer[];
  readonly best: StoredOffer | undefined;
  readonly compared: readonly StoredOffer[];
}

function partOf(product: WatchedProduct, offers: readonly StoredOffer[]): Part {
  const { retailer } = product.schedule;
  const best = bestToBuy(offers, retailer);
  return {
    product,
    own: offers.filter((offer) => retailer === null || offer.retailer === retailer),
    best,
    compared: offersToCompare(offers, { retailer, best }),
  };
}

/** Reads the data of many rows with a handful of statements. */
function readFor({ db, clock, accountId }: WatchContext, parts: readonly Part[]) {
  const products = parts.map(({ product }) => product.schedule.productId);
  const compared = parts.flatMap((part) => part.compared);
  const own = parts.flatMap((part) => part.own.map(({ id }) => id));
  return {
    past: readPast(db, compared, clock.now()),
    checks: checksOfOffers(db, own),
    tags: tagsOfProducts(db, accountId, products),
    rules: groupBy(activeRulesOfProducts(db, products), ({ productId }) => productId),
  };
}

const nothingToCompare = { change_since_yesterday: null, below_median30: null, is_lowest_ever: false };

function rowOf(
  { product, own, best, compared }: Part,
  { past, checks, tags, rules }: ReturnType<typeof readFor>,
  sources: readonly Source[],
): WatchRow {
  const { productId } = product.schedule;
  const checked = own.flatMap((offer) => {
    const check = checks.get(offer.id);
    return check === undefined ? [] : [{ offer, check }];
  });
  return toRow(product, {
    best,
    rules: rules.get(productId) ?? [],
    tags: [...(tags.get(productId) ?? [])],
    health: healthOf(own, checked, (offer) => sourceOf(sources, offer) !== undefined),
    ...(best === undefined ? nothingToCompare : figuresOf(compared, past)),
  });
}

function rowsOf(context: WatchContext, products: readonly WatchedProduct[]): WatchRow[] {
  const ids = products.map(({ schedule }) => schedule.productId);
  const offers = groupBy(offersOfProducts(context.db, ids), ({ productId }) => productId);
  const parts = products.map((product) => partOf(product, offers.get(product.schedule.productId) ?? []));
  const read = readFor(context, parts);
  return parts.map((part) => rowOf(part, read, context.sources));
}

/** A page of the watch list. */
export function listWatched(
  context: WatchContext,
  { after = 0, limit }: AppRequest<"watch.list">,
): AppOutput<"watch.list"> {
  const { db, accountId, clock } = context;
  const products = watchedAfter(db, { accountId, after, limit: limit + 1 }, clock.now());
  const page = products.slice(0, limit);
  const next = products.length > limit ? (page.at(-1)?.schedule.id ?? null) : null;
  return { rows: rowsOf(context, page), next, total: countWatched(db, accountId) };
}

/** Selected rows of the watch list; `gone` names products that are not watched. */
export function watchedRows(
  context: WatchContext,
  { services }: AppRequest<"watch.rows">,
): AppOutput<"watch.rows"> {
  const distinct = [...new Set(services)];
  const products = watchedAmong(context.db, context.accountId, distinct, context.clock.now());
  const found = new Set(products.map(({ service }) => service));
  return { rows: rowsOf(context, products), gone: distinct.filter((service) => !found.has(service)) };
}
