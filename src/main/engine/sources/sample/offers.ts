import type { Condition } from "../../../../shared/contract/primitives.js";
import { sampleData } from "./data.js";
import { createPriceCurve, type PriceCurve } from "./price-curve.js";
import type { SampleProduct } from "./products.js";
import { between, hashText, integerBetween, pick, randomUnit } from "./random.js";
import { type PriceEnding, type RetailerKey, retailersByKey, type SampleRetailer } from "./retailers.js";
import { slugify } from "./text.js";

/** A listing; its price at any time is its curve. */
export interface SampleOffer {
  readonly id: string;
  readonly retailer: SampleRetailer;
  readonly condition: Condition;
  readonly conditionGrade: string | null;
  readonly seller: string | null;
  /** `null` if the shop does not say. */
  readonly isMarketplace: boolean | null;
  readonly currency: "USD" | "EUR" | "GBP";
  readonly url: string;
  readonly isTrusted: boolean;
  readonly isValid: boolean;
  readonly isAuction: boolean;
  readonly curve: PriceCurve;
}

/** How a retailer sells a product: itself, or through a seller on its marketplace, new or not. */
type OfferForm = "own" | "seller" | "used" | "refurbished" | "open-box" | "auction" | "import";

interface OfferSlot {
  readonly retailer: RetailerKey;
  readonly form: OfferForm;
}

const salt = {
  offerCount: 61,
  order: 62,
  form: 82,
  grade: 83,
  seller: 84,
  flag: 85,
  out: 86,
  currency: 87,
} as const;

interface FormTraits {
  /** Likelihood of such an offer, relative to the other forms. */
  readonly weight: number;
  /** Price relative to a new product: min and max. */
  readonly level: readonly [number, number];
  readonly condition: Condition;
}

const forms: Readonly<Record<OfferForm, FormTraits>> = {
  own: { weight: 4, level: [0.98, 1.04], condition: "new" },
  seller: { weight: 2.5, level: [0.94, 1.09], condition: "new" },
  used: { weight: 0.9, level: [0.55, 0.78], condition: "used" },
  refurbished: { weight: 0.8, level: [0.7, 0.84], condition: "refurbished" },
  "open-box": { weight: 0.8, level: [0.82, 0.92], condition: "used" },
  auction: { weight: 0.09, level: [0.4, 0.7], condition: "used" },
  import: { weight: 0.14, level: [1.0, 1.15], condition: "new" },
};

const marketForms: readonly OfferForm[] = ["own", "seller", "seller", "used", "used", "auction", "import"];
const maxOffers = 8;
/** Below 1, many offers are more common than few. */
const offerCountExponent = 0.85;

/** Fixed rates: the sample market has no currency exchange. */
const unitsPerDollar = { USD: 1, EUR: 0.92, GBP: 0.79 } as const;

const untrustedShare = 0.012;
const invalidShare = 0.012;

/** The marketplace lists products that have an ASIN, the electronics retailer those that have an SKU. */
function possibleSlots({ variant, codes }: SampleProduct): OfferSlot[] {
  const slots: OfferSlot[] = [{ retailer: "superstore", form: "own" }];
  if (codes.asin !== null) slots.push(...marketForms.map((form) => ({ retailer: "market" as const, form })));
  for (const retailer of variant.category.specialists)
    if (retailer !== "electronics") slots.push({ retailer, form: "own" });
  if (codes.electronicsSku !== null)
    slots.push({ retailer: "electronics", form: "own" }, { retailer: "electronics", form: "open-box" });
  slots.push({ retailer: "outlet", form: "own" });
  slots.push({ retailer: "outlet", form: variant.category.isElectronic ? "refurbished" : "used" });
  return slots;
}

/** One to eight slots; the first is always a retailer's own new offer. */
function drawSlots(product: SampleProduct): OfferSlot[] {
  const { key } = product.variant;
  const count = integerBetween(randomUnit(key, salt.offerCount) ** offerCountExponent, 1, maxOffers);
  const ordered = possibleSlots(product)
    .map((slot, index) => ({ slot, order: randomUnit(key, salt.order, index) / forms[slot.form].weight }))
    .sort((a, b) => a.order - b.order)
    .map(({ slot }) => slot);
  const first = ordered.findIndex(({ form }) => form === "own");
  const [own] = ordered.splice(first, 1);
  return own === undefined ? [] : [own, ...ordered.slice(0, count - 1)];
}

