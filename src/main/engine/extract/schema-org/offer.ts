import { currencyOfCode } from "../amounts/currency.js";
import { type Money, parseAmount, parseCurrency } from "../amounts/money.js";
import type { Candidate } from "../candidate.js";
import table from "../words/schema-org.json" with { type: "json" };
import { aggregateTypes, availabilityOf, conditionOf, keysOf, orderingOf } from "./terms.js";
import { hasType, localName, type Thing, textOf, thingsOf } from "./thing.js";

type StatedCurrency = Pick<Money, "currency" | "sign">;

type PriceKind = "now" | "sale" | "list" | "other";

/** A price of a list of specifications, and what kind of price it is. */
interface SpecifiedPrice extends StatedCurrency {
  readonly kind: PriceKind;
  readonly price: number;
}

const listTypes = new Set(table.listPrices.split(" "));
const otherTypes = new Set(table.otherPrices.split(" "));
/** Charges that come on top, or are no price of the product. */
const chargeTypes = new Set(["deliverychargespecification", "paymentchargespecification"]);

/** Prices for members, by the kilo, each month or from ten pieces on are not what a shopper pays for one, now. */
function isConditional(spec: Thing): boolean {
  return table.priceConditions.split(" ").some((name) => isMeant(spec, name));
}

/** A quantity of one piece is no condition. */
function isMeant(spec: Thing, name: string): boolean {
  if (!(name in spec.props)) return false;
  if (name === "eligiblecustomertype") return !/enduser$/i.test(textOf(spec, name) ?? "");
  if (name !== "eligiblequantity" && name !== "referencequantity") return true;
  const [quantity] = thingsOf(spec, name);
  const value = quantity === undefined ? textOf(spec, name) : textOf(quantity, "value", "minvalue");
  const unit = quantity === undefined ? null : textOf(quantity, "unitcode", "unittext");
  const isOnePiece =
    value !== null && Number(value) === 1 && (unit === null || /^(?:c62|ea|piece|unit|h87)$/i.test(unit));
  return !isOnePiece;
}

/** What an offer or a specification says that its price is. */
function kindOf(spec: Thing, type: string | null): PriceKind {
  const name = localName(type ?? "").replace(/[\s_-]/g, "");
  if (listTypes.has(name)) return "list";
  if (otherTypes.has(name) || isConditional(spec)) return "other";
  return name === "saleprice" ? "sale" : "now";
}

function specifiedPrice(spec: Thing): SpecifiedPrice | null {
  if (hasType(spec, chargeTypes)) return null;
  const price = parseAmount(textOf(spec, "price", "minprice"));
  if (price === null) return null;
  const kind = kindOf(spec, textOf(spec, "pricetype", "name"));
  return { kind, price, ...parseCurrency(textOf(spec, "pricecurrency"), textOf(spec, "price", "minprice")) };
}

function lowest(prices: readonly SpecifiedPrice[]): SpecifiedPrice | null {
  return prices.reduce<SpecifiedPrice | null>(
    (best, each) => (best === null || each.price < best.price ? each : best),
    null,
  );
}

interface OfferPrice extends StatedCurrency {
  readonly price: number | null;
  readonly listPrice: number | null;
  readonly path: string;
}

/** Whether a specification replaces an offer's own price: that is the list price, or not for everybody. */
function isReplaced(own: number, now: SpecifiedPrice, specs: readonly SpecifiedPrice[]): boolean {
  const isOwn = (kind: PriceKind) => specs.some((each) => each.kind === kind && each.price === own);
  return now.price < own ? now.kind === "sale" || isOwn("list") : now.price > own && isOwn("other");
}

/** What is paid now: the sale price before the list price, wherever the shop has put either. */
function priceOf(offer: Thing, path: string): OfferPrice {
  const specs = thingsOf(offer, "pricespecification")
    .map(specifiedPrice)
    .filter((each) => each !== null);
  const now = lowest(specs.filter(({ kind }) => kind === "now" || kind === "sale"));
  const list = lowest(specs.filter(({ kind }) => kind === "list"));
  const own = parseAmount(textOf(offer, "price"));
  const name = textOf(offer, "pricecurrency", "currency");
  const { currency, sign } = parseCurrency(name, textOf(offer, "price", "lowprice"));
  const isOwn = own !== null && (now === null || !isReplaced(own, now, specs));
  const price = isOwn ? own : (now?.price ?? list?.price ?? null);
  const former = list?.price ?? (isOwn ? null : own);
  return {
    price,
    listPrice: former !== null && price !== null && former > price ? former : null,
    currency: currency ?? now?.currency ?? list?.currency ?? null,
    sign: sign ?? now?.sign ?? list?.sign ?? null,
    path: isOwn ? `${path}.price` : `${path}.priceSpecification.price`,
  };
}

