import { conditionPoints } from "../../db/prices/condition-point.js";
import { eachDeal } from "../../db/prices/deal.js";
import { offersOfProduct, type StoredOffer } from "../../db/prices/offer.js";
import { readAllPoints } from "../../db/prices/price-history.js";
import { samplesOfOffers } from "../../db/prices/price-sample.js";
import { eachProduct } from "../../db/products/product.js";
import { reviewOfProduct } from "../../db/products/review.js";
import type { ReadDb } from "../../db/store.js";
import { fromMinor, isUnpriced } from "../../domain/money.js";
import type { CatalogueSample } from "../../sources/catalogue/line.js";
import { toContractOffer, toContractPoint, toStatedSample } from "../products/read-offers.js";

/** An offer in the import format; flags appear only if they differ from the defaults. */
function exportedOffer(db: ReadDb, offer: StoredOffer) {
  const samples: CatalogueSample[] = samplesOfOffers(db, [offer.id]).map(toStatedSample);
  const conditions = conditionPoints(db, offer.id).map(({ kind, atMs, priceMinor, words }) => {
    const price = priceMinor === null ? null : fromMinor(priceMinor);
    return { kind, price, words, timestamp: new Date(atMs).toISOString() };
  });
  const history = readAllPoints(db, offer.id).map((point) => toContractPoint(point, offer.currency));
  return {
    ...toContractOffer(offer, history),
    ...(offer.isTrusted ? {} : { trusted: false }),
    ...(offer.isValid ? {} : { valid: false }),
    ...(offer.isAuction ? { auction: true } : {}),
    ...(samples.length === 0 ? {} : { samples }),
    ...(conditions.length === 0 ? {} : { conditions }),
  };
}

type ExportedOffer = ReturnType<typeof exportedOffer>;

/** About 2.5 MB of JSON, well below the import's limit. */
const maxPointsPerLine = 20_000;

/** The offer in parts, the newest points first: an import takes the newest one for the present price. */
function splitHistory(offer: ExportedOffer): ExportedOffer[] {
  const { history = [] } = offer;
  if (history.length <= maxPointsPerLine) return [offer];
  const parts: ExportedOffer[] = [];
  for (let end = history.length; end > 0; end -= maxPointsPerLine)
    parts.push({ ...offer, history: history.slice(Math.max(0, end - maxPointsPerLine), end) });
  return parts;
}

/** The offers of each line of a product: all of them on one, unless they have very many points. */
function splitOffers(offers: readonly ExportedOffer[]): ExportedOffer[][] {
  const lines: ExportedOffer[][] = [];
  let line: ExportedOffer[] = [];
  let points = 0;
  for (const part of offers.flatMap(splitHistory)) {
    const own = part.history?.length ?? 0;
    if (line.length > 0 && points + own > maxPointsPerLine) {
      lines.push(line);
      line = [];
      points = 0;
    }
    line.push(part);
    points += own;
  }
  return [...lines, line];
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
      const priced = offersOfProduct(db, id).filter((offer) => !isUnpriced(offer));
      const offers = priced.map((offer) => exportedOffer(db, offer));
      for (const [i, part] of splitOffers(offers).entries())
        yield JSON.stringify({
          type: "product",
          ...product,
          offers: part,
          ...(review === null || i > 0 ? {} : { review }),
        });
    }
    for (const { deal, category } of eachDeal(db))
      yield JSON.stringify({ type: "deal", ...deal, ...(category === null ? {} : { category }) });
  } finally {
    db.connection.exec("COMMIT");
  }
}
