import type { PageListing, PagePick } from "../../../../shared/app/pages.js";
import { isPublicUrl } from "../../../../shared/node/address-guard.js";
import type { Recipe } from "../../../../shared/recipe/recipe.js";
import { MINUTE_MS } from "../../../../shared/time.js";
import { hasCommonWord } from "../../../../shared/words.js";
import { isUnpriced, toMinor } from "../../domain/money.js";
import { toAvailabilityCode } from "../../domain/price-point.js";
import { currenciesOfSign } from "../../extract/amounts/currency.js";
import type { BlockKind } from "../../extract/blocks.js";
import type { ExtractedOffer, Extraction } from "../../extract/extraction.js";
import {
  type CheckReading,
  failedCheck,
  type PageValidators,
  type PageVisitDetails,
  type Source,
} from "../source.js";
import { hasPrice, type ShopWays, visitBothWays, visitOneWay } from "./both-ways.js";
import type { FetchOutcome } from "./fetch-outcome.js";
import { applyPick } from "./pick.js";
import { furtherPrices, statedTerms, termsOf } from "./terms.js";
import type { PageVisitor } from "./visitor.js";

interface TrackedPage extends PageValidators {
  /** The offer that has the page's own price. */
  readonly publicId: string;
  /** The title of its product. */
  readonly title: string;
  readonly pick: PagePick | null;
  readonly listing: PageListing | null;
  readonly isRendered: boolean;
}

/** The tracked pages, with the validators of their last fetch. */
export interface TrackedPages {
  /** `null` if the page is not tracked. */
  find(url: string): TrackedPage | null;
  /** The recipe for this page, if the user has clicked a price at its host. */
  findRecipe(url: string): Recipe | null;
  /** The currency of the first price that a page shows; null if nothing tells it. */
  firstCurrency(url: string, offer: ExtractedOffer): string | null;
}

/** How long a check waits in the shop's queue. */
const maxWaitMs = 90_000;

export function formatMinutes(ms: number): string {
  const whole = Math.max(1, Math.ceil(ms / MINUTE_MS));
  return `${whole} ${whole === 1 ? "minute" : "minutes"}`;
}

/** A shop that is out of order, or no longer sells a product, does not refuse visits. */
function blockedOutcome(kind: BlockKind | undefined): string {
  if (kind === "error") return "server error";
  return kind === "missing" ? "gone" : "blocked";
}

/** What says that the page's price is no longer in its currency; null if nothing does. */
function currencyChange({ currency: now, sign }: ExtractedOffer, currency: string): string | null {
  if (now !== null) return now === currency ? null : `The page's price is now in ${now}, not in ${currency}.`;
  if (sign === undefined || currenciesOfSign(sign).includes(currency)) return null;
  return `The page's price now has the sign ${sign}, and was in ${currency}.`;
}

/**
 * Converts an extraction to a check's result. An ambiguous price is a failure; none at all is not where the page has never
 * shown one.
 */
export function extractionCheckResult(
  extraction: Extraction,
  known: string,
  firstCurrency: (offer: ExtractedOffer) => string | null,
): CheckReading {
  const { status, offer, reason, blocked_by: blockedBy, is_no_match: isNoMatch = false } = extraction;
  const isAwaited = isUnpriced({ currency: known });
  if (isAwaited && namesOnly(extraction)) return { kind: "sold-out" };
  if (status === "blocked")
    return failedCheck(blockedOutcome(blockedBy), reason ?? "The shop refuses to show the page.");
  if (status === "nothing")
    return failedCheck(isNoMatch ? "no match" : "no price", reason ?? "The page shows no price.");
  if (status === "ambiguous" || offer === undefined)
    return failedCheck("ambiguous", reason ?? "Several prices are possible.");
  if (offer.price === null)
    return offer.availability === "out"
      ? { kind: "sold-out" }
      : failedCheck("no price", "The page shows no price.");
  const priced = { ...offer, price: offer.price };
  return pricedResult(priced, extraction.offers, isAwaited ? firstCurrency(offer) : known);
}

