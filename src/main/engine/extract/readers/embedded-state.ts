import type { CurrencyHints } from "../amounts/currency.js";
import { blankFinding, type Candidate, type Finding } from "../candidate.js";
import type { PageFacts, Script } from "../html/page-facts.js";
import { limits } from "../limits.js";
import { balancedEnd, isJson, type Json, parseLenientJson } from "../schema-org/lenient-json.js";
import { magentoOptions, magentoPriceBox } from "./magento-options.js";
import { layerStarts, readFlight, readLiteral, readParsedTexts } from "./script-literals.js";
import { type AmountStyle, currencyIn, styleOf } from "./state-amount.js";
import { isApart, isPart, textOf, textsOf } from "./state-keys.js";
import { candidatesOf, gtinOf, nameOf, variantsIn } from "./state-object.js";

/** Nuxt's wrappers of values; their second place names the value. */
const wrappers = new Set(["Reactive", "ShallowReactive", "Ref", "ShallowRef", "EmptyRef", "EmptyShallowRef"]);
const maxPayloadValues = 20_000;
const maxPayloadDepth = 30;

/**
 * Nuxt 3 stores a page's data as a flat array, in which objects and arrays hold indexes of other items. Resolves these
 * indexes; returns `null` for any other value.
 */
function revivePayload(list: unknown): unknown {
  if (!Array.isArray(list) || list.length === 0) return null;
  let left = maxPayloadValues;
  const revive = (at: unknown, depth: number): unknown => {
    if (typeof at !== "number" || left-- <= 0 || depth > maxPayloadDepth) return null;
    const value: unknown = list[at];
    if (Array.isArray(value)) {
      const [head, inner] = value as unknown[];
      if (typeof head === "string") return wrappers.has(head) ? revive(inner, depth + 1) : null;
      return value.map((each) => revive(each, depth + 1));
    }
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, revive(each, depth + 1)]));
  };
  return revive(0, 0);
}

interface State {
  readonly name: string;
  readonly value: unknown;
}

