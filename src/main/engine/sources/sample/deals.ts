import { HOUR_MS, MINUTE_MS } from "../../domain/clock.js";
import { fromMinor } from "../../domain/money.js";
import type { CatalogueDeal } from "../catalogue/line.js";
import {
  claimDescriptions,
  claimSubtitles,
  dealDescriptions,
  dealSubtitles,
  dealTitles,
} from "./data/words.js";
import { dealFigures, dollars, gradeOfDeal, percentBelow } from "./deal-figures.js";
import { fill } from "./fill.js";
import { type Listing, type Market, marketOf } from "./market.js";
import { restingPrice, stateAt } from "./price-curve.js";
import { hashText, pick, unitFor, wholeBetween } from "./random.js";
import { sampleSeed } from "./seed.js";

/** Somebody posts a deal every few hours: time is cut into slots, each with one deal or none. */
const slotMs = 4 * HOUR_MS;
const leastPercent = 3;
/** A poster looks over this many offers and posts the best; few looks make a poor deal. */
const fewestLooks = 1;
const mostLooks = 9;

const salt = {
  moment: 91,
  looks: 92,
  look: 93,
  title: 94,
  subtitle: 95,
  text: 96,
  votes: 97,
  down: 98,
  talk: 99,
  claim: 100,
} as const;

/** Some repeat what a shop claims, whatever the price has been; their grades are poor. */
const shareOfClaims = 0.24;

/** One slot of time with the moment that is drawn for it. */
interface Poster {
  readonly key: number;
  readonly slot: number;
  readonly atMs: number;
  readonly isClaim: boolean;
}

interface DealPrices {
  readonly currentMinor: number;
  readonly originalMinor: number;
}

function isPostable({ offer }: Listing): boolean {
  return offer.currency === "USD" && offer.isTrusted && offer.isValid && !offer.isAuction;
}

/**
 * The listing furthest below its resting price among those looked at, or the one furthest above for a mere claim;
 * `null` where none is in stock.
 */
function findListing(listings: readonly Listing[], poster: Poster): Listing | null {
  const { key, slot, atMs, isClaim } = poster;
  const looks = wholeBetween(unitFor(key, salt.looks, slot), fewestLooks, mostLooks);
  let best: { readonly listing: Listing; readonly part: number } | null = null;
  for (let i = 0; i < looks; i++) {
    const listing = pick(listings, unitFor(key, salt.look, slot * mostLooks + i));
    const { curve } = listing.offer;
    const { priceMinor, isOut } = stateAt(curve, atMs);
    const part = (priceMinor / restingPrice(curve, atMs)) * (isClaim ? -1 : 1);
    if (!isOut && part < (best?.part ?? Number.POSITIVE_INFINITY)) best = { listing, part };
  }
  return best?.listing ?? null;
}

/** Better deals get more votes; most get few. */
function votesOf(key: number, slot: number, percent: number) {
  const upvotes = 1 + Math.floor(unitFor(key, salt.votes, slot) ** 3 * percent * 18);
  const downvotes = Math.floor(upvotes * unitFor(key, salt.down, slot) * 0.25);
  const comment_count = Math.floor(upvotes * unitFor(key, salt.talk, slot) * 0.4);
  return { votes: { upvotes, downvotes, score: upvotes - downvotes }, comment_count };
}

function textsOf({ product, offer }: Listing, prices: DealPrices, { key, slot, isClaim }: Poster) {
  const { currentMinor, originalMinor } = prices;
  const values = {
    name: product.variant.titleShort,
    blurb: product.variant.line.blurb,
    retailer: offer.retailer.name,
    price: dollars(currentMinor),
    original: dollars(originalMinor),
    saving: dollars(originalMinor - currentMinor),
    percent: String(percentBelow(currentMinor, originalMinor)),
  };
  const textOf = (patterns: readonly string[], which: number) =>
    fill(pick(patterns, unitFor(key, which, slot)), values);
  return {
    title: textOf(dealTitles, salt.title),
    subtitle: textOf(isClaim ? claimSubtitles : dealSubtitles, salt.subtitle),
    description: textOf(isClaim ? claimDescriptions : dealDescriptions, salt.text),
  };
}

function dealOf(listing: Listing, poster: Poster): CatalogueDeal | null {
  const { product, offer } = listing;
  const { key, slot, atMs, isClaim } = poster;
  const figures = dealFigures(offer.curve, atMs);
  const { currentMinor } = figures;
  const originalMinor = isClaim ? figures.highestMinor : figures.usualMinor;
  const percent = percentBelow(currentMinor, originalMinor);
  if (percent < leastPercent) return null;
  return {
    type: "deal",
    path: `deals/${product.variant.slug}-${slot.toString(36)}`,
    ...textsOf(listing, { currentMinor, originalMinor }, poster),
    emoji: product.variant.category.emoji,
    grade: gradeOfDeal(figures),
    pricing: {
      current: fromMinor(currentMinor),
      original: fromMinor(originalMinor),
      currency: offer.currency,
    },
    retailer: { name: offer.retailer.domain },
    url: offer.url,
    ...votesOf(key, slot, percent),
    created_at: new Date(atMs).toISOString(),
    category: product.variant.category.name,
  };
}

function momentOf(key: number, slot: number): number {
  const minutes = Math.floor((unitFor(key, salt.moment, slot) * slotMs) / MINUTE_MS);
  return slot * slotMs + minutes * MINUTE_MS;
}

function postable(market: Market): Listing[] {
  return [...market.listings.values()].filter(isPostable);
}

/**
 * The deals created after `fromMs` and up to `toMs` (ms UTC), oldest first: about four a day, as catalogue lines. They
 * depend on seed and time alone, so any two ranges agree where they overlap.
 */
export function* sampleDealsBetween(
  fromMs: number,
  toMs: number,
  seed = sampleSeed,
): Generator<CatalogueDeal> {
  const key = hashText(`${seed}/deals`);
  const listings = postable(marketOf(seed));
  for (let slot = Math.floor(fromMs / slotMs); slot * slotMs <= toMs; slot++) {
    const atMs = momentOf(key, slot);
    if (atMs <= fromMs || atMs > toMs) continue;
    const poster = { key, slot, atMs, isClaim: unitFor(key, salt.claim, slot) < shareOfClaims };
    const listing = findListing(listings, poster);
    const deal = listing === null ? null : dealOf(listing, poster);
    if (deal !== null) yield deal;
  }
}
