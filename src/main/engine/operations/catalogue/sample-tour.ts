import type { AppOutput } from "../../../../shared/app/operations.js";
import type { ProductFigures } from "../../../../shared/app/search.js";
import { offersOfProduct, type StoredOffer } from "../../db/prices/offer.js";
import { productById, sampleProductIds } from "../../db/products/product.js";
import { toMinor } from "../../domain/money.js";
import { availabilityCodes } from "../../domain/price-point.js";
import { isSampleRecheckable } from "../../sources/sample/index.js";
import { trustedOffers } from "../products/best-offer.js";
import { readFigures } from "../products/search.js";
import type { AccountContext } from "../request/context.js";
import { readSparklines } from "../watch/sparklines.js";

interface Candidate extends ProductFigures {
  readonly category: string | undefined;
  readonly offers: readonly StoredOffer[];
}

/** In the order in which products are picked. The second has a target. */
const roles: readonly ((candidate: Candidate, context: AccountContext) => boolean)[] = [
  isBargain,
  isBargain,
  isFakeDiscount,
  ({ best }) => best === null,
  isCheaperRefurbished,
  isAtHighTide,
  ({ grade }) => isGraded(grade, "B"),
  ({ grade }) => isGraded(grade, "C"),
  ({ grade }) => isGraded(grade, "C"),
];

function isGraded(grade: string | null, letters: string): boolean {
  return grade !== null && letters.includes(grade.charAt(0));
}

function isBargain({ grade, condition, below_median30: below }: Candidate): boolean {
  return condition === "new" && isGraded(grade, "A") && (below ?? 0) >= 15;
}

function isAtHighTide({ grade, best, usual_high: high, below_median30: below }: Candidate): boolean {
  return isGraded(grade, "DF") && (best?.price ?? 0) > (high ?? Infinity) && (below ?? 0) < -3;
}

function isCheaperRefurbished({ best, condition, grade, offers }: Candidate): boolean {
  if (best === null || condition !== "new" || !isGraded(grade, "BC")) return false;
  const isCheaper = ({ priceMinor, currency }: StoredOffer) =>
    currency === best.currency && priceMinor < toMinor(best.price);
  const inStock = offers.filter(({ availability }) => availability !== availabilityCodes.out);
  return inStock.some((offer) => offer.condition === "refurbished" && isCheaper(offer));
}

/** At its usual price now, after some days of a higher one, with which a shop compares it. */
function isFakeDiscount(
  { product_key, best, grade, below_median30: below }: Candidate,
  context: AccountContext,
) {
  if (best === null || !isGraded(grade, "C") || Math.abs(below ?? 100) > 4) return false;
  const [line] = readSparklines(context, { product_keys: [product_key], days: 30 });
  const [first = 0, ...later] = line?.points.flatMap(([, price]) => price ?? []) ?? [];
  return first < best.price * 1.05 && later.some((price) => price > best.price * 1.15);
}

/** The sample products that can be checked. */
function findCandidates(context: AccountContext): Candidate[] {
  return sampleProductIds(context.db).flatMap((id) => {
    const product = productById(context.db, id)?.product;
    const offers = trustedOffers(offersOfProduct(context.db, id), null);
    if (product === undefined || !offers.some(({ retailer }) => isSampleRecheckable(retailer))) return [];
    const { figures } = readFigures(context, { product_keys: [product.service] });
    return figures.map((own) => ({ ...own, category: product.category, offers }));
  });
}

/**
 * Products of different categories that show what prices do: a bargain to open first, another one that reaches a target, a
 * discount on a price raised for it, one that is sold out, one cheaper refurbished, one at high tide, and some others.
 */
export function pickSampleTour(context: AccountContext): AppOutput<"sample.tour"> {
  const candidates = findCandidates(context);
  const picked: Candidate[] = [];
  for (const plays of roles) {
    const isNew = ({ category }: Candidate) => picked.every((other) => other.category !== category);
    const found = candidates.find((candidate) => isNew(candidate) && plays(candidate, context));
    if (found) picked.push(found);
  }
  const best = picked[1]?.best;
  return {
    product_keys: picked.map((each) => each.product_key),
    // A whole amount that the price has reached.
    target: best ? { price: Math.ceil(best.price * 1.02), currency: best.currency } : null,
  };
}
