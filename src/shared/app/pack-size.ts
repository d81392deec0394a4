/** How much of a product is in one pack, so that packs of different sizes compare by the price per unit. */
export interface PackSize {
  /** Above 0, up to `maxPackAmount`. */
  readonly amount: number;
  /** Grams, millilitres or pieces. */
  readonly unit: SizeUnit;
}

export const sizeUnits = ["g", "ml", "piece"] as const;
export type SizeUnit = (typeof sizeUnits)[number];

export const maxPackAmount = 10_000_000;

/** The units in which sizes are entered and shown, and how many grams, millilitres or pieces they are. */
export const packUnits = {
  g: { unit: "g", factor: 1 },
  kg: { unit: "g", factor: 1_000 },
  oz: { unit: "g", factor: 28.3495 },
  lb: { unit: "g", factor: 453.592 },
  ml: { unit: "ml", factor: 1 },
  l: { unit: "ml", factor: 1_000 },
  "fl oz": { unit: "ml", factor: 29.5735 },
  piece: { unit: "piece", factor: 1 },
} as const satisfies Readonly<Record<string, { readonly unit: SizeUnit; readonly factor: number }>>;
export type PackUnit = keyof typeof packUnits;

interface Measure {
  readonly packUnit: PackUnit;
  readonly times?: number;
  readonly names: RegExp;
}

const measures: readonly Measure[] = [
  { packUnit: "g", names: /^(?:g|gr|gram(?:s|m)?|gramme?s?)$/i },
  { packUnit: "kg", names: /^(?:kg|kilo(?:s|gramm?s?)?)$/i },
  { packUnit: "lb", names: /^(?:lbs?|pounds?)$/i },
  { packUnit: "oz", names: /^(?:oz|ounces?)$/i },
  { packUnit: "ml", names: /^(?:ml|millilit(?:er|re)s?)$/i },
  { packUnit: "ml", times: 10, names: /^cl$/i },
  { packUnit: "l", names: /^(?:l|lt|lit(?:er|re)s?)$/i },
  { packUnit: "fl oz", names: /^fl\.? ?oz$/i },
  {
    packUnit: "piece",
    names:
      /^(?:piece|pieces|pc|pcs|pack|ct|count|units?|stück|stk|st|szt|ks|tabs?|tablets?|tabletten?|capsules?|kapseln?|rolls?|rollen?|pads?|pods?|bags?|teebeutel|beutel|softgels?|gummies|caplets?|pills?|lozenges?|sachets?|wipes|diapers|windeln|dragees|linsen|lenses)$/i,
  },
];

function measureOf(name: string): Measure | undefined {
  return measures.find(({ names }) => names.test(name.trim().replace(/\.$/, "")));
}

function toSize(amount: number, name: string, count = 1): PackSize | null {
  const measure = measureOf(name);
  if (measure === undefined) return null;
  const { unit, factor } = packUnits[measure.packUnit];
  const inUnits = Math.round(amount * count * factor * (measure.times ?? 1) * 100) / 100;
  return inUnits > 0 && inUnits <= maxPackAmount ? { amount: inUnits, unit } : null;
}

/** `1,5` and `1.5`. */
function toNumber(text: string): number {
  return Number(text.replace(",", "."));
}

/** `500 g`, `1,5 Liter`, `100 ml`; `null` for anything else. */
export function parseMeasure(text: string): PackSize | null {
  const [, amount, name] =
    /^\s*(\d{1,6}(?:[.,]\d{1,3})?)\s*(fl\.? ?oz|[\p{L}.]{1,12})\s*$/iu.exec(text) ?? [];
  return amount === undefined || name === undefined ? null : toSize(toNumber(amount), name);
}

const inTitle =
  /(?:(?<count>\d{1,3})\s*[x×]\s*)?(?<![\d.,])(?<amount>\d{1,6}(?:[.,]\d{1,3})?)[\s-]*(?<name>fl\.? ?oz|kg|gr?|lbs?|oz|ml|cl|lit(?:er|re)s?|l|stück|stk|pieces|pcs|count|ct|pack|rollen|rolls|tabs|tablets|tabletten|capsules|kapseln|pads|pods|softgels|gummies|caplets|pills|lozenges|sachets|teebeutel|wipes|diapers|windeln|dragees)(?![\p{L}\d])/iu;

/**
 * The size that a title names: `6 x 1,5 l`, `Coffee 500 g`. Only a suggestion, because a kettle of 1.7 l and a bag of
 * 30 l are not sold by the litre.
 */
export function sizeInTitle(title: string): PackSize | null {
  const { count, amount, name } = inTitle.exec(title)?.groups ?? {};
  if (amount === undefined || name === undefined) return null;
  // `5G` is a network.
  if (/^g$/i.test(name) && toNumber(amount) < 10) return null;
  return toSize(toNumber(amount), name, count === undefined ? 1 : Number(count));
}

/** A title without the size that it names, so that packs of one product compare. */
export function titleWithoutSize(title: string): string {
  return title.replace(inTitle, " ");
}

