import type { AppOutput, AppRequest } from "../../../../shared/app/operations.js";
import { maxOf, minOf } from "../../../../shared/arrays.js";
import { pageAddedMs } from "../../db/pages/tracked-page.js";
import { editedTimes } from "../../db/prices/history-edit.js";
import { offersOfProduct, type StoredOffer } from "../../db/prices/offer.js";
import { mergePoints, readAllPoints } from "../../db/prices/price-history.js";
import { insertSample, sampleTimes } from "../../db/prices/price-sample.js";
import type { ReadDb, WriteDb } from "../../db/store.js";
import { localTimeZone } from "../../domain/clock.js";
import { fromMinor, isUnpriced, toMinor } from "../../domain/money.js";
import { splitNoted } from "../../domain/noted-prices.js";
import { mergeByTime, type PricePoint, toAvailabilityCode } from "../../domain/price-point.js";
import { normaliseProductUrl } from "../../domain/product-url.js";
import { currenciesOfSign } from "../../extract/amounts/currency.js";
import type { HistoryEntry } from "../../sources/lists/parsed-list.js";
import { type ActingContext, aboutProduct, act } from "../acts/perform-act.js";
import type { FileItem, ListFileReader } from "../lists/read-file.js";
import { requireProduct } from "../products/require-product.js";
import type { AsyncOperation } from "../request/context.js";
import { refuse } from "../request/contract-error.js";

/** More than a price a day of the longest histories that there are; each is unpacked with every look at the product. */
const maxPrices = 20_000;

/** Whether the currency of a target or an earlier price, a code or a sign, is that of the page's price. */
export function isInCurrency(stated: string | null, currency: string): boolean {
  return stated === null || stated === currency || currenciesOfSign(stated).includes(currency);
}

interface EarlierPrices {
  readonly steps: readonly PricePoint[];
  /** Each of its own day. */
  readonly samples: readonly PricePoint[];
  /** Entries in another currency, and those since Tidemark has prices of its own. */
  readonly foreign: number;
  readonly known: number;
}

/** The entries from before an offer's page was added, at times without a known point, in the order of time. */
export function earlierPrices(
  db: ReadDb,
  offer: StoredOffer,
  entries: readonly HistoryEntry[],
): EarlierPrices {
  const known = readAllPoints(db, offer.id);
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined)
    return { steps: [], samples: [], foreign: 0, known: entries.length };
  const untilMs = Math.min(pageAddedMs(db, offer.id) ?? first.atMs, last.atMs);
  const taken = new Set([
    ...known.map(({ atMs }) => atMs),
    ...editedTimes(db, offer.id),
    ...sampleTimes(db, offer.id),
  ]);
  const own = entries.filter(
    ({ price, currency }) => toMinor(price) > 0 && isInCurrency(currency, offer.currency),
  );
  const points = own
    .filter(({ atMs }) => atMs < untilMs && !taken.has(atMs))
    .map(({ atMs, price, availability }) => ({
      atMs,
      priceMinor: toMinor(price),
      availability: toAvailabilityCode(availability),
    }))
    .sort((one, other) => one.atMs - other.atMs);
  const isNoted = own.some((entry) => entry.isNoted);
  const split = isNoted ? splitNoted(points, known) : { steps: points, samples: [] };
  return { ...split, foreign: entries.length - own.length, known: own.length - points.length };
}

/** Adds earlier prices without events. */
export function addEarlierPrices(tx: WriteDb, offer: StoredOffer, { steps, samples }: EarlierPrices): void {
  mergePoints(tx, offer.id, steps);
  const common = { offerId: offer.id, currency: offer.currency, url: "", source: "table", evidence: "" };
  for (const sample of samples) insertSample(tx, { ...common, ...sample }, null);
}

/** The offer of a page; null if the product has none, or several in different conditions, which a table does not tell apart. */
function offerOfPage(offers: readonly StoredOffer[], url: string): StoredOffer | null {
  const key = normaliseProductUrl(url);
  const [offer, ...others] = offers.filter((each) => normaliseProductUrl(each.url) === key);
  return offer === undefined || others.length > 0 ? null : offer;
}

interface Plan extends EarlierPrices {
  readonly offer: StoredOffer;
}

/** `others` are prices of pages that are none of the product. */
function planPrices(
  db: ReadDb,
  { offers, selected }: { readonly offers: readonly StoredOffer[]; readonly selected: StoredOffer },
  items: readonly FileItem[],
) {
  const plans: Plan[] = [];
  let others = 0;
  for (const { url, history } of items) {
    const offer = url === selected.url ? selected : offerOfPage(offers, url);
    if (offer === null || isUnpriced(offer)) others += history.length;
    else plans.push({ offer, ...earlierPrices(db, offer, history) });
  }
  return { plans, others };
}

function pricesOf({ steps, samples }: Plan): PricePoint[] {
  return mergeByTime(samples, steps);
}

function toPlan(plan: Plan): AppOutput<"history.bring">["offers"][number] {
  const { publicId, retailer, currency } = plan.offer;
  const points = pricesOf(plan);
  const prices = points.map(({ priceMinor }) => priceMinor);
  const dayOf = (point: PricePoint | undefined) => new Date(point?.atMs ?? 0).toISOString();
  return {
    offer_id: publicId,
    retailer,
    currency,
    prices: points.length,
    single_days: plan.samples.length,
    from: dayOf(points[0]),
    to: dayOf(points.at(-1)),
    low: fromMinor(minOf(prices) ?? 0),
    high: fromMinor(maxOf(prices) ?? 0),
  };
}

function requireOffers(db: ReadDb, { product_key: key, offer_id: offerId }: AppRequest<"history.bring">) {
  const offers = offersOfProduct(db, requireProduct(db, key).id);
  const selected = offers.find(({ publicId }) => publicId === offerId);
  if (selected === undefined) throw refuse("offerGone");
  return { offers, selected };
}

type BringContext = ActingContext & { readonly readListFile: ListFileReader };

/**
 * Adds the earlier prices of a table to a product's offers, without alerts, or says what it would add. Prices that Tidemark has
 * seen itself stay. Throws `ContractError`.
 */
export const bringPrices: AsyncOperation<"history.bring", BringContext> = async (context, request) => {
  const { db, clock, readListFile } = context;
  const { content, file_name: fileName, save } = request;
  const { url } = requireOffers(db, request).selected;
  const page = { pageUrl: url, historyOf: url };
  const options = { fileName, ...page, nowMs: clock.now(), timeZone: localTimeZone() };
  const { items, skipped } = await readListFile(content, options);
  if (items.reduce((sum, { points }) => sum + points, 0) > maxPrices)
    throw refuse("tooManyPrices", maxPrices);
  const plan = (at: ReadDb) => planPrices(at, requireOffers(at, request), items);
  const report = ({ plans, others }: ReturnType<typeof planPrices>) => ({
    offers: plans.filter((each) => pricesOf(each).length > 0).map(toPlan),
    foreign: plans.reduce((sum, each) => sum + each.foreign, 0),
    known: plans.reduce((sum, each) => sum + each.known, 0),
    others,
    skipped: [...skipped],
  });
  if (!save) return { ...report(plan(db)), act_id: null };
  const bring = act("history.bring", aboutProduct, (tx) => {
    const planned = plan(tx);
    for (const each of planned.plans) addEarlierPrices(tx, each.offer, each);
    return report(planned);
  });
  return bring(context, request);
};
