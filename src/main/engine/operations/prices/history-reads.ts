import type { AppOperation, AppOutput, AppRequest } from "../../../../shared/app/operations.js";
import type { ContractOperation } from "../../../../shared/contract/operations.js";
import { productIdByKey } from "../../db/products/product.js";
import type { ReadDb } from "../../db/store.js";
import { foreignPrices } from "../products/foreign-prices.js";
import { haveManyPoints } from "../products/heavy-requests.js";
import { readFigures } from "../products/search.js";
import { priceStatistics, type StatisticsContext } from "./statistics.js";

type HistoryRead = "app.statistics" | "offers.foreign" | "products.figures";

type HistoryReads = {
  readonly [K in HistoryRead]: (context: StatisticsContext, request: AppRequest<K>) => AppOutput<K>;
};

/** The app's operations that read whole histories, with so little else that a thread can run them, too. */
export const historyReads: HistoryReads = {
  "app.statistics": (context, { product_key: productKey }) => priceStatistics(context, productKey),
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