/** A script without these has no price. */
const ofPrices = /pric[ei]|amount/i;
const assignment = /(?:=|\b(?:props|product)"?\s*:)\s*[{[]/g;

const nameCharacter = /[\w$.]/;
const maxNameLength = 80;

/** The name before `end` that a value is assigned to. */
function nameBefore(text: string, end: number): string {
  let to = end;
  while (to > 0 && text.charCodeAt(to - 1) <= 32) to--;
  let from = to;
  while (from > 0 && to - from < maxNameLength && nameCharacter.test(text.charAt(from - 1))) from--;
  return text.slice(from, to).replace(/^(?:window|self)\./, "");
}

/** A value of a script: JSON, or a literal of values alone. */
function valueAt(text: string, start: number, end: number): unknown {
  if (end < 0 || end - start > limits.state) return undefined;
  const source = text.slice(start, end);
  const [value] = parseLenientJson(source);
  return value ?? readLiteral(source);
}

/** Objects that a script assigns or passes: `window.__INITIAL_STATE__ = {…}`, `var meta = {…}`, `data: [{…}]`. */
function assignedStates(text: string): State[] {
  const states: State[] = [];
  let attempts = 0;
  let until = 0;
  for (const match of text.matchAll(assignment)) {
    // Within a value that has been read.
    if (match.index < until) continue;
    const start = match.index + match[0].length - 1;
    const end = balancedEnd(text, start);
    if (end > 0 && !ofPrices.test(text.slice(start, end))) {
      until = end;
      continue;
    }
    // A script that only begins objects must not be read to its end thousands of times.
    if (attempts++ >= limits.states) break;
    const value = valueAt(text, start, end);
    if (value === undefined) continue;
    const name = match[0].startsWith("=") ? nameBefore(text, match.index) : "data";
    states.push({ name, value });
    until = end;
  }
  return states;
}

/** The product that analytics report as viewed; products that are only listed or promoted are others. */
function viewedProducts(text: string): State[] {
  // As above, each is read to its end.
  return layerStarts(text)
    .slice(0, limits.states)
    .flatMap((start) => {
      const value = valueAt(text, start, balancedEnd(text, start));
      if (!isJson(value) || !/^(?:view_item|productDetail)$/i.test(String(value.event))) return [];
      return [{ name: "dataLayer.view", value }];
    });
}

function scriptStates(text: string): State[] {
  const parsed = readParsedTexts(text).map((value) => ({ name: "JSON.parse", value }));
  return [...assignedStates(text), ...parsed, ...viewedProducts(text)];
}

function isJsonType(type: string): boolean {
  return type === "application/json" || type === "text/x-magento-init" || type.endsWith("+json");
}

function statesIn({ type, id, text }: Script): State[] {
  if (type === "application/ld+json" || text.length > limits.state || !ofPrices.test(text)) return [];
  if (!isJsonType(type) && id !== "__NEXT_DATA__") return scriptStates(text);
  return parseLenientJson(text).map((value) => ({
    name: id === "" ? type : id,
    value: id === "__NUXT_DATA__" ? revivePayload(value) : value,
  }));
}

function* statesOf({ scripts, dataAttributes }: PageFacts): Generator<State> {
  for (const script of scripts) yield* statesIn(script);
  for (const value of readFlight(scripts.map(({ text }) => text))) yield { name: "__next_f", value };
  for (const { name, value } of dataAttributes)
    for (const each of parseLenientJson(value)) yield { name, value: each };
}

const maxObjects = 50_000;
const maxDepth = 24;

/** What the objects around a part say of it. */
interface Around {
  /** The name of the nearest object without prices of its own. */
  readonly title: string | null;
  readonly currency: string | null;
  /** Levels down to which this counts. */
  readonly levels: number;
}

const nothingAround: Around = { title: null, currency: null, levels: 0 };

function priced(candidates: readonly Candidate[]): Candidate[] {
  return candidates.filter(({ price }) => price !== null);
}

/** An object's prices, or those of its variants with the currency that it states for all of them. */
function pricesOf(
  object: Json,
  path: string,
  given: AmountStyle,
  currencyAround: string | null,
): Candidate[] {
  const style = styleOf(object, given);
  const own = candidatesOf(object, path, style, false);
  const variants = priced(
    variantsIn(object).flatMap((variant) => candidatesOf(variant, `${path}.variants`, style, true)),
  );
  const currency = currencyIn(object) ?? own[0]?.currency ?? currencyAround;
  return (variants.length > 0 ? variants : priced(own)).map((each) => ({
    ...each,
    currency: each.currency ?? currency,
  }));
}

function toFinding(object: Json, title: string | null, candidates: readonly Candidate[]): Finding {
  return {
    ...blankFinding("embedded"),
    title,
    brand: textsOf(object, "brand")[0] ?? null,
    gtin: gtinOf(object),
    sku: textOf(object.sku),
    mpn: textOf(object.mpn),
    model: textOf(object.model),
    url: textsOf(object, "url")[0] ?? null,
    candidates,
  };
}

/** Prices that stand without a name are the page's own: its heading is their name. */
function unnamed(title: string | null, candidates: readonly Candidate[]): Finding {
  return { ...blankFinding("embedded"), title, candidates, isMainEntity: true };
}

/** Levels between a product's name and its price. */
const maxLevels = 2;

class StateReader {
  readonly found: Finding[] = [];
  readonly #boxes: Candidate[] = [];
  #hasOptions = false;
  #left = 0;
  readonly #heading: string | null;
  readonly #style: AmountStyle;

  constructor(heading: string | null, style: AmountStyle) {
    this.#heading = heading;
    this.#style = style;
  }

  read({ name, value }: State): void {
    if (Array.isArray(value) && /variation|variant/.test(name)) this.#readVariants(name, value);
    this.#left = maxObjects;
    this.#walk(value, name, 0, nothingAround);
  }

  finish(): readonly Finding[] {
    // A price box names the product's price only if it is the only one, and there are no options.
    const box = this.#boxes.length === 1 && !this.#hasOptions ? this.#boxes : [];
    return box.length === 0 ? this.found : [...this.found, unnamed(this.#heading, box)];
  }

  /** Attributes that hold a list of variants by themselves: WooCommerce's variation form. */
  #readVariants(name: string, list: readonly unknown[]): void {
    const variants = list.filter(isJson).flatMap((each) => candidatesOf(each, name, this.#style, true));
    if (priced(variants).length > 0) this.found.push(unnamed(this.#heading, priced(variants)));
  }

  #walk(value: unknown, path: string, depth: number, around: Around): void {
    if (depth > maxDepth || this.#left-- <= 0) return;
    if (Array.isArray(value)) {
      // The entries of a list are things of their own.
      const shared = value.length === 1 ? around : { ...around, title: null };
      for (const each of value) this.#walk(each, path, depth + 1, shared);
      return;
    }
    if (!isJson(value)) return;
    const own = this.#visit(value, path, around);
    for (const key in value) {
      const part = value[key];
      if (typeof part !== "object" || part === null || isApart(key)) continue;
      this.#walk(part, `${path}.${key}`, depth + 1, isPart(key) ? own : { ...own, title: null });
    }
  }

  #visitMagento(object: Json, path: string): void {
    const options = magentoOptions(object, path, this.#style);
    const box = magentoPriceBox(object, path, this.#style);
    if (box !== null) this.#boxes.push(box);
    if (options.length === 0) return;
    this.#hasOptions = true;
    this.found.push(unnamed(this.#heading, options));
  }

  /** Returns what the object says of its parts. */
  #visit(object: Json, path: string, around: Around): Around {
    this.#visitMagento(object, path);
    const name = nameOf(object);
    const candidates = pricesOf(object, path, this.#style, around.currency);
    if (candidates.length > 0) {
      // BigCommerce keeps the product's figures apart from its name.
      const isNamedByPage = path.endsWith("product_attributes");
      const title = name ?? around.title ?? (isNamedByPage ? this.#heading : null);
      this.found.push(toFinding(object, title, candidates));
    }
    const levels = name === null ? around.levels - 1 : maxLevels;
    const isWhole = candidates.length === 0 && levels > 0;
    const currency = currencyIn(object) ?? around.currency;
    return { title: isWhole ? (name ?? around.title) : null, currency, levels };
  }
}

/** Products in the JSON that the page's own program starts from; which of them the page is about is decided later. */
export function readEmbeddedState(
  facts: PageFacts,
  shown: ReadonlySet<number>,
  hints: CurrencyHints,
): readonly Finding[] {
  const isInCents = facts.scripts.some(({ text }) => text.includes("Shopify."));
  const reader = new StateReader(facts.heading === "" ? null : facts.heading, { isInCents, shown, hints });
  let left: number = limits.states;
  for (const state of statesOf(facts))
    if (left-- > 0) reader.read(state);
    else break;
  return reader.finish();
}
