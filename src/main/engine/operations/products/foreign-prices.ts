import type { AppOutput, AppRequest } from "../../../../shared/app/operations.js";
import { groupBy } from "../../../../shared/group-by.js";
import { offersOfProduct } from "../../db/prices/offer.js";
import { readAllPoints } from "../../db/prices/price-history.js";
import { productIdByKey } from "../../db/products/product.js";
import { scheduleOfProduct } from "../../db/watch/schedule.js";
import { dropRepeats } from "../../domain/price-point.js";
import { offerStatistics, type StatisticsContext } from "../prices/statistics.js";
import { ContractError } from "../request/contract-error.js";
import { shownCurrency, trustedOffers, wantedOf } from "./best-offer.js";
import { toContractOffer, toContractPoint } from "./read-offers.js";

/**
 * A product's offers in currencies other than the API's dollars, grouped by currency with separate
 * statistics. Exchange rates change, so currencies never share a history. Throws `ERR_PRODUCT_NOT_FOUND`.
 */
export function foreignPrices(
  context: StatisticsContext,
  { product_key: productKey }: AppRequest<"offers.foreign">,
): AppOutput<"offers.foreign"> {
  const { db, accountId } = context;
  const productId = productIdByKey(db, productKey);
  if (productId === undefined)
    throw new ContractError("ERR_PRODUCT_NOT_FOUND", `Unknown product ${productKey}.`);
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
          : dropRepeats(readAllPoints(db, offer.id)).map((point) => toContractPoint(point, currency)),
      ),
    ),
    statistics: offerStatistics(context, productId, offers, currency),
  }));
  const retailer = scheduleOfProduct(db, accountId, productId)?.retailer ?? null;
  return { currencies, shown_currency: shownCurrency(all, wantedOf(db, productId, retailer)) };
}
