import { eachDeal } from "../../db/deal.js";
import { offersOfProduct, type StoredOffer } from "../../db/offer.js";
import { readAllPoints } from "../../db/price-history.js";
import { eachProduct } from "../../db/product.js";
import { reviewOfProduct } from "../../db/review.js";
import type { ReadDb } from "../../db/store.js";
import { toContractOffer, toContractPoint } from "../products/read-offers.js";

/** An offer in the import format; flags appear only if they differ from the defaults. */
function exportedOffer(db: ReadDb, offer: StoredOffer) {
  const history = readAllPoints(db, offer.id).map((point) => toContractPoint(point, offer.currency));
  return {
    ...toContractOffer(offer, history),
    ...(offer.isTrusted ? {} : { trusted: false }),
    ...(offer.isValid ? {} : { valid: false }),
    ...(offer.isAuction ? { auction: true } : {}),
  };
}

/**
 * Yields the whole catalogue as lines of JSON, products first, then deals. Reads a single consistent
 * snapshot.
 */
export function* exportCatalogue(db: ReadDb): Generator<string> {
  db.connection.exec("BEGIN");
  try {
    for (const { id, product } of eachProduct(db)) {
      const review = reviewOfProduct(db, id);
      const offers = offersOfProduct(db, id).map((offer) => exportedOffer(db, offer));
      yield JSON.stringify({ type: "product", ...product, offers, ...(review === null ? {} : { review }) });
    }
    for (const { deal, category } of eachDeal(db))
      yield JSON.stringify({ type: "deal", ...deal, ...(category === null ? {} : { category }) });
  } finally {
    db.connection.exec("COMMIT");
  }
}
