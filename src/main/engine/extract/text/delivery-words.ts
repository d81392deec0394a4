import table from "../words/delivery.json" with { type: "json" };
import { wordsOf } from "./amount-words.js";

const { glued, english, free, over, place, speed, orders, someShoppers, someGoods, fromValue } = table;
const others = wordsOf("shipping")
  .map((words) => words.replace("'", "['’]"))
  .join("|");

/** Names of delivery and of what it costs, for a regular expression with the flags `iu`. */
const delivery = `(?<!\\p{L})(?:${glued}|${english}|${others})(?!\\p{L})`;

/** Between "free" and delivery, as in `free UK delivery`; a word that ends a sentence separates the two. */
const between = "(?:(?:(?:\\p{L}\\.)+|\\S*[^\\s.,;:!?|]) )?";

const included = `(?:(?<!\\p{L})(?:inkl|incl)\\.? (?:\\p{L}{2,5}\\.? (?:und|and|&) )?${delivery}|${delivery} included(?!\\p{L}))`;
const costsNothing = `${delivery}:? (?:CHF |EUR |\\p{Sc} ?)?0(?:[.,](?:00|[-–—]{1,2}))?(?: ?(?:EUR|CHF|\\p{Sc}))?(?! ?[\\d\\p{L}.,%])`;

/** Says that delivery is free, in either order: `free UK delivery`, `Versand ist gratis`. */
const freeDelivery = `(?:${free}[- ](?!returns? )${between}(?:${delivery}|(?:bezorgd|verzonden)(?!\\p{L}))|${delivery}:?(?: is| ist| est| è| is)? ${free}|(?<!\\p{L})(?:versandkosten|versand|porto|fracht|frakt)fr(?:ei|itt)\\p{L}*|(?<!\\p{L})ships free(?!\\p{L})|gratis in huis|${included}|${costsNothing}|送料無料|무료 ?배송|包邮|免運)`;

const thresholdBefore = /(?<!\p{L})(?:over|above|über|with|mit|avec)\s*$/iu;
const thresholdBehind = new RegExp(`^\\s*(?:이상|以上)?\\s*${freeDelivery}`, "iu");

/** Whether the words around an amount make it the smallest order that is delivered free of charge. */
export function isThreshold(before: string, after: string): boolean {
  return thresholdBefore.test(before) || thresholdBehind.test(after);
}

/** Before the lowest of several charges. */
export const deliveryFrom = new RegExp(`${delivery} (?:${over}):?\\s*$`, "iu");

/** Delivery with its details, up to where its charge stands. */
const named = `${delivery}${speed}${place}(?: escluse)?(?: \\([^()\\d]{1,20}\\))?[\\s:+(–—-]*`;

/** Before what delivery costs; words on free delivery may stand above the price. */
export const deliveryBefore = new RegExp(`(?<!${free}[- ]${between})${named}$`, "iu");
/** Behind what delivery costs, not behind a price with free delivery, nor before what a parcel weighs. */
export const deliveryAfter = new RegExp(
  `^\\s*(?:d[ei] )?(?!${freeDelivery}|${delivery} (?:frei (?:${over}) |weight|dimensions|date|time))${delivery}`,
  "iu",
);

const unit = "(?:\\p{Sc}|\\p{L}{2,3}(?!\\p{L}))?";
const charge = `(?:${unit}\\s?\\d[\\d.,]*[-–—]{0,2}\\s?${unit})?`;

/** Delivery and its charge, which the next words on the line refer to: `Delivery €6.95 (`, `€6.95 delivery or `. */
const charged = `${named}${charge}[^\\p{L}\\d]{0,4}(?:(?:or|but|and|oder|aber|ou|of)\\s)?`;
/** Refers to delivery only behind its charge: "Lieferung frei Bordsteinkante" names a place. */
const freeOfCharge = `(?:${free}|(?<!\\p{L})frei(?!\\p{L}))`;

const freeFrom = `(?:free ship at|(?:${freeDelivery}|${charged}${freeOfCharge})(?: on| for)?(?: all)?(?: orders(?: of)?|(?:(?: \\p{L}+){0,3} ${orders})? (?:${over}|with))):?\\s*`;

/** Before the smallest order that is delivered free of charge. */
export const freeDeliveryFrom = new RegExp(`${freeFrom}$`, "iu");

const openEnd = new RegExp(`\\+(?<=${freeFrom}\\p{Sc}?\\d[\\d.,]*\\+)`, "giu");

