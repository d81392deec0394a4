import type { ScheduleOverview } from "../../../shared/app/alerts.js";
import { isOtherSize, type PackSize } from "../../../shared/app/pack-size.js";
import type { OfferTerms } from "../../../shared/app/pages.js";
import type { OperationResult } from "../../../shared/calls.js";
import type { Offer } from "../../../shared/contract/offer.js";
import { type CountedTerms, type PaidPrice, paidPrice } from "../../../shared/paid-price.js";
import { conditionWords } from "../../../shared/texts/sentences.js";
import { formatMoney, formatPerUnit, formatSize } from "../../lib/format.js";
import { shopHost, shopName } from "../../lib/shop-name.js";
import { locale, texts } from "../../lib/texts.js";
import { useAnswer } from "../../stores/answers.js";

export type UnpricedPage = Pick<Offer, "id" | "retailer" | "URL">;

type ProductTerms = OperationResult<"offers.terms">;
type OfferPage = ProductTerms["pages"][number];

/** Facts about a product's offers besides their prices. */
export interface Terms {
  /** Addresses of the pages that Tidemark reads itself. */
  readonly urls: readonly string[];
  /** Those of them that have shown no price yet, because they are sold out. */
  readonly unpriced: readonly UnpricedPage[];
  /** How much is in a pack; null if unknown, or if the shops sell packs of different sizes. */
  readonly size: PackSize | null;
  /** Whether the shops sell packs of different sizes, as their pages say. */
  readonly areSizesMixed: boolean;
  /** The pack whose unit all prices per unit are stated in, so that they compare; null if no size is known. */
  readonly usualSize: PackSize | null;
  /** How much is in the offer's pack. */
  sizeOf(offer: Pick<Offer, "id">): PackSize | null;
  /** What Tidemark has read on the offer's page. */
  pageOf(offer: Pick<Offer, "id">): OfferPage | undefined;
  of(offer: Pick<Offer, "id">): OfferTerms;
  /** What the shopper pays for the offer. */
  paid(offer: Pick<Offer, "id" | "price">): PaidPrice;
  /** Whether the last check found the shop's page gone: its stock is then from before. */
  isGone(offer: Pick<Offer, "retailer">): boolean;
}

/** What counts beside the price of each offer. */
export type CountedByOffer = ReadonlyMap<string, readonly CountedTerms[]>;

export function countedByOffer(pages: readonly OfferPage[]): CountedByOffer {
  return new Map(
    pages
      .filter(({ counted }) => counted.length > 0)
      .map(({ offer_id: id, counted }) => [
        id,
        counted.map(({ at, ...terms }) => ({ ...terms, atMs: Date.parse(at) })),
      ]),
  );
}

/** The sizes of each offer's pack. What the shopper has entered counts for all, unless the pages sell different ones. */
export function packSizes({
  pages,
  size,
  is_size_by_hand: isByHand,
}: ProductTerms): Pick<Terms, "areSizesMixed" | "usualSize" | "sizeOf"> {
  const [first, ...others] = pages.flatMap(({ terms }) => terms.size ?? []);
  const areSizesMixed = first !== undefined && others.some((each) => isOtherSize(each, first));
  return {
    areSizesMixed,
    usualSize: size ?? first ?? null,
    sizeOf: ({ id }) => {
      const own = pages.find((page) => page.offer_id === id)?.terms.size;
      return isByHand && !areSizesMixed ? size : (own ?? size);
    },
  };
}

const noTerms: ProductTerms = { pages: [], size: null, is_size_by_hand: false };

export function useTerms(productKey: string, schedule: ScheduleOverview | null): Terms {
  const answer = useAnswer("offers.terms", { product_key: productKey }).data ?? noTerms;
  const { pages, size } = answer;
  const counted = countedByOffer(pages);
  const pageOf: Terms["pageOf"] = ({ id }) => pages.find((page) => page.offer_id === id);
  return {
    urls: pages.map(({ url }) => url),
    unpriced: pages
      .filter(({ has_price: hasPrice }) => !hasPrice)
      .map(({ offer_id: id, url }) => ({
        id,
        URL: url,
        retailer: shopHost(url),
      })),
    size,
    ...packSizes(answer),
    pageOf,
    of: (offer) => pageOf(offer)?.terms ?? {},
    paid: ({ id, price }) => paidPrice(price, counted.get(id)?.at(-1)),
    isGone: ({ retailer }) =>
      schedule?.checks.some((check) => check.retailer === retailer && check.outcome === "gone") ?? false,
  };
}

