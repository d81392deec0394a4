import type { Clicked, ClickedElement } from "./clicked.js";
import type { Recipe } from "./recipe.js";
import { parseSelector } from "./selector.js";
import { isStableName, stablePart } from "./stable-name.js";

/** Attributes that identify an element for programs, most specific first. */
const naming = [
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
const mostClasses = 2;
const mostSelectors = 8;
/** Max ancestors to search for a distinctive name. */
const mostAround = 12;

function classesOf({ attributes }: ClickedElement): string[] {
  const all = (attributes.class ?? "").split(/\s+/).filter(isStableName);
  const named = all.filter((each) => priceName.test(each));
  return (named.length > 0 ? named : all).slice(0, mostClasses);
}

function byId({ attributes: { id = "" } }: ClickedElement): string | null {
  return isStableName(id) ? `#${id}` : null;
}

/** `[itemprop="price"]`, or `[data-price]` without its value, which is the price itself. */
function byAttribute({ tag, attributes }: ClickedElement): string | null {
  const name = naming.find((each) => isStableName(attributes[each] ?? ""));
  if (name !== undefined) return `${tag}[${name}="${attributes[name]}"]`;
  const own = Object.keys(attributes).find(
    (each) => /^data-[a-z-]+$/.test(each) && /price/.test(each) && each.length < 40,
  );
  return own === undefined ? null : `${tag}[${own}]`;
}

function byClass(element: ClickedElement): string | null {
  const classes = classesOf(element);
  if (classes.length > 0) return `${element.tag}${classes.map((each) => `.${each}`).join("")}`;
  const parts = (element.attributes.class ?? "").split(/\s+/).map(stablePart);
  const part = parts.find((each) => each !== null);
  return part == null ? null : `${element.tag}[class*="${part}"]`;
}

/** Selectors that identify the element by its names, not by its position. */
function namesOf(element: ClickedElement): string[] {
  return [byId(element), byAttribute(element), byClass(element)].filter((each) => each !== null);
}

function placeOf({ tag, nth }: ClickedElement): string {
  return `${tag}:nth-of-type(${nth})`;
}

/** Elements that browsers insert by themselves, or that contain the whole page. */
const unsaid = new Set(["tbody", "body", "html"]);

/** The path to the element, tag by tag, from the nearest ancestor with an id or from the outermost element. */
function pathTo(chain: readonly ClickedElement[]): string {
  let path = placeOf(chain[0] as ClickedElement);
  for (const [i, each] of chain.slice(1).entries()) {
    const isBelowUnsaid = unsaid.has(chain[i]?.tag ?? "");
    if (unsaid.has(each.tag)) {
      if (each.tag !== "tbody") break;
      continue;
    }
    const id = byId(each);
    const combinator = isBelowUnsaid ? " " : " > ";
    path = `${id ?? placeOf(each)}${combinator}${path}`;
    if (id !== null) break;
  }
  return path;
}

/** The element's own names, first within a named ancestor, because other elements on the page may share them. */
function namedSelectors(chain: readonly ClickedElement[]): string[] {
  const [element, ...around] = chain;
  if (element === undefined) return [];
  const near = around.slice(0, mostAround).filter(({ tag }) => !unsaid.has(tag));
  const anchors = near.flatMap((each) => byId(each) ?? byAttribute(each) ?? []).slice(0, 1);
  const groups = near.flatMap((each) => byClass(each) ?? []).slice(0, 1);
  const own = namesOf(element);
  const shared = own.filter((name) => !name.startsWith("#"));
  const inside = shared.length > 0 ? shared : [element.tag];
  const within = [...anchors, ...groups].flatMap((outer) => inside.map((inner) => `${outer} ${inner}`));
  return [...own.filter((name) => name.startsWith("#")), ...within, ...shared];
}

/** Selectors for a clicked element, most durable first. All of them are also valid in browsers. */
export function selectorsOf({ chain }: Clicked): string[] {
  const elements = chain.map((each) => ({ ...each, tag: each.tag.toLowerCase() }));
  const all = [...new Set([...namedSelectors(elements), pathTo(elements)])];
  const valid = all.filter((text) => parseSelector(text) !== null);
  const path = valid.at(-1);
  return path === undefined
    ? []
    : [...valid.slice(0, mostSelectors - 1), ...valid.slice(mostSelectors - 1).slice(-1)];
}

function attributeOf({ text, chain }: Clicked): string | null {
  if (/\d/.test(text)) return null;
  const attributes = chain[0]?.attributes ?? {};
  return amountAttributes.find((name) => /\d/.test(attributes[name] ?? "")) ?? null;
}

function decimalOf(text: string): "." | "," | null {
  return (/\d([.,])\d{2}(?!\d)/.exec(text)?.[1] as "." | "," | undefined) ?? null;
}

/**
 * Builds a recipe from a click. `selectors` are those of `selectorsOf` that match only this element on its page; without
 * any, returns `null`.
 */
export function buildRecipe(host: string, click: Clicked, selectors: readonly string[]): Recipe | null {
  if (selectors.length === 0) return null;
  const price = { selectors: [...selectors], attribute: attributeOf(click), decimal: decimalOf(click.text) };
  return { version: 1, host, price };
}
