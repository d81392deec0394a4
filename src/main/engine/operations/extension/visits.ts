import type { VisitReading } from "../../../../shared/app/extension.js";
import type { AppRequest } from "../../../../shared/app/operations.js";
import { recipeOfPage } from "../../db/pages/recipe.js";
import { trackedOffer, trackedPage } from "../../db/pages/tracked-page.js";
import { offerByPublicId, offersOfProduct } from "../../db/prices/offer.js";
import { productIdByKey } from "../../db/products/product.js";
import type { ReadDb } from "../../db/store.js";
import { fromMinor } from "../../domain/money.js";
import { availabilityCodes } from "../../domain/price-point.js";
import { normaliseHost, withoutFragment } from "../../domain/product-url.js";
import type { Extraction } from "../../extract/extraction.js";
import { applyPick, priceChoices } from "../../sources/page/pick.js";
import { extractionCheckResult, visitDetails } from "../../sources/page/source.js";
import type { PageVisitor } from "../../sources/page/visitor.js";
import { currencyAtShop, firstCurrency, trackedAddress } from "../pages/add-link.js";
import { readShownPage } from "../pages/read-shop-page.js";
import { findProductKey } from "../pages/save-page.js";
import { shopNamer } from "../pages/shops.js";
import { countedAt, paidOffers } from "../prices/paid-offers.js";
import { toStatedConditions } from "../products/terms.js";
import type { AsyncOperation, RequestContext } from "../request/context.js";
import { recordVisit } from "../watch/schedule-run.js";
import { createPublishContext } from "../webhooks/publish-event.js";

/** A context that can read pages. */
type VisitContext = RequestContext & { readonly visitor: PageVisitor };

/** Reads a page, with the address under which it is known; null if it is not. */
async function readVisit(
  { db, visitor }: Pick<VisitContext, "db" | "visitor">,
  { url, html }: AppRequest<"visits.read">,
) {
  const shown = withoutFragment(url);
  const address = trackedAddress(db, shown);
  const page = new URL(address ?? shown.href);
  const { pick = null, listing = null } = (address === null ? null : trackedPage(db, address)) ?? {};
  const { outcome, reading } = await readShownPage(visitor.reader, html, {
    url: page.href,
    recipe: recipeOfPage(db, page),
    listing,
  });
  return { address, outcome, extraction: applyPick(reading.extraction, pick) };
}

export function findVisited({ db }: RequestContext, { url }: AppRequest<"visits.find">) {
  const address = trackedAddress(db, withoutFragment(url));
  return { product_key: address === null ? null : (trackedOffer(db, address)?.productKey ?? null) };
}

/** More are hard to take in. */
const maxChoices = 6;

/** The currency of a page that states none is that of the shop's other pages. */
async function toReading(db: ReadDb, extraction: Extraction): Promise<VisitReading> {
  const { status, reason, url, product, offer, candidates } = extraction;
  const preview = { title: product?.title ?? new URL(url).hostname, image: product?.image ?? null };
  if (status !== "found" && candidates.length > 0)
    return { kind: "several", ...preview, choices: priceChoices(extraction).slice(0, maxChoices) };
  if (status !== "found" || offer === undefined)
    return { kind: "unread", title: product?.title ?? null, reason: reason ?? "The page shows no product." };
  const { price, availability, condition = null, sign = null, conditions = [] } = offer;
  if (price === null) return { kind: "sold-out", ...preview };
  const counted = countedAt(db, normaliseHost(new URL(url).hostname));
  const stated = await toStatedConditions(conditions);
  return {
    kind: "price",
    ...preview,
    price,
    currency: offer.currency ?? currencyAtShop(db, new URL(url), offer),
    sign,
    availability,
    ...(condition === null || condition === "new" ? {} : { condition }),
    conditions: stated.map((each) => ({ ...each, counts: counted.has(each.kind) })),
  };
}

function shopNames(db: ReadDb, productKey: string): Record<string, string> {
  const nameOf = shopNamer(db);
  const offers = offersOfProduct(db, productIdByKey(db, productKey) ?? 0);
  return Object.fromEntries(offers.map(({ retailer }) => [retailer, nameOf(retailer)]));
}

export const readVisited: AsyncOperation<"visits.read", VisitContext> = async (context, request) => {
  const { db } = context;
  const { address, extraction } = await readVisit(context, request);
  const own = address === null ? null : (trackedOffer(db, address)?.productKey ?? null);
  const productKey = own ?? findProductKey(db, extraction.product ?? {});
  return {
    reading: await toReading(db, extraction),
    product_key: productKey,
    is_known_page: own !== null,
    shop_names: productKey === null ? {} : shopNames(db, productKey),
  };
};

/**
 * Records the price of a known page with the same extraction, evidence and quarantine as a check. The shop's checks stay
 * as they are: that a person sees the page does not mean that a program does.
 */
export const recordVisited: AsyncOperation<"visits.record", VisitContext> = async (context, request) => {
  const { db } = context;
  const { address, outcome, extraction } = await readVisit(context, request);
  const tracked = address === null ? null : trackedOffer(db, address);
  const offer = tracked === null ? undefined : offerByPublicId(db, tracked.publicId);
  if (tracked === null || offer === undefined) return { outcome: "unknown" };
  const { url, currency } = offer;
  const result = extractionCheckResult(extraction, currency, (shown) => firstCurrency(db, url, shown));
  if (result.kind === "failed") return { outcome: "unread", reason: result.detail };
  recordVisit(db, createPublishContext(context), offer, {
    ...result,
    visit: visitDetails(outcome, result, extraction),
  });
  const isBuyable = result.kind === "seen" && result.availability !== availabilityCodes.out;
  const shown = isBuyable ? [{ ...offer, ...result, currency: result.currency ?? currency }] : [];
  const [paid] = paidOffers(db, shown);
  const page = paid === undefined ? null : { price: fromMinor(paid.priceMinor), currency: paid.currency };
  return { outcome: "recorded", product_key: tracked.productKey, page };
};