/** The offers at what the shopper pays, which is what compares. */
export function asPaid(offers: readonly Offer[], terms: Terms): Offer[] {
  return offers.map((offer) => ({ ...offer, price: terms.paid(offer).price }));
}

/** `$0.74 per oz`, `2,60 € je 100 g`, in the unit of the usual pack; after the pack's size, where others have another one. */
export function packWords(offer: Offer, { sizeOf, usualSize, areSizesMixed }: Terms): string {
  const size = sizeOf(offer);
  if (size === null) return "";
  const words = formatPerUnit(offer, size, usualSize);
  return areSizesMixed ? `${formatSize(size, offer.currency)} · ${words}` : words;
}

/** Prices with conditions that are below what the shopper pays, the lowest first. */
export function openConditions(offer: Offer, terms: Terms): OfferPage["conditions"] {
  const { price, shipping } = terms.paid(offer);
  return terms.pageOf(offer)?.conditions.filter((each) => each.price + shipping < price) ?? [];
}

function shippingWords({ price, currency }: Offer, { shipping }: OfferTerms, isAlone: boolean): string {
  if (shipping === undefined) return "";
  const { offers } = texts();
  if (shipping === 0) return offers.freeShipping;
  const words = offers.withShipping(formatMoney(shipping, currency));
  return isAlone ? offers.inTotal(words, formatMoney(price + shipping, currency)) : words;
}

/** What one pays beside the price: `With the coupon on the page $79.99; + $4.99 shipping`; empty if the page does not say. */
export function payingWords(offer: Offer, terms: Terms): string {
  const { offers, reasons } = texts();
  const money = (amount: number) => formatMoney(amount, offer.currency);
  const { kind, shipping } = terms.paid(offer);
  const conditions = openConditions(offer, terms).map(
    (each) => `${conditionWords(each, offers)} ${money(each.price)}`,
  );
  const isAlone = kind === null && conditions.length === 0;
  const words = [
    ...(kind === null ? [] : [reasons.verdict.paid[kind], offers.otherwise(money(offer.price))]),
    ...conditions,
    shipping > 0 ? offers.shippingIncluded(money(shipping)) : shippingWords(offer, terms.of(offer), isAlone),
  ];
  const text = words.filter((each) => each !== "").join("; ");
  return `${text.slice(0, 1).toLocaleUpperCase(locale())}${text.slice(1)}`;
}

/** `List price $129.99: asked on 0 of 214 days`. */
function listPriceWords(offer: Offer, listPrice: number, terms: Terms): string {
  const { offers } = texts();
  const words = offers.listPrice(formatMoney(listPrice, offer.currency));
  const check = terms.pageOf(offer)?.list_price_check;
  if (!check) return words;
  const copies = check.copies === 0 ? null : { asked: check.asked_copies, all: check.copies };
  return `${words}: ${offers.listPriceAsked(check.asked, check.days, copies)}`;
}

/** The cheapest offer including shipping, and what it costs, if it is another than `best`. */
function findCheaperDelivered(best: Offer, offers: readonly Offer[], terms: Terms) {
  const total = (offer: Offer) => {
    const { shipping } = terms.of(offer);
    const paid = terms.paid(offer);
    return shipping === undefined ? null : paid.price + shipping - paid.shipping;
  };
  const own = total(best);
  if (own === null) return null;
  return offers.reduce<{ readonly retailer: string; readonly cost: number } | null>((cheapest, offer) => {
    const cost = total(offer);
    const isComparable =
      offer.currency === best.currency &&
      offer.availability !== "out" &&
      (offer.condition ?? "new") === (best.condition ?? "new");
    if (cost === null || !isComparable) return cheapest;
    return cost < (cheapest?.cost ?? own) ? { retailer: offer.retailer, cost } : cheapest;
  }, null);
}

/** The shop's facts about the best price, a line each: list price, shipping, delivery, price per unit. */
export function termLines(best: Offer, offers: readonly Offer[], terms: Terms): string[] {
  const { offers: said } = texts();
  const money = (amount: number) => formatMoney(amount, best.currency);
  const { ordering, list_price: listPrice, lowest_30_days: lowest } = terms.of(best);
  const delivered = findCheaperDelivered(best, offers, terms);
  return [
    ordering && said.ordering[ordering],
    listPrice !== undefined && listPriceWords(best, listPrice, terms),
    lowest !== undefined && said.lowest30Days(money(lowest)),
    payingWords(best, terms),
    delivered && said.cheaperDelivered(shopName(delivered.retailer), money(delivered.cost)),
    packWords(best, terms),
  ].flatMap((line) => line || []);
}