/** What an offer takes from the product or the aggregate around it. */
export interface OfferContext
  extends Pick<
    Candidate,
    "from" | "path" | "variant" | "keys" | "url" | "currency" | "sku" | "gtin" | "title" | "image"
  > {
  readonly availability: string | null;
  /** Aggregates around it: offers that hold each other have no end. */
  readonly depth?: number;
}

const maxDepth = 4;

/** The item that an offer is for, where it names one that is not the product around it. */
function offeredVariant(offer: Thing): { name: string | null; keys: readonly string[] } {
  const [item] = thingsOf(offer, "itemoffered");
  return item === undefined ? { name: null, keys: [] } : { name: textOf(item, "name"), keys: keysOf(item) };
}

/** What delivery costs, if every rate that the offer states is the same. */
function shippingOf(offer: Thing): { shipping?: number } {
  const rates = thingsOf(offer, "shippingdetails").flatMap((details) => thingsOf(details, "shippingrate"));
  const costs = new Set(rates.map((rate) => Number(textOf(rate, "value", "minvalue") ?? Number.NaN)));
  const [cost] = costs;
  return costs.size === 1 && cost !== undefined && cost >= 0 && cost < 10_000 ? { shipping: cost } : {};
}

function toCandidate(offer: Thing, context: OfferContext): Candidate {
  const { from, path } = context;
  const { price, listPrice, currency, sign, path: pricePath } = priceOf(offer, path);
  const availabilityText = textOf(offer, "availability") ?? context.availability;
  const availability = availabilityOf(availabilityText);
  const ordering = orderingOf(availabilityText);
  const item = offeredVariant(offer);
  return {
    from,
    path: `${from}:${pricePath}`,
    price,
    currency: currency ?? context.currency,
    sign,
    availability,
    availabilityPath: availability === null ? null : `${from}:${path}.availability`,
    condition: conditionOf(textOf(offer, "itemcondition")),
    listPrice,
    seller: textOf(offer, "seller", "offeredby"),
    ...shippingOf(offer),
    ...(ordering === null ? {} : { ordering }),
    variant: item.name ?? textOf(offer, "name") ?? context.variant,
    keys: [...keysOf(offer), ...item.keys, ...context.keys],
    url: textOf(offer, "url") ?? context.url,
    sku: textOf(offer, "sku") ?? context.sku ?? null,
    gtin: context.gtin ?? null,
    title: context.title ?? null,
    image: context.image ?? null,
  };
}

/** An aggregate without offers states its lowest price, which is the price if the highest is the same. */
function fromAggregate(offer: Thing, context: OfferContext): Candidate[] {
  const inner = {
    ...context,
    path: `${context.path}.offers`,
    depth: (context.depth ?? 0) + 1,
    currency: currencyOfCode(textOf(offer, "pricecurrency")) ?? context.currency,
    availability: textOf(offer, "availability") ?? context.availability,
  };
  const nested = [...thingsOf(offer, "offers"), ...thingsOf(offer, "offer")];
  if (nested.length > 0) return candidatesOfOffers(nested, inner);
  const [low, high] = [parseAmount(textOf(offer, "lowprice")), parseAmount(textOf(offer, "highprice"))];
  const own = toCandidate(offer, context);
  if (low === null)
    return own.price === null && high === null ? [own] : [{ ...own, price: own.price ?? high }];
  const lowest = { ...own, price: low, path: `${context.from}:${context.path}.lowPrice` };
  return high === null || high === low
    ? [lowest]
    : [lowest, { ...own, price: high, path: `${context.from}:${context.path}.highPrice` }];
}

/** The prices of an offer: one, or those that an aggregate has gathered. */
function candidatesOfOffer(offer: Thing, context: OfferContext): Candidate[] {
  const isAggregate = hasType(offer, aggregateTypes) || "lowprice" in offer.props || "offers" in offer.props;
  const isDeep = (context.depth ?? 0) >= maxDepth;
  return isAggregate && !isDeep ? fromAggregate(offer, context) : [toCandidate(offer, context)];
}

/** The prices of offers side by side: one of them may be the list price of the others, or not for everybody. */
export function candidatesOfOffers(offers: readonly Thing[], context: OfferContext): Candidate[] {
  const kinds = offers.map((each) => kindOf(each, textOf(each, "pricetype")));
  const asked = offers.filter((_, i) => kinds[i] === "now" || kinds[i] === "sale");
  if (asked.length === 0) return offers.flatMap((each) => candidatesOfOffer(each, context));
  const list = offers.find((_, i) => kinds[i] === "list");
  const former = list === undefined ? null : parseAmount(textOf(list, "price"));
  return asked
    .flatMap((each) => candidatesOfOffer(each, context))
    .map((each) => ({
      ...each,
      listPrice: each.listPrice ?? (former !== null && former > (each.price ?? former) ? former : null),
    }));
}
