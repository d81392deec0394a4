import { type Availability, blankCandidate, type Candidate } from "../candidate.js";
import { limits } from "../limits.js";
import { isJson, type Json } from "../schema-org/lenient-json.js";
import { availabilityOf, conditionOf } from "../schema-org/terms.js";
import { readStockWord } from "../text/stock-words.js";
import { type AmountStyle, amountsIn, currencyIn } from "./state-amount.js";
import { type Entry, entriesOf, textOf, textsOf } from "./state-keys.js";

/** Reads products and variants in the JSON that shops leave in their pages. */

const maxStockDepth = 3;

function stockOfValue(value: unknown, depth: number): Availability | null {
  if (typeof value === "boolean") return value ? "in" : "out";
  if (typeof value === "number") return value > 0 ? "in" : "out";
  if (typeof value === "string") {
    if (/^\d+$/.test(value)) return stockOfValue(Number(value), depth);
    return availabilityOf(value.replace(/[_\s]/g, "")) ?? readStockWord(value)?.availability ?? null;
  }
  return isJson(value) && depth < maxStockDepth ? stockIn(value, depth + 1) : null;
}

interface StatedStock {
  readonly availability: Availability;
  /** Told by a number of pieces. */
  readonly isCount: boolean;
}

function statedStock({ key, value, meaning }: Entry, depth: number): StatedStock | null {
  if (meaning.fact !== "stock" && !(depth > 0 && meaning.isWithinStock)) return null;
  // Analytics count the pieces that a shopper takes.
  if (key === "quantity" && Number(value) === 1) return null;
  if (meaning.isDenial)
    return typeof value === "boolean" ? { availability: value ? "out" : "in", isCount: false } : null;
  const availability = stockOfValue(value, depth);
  const isCount = typeof value !== "boolean" && Number.isFinite(Number(value));
  return availability === null ? null : { availability, isCount };
}

function stockIn(object: Json, depth: number): Availability | null {
  const stated = entriesOf(object)
    .map((entry) => statedStock(entry, depth))
    .filter((each) => each !== null);
  // What can be ordered may be made to order: a count of 0 does not deny it.
  const words = stated.filter(({ isCount }) => !isCount);
  const [first, ...others] = words.length > 0 ? words : stated;
  const isAgreed = others.every(({ availability }) => availability === first?.availability);
  return first !== undefined && isAgreed ? first.availability : null;
}

export function nameOf(object: Json): string | null {
  return textsOf(object, "name")[0] ?? null;
}

/** Identifiers that a URL or a selection may name. */
export function keysOf(object: Json): string[] {
  return [...textsOf(object, "id"), ...textsOf(object, "gtin")];
}

function variantName(object: Json): string | null {
  const options = entriesOf(object)
    .filter(({ meaning }) => meaning.fact === "option")
    .flatMap(({ value }) => (isJson(value) ? Object.values(value) : [value]))
    .filter((value) => typeof value === "string" && value !== "");
  return options.length > 0 ? options.join(" / ").slice(0, limits.value) : nameOf(object);
}

/** The prices that an object names, one candidate for each; only its stock if it names none; empty if it names neither. */
export function candidatesOf(
  object: Json,
  path: string,
  style: AmountStyle,
  isVariant: boolean,
): Candidate[] {
  const availability = stockIn(object, 0);
  const amounts = amountsIn(object, "price", style);
  if (amounts.length === 0 && availability === null) return [];
  const blank: Candidate = {
    ...blankCandidate("embedded", `embedded:${path}.price`),
    currency: currencyIn(object),
    availability,
    availabilityPath: availability === null ? null : `embedded:${path}.available`,
    condition: conditionOf(textOf(object.condition)),
    variant: isVariant ? variantName(object) : null,
    keys: keysOf(object),
    url: textsOf(object, "url")[0] ?? null,
    sku: isVariant ? textOf(object.sku) : null,
  };
  if (amounts.length === 0) return [blank];
  return amounts.map(({ price, currency, list, mayBeCents }) => ({
    ...blank,
    price,
    ...(mayBeCents ? { mayBeCents } : {}),
    currency: currency ?? blank.currency,
    listPrice: list,
  }));
}

export function gtinOf(object: Json): string | null {
  return textsOf(object, "gtin").find((text) => /^(?:\d{8}|\d{12,14})$/.test(text)) ?? null;
}

/** The objects of a list, of a map, or of a GraphQL connection. */
function membersOf(value: unknown): Json[] {
  if (Array.isArray(value))
    return value.map((each) => (isJson(each) && isJson(each.node) ? each.node : each)).filter(isJson);
  if (!isJson(value)) return [];
  const list = value.edges ?? value.nodes;
  return Array.isArray(list) ? membersOf(list) : Object.values(value).filter(isJson);
}

/** The variants of a product, whatever the platform calls them. */
export function variantsIn(object: Json): Json[] {
  return entriesOf(object).flatMap(({ key, value, meaning }) => {
    if (!meaning.holdsVariants) return [];
    return isJson(value) && /^master/i.test(key) ? [value] : membersOf(value);
  });
}
