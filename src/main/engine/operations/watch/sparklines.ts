import type { AppRequest } from "../../../../shared/app/operations.js";
import { maxSparklinePoints, type Sparkline } from "../../../../shared/app/watch.js";
import { DAY_MS } from "../../../../shared/time.js";
import { offersOfProduct } from "../../db/prices/offer.js";
import { firstPointTimes, readColumnsByOffer } from "../../db/prices/price-history.js";
import { productIdByKey } from "../../db/products/product.js";
import type { ReadDb } from "../../db/store.js";
import { scheduleOfProduct } from "../../db/watch/schedule.js";
import { offersHistory, type PointColumns, toColumns } from "../../domain/best-price.js";
import { fromMinor } from "../../domain/money.js";
import { downsample, sparkPoints } from "../../domain/sparkline.js";
import { clipSpans } from "../../domain/step-series.js";
import { paidOffers } from "../prices/paid-offers.js";
import { bestBuyableOffer, wantedOf } from "../products/best-offer.js";
import { readInTurns } from "../products/heavy-requests.js";
import type { AccountContext, AsyncOperation } from "../request/context.js";
import { type BulkHistory, firstPriceMs, offersToCompare } from "./figures.js";

/** The offers that a row of the watch list compares; for an unwatched product, those of all shops. */
function findSparklineOffers(db: ReadDb, accountId: number, productKey: string) {
  const productId = productIdByKey(db, productKey);
  if (productId === undefined) return null;
  const offers = paidOffers(db, offersOfProduct(db, productId));
  const retailer = scheduleOfProduct(db, accountId, productId)?.retailer ?? null;
  const best = bestBuyableOffer(offers, wantedOf(db, productId, retailer));
  return { productKey, offers: offersToCompare(offers, { retailer, best }) };
}

function toSparkline(
  { productKey, offers }: NonNullable<ReturnType<typeof findSparklineOffers>>,
  columns: ReadonlyMap<number, PointColumns>,
  { days, ...times }: Pick<BulkHistory, "firstTimes" | "nowMs"> & { readonly days: number },
): Sparkline {
  const { spans, sinceMs, presentMs } = offersHistory(offers, {
    columnsOf: ({ id }) => columns.get(id) ?? toColumns([]),
    nowMs: times.nowMs,
    firstMs: firstPriceMs(offers, times),
  });
  const recent = clipSpans(spans, Math.max(sinceMs, presentMs - days * DAY_MS), presentMs);
  return {
    product_key: productKey,
    currency: offers[0]?.currency ?? "USD",
    points: downsample(sparkPoints(recent, presentMs), maxSparklinePoints).map(([atMs, priceMinor]) => [
      atMs,
      priceMinor === null ? null : fromMinor(priceMinor),
    ]),
  };
}

/** The recent best prices of some products, thinned out for a small chart. */
export function readSparklines(
  { db, clock, accountId }: AccountContext,
  { product_keys, days }: AppRequest<"watch.sparklines">,
): Sparkline[] {
  const nowMs = clock.now();
  const wanted = product_keys.flatMap((productKey) => findSparklineOffers(db, accountId, productKey) ?? []);
  const ids = wanted.flatMap(({ offers }) => offers.map(({ id }) => id));
  const columns = readColumnsByOffer(db, ids, nowMs - days * DAY_MS);
  const firstTimes = firstPointTimes(db, ids);
  return wanted.map((each) => toSparkline(each, columns, { days, nowMs, firstTimes }));
}

export const listSparklines: AsyncOperation<"watch.sparklines", AccountContext> = async (
  context,
  { product_keys: keys, days },
) => {
  const products = [...new Set(keys)].map((key) => [productIdByKey(context.db, key) ?? 0, key] as const);
  const lines = await readInTurns(context.db, products, (part) =>
    readSparklines(context, { product_keys: [...part], days }),
  );
  return { lines };
};