/** Sizes that pages compute from rounded prices differ by less. */
const maxDifference = 0.1;

export function isSameSize(one: PackSize, other: PackSize): boolean {
  return one.unit === other.unit && Math.abs(one.amount / other.amount - 1) <= maxDifference;
}

/** Whether two packs are measured alike, and hold different amounts. */
export function isOtherSize(one: PackSize, other: PackSize): boolean {
  return one.unit === other.unit && !isSameSize(one, other);
}

/** Prices per unit are rounded to the cent. */
const halfCent = 0.005;
/** Without a title, an amount is taken for a rounder one if they differ by no more. */
const maxRounding = 0.005;

/** How much a pack holds that costs `price`, if `perPrice` is what `per` costs; `null` beyond any pack. */
export function sizeOfUnitPrice(price: number, perPrice: number, per: PackSize, title = ""): PackSize | null {
  if (!(perPrice > 0) || !(price > 0)) return null;
  const exact = (price / perPrice) * per.amount;
  const fits = (amount: number) => Math.abs((price / amount) * per.amount - perPrice) <= halfCent * 1.001;
  const named = sizeInTitle(title);
  if (named?.unit === per.unit && fits(named.amount)) return named;
  const rounded = [1, 2].map((digits) => Number(exact.toPrecision(digits)));
  const round = rounded.find((each) => fits(each) && Math.abs(each / exact - 1) <= maxRounding);
  const amount = per.unit === "piece" ? Math.round(exact) : (round ?? Number(exact.toPrecision(3)));
  const isPack = per.unit === "piece" ? amount >= 2 && amount <= 5_000 : amount >= 1 && amount <= 1_000_000;
  return isPack ? { amount, unit: per.unit } : null;
}

/** Shops in the United States sell by ounces and pounds, which mean little to readers elsewhere. */
export type UnitSystem = "metric" | "customary";

function metricUnit({ amount, unit }: PackSize): PackUnit {
  if (unit === "g") return amount < packUnits.kg.factor ? "g" : "kg";
  return amount < packUnits.l.factor ? "ml" : "l";
}

function customaryUnit({ amount, unit }: PackSize): PackUnit {
  if (unit === "ml") return "fl oz";
  return amount < packUnits.lb.factor ? "oz" : "lb";
}

/** The unit in which a size is shown: the title's own, or else one of the system. */
function packUnitFor(size: PackSize, title: string, system: UnitSystem): PackUnit {
  if (size.unit === "piece") return size.unit;
  const { name = "" } = inTitle.exec(title)?.groups ?? {};
  const named = measureOf(name)?.packUnit;
  // In grams and millilitres, ounces and pounds are no round numbers.
  if (named === undefined || packUnits[named].unit !== size.unit)
    return system === "customary" && size.amount % 5 !== 0 ? customaryUnit(size) : metricUnit(size);
  return named === "oz" || named === "lb" || named === "fl oz" ? named : metricUnit(size);
}

/** A size as its pack states it: `5 lb` for 2,267.96 g. */
export function shownSize(
  size: PackSize,
  title: string,
  system: UnitSystem,
): { readonly amount: number; readonly unit: PackUnit } {
  const unit = packUnitFor(size, title, system);
  return { amount: Number((size.amount / packUnits[unit].factor).toFixed(3)), unit };
}

/**
 * What prices per unit are stated for: 100 g or a kilogram, a litre, a piece; in the customary system, an ounce or a pound, a
 * fluid ounce.
 */
export type PriceUnit = "g" | "kg" | "ml" | "oz" | "lb" | "fl oz" | "piece";

/** Grams from which American shops state prices per pound: sacks of pet food, not bags of coffee. */
const sack = 5 * packUnits.lb.factor;

/** The unit for a product whose pack has this size, so that its price per unit is no fraction of a cent. */
export function priceUnitOf({ amount, unit }: PackSize, system: UnitSystem): PriceUnit {
  if (unit === "piece") return unit;
  if (unit === "ml") return system === "customary" ? "fl oz" : unit;
  if (system === "customary") return amount < sack * (1 - maxRounding) ? "oz" : "lb";
  return amount < packUnits.kg.factor ? "g" : "kg";
}

const unitAmounts: Readonly<Record<PriceUnit, number>> = {
  g: 100,
  kg: packUnits.kg.factor,
  ml: packUnits.l.factor,
  oz: packUnits.oz.factor,
  lb: packUnits.lb.factor,
  "fl oz": packUnits["fl oz"].factor,
  piece: 1,
};

/** The price per unit of a pack, in the unit of the product's `usual` pack, so that different packs compare. */
export function unitPrice(
  price: number,
  size: PackSize,
  usual: PackSize | null,
  system: UnitSystem,
): { readonly price: number; readonly per: PriceUnit } {
  const per = priceUnitOf(usual?.unit === size.unit ? usual : size, system);
  return { price: (price / size.amount) * unitAmounts[per], per };
}
