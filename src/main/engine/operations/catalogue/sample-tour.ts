import type { AppOutput } from "../../../../shared/app/operations.js";
import { groupBy } from "../../../../shared/group-by.js";
import { offersOfProducts, type StoredOffer } from "../../db/prices/offer.js";
import { productById, sampleProductIds } from "../../db/products/product.js";
import { toMinor } from "../../domain/money.js";
import { availabilityCodes } from "../../domain/price-point.js";
import { isSampleRecheckable } from "../../sources/sample/index.js";
import { trustedOffers } from "../products/best-offer.js";
import { readFigures } from "../products/search.js";
import type { OperationContext } from "../request/context.js";
import { listSparklines } from "../watch/sparklines.js";

type TourContext = Pick<OperationContext, "db" | "clock"> & { readonly accountId: number };
type Figures = ReturnType<typeof readFigures>["figures"][number];

interface Candidate extends Figures {
  readonly category: string | undefined;
  readonly offers: readonly StoredOffer[];
}

interface Role {
  readonly plays: (candidate: Candidate, context: TourContext) => boolean;
  readonly hasTarget?: true;
  /** The dearest compared with its usual price, not the cheapest. */
  readonly isDearest?: true;
}

/** In the order in which products are picked for them. */
const roles: readonly Role[] = [
  { plays: isBargain },
  { plays: isBargain, hasTarget: true },
  { plays: isFakeDiscount },
  { plays: ({ best }) => best === null },
  { plays: isAtHighTide, isDearest: true },
  { plays: isCheaperRefurbished },
  { plays: ({ grade }) => isGraded(grade, "B") },
  { plays: ({ grade }) => isGraded(grade, "C") },
  { plays: ({ grade }) => isGraded(grade, "C"), isDearest: true },
];

function isGraded(grade: string | null, letters: string): boolean {
  return grade !== null && letters.includes(grade.charAt(0));
}

function isBargain({ grade, condition, below_median30: below }: Candidate): boolean {
  return condition === "new" && isGraded(grade, "A") && (below ?? 0) >= 5;
}

function isAtHighTide({ grade, best, usual_high: high }: Candidate): boolean {
  return best !== null && high !== null && best.price > high && isGraded(grade, "DF");
}

function isCheaperRefurbished({ best, condition, grade, offers }: Candidate): boolean {
  if (best === null || condition !== "new" || !isGraded(grade, "BC")) return false;
  return offers.some(
    (offer) =>
      offer.condition === "refurbished" &&
      offer.availability !== availabilityCodes.out &&
      offer.currency === best.currency &&
      offer.priceMinor < toMinor(best.price),
  );
}

/** At its usual price now, after some days of a higher one, with which a shop compares it. */
function isFakeDiscount(
  { product_key, best, grade, below_median30: below }: Candidate,
  context: TourContext,
) {
  if (best === null || !isGraded(grade, "CDF") || (below ?? 100) > 4) return false;
  const [line] = listSparklines(context, { product_keys: [product_key], days: 30 }).lines;
  const prices = line?.points.flatMap(([, price]) => price ?? []) ?? [];
  const [first = 0] = prices;
  return first < best.price * 1.05 && prices.some((price) => price > best.price * 1.15);
}

/** The sample products with a picture that can be checked, the one furthest below its usual price first. */
function findCandidates(context: TourContext): Candidate[] {
  const { db } = context;
  const ids = sampleProductIds(db);
  const offersById = groupBy(trustedOffers(offersOfProducts(db, ids), null), ({ productId }) => productId);
  const known = ids.flatMap((id) => {
    const product = productById(db, id)?.product;
    const offers = offersById.get(id) ?? [];
    const isCheckable = offers.some(({ retailer }) => isSampleRecheckable(retailer));
    return product?.images && isCheckable
      ? [{ key: product.service, category: product.category, offers }]
      : [];
  });
  const { figures } = readFigures(context, { product_keys: known.map(({ key }) => key) });
  return known
    .flatMap(({ key: _, ...product }, i) => {
      const own = figures[i];
      return own ? [{ ...product, ...own }] : [];
    })
    .sort((one, other) => (other.below_median30 ?? 0) - (one.below_median30 ?? 0));
}

/** A whole amount that the price has reached. */
function targetAbove({ best }: Candidate) {
  return best && { price: Math.ceil(best.price * 1.02), currency: best.currency };
}

/**
 * Products of the sample that show what prices do, from different categories as far as possible: a bargain to open first,
 * one for a target that is reached, a discount on a price raised for it, one that is sold out, one at high tide, one that is
 * cheaper refurbished, and some others.
 */
export function pickSampleTour(context: TourContext): AppOutput<"sample.tour"> {
  const candidates = new Set(findCandidates(context));
  const categories = new Set<string | undefined>();
  const products = roles.flatMap(({ plays, hasTarget, isDearest }) => {
    const suitable = [...candidates].filter((each) => plays(each, context));
    if (isDearest) suitable.reverse();
    const picked = suitable.find(({ category }) => !categories.has(category)) ?? suitable[0];
    if (picked === undefined) return [];
    candidates.delete(picked);
    categories.add(picked.category);
    return { product_key: picked.product_key, target: hasTarget ? targetAbove(picked) : null };
  });
  return { products };
}
