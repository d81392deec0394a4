import type { Condition } from "../../../../shared/contract/primitives.js";
import { importers, refurbishedGrades, sellers, usedGrades } from "./data/words.js";
import { slugOf } from "./fill.js";
import { type OfferForm, type OfferSlot, slotsOf } from "./offer-slots.js";
import { type PriceCurve, priceCurve } from "./price-curve.js";
import type { SampleProduct } from "./products.js";
import { between, hashText, pick, unitFor } from "./random.js";
import { type PriceEnding, retailersByKey, type SampleRetailer } from "./retailers.js";

/** One listing of the market; its price is its curve. */
export interface SampleOffer {
  readonly id: string;
  readonly retailer: SampleRetailer;
  readonly condition: Condition;
  readonly conditionGrade: string | null;
  readonly seller: string | null;
  /** `null` where the shop does not say. */
  readonly isMarketplace: boolean | null;
  readonly currency: "USD" | "EUR" | "GBP";
  readonly url: string;
  readonly isTrusted: boolean;
  readonly isValid: boolean;
  readonly isAuction: boolean;
  readonly curve: PriceCurve;
}

const salt = { form: 82, grade: 83, seller: 84, flag: 85, out: 86, currency: 87 } as const;

/** Price against a new one, least and most. */
const formLevels: Readonly<Record<OfferForm, readonly [number, number]>> = {
  own: [0.98, 1.04],
  seller: [0.94, 1.09],
  used: [0.55, 0.78],
  refurbished: [0.7, 0.84],
  "open-box": [0.82, 0.92],
  auction: [0.4, 0.7],
  import: [1.0, 1.15],
};

const conditions: Readonly<Record<OfferForm, Condition>> = {
  own: "new",
  seller: "new",
  used: "used",
  refurbished: "refurbished",
  "open-box": "used",
  auction: "used",
  import: "new",
};

/** What a dollar is worth there; the made-up market knows no exchange. */
const currencies = { USD: 1, EUR: 0.92, GBP: 0.79 } as const;

const shareUntrusted = 0.012;
const shareInvalid = 0.012;

function gradeOf(form: OfferForm, key: number): string | null {
  if (form === "open-box") return "open-box";
  if (form === "used") return pick(usedGrades, unitFor(key, salt.grade));
  return form === "refurbished" ? pick(refurbishedGrades, unitFor(key, salt.grade)) : null;
}

function sellerOf({ retailer, form }: OfferSlot, key: number): string | null {
  if (retailer !== "market" || form === "own") return null;
  return pick(form === "import" ? importers : sellers, unitFor(key, salt.seller));
}

function marketplaceFlag(slot: OfferSlot): boolean | null {
  if (slot.retailer === "outlet") return null;
  return slot.retailer === "market" && slot.form !== "own";
}

function currencyOf(form: OfferForm, key: number): SampleOffer["currency"] {
  if (form !== "import") return "USD";
  return unitFor(key, salt.currency) < 0.6 ? "EUR" : "GBP";
}

/** The first offer of a product is always sound; of the others a few are not. */
function flagsOf(key: number, position: number) {
  const chance = position === 0 ? 1 : unitFor(key, salt.flag);
  const isTrusted = chance >= shareUntrusted;
  return { isTrusted, isValid: !isTrusted || chance >= shareUntrusted + shareInvalid };
}

/** Shops keep their shelves full, with exceptions; single used pieces are often gone. */
function outRateOf(form: OfferForm, key: number): number {
  if (form === "used" || form === "auction") return 0.12;
  return unitFor(key, salt.out) < 0.12 ? 0.16 : 0.025;
}

/** The page of the product at the shop; a query tells the other listings of a page apart. */
function urlOf(
  { variant, codes }: SampleProduct,
  slot: OfferSlot,
  position: number,
  seller: string | null,
): string {
  const { domain } = retailersByKey[slot.retailer];
  if (slot.retailer === "market")
    return `https://${domain}/dp/${codes.asin}${seller === null ? "" : `?seller=${slugOf(seller)}&offer=${position}`}`;
  const page =
    slot.retailer === "electronics"
      ? `https://${domain}/p/${variant.slug}/${codes.electronicsSku}`
      : `https://${domain}/${variant.category.slug}/${variant.slug}`;
  return slot.form === "own" ? page : `${page}?condition=${slot.form}`;
}

function endingOf(slot: OfferSlot): PriceEnding {
  return slot.form === "used" || slot.form === "import" ? "even" : retailersByKey[slot.retailer].ending;
}

function offerOf(seed: number, product: SampleProduct, slot: OfferSlot, position: number): SampleOffer {
  const { variant } = product;
  const id = `sample-${String(variant.index + 1).padStart(4, "0")}-${position + 1}`;
  const key = hashText(`${seed}/${id}`);
  const retailer = retailersByKey[slot.retailer];
  const currency = currencyOf(slot.form, key);
  const seller = sellerOf(slot, key);
  const level = retailer.level * between(unitFor(key, salt.form), ...formLevels[slot.form]);
  const curve = priceCurve({
    key,
    productKey: variant.familyKey,
    listMinor: variant.listMinor * level * currencies[currency],
    ending: endingOf(slot),
    isAging: variant.category.isElectronic,
    outRate: outRateOf(slot.form, key),
  });
  return {
    id,
    retailer,
    condition: conditions[slot.form],
    conditionGrade: gradeOf(slot.form, key),
    seller,
    isMarketplace: marketplaceFlag(slot),
    currency,
    url: urlOf(product, slot, position, seller),
    ...flagsOf(key, position),
    isAuction: slot.form === "auction",
    curve,
  };
}

export function offersOf(seed: number, product: SampleProduct): SampleOffer[] {
  return slotsOf(product).map((slot, position) => offerOf(seed, product, slot, position));
}
