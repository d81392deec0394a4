import { HOUR_MS, MINUTE_MS } from "../../domain/clock.js";
import { fromMinor } from "../../domain/money.js";
import type { CatalogueDeal } from "../catalogue/line.js";
import { dealDescriptions, dealSubtitles, dealTitles } from "./data/words.js";
import { type DealFigures, dealFigures, dollars, gradeOfDeal, percentBelow } from "./deal-figures.js";
import { fill } from "./fill.js";
import { type Listing, type Market, marketOf } from "./market.js";
import { restingPrice, stateAt } from "./price-curve.js";
import { keyOf, pick, unitFor, wholeBetween } from "./random.js";
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
};

function isPostable({ offer }: Listing): boolean {
  return offer.currency === "USD" && offer.isTrusted && offer.isValid && !offer.isAuction;
}

/** The listing furthest below its resting price among those looked at; `null` where none is in stock. */
function findListing(listings: readonly Listing[], key: number, slot: number, atMs: number): Listing | null {
  const looks = wholeBetween(unitFor(key, salt.looks, slot), fewestLooks, mostLooks);
  let best: { readonly listing: Listing; readonly part: number } | null = null;
  for (let i = 0; i < looks; i++) {
    const listing = pick(listings, unitFor(key, salt.look, slot * mostLooks + i));
    const { curve } = listing.offer;
    const { priceMinor, isOut } = stateAt(curve, atMs);
    const part = priceMinor / restingPrice(curve, atMs);
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

function textsOf({ product, offer }: Listing, figures: DealFigures, key: number, slot: number) {
  const values = {
    name: product.variant.titleShort,
    blurb: product.variant.line.blurb,
    retailer: offer.retailer.name,
    price: dollars(figures.currentMinor),
    original: dollars(figures.usualMinor),
    saving: dollars(figures.usualMinor - figures.currentMinor),
    percent: String(percentBelow(figures.currentMinor, figures.usualMinor)),
  };
  const textOf = (patterns: readonly string[], which: number) =>
    fill(pick(patterns, unitFor(key, which, slot)), values);
  return {
    title: textOf(dealTitles, salt.title),
    subtitle: textOf(dealSubtitles, salt.subtitle),
    description: textOf(dealDescriptions, salt.text),
  };
}

function dealOf(listing: Listing, key: number, slot: number, atMs: number): CatalogueDeal | null {
  const { product, offer } = listing;
  const figures = dealFigures(offer.curve, atMs);
  const percent = percentBelow(figures.currentMinor, figures.usualMinor);
  if (percent < leastPercent) return null;
  return {
    type: "deal",
    path: `deals/${product.variant.slug}-${slot.toString(36)}`,
    ...textsOf(listing, figures, key, slot),
    emoji: product.variant.category.emoji,
    grade: gradeOfDeal(figures),
    pricing: {
      current: fromMinor(figures.currentMinor),
      original: fromMinor(figures.usualMinor),
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
  const key = keyOf(`${seed}/deals`);
  const listings = postable(marketOf(seed));
  for (let slot = Math.floor(fromMs / slotMs); slot * slotMs <= toMs; slot++) {
    const atMs = momentOf(key, slot);
    if (atMs <= fromMs || atMs > toMs) continue;
    const listing = findListing(listings, key, slot, atMs);
    const deal = listing === null ? null : dealOf(listing, key, slot, atMs);
    if (deal !== null) yield deal;
  }
}
