import type { ProductFigures } from "../../../../shared/app/search.js";
import { groupBy } from "../../../../shared/arrays.js";
import { activeRulesOfProducts } from "../../db/alerts/alert-rule.js";
import { orderingsOfOffers } from "../../db/pages/tracked-page.js";
import { offersOfProducts, type StoredOffer } from "../../db/prices/offer.js";
import { productIdByKey } from "../../db/products/product.js";
import { hasProductText, searchPartialText, titlesAndBrands } from "../../db/products/product-text.js";
import type { ReadDb } from "../../db/store.js";
import { openPurchase } from "../../db/watch/purchase.js";
import { comparableOffers } from "../../domain/best-price.js";
import { parseSearchTerms } from "../../domain/search-terms.js";
import { closestWord, countWords } from "../../domain/spelling.js";
import { paidOffers } from "../prices/paid-offers.js";
import type { Operation, OperationContext, StoreContext } from "../request/context.js";
import {
  type BulkHistory,
  computeFigures,
  noFigures,
  offersToCompare,
  readBulkHistory,
} from "../watch/figures.js";
import { bestBuyableOffer, targetCurrency, targetsIn, toBestPrice, trustedOffers } from "./best-offer.js";

/** Newest products whose words a mistyped one is compared with. */
const maxProducts = 20_000;

function lettersOf(term: string): string {
  return term.replace(/[^\p{L}\p{N}]/gu, "");
}

function correct(db: ReadDb, terms: readonly string[]): readonly string[] {
  const unknown = terms.filter((term) => !hasProductText(db, term));
  if (unknown.length === 0) return terms;
  const known = countWords(titlesAndBrands(db, maxProducts));
  return terms.map((term) => (unknown.includes(term) ? (closestWord(lettersOf(term), known) ?? term) : term));
}

/** Corrects mistyped words; `null` if nothing is found for the corrected ones either. */
export const correctSpelling: Operation<
  "products.spelling",
  Pick<OperationContext, "db"> & { readonly accountId: number }
> = ({ db, accountId }, { q }) => {
  const terms = parseSearchTerms(q);
  const corrected = correct(db, terms);
  const hasMatches = searchPartialText(db, accountId, corrected, { limit: 1, offset: 0 }).total > 0;
  const words = corrected.join(" ");
  return { words: hasMatches && words !== terms.join(" ") ? words : null };
};

interface Compared {
  readonly productKey: string;
  readonly best: StoredOffer | undefined;
  readonly offers: readonly StoredOffer[];
  readonly targets: readonly number[];
  readonly isBought: boolean;
  readonly shops: number;
}

function toFigures(
  { productKey, best, offers, targets, isBought, shops }: Compared,
  history: BulkHistory,
  orderings: ReturnType<typeof orderingsOfOffers>,
): ProductFigures {
  const { change_since_added: _, ...figures } =
    // Only products of the watch list have a time at which they were added.
    best === undefined
      ? noFigures
      : computeFigures(offers, { addedMs: Number.NEGATIVE_INFINITY, targets, isBought }, history);
  return {
    ...figures,
    product_key: productKey,
    best: best ? toBestPrice(best, orderings.get(best.id)) : null,
    condition: best?.condition ?? null,
    shops,
  };
}

/** The best price of products and how it compares with their past, read in bulk. */
export const readFigures: Operation<"products.figures", StoreContext> = ({ db, clock }, { product_keys }) => {
  const ids = new Map(
    [...new Set(product_keys)].map((productKey) => [productKey, productIdByKey(db, productKey)]),
  );
  const known = [...ids].flatMap(([productKey, id]) => (id === undefined ? [] : [{ productKey, id }]));
  const knownIds = known.map(({ id }) => id);
  const offers = groupBy(paidOffers(db, offersOfProducts(db, knownIds)), ({ productId }) => productId);
  const rules = groupBy(activeRulesOfProducts(db, knownIds), ({ productId }) => productId);
  const compared = known.map(({ productKey, id }): Compared => {
    const own = offers.get(id) ?? [];
    const ownRules = rules.get(id) ?? [];
    const best = bestBuyableOffer(own, { retailer: null, currency: targetCurrency(ownRules) });
    const shops = new Set(comparableOffers(trustedOffers(own, null)).map(({ retailer }) => retailer)).size;
    const targets = best === undefined ? [] : targetsIn(ownRules, best.currency, best);
    const isBought = openPurchase(db, id) !== undefined;
    return {
      productKey,
      best,
      shops,
      targets,
      isBought,
      offers: offersToCompare(own, { retailer: null, best }),
    };
  });
  const history = readBulkHistory(
    db,
    compared.flatMap((each) => each.offers),
    clock.now(),
  );
  const orderings = orderingsOfOffers(
    db,
    compared.flatMap(({ best }) => best?.id ?? []),
  );
  return { figures: compared.map((each) => toFigures(each, history, orderings)) };
};
