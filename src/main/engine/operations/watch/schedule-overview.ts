import type { ScheduleOverview } from "../../../../shared/app/alerts.js";
import { localDay } from "../../../../shared/time.js";
import { offersOfProduct } from "../../db/prices/offer.js";
import { lastCheckOfOffer } from "../../db/prices/offer-check.js";
import { productById } from "../../db/products/product.js";
import type { ReadDb } from "../../db/store.js";
import {
  type StoredSchedule,
  scheduleOfProduct,
  schedulesOfAccount,
  schedulesPastReturn,
} from "../../db/watch/schedule.js";
import { isoOrNull } from "../../domain/clock.js";
import type { Source } from "../../sources/source.js";
import { paidOffers } from "../prices/paid-offers.js";
import { bestBuyableOffer, toBestPrice, wantedOf } from "../products/best-offer.js";
import { requireProductId } from "../products/require-product.js";
import type { Operation } from "../request/context.js";
import type { WatchContext } from "./list.js";
import { scheduleFields } from "./row.js";
import { checkableOffers } from "./schedule-run.js";

function distinctRetailers(offers: readonly { readonly retailer: string }[]): string[] {
  return [...new Set(offers.map(({ retailer }) => retailer))].sort();
}

function toOverview(
  db: ReadDb,
  sources: readonly Source[],
  schedule: StoredSchedule,
): ScheduleOverview | null {
  const product = productById(db, schedule.productId)?.product;
  if (product === undefined) return null;
  const offers = checkableOffers(db, sources, schedule);
  const checks = offers.flatMap(({ id, retailer }) => {
    const check = lastCheckOfOffer(db, id);
    if (check === undefined) return [];
    const { outcome, detail, checkedMs, lastGoodMs, failures } = check;
    const times = { checked_at: new Date(checkedMs).toISOString(), last_good_at: isoOrNull(lastGoodMs) };
    return [{ retailer, outcome, detail, failures, ...times }];
  });
  const wanted = wantedOf(db, schedule.productId, schedule.retailer);
  const best = bestBuyableOffer(paidOffers(db, offersOfProduct(db, schedule.productId)), wanted);
  return {
    product_key: product.service,
    title: product.title,
    category: product.category ?? null,
    image: product.images?.[0] ?? null,
    best: best ? toBestPrice(best) : null,
    ...scheduleFields(schedule),
    checked_retailers: distinctRetailers(offers),
    checks,
  };
}

/** The account's schedules with the state of their checks, soonest first; or one product's. None that are skipped. */
export const scheduleOverview: Operation<"schedules.overview", WatchContext> = (context, { product_key }) => {
  const { db, accountId, clock, sources } = context;
  const productId = product_key === undefined ? null : requireProductId(db, product_key);
  const schedules =
    productId === null
      ? schedulesOfAccount(db, accountId).sort((a, b) => a.dueMs - b.dueMs)
      : [scheduleOfProduct(db, accountId, productId)].filter((each) => each !== undefined);
  const skipped = new Set(schedulesPastReturn(db, localDay(clock.now())).map(({ id }) => id));
  const checkable = productId === null ? [] : checkableOffers(db, sources, { productId, retailer: null });
  return {
    schedules: schedules.flatMap((each) =>
      skipped.has(each.id) ? [] : (toOverview(db, sources, each) ?? []),
    ),
    checkable_retailers: distinctRetailers(checkable),
  };
};
