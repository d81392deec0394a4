import type { AppOutput, AppRequest } from "../../../../shared/app/operations.js";
import { returnableOffers } from "../../db/offer.js";
import { readPointBefore } from "../../db/price-history.js";
import { productIdByKey } from "../../db/product.js";
import type { ReadDb } from "../../db/store.js";
import { toContractPoint } from "./read-offers.js";

/** The contract's history starts with the first change in its window, so a chart asks for the price until then. */
export function readHistoryBefore(
  db: ReadDb,
  { product_key: productKey, before }: AppRequest<"history.before">,
): AppOutput<"history.before"> {
  const productId = productIdByKey(db, productKey);
  const offers = productId === undefined ? [] : returnableOffers(db, productId, null);
  const points = offers.flatMap((offer) => {
    const point = offer.isAuction ? null : readPointBefore(db, offer.id, Date.parse(before));
    return point === null
      ? []
      : [{ offer_id: offer.publicId, point: toContractPoint(point, offer.currency) }];
  });
  return { points };
}
