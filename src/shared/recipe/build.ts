import type { ClickedElement, ClickReport, Recipe } from "./recipe.js";
import { parseSelector } from "./selector.js";

const generatedPattern = /^(?:css|sc|jss|svelte|emotion|makeStyles|jsx)-|^_/;
/** Names that describe a temporary state of the element. */
const statePattern =
  /^(?:is|has|js|ng|v)-|^(?:active|selected|hover|focus|open|visible|hidden|loaded|loading|sale|on-?sale|discount(?:ed)?|reduced)$/i;
const maxNameChars = 60;

/** Attributes that identify an element for programs, most specific first. */
const namingAttributes = [
  "itemprop",
  "data-testid",
  "data-test-id",
  "data-test",
  "data-qa",
  "data-hook",
  "data-automation",
];
const priceName = /price|amount|cost|preis|prix|precio|prezzo|preco|cena|prijs|fiyat/i;
/** Attributes that may contain the amount if the element has no text. */
const amountAttributes = ["content", "data-price", "data-amount", "value"];
const maxClasses = 2;
const maxSelectors = 8;
/** Max ancestors to search for a distinctive name. */
const maxAncestors = 12;

function preferredClasses({ attributes }: ClickedElement): string[] {
  const all = (attributes.class ?? "").split(/\s+/).filter(isStableName);
  const named = all.filter((each) => priceName.test(each));
  return (named.length > 0 ? named : all).slice(0, maxClasses);
}

function idSelector({ attributes: { id = "" } }: ClickedElement): string | null {
  return isStableName(id) ? `#${id}` : null;
}

/** `[itemprop="price"]`, or `[data-price]` without its value, which is the price itself. */
function attributeSelector({ tag, attributes }: ClickedElement): string | null {
  const name = namingAttributes.find((each) => isStableName(attributes[each] ?? ""));
  if (name !== undefined) return `${tag}[${name}="${attributes[name]}"]`;
  const own = Object.keys(attributes).find(
    (each) => /^data-[a-z-]+$/.test(each) && /price/.test(each) && each.length < 40,
  );
  return own === undefined ? null : `${tag}[${own}]`;
}

function classSelector(element: ClickedElement): string | null {
  const classes = preferredClasses(element);
  if (classes.length > 0) return `${element.tag}${classes.map((each) => `.${each}`).join("")}`;
  const parts = (element.attributes.class ?? "").split(/\s+/).map(stablePrefix);
  const part = parts.find((each) => each !== null);
  return part == null ? null : `${element.tag}[class*="${part}"]`;
}

/** Selectors that identify the element by its names, not by its position. */
function nameSelectors(element: ClickedElement): string[] {
  return [idSelector(element), attributeSelector(element), classSelector(element)].filter(
    (each) => each !== null,
  );
}

function positionSelector({ tag, nth }: ClickedElement): string {
  return `${tag}:nth-of-type(${nth})`;
}

/** Elements that browsers insert by themselves, or that contain the whole page. */
const structuralTags = new Set(["tbody", "body", "html"]);

/** The path to the element, tag by tag, from the nearest ancestor with an id or from the outermost element. */
function pathSelector(chain: readonly ClickedElement[]): string {
  let path = positionSelector(chain[0] as ClickedElement);
  for (const [i, each] of chain.slice(1).entries()) {
    const isBelowStructural = structuralTags.has(chain[i]?.tag ?? "");
    if (structuralTags.has(each.tag)) {
      if (each.tag !== "tbody") break;
      continue;
    }
    const id = idSelector(each);
    const combinator = isBelowStructural ? " " : " > ";
    path = `${id ?? positionSelector(each)}${combinator}${path}`;
    if (id !== null) break;
  }
  return path;
}

/** The element's own names, first within a named ancestor, because other elements on the page may share them. */
function namedSelectors(chain: readonly ClickedElement[]): string[] {
  const [element, ...ancestors] = chain;
  if (element === undefined) return [];
  const nearAncestors = ancestors.slice(0, maxAncestors).filter(({ tag }) => !structuralTags.has(tag));
  const anchors = nearAncestors
    .flatMap((each) => idSelector(each) ?? attributeSelector(each) ?? [])
    .slice(0, 1);
  const groups = nearAncestors.flatMap((each) => classSelector(each) ?? []).slice(0, 1);
  const ownNames = nameSelectors(element);
  const shared = ownNames.filter((name) => !name.startsWith("#"));
  const inside = shared.length > 0 ? shared : [element.tag];
  const within = [...anchors, ...groups].flatMap((outer) => inside.map((inner) => `${outer} ${inner}`));
  return [...ownNames.filter((name) => name.startsWith("#")), ...within, ...shared];
}

/** Selectors for a clicked element, most durable first. All of them are also valid in browsers. */
export function candidateSelectors({ chain }: ClickReport): string[] {
  const elements = chain.map((each) => ({ ...each, tag: each.tag.toLowerCase() }));
  const all = [...new Set([...namedSelectors(elements), pathSelector(elements)])];
  const valid = all.filter((text) => parseSelector(text) !== null);
  if (valid.length <= maxSelectors) return valid;
  // The path by position comes last, and is the only one that every element has.
  return [...valid.slice(0, maxSelectors - 1), ...valid.slice(-1)];
}

function amountAttribute({ text, chain }: ClickReport): string | null {
  if (/\d/.test(text)) return null;
  const attributes = chain[0]?.attributes ?? {};
  return amountAttributes.find((name) => /\d/.test(attributes[name] ?? "")) ?? null;
}

function decimalSeparator(text: string): "." | "," | null {
  return (/\d([.,])\d{2}(?!\d)/.exec(text)?.[1] as "." | "," | undefined) ?? null;
}

/**
 * Builds a recipe from a click. `selectors` are those of `candidateSelectors` that match only this element on its page;
 * without any, returns `null`.
 */
export function buildRecipe(host: string, click: ClickReport, selectors: readonly string[]): Recipe | null {
  if (selectors.length === 0) return null;
  const price = {
    selectors: [...selectors],
    attribute: amountAttribute(click),
    decimal: decimalSeparator(click.text),
  };
  return { version: 1, host, price };
}

/** Whether part of a name looks generated by a build tool, as in `css-1q2w3e`, `price_3fYh2`, `8d1f0c`. */
function isGenerated(piece: string): boolean {
  if (/\d{3}/.test(piece)) return true;
  return piece.length >= 4 && /\d/.test(piece) && /[a-z]/i.test(piece) && !/^[a-z]+\d{1,2}$/i.test(piece);
}

/** Whether a class, id or label is likely to survive the shop's next build and to occur on its other pages. */
export function isStableName(name: string): boolean {
  if (!/^-?[A-Za-z_][\w-]*$/.test(name) || name.length > maxNameChars) return false;
  if (generatedPattern.test(name) || statePattern.test(name)) return false;
  return !name.split(/[-_]+/).some(isGenerated);
}

/** The stable prefix of a class with a generated suffix: `Price_value__` of `Price_value__a1B2c`. */
export function stablePrefix(name: string): string | null {
  const match = /^([A-Za-z][A-Za-z-]*(?:_[A-Za-z][A-Za-z-]*)*_{1,2})[\w-]{4,10}$/.exec(name);
  const head = match?.[1] ?? "";
  return head.length >= 5 && /\d|[a-z][A-Z]/.test(name.slice(head.length)) ? head : null;
}