function pickGrade(form: OfferForm, key: number): string | null {
  if (form === "open-box") return "open-box";
  if (form !== "used" && form !== "refurbished") return null;
  return pick(sampleData().texts.grades[form], randomUnit(key, salt.grade));
}

function pickSeller({ retailer, form }: OfferSlot, key: number): string | null {
  if (retailer !== "market" || form === "own") return null;
  const { importers, sellers } = sampleData().texts;
  return pick(form === "import" ? importers : sellers, randomUnit(key, salt.seller));
}

function isMarketplaceOffer({ retailer, form }: OfferSlot): boolean | null {
  if (retailer === "outlet") return null;
  return retailer === "market" && form !== "own";
}

function pickCurrency(form: OfferForm, key: number): SampleOffer["currency"] {
  if (form !== "import") return "USD";
  return randomUnit(key, salt.currency) < 0.6 ? "EUR" : "GBP";
}

/** The first offer of a product is always trusted and valid. */
function drawFlags(key: number, position: number) {
  const unit = position === 0 ? 1 : randomUnit(key, salt.flag);
  const isTrusted = unit >= untrustedShare;
  return { isTrusted, isValid: !isTrusted || unit >= untrustedShare + invalidShare };
}

/** Most shops restock; single used items are often gone. */
function outOfStockRate(form: OfferForm, key: number): number {
  if (form === "used" || form === "auction") return 0.12;
  return randomUnit(key, salt.out) < 0.12 ? 0.16 : 0.025;
}

/** The product's page at the retailer; a query tells several offers on one page apart. */
function createUrl(
  { variant, codes }: SampleProduct,
  slot: OfferSlot,
  position: number,
  seller: string | null,
): string {
  const { domain } = retailersByKey[slot.retailer];
  if (slot.retailer === "market")
    return `https://${domain}/dp/${codes.asin}${seller === null ? "" : `?seller=${slugify(seller)}&offer=${position}`}`;
  const page =
    slot.retailer === "electronics"
      ? `https://${domain}/p/${variant.slug}/${codes.electronicsSku}`
      : `https://${domain}/${variant.category.slug}/${variant.slug}`;
  return slot.form === "own" ? page : `${page}?condition=${slot.form}`;
}

function priceEnding({ retailer, form }: OfferSlot): PriceEnding {
  return form === "used" || form === "import" ? "even" : retailersByKey[retailer].ending;
}

function createOffer(seed: number, product: SampleProduct, slot: OfferSlot, position: number): SampleOffer {
  const { variant } = product;
  const { form } = slot;
  const id = `sample-${String(variant.index + 1).padStart(4, "0")}-${position + 1}`;
  const key = hashText(`${seed}/${id}`);
  const retailer = retailersByKey[slot.retailer];
  const currency = pickCurrency(form, key);
  const seller = pickSeller(slot, key);
  const level = retailer.level * between(randomUnit(key, salt.form), ...forms[form].level);
  const curve = createPriceCurve({
    key,
    familyKey: variant.familyKey,
    productKey: variant.key,
    listMinor: variant.listMinor * level * unitsPerDollar[currency],
    ending: priceEnding(slot),
    isAging: variant.category.isElectronic,
    outOfStockRate: outOfStockRate(form, key),
  });
  return {
    id,
    retailer,
    condition: forms[form].condition,
    conditionGrade: pickGrade(form, key),
    seller,
    isMarketplace: isMarketplaceOffer(slot),
    currency,
    url: createUrl(product, slot, position, seller),
    ...drawFlags(key, position),
    isAuction: form === "auction",
    curve,
  };
}

export function createOffers(seed: number, product: SampleProduct): SampleOffer[] {
  return drawSlots(product).map((slot, position) => createOffer(seed, product, slot, position));
}
