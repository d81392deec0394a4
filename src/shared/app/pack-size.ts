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

interface Measure {
  readonly unit: SizeUnit;
  readonly factor: number;
  readonly names: RegExp;
}

const measures: readonly Measure[] = [
  { unit: "g", factor: 1, names: /^(?:g|gr|gram(?:s|m)?|gramme?s?)$/i },
  { unit: "g", factor: 1_000, names: /^(?:kg|kilo(?:s|gramm?s?)?)$/i },
  { unit: "g", factor: 453.592, names: /^(?:lbs?|pounds?)$/i },
  { unit: "g", factor: 28.3495, names: /^(?:oz|ounces?)$/i },
  { unit: "ml", factor: 1, names: /^(?:ml|millilit(?:er|re)s?)$/i },
  { unit: "ml", factor: 10, names: /^cl$/i },
  { unit: "ml", factor: 1_000, names: /^(?:l|lt|lit(?:er|re)s?)$/i },
  { unit: "ml", factor: 29.5735, names: /^fl\.? ?oz$/i },
  {
    unit: "piece",
    factor: 1,
    names:
      /^(?:piece|pieces|pc|pcs|pack|ct|count|units?|stück|stk|st|szt|ks|tabs?|tablets?|tabletten?|capsules?|kapseln?|rolls?|rollen?|pads?|pods?|bags?|teebeutel|beutel|softgels?|gummies|caplets?|pills?|lozenges?|sachets?|wipes|diapers|windeln|dragees|linsen|lenses)$/i,
  },
];

function toSize(amount: number, name: string, count = 1): PackSize | null {
  const measure = measures.find(({ names }) => names.test(name.trim().replace(/\.$/, "")));
  if (measure === undefined) return null;
  const inUnits = Math.round(amount * count * measure.factor * 100) / 100;
  return inUnits > 0 && inUnits <= maxPackAmount ? { amount: inUnits, unit: measure.unit } : null;
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

/** Sizes that pages compute from rounded prices differ by less. */
const maxDifference = 0.1;

export function isSameSize(one: PackSize, other: PackSize): boolean {
  return one.unit === other.unit && Math.abs(one.amount / other.amount - 1) <= maxDifference;
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

/** What prices per unit are stated for: 100 g, a litre, a piece. */
export const unitAmounts: Readonly<Record<SizeUnit, number>> = { g: 100, ml: 1_000, piece: 1 };

/** The price of 100 g, a litre or a piece. */
export function unitPrice(price: number, { amount, unit }: PackSize): number {
  return (price / amount) * unitAmounts[unit];
}
