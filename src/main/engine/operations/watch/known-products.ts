import { maxOf, minOf } from "../../../../shared/arrays.js";
import { localDay } from "../../../../shared/time.js";
import { rulesOfProduct } from "../../db/alerts/alert-rule.js";
import { firstPageMs } from "../../db/pages/tracked-page.js";
import { offersOfProduct, type StoredOffer } from "../../db/prices/offer.js";
import { readColumns } from "../../db/prices/price-history.js";
import { productById, productIdByKey } from "../../db/products/product.js";
import { tagKey, tagsOfProduct } from "../../db/products/tag.js";
import type { ReadDb } from "../../db/store.js";
import { openPurchase, type StoredPurchase } from "../../db/watch/purchase.js";
import { type StoredSchedule, schedulesOfAccount } from "../../db/watch/schedule.js";
import { everyUnwatched, unwatchedProducts } from "../../db/watch/watch-list.js";
import { type BestPriceHistory, offersHistory } from "../../domain/best-price.js";
import { isoOrNull } from "../../domain/clock.js";
import { fromMinor, isUnpriced } from "../../domain/money.js";
import { paidFields } from "../../domain/paid-price.js";
import { fromAvailabilityCode } from "../../domain/price-point.js";
import { canBeReturned } from "../../domain/purchase.js";
import { clipSpans } from "../../domain/step-series.js";
import { paidOffers } from "../prices/paid-offers.js";
import { bestBuyableOffer, statedPrice, targetCurrency } from "../products/best-offer.js";
import { offersToCompare } from "./figures.js";
import type { WatchContext } from "./list.js";
import { targetOf } from "./row.js";
import { findSource, lastChecks } from "./schedule-run.js";

/** A purchase as the command line states it. */
export function statePurchase({ priceMinor, currency, boughtOn, returnUntil }: StoredPurchase) {
  return { price: fromMinor(priceMinor), currency, on: boughtOn, return_until: returnUntil };
}

/** With several shops, a failed check before the others. */
function lastCheck(db: ReadDb, offers: readonly StoredOffer[]) {
  const checks = [...lastChecks(db, offers).values()].sort((a, b) => b.checkedMs - a.checkedMs);
  const check = checks.find(({ outcome }) => outcome !== "ok") ?? checks[0];
  if (check === undefined) return null;
  return { at: new Date(check.checkedMs).toISOString(), outcome: check.outcome, reason: check.detail };
}

function cheapest(offers: readonly StoredOffer[]): StoredOffer | undefined {
  return offers.toSorted((a, b) => a.priceMinor - b.priceMinor)[0];
}

/** The bounds of the best price ever, and the best price when the product was added; null if it was sold out then. */
function priceFields({ spans, sinceMs, presentMs }: BestPriceHistory<StoredOffer>, addedMs: number | null) {
  const lowest = minOf(spans.map(({ priceMinor }) => priceMinor));
  const highest = maxOf(clipSpans(spans, sinceMs, presentMs).map(({ priceMinor }) => priceMinor));
  const added = spans.find(({ fromMs, toMs }) => addedMs !== null && fromMs <= addedMs && addedMs < toMs);
  return {
    lowest: lowest === null ? null : fromMinor(lowest),
    highest: highest === null ? null : fromMinor(highest),
    added_at: isoOrNull(addedMs),
    added_price: added === undefined ? null : fromMinor(added.priceMinor),
  };
}

/** What is known of a product. Amounts are in `currency`, that of its best price, or of a sold-out one. */
function describeProduct(
  { db, clock, accountId, sources }: WatchContext,
  productId: number,
  schedule: StoredSchedule | null,
) {
  const product = productById(db, productId)?.product;
  if (product === undefined) return null;
  const offers = paidOffers(db, offersOfProduct(db, productId));
  const rules = rulesOfProduct(db, productId).filter(({ isEnabled }) => isEnabled);
  const retailer = schedule?.retailer ?? null;
  const best = bestBuyableOffer(offers, { retailer, currency: targetCurrency(rules) });
  const compared = offersToCompare(offers, { retailer, best });
  const shown = best ?? cheapest(compared) ?? offers.find(isUnpriced);
  const history = offersHistory(compared, {
    columnsOf: ({ id }) => readColumns(db, id),
    nowMs: clock.now(),
  });
  const purchase = openPurchase(db, productId);
  const isSkipped = purchase !== undefined && !canBeReturned(purchase, localDay(clock.now()));
  const checked = offers.filter((offer) => retailer === null || offer.retailer === retailer);
  return {
    product_key: product.service,
    title: product.title,
    ...(shown === undefined
      ? { price: null, currency: null }
      : { ...statedPrice(shown), ...paidFields(shown) }),
    availability: shown === undefined ? null : fromAvailabilityCode(shown.availability),
    retailer: shown?.retailer ?? null,
    shops: new Set(offers.map((offer) => offer.retailer)).size,
    ...priceFields(history, schedule?.createdMs ?? firstPageMs(db, productId)),
    target: targetOf(rules, best)?.price ?? null,
    every: isSkipped ? null : (schedule?.cadence ?? null),
    next_check_at: isSkipped ? null : isoOrNull(schedule?.dueMs ?? null),
    last_check: lastCheck(db, checked),
    checkable: checked.some((offer) => findSource(sources, offer) !== undefined),
    tags: tagsOfProduct(db, accountId, productId),
    bought: purchase === undefined ? null : statePurchase(purchase),
  };
}

export type KnownProduct = NonNullable<ReturnType<typeof describeProduct>>;

/**
 * What is known of the products that the account watches, in the order in which they were added, then of those that were
 * added by link and are not watched. With `tag`, only of the products that have it.
 */
export function* knownProducts(context: WatchContext, tag?: string): Generator<KnownProduct> {
  const { db, accountId } = context;
  const watched = schedulesOfAccount(db, accountId).map((schedule) => ({
    productId: schedule.productId,
    schedule,
  }));
  const unwatched = unwatchedProducts(db, accountId, everyUnwatched)
    .flatMap(({ productKey }) => productIdByKey(db, productKey) ?? [])
    .map((productId) => ({ productId, schedule: null }));
  for (const { productId, schedule } of [...watched, ...unwatched]) {
    const known = describeProduct(context, productId, schedule);
    const isWanted = tag === undefined || known?.tags.some((each) => tagKey(each) === tagKey(tag)) === true;
    if (known !== null && isWanted) yield known;
  }
}
