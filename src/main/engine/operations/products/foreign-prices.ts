import type { ForeignPrices } from "../../../../shared/app/pages.js";
import { groupBy } from "../../../../shared/group-by.js";
import { offersOfProduct, type StoredOffer } from "../../db/offer.js";
import { readAllPoints } from "../../db/price-history.js";
import { productIdByKey } from "../../db/product.js";
import type { ReadDb } from "../../db/store.js";
import { dropRepeats } from "../../domain/price-point.js";
import { offerStatistics, type StatisticsContext } from "../prices/statistics.js";
import { ContractError } from "../request/contract-error.js";
import { toContractOffer, toContractPoint } from "./read-offers.js";

/** Offers that the API would return if they were in dollars. */
function foreignOffers(db: ReadDb, productId: number): StoredOffer[] {
  return offersOfProduct(db, productId).filter(
    ({ currency, isTrusted, isValid }) => currency !== "USD" && isTrusted && isValid,
  );
}

/**
 * A product's offers in currencies other than the API's dollars, grouped by currency with separate
 * statistics. Exchange rates change, so currencies never share a history. Throws `ERR_PRODUCT_NOT_FOUND`.
 */
export function foreignPrices(context: StatisticsContext, productKey: string): ForeignPrices[] {
  const { db } = context;
  const productId = productIdByKey(db, productKey);
  if (productId === undefined)
    throw new ContractError("ERR_PRODUCT_NOT_FOUND", `Unknown product ${productKey}.`);
  const byCurrency = groupBy(foreignOffers(db, productId), ({ currency }) => currency);
  return [...byCurrency].sort().map(([currency, offers]) => ({
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
}
