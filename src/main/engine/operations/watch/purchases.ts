import { thinHistoryDays } from "../../../../shared/app/limits.js";
import type { AppRequest } from "../../../../shared/app/operations.js";
import type { Purchase } from "../../../../shared/app/purchases.js";
import { groupBy, minOf } from "../../../../shared/arrays.js";
import { addDays, DAY_MS, localDay } from "../../../../shared/time.js";
import { trackedPages } from "../../db/pages/tracked-page.js";
import { offersOfProduct, offersOfProducts, type StoredOffer } from "../../db/prices/offer.js";
import { readColumns } from "../../db/prices/price-history.js";
import { productById } from "../../db/products/product.js";
import { type ReadDb, type WriteDb, write } from "../../db/store.js";
import {
  deletePurchase,
  lastPurchase,
  openPurchase,
  purchaseById,
  purchasesOf,
  type StoredPurchase,
  writePurchase,
} from "../../db/watch/purchase.js";
import {
  deleteSchedule,
  scheduleOfProduct,
  schedulesPastReturn,
  setScheduleDue,
} from "../../db/watch/schedule.js";
import { bestQuote, matchesFilter } from "../../domain/alerts/facts.js";
import { offersHistory } from "../../domain/best-price.js";
import { fromMinor, isUnpriced, toMinor } from "../../domain/money.js";
import { canBeReturned, filterOf, type PaidPrice, sumSavings } from "../../domain/purchase.js";
import { nextSlotMs } from "../../domain/schedule-times.js";
import { clipSpans, weightedMedian } from "../../domain/step-series.js";
import { aboutProduct, act } from "../acts/perform-act.js";
import { markForEvaluation } from "../alerts/round.js";
import { paidOffers } from "../prices/paid-offers.js";
import { isEligible, shownCurrency, wantedOf } from "../products/best-offer.js";
import { requireProductId } from "../products/require-product.js";
import { listPriceCheck } from "../products/terms.js";
import type { Operation, StoreContext } from "../request/context.js";
import { refuse } from "../request/contract-error.js";
import { saveSchedule } from "./schedules.js";

/** When a day of this computer's calendar ends. */
function endOfDay(day: string): number {
  return new Date(`${addDays(day, 1)}T00:00`).getTime();
}

function requireDay(on: string, today: string): string {
  if (on <= today && on >= "2000-01-01") return on;
  throw refuse(on > today ? "boughtInFuture" : "boughtTooLongAgo", on);
}

/** The currency of a purchase: one in which a shop charges, if any does. */
function requireCurrency(
  tx: ReadDb,
  productId: number,
  offers: readonly StoredOffer[],
  given: string | undefined,
): string {
  const charged = [...new Set(offers.filter((offer) => !isUnpriced(offer)).map(({ currency }) => currency))];
  const currency = given ?? shownCurrency(offers, wantedOf(tx, productId, null));
  if (currency === null || isUnpriced({ currency })) throw refuse("currencyUnknown");
  if (charged.length > 0 && !charged.includes(currency))
    throw refuse("notCharged", currency, charged.join("/"));
  return currency;
}

/** The lowest list price that a shop states now, without those that are known to be never asked. */
function listPrice(
  tx: ReadDb,
  productId: number,
  offers: readonly StoredOffer[],
  nowMs: number,
): number | null {
  const pages = trackedPages(tx, productId).flatMap(({ offer_id: id, terms }) => {
    const offer = offers.find(({ publicId }) => publicId === id);
    const check = offer && listPriceCheck(tx, offer, terms, nowMs);
    const isNeverAsked = check != null && check.asked + check.asked_copies === 0;
    return offer === undefined || isNeverAsked ? [] : [terms];
  });
  const price = minOf(pages.flatMap((terms) => terms.list_price ?? []));
  return price === null ? null : toMinor(price);
}

/**
 * What new ones cost until the end of a day, as far as that compares with the present price. A price first seen on that day
 * does not tell what they cost earlier.
 */
function pricesBefore(
  tx: ReadDb,
  offers: readonly StoredOffer[],
  { on, nowMs }: { readonly on: string; readonly nowMs: number },
): Pick<PaidPrice, "usualMinor" | "firstMinor"> {
  const history = offersHistory(offers, { columnsOf: ({ id }) => readColumns(tx, id), nowMs });
  const spans = clipSpans(history.spans, history.sinceMs, history.presentMs);
  const [first] = spans;
  const untilMs = Math.min(nowMs, endOfDay(on));
  if (first === undefined || localDay(first.fromMs) >= on) return { usualMinor: null, firstMinor: null };
  const isThin = untilMs - first.fromMs < thinHistoryDays * DAY_MS;
  const median = weightedMedian(clipSpans(spans, untilMs - 365 * DAY_MS, untilMs));
  return { usualMinor: isThin ? null : median, firstMinor: first.priceMinor };
}

/** What was not watched is checked as long as it can be returned. */
function checkUntilReturn(
  tx: WriteDb,
  accountId: number,
  purchase: Omit<StoredPurchase, "id">,
  nowMs: number,
): void {
  const { productId, cadence, watchedRetailer: retailer } = purchase;
  const isScheduled = scheduleOfProduct(tx, accountId, productId) !== undefined;
  if (!isScheduled && canBeReturned(purchase, localDay(nowMs)))
    saveSchedule(tx, { accountId, productId, cadence: cadence ?? "daily", retailer }, nowMs);
}

/** 0 if it cannot be returned. */
function returnDays({ boughtOn, returnUntil }: StoredPurchase): number {
  return returnUntil === null ? 0 : (Date.parse(returnUntil) - Date.parse(boughtOn)) / DAY_MS;
}