/** Whether a page shows its product without a price. */
function namesOnly({ status, product, offer }: Extraction): boolean {
  return status === "nothing" ? product?.title !== undefined : status === "found" && offer?.price === null;
}

function pricedResult(
  offer: ExtractedOffer & { readonly price: number },
  others: Extraction["offers"],
  currency: string | null,
): CheckReading {
  if (currency === null) return failedCheck("currency", "The page does not state the currency of its price.");
  const change = currencyChange(offer, currency);
  if (change !== null) return failedCheck("currency", change);
  return {
    kind: "seen",
    priceMinor: toMinor(offer.price),
    currency,
    availability: toAvailabilityCode(offer.availability),
    seller: offer.seller ?? null,
    conditions: statedTerms(offer),
    condition: offer.condition ?? null,
    further: furtherPrices(offer, others),
  };
}

function pathOf(url: string): string {
  return new URL(url).pathname.replace(/\/$/, "");
}

/**
 * Where a redirect led that is not the product's page: to a product with quite another title, or to a page of several
 * products, or of none. Shops do that with products that they no longer sell. Null if the page is the product's.
 */
function elsewhere(page: TrackedPage, url: string, finalUrl: string, extraction: Extraction): string | null {
  const { status, product } = extraction;
  if (pathOf(url) === pathOf(finalUrl) || status === "blocked") return null;
  if (pathOf(finalUrl) === "") return "The page now leads to the shop's front page.";
  if (product?.title === undefined)
    return status === "found" ? null : "The page now leads to another one, without this product.";
  return hasCommonWord(page.title, product.title)
    ? null
    : `The page now leads to another product: ${product.title}.`;
}

/** Keeps no validators of a page that could not be read, so that the next fetch gets the whole page. */
export function visitDetails(
  outcome: FetchOutcome,
  reading: CheckReading,
  { offer, product }: Extraction,
): PageVisitDetails {
  const canReuse = outcome.kind === "page" && reading.kind !== "failed";
  const { etag, lastModified } = canReuse ? outcome : { etag: null, lastModified: null };
  const seen = reading.kind === "seen" ? offer : undefined;
  return { etag, lastModified, terms: seen === undefined ? null : termsOf(seen), product: product ?? null };
}

/** Checks offers by visiting their tracked pages. */
export function pageSource(visitor: PageVisitor, pages: TrackedPages, ways: ShopWays): Source {
  return {
    canCheck: ({ url, publicId }) => pages.find(url)?.publicId === publicId,
    needsInternet: ({ url }) => isPublicUrl(new URL(url)),
    check: async ({ url, currency }, signal) => {
      const known = pages.find(url);
      const {
        etag = null,
        lastModified = null,
        pick = null,
        listing = null,
        isRendered = false,
      } = known ?? {};
      const recipe = pages.findRecipe(url);
      const page = { url, recipe, listing };
      const visit = await visitBothWays(
        {
          url,
          visit: (isRenderedNow) =>
            visitOneWay(visitor, page, { maxWaitMs, signal, isRendered: isRenderedNow, etag, lastModified }),
          canRender: visitor.canRender,
          mustRender: isRendered,
          isUrgent: false,
          isRead: (reading) => hasPrice(reading, pick),
        },
        ways,
      );
      if (visit.kind === "paused")
        return failedCheck(
          "paused",
          `Visits to the shop are paused for another ${formatMinutes(visit.waitMs)}.`,
        );
      const { outcome, reading } = visit.result;
      if (reading.kind === "failed") return failedCheck(reading.outcome, reading.detail);
      if (reading.kind === "unchanged") return reading;
      const extraction = applyPick(reading.extraction, pick);
      const other =
        known !== null && outcome.kind === "page" ? elsewhere(known, url, outcome.url, extraction) : null;
      const result =
        other === null
          ? extractionCheckResult(extraction, currency, (offer) => pages.firstCurrency(url, offer))
          : failedCheck("gone", other);
      return { ...result, visit: visitDetails(outcome, result, extraction) };
    },
  };
}
