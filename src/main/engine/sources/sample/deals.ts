import type { SampleCurrency } from "../../../../shared/app/operations.js";
import { HOUR_MS, MINUTE_MS } from "../../../../shared/time.js";
import { fromMinor } from "../../domain/money.js";
import type { CatalogueDeal } from "../catalogue/line.js";
import { readDealTexts } from "./data.js";
import { computeDealFigures, formatPrice, gradeDeal, percentBelow } from "./deal-grade.js";
import { getMarket, type Listing, sampleKey } from "./market.js";
import { stateAt, undiscountedPrice } from "./price-curve.js";
import { integerBetween, pick, randomUnit } from "./random.js";

/** Each slot of time has one deal or none. */
const slotMs = 4 * HOUR_MS;
const minPercent = 3;
/** A poster compares this many offers and posts the best one; fewer candidates make a worse deal. */
const minCandidates = 1;
const maxCandidates = 9;
/** Some posts repeat a shop's claim, ignore the price history and get poor grades. */
const claimShare = 0.24;

const salt = {
  time: 91,
  candidateCount: 92,
  candidate: 93,
  title: 94,
  subtitle: 95,
  description: 96,
  upvotes: 97,
  downvotes: 98,
  comments: 99,
  claim: 100,
} as const;

/** A slot with the values drawn for it. */
interface Post {
  readonly key: number;
  readonly slot: number;
  readonly atMs: number;
  readonly isClaim: boolean;
  readonly currency: SampleCurrency;
}

function isPostable({ offer }: Listing): boolean {
  return offer.currency === "USD" && offer.isTrusted && offer.isValid && !offer.isAuction;
}

/**
 * Of the candidates in stock, the one furthest below its undiscounted price; for a claim, the one furthest above. `null`
 * if none is in stock.
 */
function selectListing(listings: readonly Listing[], { key, slot, atMs, isClaim }: Post): Listing | null {
  const count = integerBetween(randomUnit(key, salt.candidateCount, slot), minCandidates, maxCandidates);
  let best: { readonly listing: Listing; readonly rank: number } | null = null;
  for (let i = 0; i < count; i++) {
    const listing = pick(listings, randomUnit(key, salt.candidate, slot * maxCandidates + i));
    const { curve } = listing.offer;
    const { priceMinor, isOut } = stateAt(curve, atMs);
    const rank = (priceMinor / undiscountedPrice(curve, atMs)) * (isClaim ? -1 : 1);
    if (!isOut && rank < (best?.rank ?? Number.POSITIVE_INFINITY)) best = { listing, rank };
  }
  return best?.listing ?? null;
}

/** Replaces the `{name}` marks of a pattern; a mark without a value stays. */
function fill(pattern: string, values: Readonly<Record<string, string>>): string {
  return pattern.replace(/\{(\w+)\}/g, (mark, name: string) => values[name] ?? mark);
}

/** Better deals get more votes; most get few. */
function drawVotes({ key, slot }: Post, percent: number) {
  const upvotes = 1 + Math.floor(randomUnit(key, salt.upvotes, slot) ** 3 * percent * 18);
  const downvotes = Math.floor(upvotes * randomUnit(key, salt.downvotes, slot) * 0.25);
  const comment_count = Math.floor(upvotes * randomUnit(key, salt.comments, slot) * 0.4);
  return { votes: { upvotes, downvotes, score: upvotes - downvotes }, comment_count };
}

function createTexts(
  { product, offer }: Listing,
  { currentMinor, originalMinor }: { readonly currentMinor: number; readonly originalMinor: number },
  { key, slot, isClaim, currency }: Post,
) {
  const { deal, claim } = readDealTexts();
  const patterns = isClaim ? claim : deal;
  const values = {
    name: product.fields.title_short ?? product.fields.title,
    blurb: product.blurb,
    retailer: offer.retailer.name,
    price: formatPrice(currentMinor, currency),
    original: formatPrice(originalMinor, currency),
    saving: formatPrice(originalMinor - currentMinor, currency),
    percent: String(percentBelow(currentMinor, originalMinor)),
  };
  const fillOne = (options: readonly string[], saltOfText: number) =>
    fill(pick(options, randomUnit(key, saltOfText, slot)), values);
  return {
    title: fillOne(deal.titles, salt.title),
    subtitle: fillOne(patterns.subtitles, salt.subtitle),
    description: fillOne(patterns.descriptions, salt.description),
  };
}

/** `null` if the saving is too small to post. */
function createDeal(listing: Listing, post: Post): CatalogueDeal | null {
  const { product, offer } = listing;
  const figures = computeDealFigures(offer.curve, post.atMs);
  const { currentMinor } = figures;
  const originalMinor = post.isClaim ? figures.highestMinor : figures.usualMinor;
  const percent = percentBelow(currentMinor, originalMinor);
  if (percent < minPercent) return null;
  return {
    type: "deal",
    path: `deals/${product.fields.slug}-${post.slot.toString(36)}`,
    ...createTexts(listing, { currentMinor, originalMinor }, post),
    emoji: product.emoji,
    grade: gradeDeal(figures, post.currency),
    pricing: {
      current: fromMinor(currentMinor),
      original: fromMinor(originalMinor),
      currency: post.currency,
    },
    retailer: { name: offer.retailer.domain },
    url: offer.url,
    ...drawVotes(post, percent),
    created_at: new Date(post.atMs).toISOString(),
    ...(product.fields.category !== undefined && { category: product.fields.category }),
  };
}

function postTime(key: number, slot: number): number {
  const minutes = Math.floor((randomUnit(key, salt.time, slot) * slotMs) / MINUTE_MS);
  return slot * slotMs + minutes * MINUTE_MS;
}

/**
 * The deals posted after `fromMs` and up to `toMs` (ms UTC) as catalogue lines, oldest first; about four a day. They
 * depend on currency and time alone, so any two ranges agree where they overlap.
 */
export function* sampleDealsBetween(
  fromMs: number,
  toMs: number,
  currency: SampleCurrency = "USD",
): Generator<CatalogueDeal> {
  const key = sampleKey("deals");
  const listings = [...getMarket().listings.values()].filter(isPostable);
  for (let slot = Math.floor(fromMs / slotMs); slot * slotMs <= toMs; slot++) {
    const atMs = postTime(key, slot);
    if (atMs <= fromMs || atMs > toMs) continue;
    const isClaim = randomUnit(key, salt.claim, slot) < claimShare;
    const post = { key, slot, atMs, isClaim, currency };
    const listing = selectListing(listings, post);
    const deal = listing === null ? null : createDeal(listing, post);
    if (deal !== null) yield deal;
  }
}