/** `known` is the purchase that a request changes, in what it names. */
function toStored(
  tx: ReadDb,
  { productId, known, nowMs }: { productId: number; known: StoredPurchase | undefined; nowMs: number },
  request: AppRequest<"purchases.save">,
): Omit<StoredPurchase, "id" | "cadence" | "watchedRetailer"> {
  const today = localDay(nowMs);
  const boughtOn = requireDay(request.on ?? known?.boughtOn ?? today, today);
  const offers = paidOffers(tx, offersOfProduct(tx, productId));
  const currency = requireCurrency(tx, productId, offers, request.currency ?? known?.currency);
  const retailer = (request.retailer ?? known?.retailer) || null;
  const latest = known ?? lastPurchase(tx);
  const days = request.return_days ?? (latest === undefined ? 0 : returnDays(latest));
  const compared = offers.filter(
    (offer) => isEligible(offer) && matchesFilter(filterOf({ currency }), offer),
  );
  const priceMinor = toMinor(request.price);
  const isAsBefore = known?.currency === currency;
  return {
    productId,
    priceMinor,
    currency,
    boughtOn,
    retailer,
    isOpen: true,
    returnUntil: days === 0 ? null : addDays(boughtOn, days),
    listMinor: (isAsBefore ? known.listMinor : null) ?? listPrice(tx, productId, compared, nowMs),
    ...pricesBefore(tx, compared, { on: boughtOn, nowMs }),
    notifiedMinor: isAsBefore && known.priceMinor === priceMinor ? known.notifiedMinor : null,
  };
}

/** Marks a product as bought, or changes its purchase. Throws `ContractError`. */
export const savePurchase = act("purchases.save", aboutProduct, (tx, { accountId, nowMs }, request) => {
  const productId = requireProductId(tx, request.product_key);
  const known = openPurchase(tx, productId);
  const schedule = scheduleOfProduct(tx, accountId, productId);
  const stored = {
    ...toStored(tx, { productId, known, nowMs }, request),
    cadence: known === undefined ? (schedule?.cadence ?? null) : known.cadence,
    watchedRetailer: known === undefined ? (schedule?.retailer ?? null) : known.watchedRetailer,
  };
  checkUntilReturn(tx, accountId, stored, nowMs);
  markForEvaluation(tx, productId, nowMs);
  const id = writePurchase(tx, known === undefined ? stored : { ...stored, id: known.id });
  const [purchase] = describePurchases(tx, [{ ...stored, id }], nowMs);
  if (purchase === undefined) throw new Error("The purchase is gone.");
  return { purchase };
});

/** Removes a purchase; the product is watched again as before it. An unknown one is ignored. */
export const removePurchase = act(
  "purchases.remove",
  (tx, { id }) => {
    const purchase = purchaseById(tx, id);
    return { title: (purchase && productById(tx, purchase.productId)?.product.title) ?? null, count: 1 };
  },
  (tx, { accountId, nowMs }, { id }) => {
    const purchase = purchaseById(tx, id);
    if (purchase === undefined) return { removed: 0 };
    const { productId, cadence, watchedRetailer: retailer, isOpen } = purchase;
    deletePurchase(tx, id);
    if (!isOpen || openPurchase(tx, productId) !== undefined) return { removed: 1 };
    if (cadence === null) deleteSchedule(tx, accountId, productId);
    else if (scheduleOfProduct(tx, accountId, productId) === undefined)
      saveSchedule(tx, { accountId, productId, cadence, retailer }, nowMs);
    else markForEvaluation(tx, productId, nowMs);
    return { removed: 1 };
  },
);

/** Skips the checks of what can no longer be returned. Its schedule stays for when the purchase is undone or removed. */
export function skipEndedChecks(db: ReadDb, nowMs: number): void {
  const ended = schedulesPastReturn(db, localDay(nowMs), nowMs);
  if (ended.length === 0) return;
  write(db, (tx) => {
    for (const schedule of ended)
      setScheduleDue(tx, schedule.id, nextSlotMs(schedule, nowMs, schedule.cadence));
  });
}

function describePurchases(db: ReadDb, stored: readonly StoredPurchase[], nowMs: number): Purchase[] {
  const today = localDay(nowMs);
  const products = [...new Set(stored.map(({ productId }) => productId))];
  const offers = groupBy(paidOffers(db, offersOfProducts(db, products)), ({ productId }) => productId);
  return stored.flatMap((each) => {
    const product = productById(db, each.productId)?.product;
    if (product === undefined) return [];
    const best = bestQuote(filterOf(each), (offers.get(each.productId) ?? []).filter(isEligible));
    return [
      {
        id: each.id,
        product_key: product.service,
        title: product.title,
        image: product.images?.[0] ?? null,
        category: product.category ?? null,
        price: fromMinor(each.priceMinor),
        currency: each.currency,
        on: each.boughtOn,
        retailer: each.retailer,
        return_until: each.returnUntil,
        can_be_returned: canBeReturned(each, today),
        is_open: each.isOpen,
        now: best?.retailer == null ? null : { price: fromMinor(best.priceMinor), retailer: best.retailer },
      },
    ];
  });
}

const maxListed = 500;

/** What was bought, the latest first, and what it saved. Throws `ERR_PRODUCT_NOT_FOUND`. */
export const listPurchases: Operation<"purchases.list", StoreContext> = ({ db, clock }, { product_key }) => {
  const stored = purchasesOf(db, product_key === undefined ? null : requireProductId(db, product_key));
  const latest = lastPurchase(db);
  return {
    purchases: describePurchases(db, stored.slice(0, maxListed), clock.now()),
    total: stored.length,
    savings: sumSavings(stored),
    return_days: (latest && returnDays(latest)) || null,
  };
};