/** Without the plus in `free for orders $80+`, since an amount with a plus counts as no price. */
export function withoutOpenEnd(text: string): string {
  // The pattern takes long to compile, and few pages need it.
  return text.includes("+") ? text.replace(openEnd, " ") : text;
}

const fromBefore = new RegExp(`${charged}(?:${over})\\s*\\p{Sc}?\\s*$`, "iu");
const freeBehind = new RegExp(`^\\s*(?:\\p{L}+wert )?(?:${freeOfCharge}|${freeDelivery})`, "iu");

/** Whether words in front of an amount and behind it make it the smallest free order: `Versand 5 €, ab 50 € frei`. */
export function isFreeFrom(before: string, after: string): boolean {
  return after !== "" && freeBehind.test(after) && fromBefore.test(before);
}

/** Most texts of a page have none of these, which costs less to see than what they say. */
const freeStem =
  /fr(?:ee|ei|i(?!\p{L})|itt)|gr[aá]t|offert|kostenlos|darmow|zdarma|無料|in[ck]l|(?<![\d.,])0(?![\d%])/iu;
const freeAlone = new RegExp(
  `(?:^|[|·,+(&.;–✓✔])\\s*(?:standard[- ]|morgen |heute |today |tomorrow )?${freeDelivery}(.*)$`,
  "iu",
);

/** What a short text says behind the words that delivery is free; `null` if it has no such words of their own. */
export function behindFreeDelivery(text: string): string | null {
  return freeStem.test(text) ? (freeAlone.exec(text)?.[1] ?? null) : null;
}

/** For some shoppers only, or above an amount. */
const conditionBefore = new RegExp(
  `(?<!\\p{L})(?:ab|über|over|above|${fromValue}|vanaf|${someShoppers})(?!\\p{L})|(?<!\\p{L})(?:for|until|bis|für|pour) ${freeDelivery}`,
  "iu",
);
const conditionBehind = new RegExp(
  `\\p{Sc}|(?<!\\p{L})(?:ab|über|over|above|from|${fromValue}|à partir(?! du )|vanaf|boven|bij|bei|od|från|över|desde|a partir|with|mit|avec|met|for|für|pour|voor|when|wenn|if|nur|only|store|code|prime|eligible|members?|orders|bestell\\p{L}*|${someGoods})(?!\\p{L})`,
  "iu",
);
/** In the words behind the smallest free order, limits it to some shoppers. */
export const forSomeShoppers = new RegExp(`^[^|·•.,;]*(?<!\\p{L})(?:${someShoppers})(?!\\p{L})`, "iu");

const exceptions = new RegExp(table.exceptions, "iu");

/** Whether the words on a line around "free delivery" leave some goods out; the line's other entries do not count. */
export function hasException(before: string, after: string): boolean {
  return exceptions.test(`${before.split(/[|·•]/).at(-1)} ${after.split(/[|·•]/, 1)[0]}`);
}

/** Whether the words on a line around "free delivery" set a condition; a line's other entries do not. */
export function isConditional(before: string, behind: string): boolean {
  // "Free delivery Tuesday. Or fastest delivery tomorrow $9.99": what follows is an offer of its own.
  const [own = ""] = behind.split(/[|·•]|[.;,]\s*(?=(?:or|oder|ou)\s)/iu, 1);
  return conditionBefore.test(before) || conditionBehind.test(own) || hasException(before, behind);
}

/** In the words around a charge, names delivery that is faster or goes abroad. */
export const otherDelivery = new RegExp(table.otherDelivery, "iu");

/** Before an amount: an order of exactly that is too small to be delivered free of charge. */
export const aboveWords = /(?<!\p{L})(?:over|above|über|boven|över)[:\s]*\p{Sc}?\s*$/iu;

/** In the words around a charge, calls it a rate that is the same for all orders. */
export const standardRate = new RegExp(table.standardRate, "iu");

/** Right behind a charge, finds the order value from which on it is not paid. */
export const under =
  /^\W*(?:(?:on|for|bei|für|pour)\s)?(?:\p{L}+\s)?(?:under|below|less than|up to|unter|bis(?: zu)?|moins de|jusqu['’]à|onder|tot)\s+(?=\D{0,3}\d)(.*)$/iu;

/** Leaves the charge for delivery to the checkout. */
export const atCheckout = new RegExp(
  `${delivery}[^.\\n]{0,30}(?:calculated|berechnet|calculés?|calcolat[oaie]|berekend)(?!\\p{L})`,
  "iu",
);
