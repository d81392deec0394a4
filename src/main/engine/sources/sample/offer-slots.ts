import type { RetailerKey } from "./data/category.js";
import type { SampleProduct } from "./products.js";
import { unitFor, wholeBetween } from "./random.js";

/** Who sells a product and how: the shop itself, somebody on its marketplace, new or not. */
export type OfferForm = "own" | "seller" | "used" | "refurbished" | "open-box" | "auction" | "import";

export interface OfferSlot {
  readonly retailer: RetailerKey;
  readonly form: OfferForm;
}

/** How likely a form is taken up, against the others. */
const weights: Readonly<Record<OfferForm, number>> = {
  own: 4,
  seller: 2.5,
  used: 0.9,
  refurbished: 0.8,
  "open-box": 0.8,
  auction: 0.09,
  import: 0.14,
};

const marketForms: readonly OfferForm[] = ["own", "seller", "seller", "used", "used", "auction", "import"];
const mostOffers = 8;
/** Below 1: more products with many offers than with few. */
const evenness = 0.85;
const salt = { count: 61, order: 62 } as const;

/** Everyone who could sell the product: the marketplace needs its ASIN, the electronics retailer its SKU. */
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

/** One to eight of them, the first always a shop's own new offer. */
export function slotsOf(product: SampleProduct): OfferSlot[] {
  const { key } = product.variant;
  const count = wholeBetween(unitFor(key, salt.count) ** evenness, 1, mostOffers);
  const ordered = possibleSlots(product)
    .map((slot, index) => ({ slot, order: unitFor(key, salt.order, index) / weights[slot.form] }))
    .sort((a, b) => a.order - b.order)
    .map(({ slot }) => slot);
  const first = ordered.findIndex(({ form }) => form === "own");
  const [own] = ordered.splice(first, 1);
  return own === undefined ? [] : [own, ...ordered.slice(0, count - 1)];
}
