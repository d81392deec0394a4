import type { AppOperation, AppOutput, AppRequest } from "../../../../shared/app/operations.js";
import { groupBy } from "../../../../shared/arrays.js";
import type { ContractOperation } from "../../../../shared/contract/operations.js";
import { DAY_MS } from "../../../../shared/time.js";
import { currencyOfShop } from "../../db/pages/tracked-page.js";
import { offersOfProduct } from "../../db/prices/offer.js";
import { readPoints } from "../../db/prices/price-history.js";
import { productIdByKey } from "../../db/products/product.js";
import type { ReadDb } from "../../db/store.js";
import { scheduleOfProduct } from "../../db/watch/schedule.js";
import { dropRepeats } from "../../domain/price-point.js";
import { shownCurrency, trustedOffers, wantedOf } from "../products/best-offer.js";
import { haveManyPoints } from "../products/heavy-requests.js";
import { toContractOffer, toContractPoint } from "../products/read-offers.js";
import { requireProductId } from "../products/require-product.js";
import { readFigures } from "../products/search.js";
import type { AccountContext } from "../request/context.js";
import { offerStatistics, priceStatistics } from "./statistics.js";

type HistoryRead = "app.statistics" | "offers.foreign" | "products.figures";

type HistoryReads = {
  readonly [K in HistoryRead]: (context: AccountContext, request: AppRequest<K>) => AppOutput<K>;
};

/**
 * A product's offers in currencies other than the API's dollars, grouped by currency with separate
 * statistics. Exchange rates change, so currencies never share a history. Throws `ERR_PRODUCT_NOT_FOUND`.
 */
function foreignPrices(
  context: AccountContext,
  { product_key: productKey }: AppRequest<"offers.foreign">,
): AppOutput<"offers.foreign"> {
  const { db, accountId, clock } = context;
  const productId = requireProductId(db, productKey);
  // Like the API's history, without later days: a clock that ran ahead may have left some.
  const untilMs = clock.now() + DAY_MS;
  const all = offersOfProduct(db, productId);
  // Those that the API would return if they were in dollars.
  const foreign = trustedOffers(all, null).filter(({ currency }) => currency !== "USD");
  const byCurrency = groupBy(foreign, ({ currency }) => currency);
  const currencies = [...byCurrency].sort().map(([currency, offers]) => ({
    currency,
    offers: offers.map((offer) =>
      toContractOffer(
        offer,
        offer.isAuction
          ? []
          : dropRepeats(readPoints(db, offer.id, 0, untilMs)).map((point) =>
              toContractPoint(point, currency),
            ),
      ),
    ),
    statistics: offerStatistics(context, productId, { offers, currency }),
  }));
  const retailer = scheduleOfProduct(db, accountId, productId)?.retailer ?? null;
  const wanted = wantedOf(db, productId, retailer);
  // Without a price, that of its target, or else of its shop.
  const expected =
    wanted.currency ?? all.map((offer) => currencyOfShop(db, offer.retailer)).find(Boolean) ?? null;
  return { currencies, shown_currency: shownCurrency(all, wanted) ?? expected };
}

/** The app's operations that read whole histories, and need nothing that a thread lacks. */
export const historyReads: HistoryReads = {
  "app.statistics": priceStatistics,
  "offers.foreign": foreignPrices,
  "products.figures": readFigures,
};

export function isHistoryRead(operation: AppOperation | ContractOperation): operation is HistoryRead {
  return Object.hasOwn(historyReads, operation);
}

/** Whether it can take long to read the histories that a request needs. */
export function isHeavyHistoryRead(db: ReadDb, request: AppRequest<HistoryRead>): boolean {
  const keys = "product_key" in request ? [request.product_key] : request.product_keys;
  const productIds = keys.flatMap((key) => productIdByKey(db, key) ?? []);
  return haveManyPoints(db, productIds);
}
