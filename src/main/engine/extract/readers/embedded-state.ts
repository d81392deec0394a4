import { blankFinding, type Candidate, type Finding } from "../candidate.js";
import type { PageFacts } from "../html/page-facts.js";
import { balancedEnd, parseLenientJson } from "../schema-org/lenient-json.js";
import { magentoOptions, magentoPriceBox } from "./magento-options.js";
import { revivePayload } from "./nuxt-payload.js";
import { layerStarts, readFlight, readLiteral, readParsedTexts } from "./script-literals.js";
import type { AmountStyle } from "./state-amount.js";
import { isJson, type Json, textAt } from "./state-lookup.js";
import { candidateOfObject, gtinOfObject, nameOf, styleOf, variantsIn } from "./state-object.js";

interface State {
  readonly name: string;
  readonly value: unknown;
}

const mostStates = 60;
/** What has no such word has no price. */
const ofPrices = /price|amount|pri[sx]\b|prezzo|prec?io|preis|cena|pris[:"]/i;
/** A page's whole state may be megabytes; what is larger is no product's. */
const largestState = 4 * 1_024 * 1_024;
const assignment = /(?:=|\b(?:data|props|pageProps|product|produkt|initialState)"?\s*:)\s*[{[]/g;
/** Names under which programs keep products; others are not worth reading. */
const stateName = /^(?:__\w+__|\S*(?:product|state|data|meta|variant|item)\S*)$/i;

const nameCharacter = /[\w$.]/;
const longestName = 80;

/** The name that something is assigned to, of which `end` is behind it. */
function nameBefore(text: string, end: number): string {
  let to = end;
  while (to > 0 && text.charCodeAt(to - 1) <= 32) to--;
  let from = to;
  while (from > 0 && to - from < longestName && nameCharacter.test(text.charAt(from - 1))) from--;
  return text.slice(from, to).replace(/^(?:window|self)\./, "");
}

/** A value of a script: JSON, or a literal that holds nothing but values. */
function valueAt(text: string, start: number, end: number): unknown {
  if (end < 0 || end - start > largestState) return undefined;
  const source = text.slice(start, end);
  const [value] = parseLenientJson(source);
  return value ?? readLiteral(source);
}

/** Objects that a script assigns or hands over: `window.__INITIAL_STATE__ = {…}`, `var meta = {…}`, `data: [{…}]`. */
function assignedStates(text: string): State[] {
  const states: State[] = [];
  let attempts = 0;
  let until = 0;
  for (const match of text.matchAll(assignment)) {
    // What lies within a value that has been read is part of it.
    if (match.index < until) continue;
    const name = match[0].startsWith("=") ? nameBefore(text, match.index) : "data";
    if (!stateName.test(name)) continue;
    // Each is read to its end: a script that only begins objects must not be read thousands of times.
    if (attempts++ >= mostStates) break;
    const start = match.index + match[0].length - 1;
    const end = balancedEnd(text, start);
    const value = valueAt(text, start, end);
    if (value === undefined) continue;
    states.push({ name, value });
    until = end;
  }
  return states;
}

/** The product that analytics are told to be viewed; what is only listed or promoted is another one. */
function viewedProducts(text: string): State[] {
  // As above: each is read to its end, which it may not have.
  return layerStarts(text)
    .slice(0, mostStates)
    .flatMap((start) => {
      const value = valueAt(text, start, balancedEnd(text, start));
      if (!isJson(value) || !/^(?:view_item|productDetail|product_?view)$/i.test(String(value.event)))
        return [];
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

function statesOf({ scripts, dataAttributes }: PageFacts): State[] {
  const inScripts = scripts
    .filter(
      ({ type, text }) =>
        type !== "application/ld+json" && text.length <= largestState && ofPrices.test(text),
    )
    .flatMap(({ type, id, text }) =>
      isJsonType(type) || id === "__NEXT_DATA__"
        ? parseLenientJson(text).map((value) => ({
            name: id === "" ? type : id,
            value: id === "__NUXT_DATA__" ? revivePayload(value) : value,
          }))
        : scriptStates(text),
    );
  const inAttributes = dataAttributes.flatMap(({ name, value }) =>
    parseLenientJson(value).map((each) => ({ name, value: each })),
  );
  const streamed = readFlight(scripts.map(({ text }) => text)).map((value) => ({ name: "__next_f", value }));
  return [...inScripts, ...streamed, ...inAttributes].slice(0, mostStates);
}

const mostObjects = 50_000;
const mostDepth = 24;
/** What hangs on these is about other products. */
const otherNames =
  /related|recommend|similar|upsell|crosssell|recently|bundle|cart|basket|menu|navigation|collection|carousel|sponsored|suggest|accessor|correlati|relacionad|liés|ähnlich|aehnlich|zubeh|servi[zc]|warrant|garant[yií]|addons|product\/view\/provider/;

interface Walk {
  left: number;
  readonly visit: (object: Json, path: string) => void;
}

function walk(value: unknown, path: string, depth: number, state: Walk): void {
  if (depth > mostDepth || state.left-- <= 0) return;
  if (Array.isArray(value)) {
    for (const each of value) walk(each, path, depth + 1, state);
    return;
  }
  if (!isJson(value)) return;
  state.visit(value, path);
  for (const [key, each] of Object.entries(value))
    if (typeof each === "object" && !otherNames.test(key.toLowerCase()))
      walk(each, `${path}.${key}`, depth + 1, state);
}

function candidatesOf(object: Json, path: string, given: AmountStyle): Candidate[] {
  const style = styleOf(object, given);
  const variants = variantsIn(object)
    .map((variant) => candidateOfObject(variant, `${path}.variants`, style, true))
    .filter((candidate) => candidate?.price != null);
  const own = candidateOfObject(object, path, style, false);
  // What the product says for all of them, its currency for one.
  if (variants.length > 0)
    return (variants as Candidate[]).map((each) => ({
      ...each,
      currency: each.currency ?? own?.currency ?? null,
    }));
  return own?.price == null ? [] : [own];
}

/** BigCommerce keeps the product's figures apart from its name. */
function titleOf(object: Json, path: string, heading: string): string | null {
  return nameOf(object) ?? (path.endsWith("product_attributes") && heading !== "" ? heading : null);
}

function toFinding(object: Json, path: string, style: AmountStyle, heading: string): Finding | null {
  const title = titleOf(object, path, heading);
  const candidates =
    title === null && variantsIn(object).length === 0 ? [] : candidatesOf(object, path, style);
  if (candidates.length === 0) return null;
  return {
    from: "embedded",
    title,
    brand: textAt(object, [
      "brand",
      "vendor",
      "brandname",
      "manufacturername",
      "manufacturer",
      "marca",
      "marke",
      "marque",
    ]),
    gtin: gtinOfObject(object),
    sku: textAt(object, ["sku"]),
    mpn: textAt(object, ["mpn"]),
    model: textAt(object, ["model"]),
    image: null,
    description: null,
    category: null,
    url: textAt(object, ["url", "canonicalurl"]),
    candidates,
    isMainEntity: false,
  };
}

/** Attributes that hold a list of variants by themselves: WooCommerce's variation form. */
function listedVariants({ name, value }: State, title: string | null, style: AmountStyle): Finding[] {
  if (!Array.isArray(value) || !/variation|variant/.test(name)) return [];
  const candidates = value
    .filter(isJson)
    .map((each) => candidateOfObject(each, name, style, true))
    .filter((candidate) => candidate?.price != null) as Candidate[];
  return candidates.length === 0 ? [] : [variantsOnly(title, candidates)];
}

/** Variants that stand by themselves are the page's own: its heading is their name. */
function variantsOnly(title: string | null, candidates: readonly Candidate[]): Finding {
  return { ...blankFinding("embedded"), title, candidates, isMainEntity: true };
}

/** Products in the JSON that the page's own program starts from; which of them the page is about is decided later. */
export function readEmbeddedState(facts: PageFacts, shown: ReadonlySet<number>): Finding[] {
  const isShopify = facts.scripts.some(({ text }) => text.includes("Shopify."));
  const style: AmountStyle = { isInCents: isShopify, shown };
  const heading = facts.heading === "" ? null : facts.heading;
  const found: Finding[] = [];
  const boxes: Candidate[] = [];
  let hasOptions = false;
  for (const state of statesOf(facts)) {
    found.push(...listedVariants(state, heading, style));
    const visit = (object: Json, path: string) => {
      const options = magentoOptions(object, path, style);
      if (options.length > 0) found.push(variantsOnly(heading, options));
      hasOptions ||= options.length > 0;
      const box = magentoPriceBox(object, path, style);
      if (box !== null) boxes.push(box);
      const finding = toFinding(object, path, style, facts.heading);
      if (finding !== null) found.push(finding);
    };
    walk(state.value, state.name, 0, { left: mostObjects, visit });
  }
  // A box shows what a page's product costs only where there is but one, and nothing to choose.
  if (boxes.length === 1 && !hasOptions) found.push(variantsOnly(heading, boxes));
  return found;
}
