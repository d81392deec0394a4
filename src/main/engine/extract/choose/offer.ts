import { type PackSize, sizeOfUnitPrice } from "../../../../shared/app/pack-size.js";
import { maxOf } from "../../../../shared/arrays.js";
import { findMoney, noHints, roundAmount } from "../amounts/money.js";
import { signOf } from "../amounts/page-currency.js";
import type { Candidate, MainFindings } from "../candidate.js";
import type { ExtractedOffer } from "../extraction.js";
import { commonElement, type OutlineElement } from "../html/outline.js";
import type { ShownPrices } from "../text/choose-price.js";
import { maxTaxFactor } from "../text/price-role.js";
import { isListPriceOf } from "../text/read-prices.js";
import { isTaxBetween } from "./agreement.js";
import { conditionalPrices } from "./conditional-prices.js";
import { deliveryCost, type ShownTerms } from "./delivery-cost.js";

/** The page as a shopper sees it. */
export interface ShownPage extends ShownTerms {
  readonly shown: ShownPrices;
  /** What its prices per unit belong to: the price as read without a recipe, or several; `null` for any. */
  readonly pagePrice: number | "several" | null;
}

type Shown = Pick<ShownPage, "prices" | "shown">;

/** A former price that is higher still belongs to something else. */
const maxListFactor = 10;

/** What a shopper pays where the page's data leaves the tax out. */
function withTax({ price, from }: Candidate, { prices, shown: { now } }: Shown): number | null {
  // A price that the shopper has clicked is the one to track.
  if (
    from === "recipe" ||
    price === null ||
    now === null ||
    now.price <= price ||
    now.price > price * maxTaxFactor
  )
    return null;
  if (prices.some((each) => each.role === "net" && Math.abs(each.price - price) < 1)) return now.price;
  // Shops report what they earn to advertisers: without tax, to the cent.
  const isShown = prices.some((each) => each.price === price);
  return !isShown && isTaxBetween(price, now.price) ? now.price : null;
}

/** The sale price where the page strikes out what its data still calls the price. */
function salePrice(
  { price, from }: Candidate,
  { prices, shown: { now } }: Shown,
): { price: number; list: number } | null {
  if (price === null || from === "recipe" || now === null || now.isProse) return null;
  const same = prices.filter((each) => each.price === price);
  const isBeside = now.isNamedNow && findMoney(now.before, noHints).some(({ amount }) => amount === price);
  const isStruck = same.some((each) => isListPriceOf(each, now, prices)) || isBeside;
  // The one that stands right before it is the price it was.
  const standing = same.filter(({ role }) => role === "now").length > (isBeside ? 1 : 0);
  return isStruck && !standing && now.price < price && now.price > price * 0.02
    ? { price: now.price, list: price }
    : null;
}

/** What a shopper pays where the page shows that its data leaves out a tax or a sale. */
export function paidInstead(candidate: Candidate, page: Shown): number | null {
  return salePrice(candidate, page)?.price ?? withTax(candidate, page);
}

/** The former price: struck out or called so beside the price. A higher price alone may be that of another size. */
function listPrice(price: number, { prices }: ShownPage): number | null {
  const own = prices.filter((each) => each.price === price && each.role === "now");
  const former = prices.find(
    (each) =>
      each.role === "old" &&
      each.price > price &&
      each.price < price * maxListFactor &&
      (own.length === 0 || own.some((shown) => isListPriceOf(each, shown, prices))),
  );
  return former?.price ?? null;
}

/** The lowest price of the 30 days before a reduction, as European shops must show it. */
function lowest30Days({ prices }: ShownPage): number | null {
  return prices.find(({ purpose }) => purpose === "lowest-30-days")?.price ?? null;
}

/** Prices per unit that belong together with the price: those nearest to it. */
function packSize(price: number, page: ShownPage): PackSize | null {
  if (page.pagePrice !== null && page.pagePrice !== price) return null;
  const own = page.prices.filter((each) => each.price === price && each.role === "now");
  const nearness = (element: OutlineElement) =>
    maxOf(own.map((each) => commonElement(element, each.element)?.depth ?? -1)) ?? -1;
  const sizes = page.prices
    .flatMap((each) => {
      const size =
        each.per === null ? null : sizeOfUnitPrice(price, each.price, each.per, page.facts.heading);
      return size === null ? [] : [{ size, depth: nearness(each.element) }];
    })
    .sort((one, other) => other.depth - one.depth);
  const [first] = sizes;
  if (first === undefined) return null;
  const isClear = sizes.every(
    ({ size, depth }) =>
      depth < first.depth || (size.unit === first.size.unit && isNear(size.amount, first.size.amount)),
  );
  return isClear ? first.size : null;
}

/** Two unit prices of one pack, per kilo and per 100 g, are rounded differently. */
function isNear(one: number, other: number): boolean {
  return Math.abs(one - other) <= 0.05 * other;
}

/** What the page says beside the price. */
function besidePrice(
  price: number,
  candidate: Candidate,
  currency: string | null,
  main: MainFindings,
  page: ShownPage,
): Pick<ExtractedOffer, "lowest_30_days" | "shipping" | "size" | "conditions"> {
  const lowest = lowest30Days(page);
  const shipping = deliveryCost(candidate, main, page);
  const size = packSize(price, page);
  const conditions = conditionalPrices(price, currency, page);
  return {
    ...(lowest === null ? {} : { lowest_30_days: lowest }),
    ...(shipping === null ? {} : { shipping }),
    ...(size === null ? {} : { size }),
    ...(conditions.length === 0 ? {} : { conditions }),
  };
}

/** The sign beside a price without a currency. */
export function signBeside(
  price: number | null,
  { sign: own = null }: Pick<Candidate, "sign">,
  { prices }: Pick<ShownPage, "prices">,
): { readonly sign?: string } {
  const sign = signOf({ price, sign: own }, prices);
  return sign === null ? {} : { sign };
}

/** The chosen price as a shopper pays it, with what the page says beside it. Amounts in units of the currency. */
export function toOffer(
  candidate: Candidate,
  currency: string | null,
  main: MainFindings,
  page: ShownPage,
): ExtractedOffer {
  const sale = salePrice(candidate, page);
  const paid = sale?.price ?? withTax(candidate, page) ?? candidate.price;
  const price = paid === null ? null : roundAmount(paid, currency);
  const list = sale?.list ?? candidate.listPrice ?? (price === null ? null : listPrice(price, page));
  return {
    price,
    currency: price === null ? null : currency,
    ...(currency === null ? signBeside(price, candidate, page) : {}),
    availability: candidate.availability,
    ...(candidate.condition === null ? {} : { condition: candidate.condition }),
    seller: candidate.seller,
    ...(list === null ? {} : { list_price: roundAmount(list, currency) ?? list }),
    ...(price === null ? {} : besidePrice(price, candidate, currency, main, page)),
    ...(candidate.ordering === undefined ? {} : { ordering: candidate.ordering }),
  };
}
