import { maxPlaceChars } from "../../../../shared/recipe/recipe.js";
import { type Compound, parseSelector, type Selector } from "../../../../shared/recipe/selector.js";
import type { Attributes } from "./outline.js";

interface OpenElement {
  readonly tag: string;
  readonly attributes: Attributes;
  readonly classes: readonly string[];
  readonly nth: number;
  /** Where it begins in the page's visible text. */
  readonly from: number;
  /** How many of each tag it holds so far. */
  readonly counts: Map<string, number>;
  /** Indices of the selectors that match it. */
  readonly matches: readonly number[];
  /** Whether it or an element around it is excluded. */
  readonly isExcluded: boolean;
}

/** The text of an element that a selector matches. */
export interface SelectorHit {
  /** Index of the selector. */
  readonly selector: number;
  readonly text: string;
}

/** A selector with more matches names nothing. */
const maxHits = 100;
/** Comparisons of an element with a step of a selector, for a whole page: a bound for hostile pages and recipes. */
const maxComparisons = 2_000_000;
/** The rest of longer attributes is not compared. */
const maxAttributeChars = 2_000;
const maxClasses = 200;
/** So many characters in which a text is looked for count as a comparison. */
const charsPerComparison = 100;

type Matchable = Omit<OpenElement, "matches" | "isExcluded">;

export interface WatchedPlaces {
  /** CSS selectors, most trusted first. */
  readonly selectors: readonly string[];
  /** The attribute that holds the text; `null` for the visible text. */
  readonly attribute: string | null;
  /** Matches in elements of these selectors do not count. */
  readonly except?: readonly string[];
}

/** Recipes may ask for any name, also for one that every object inherits: `constructor`. */
function attributeIn(attributes: Attributes, name: string): string | undefined {
  return Object.hasOwn(attributes, name) ? attributes[name] : undefined;
}

const none: readonly string[] = [];

function isLike(compound: Compound, { tag, attributes, classes, nth }: Matchable): boolean {
  if (compound.tag !== null && compound.tag !== tag) return false;
  if (compound.nth !== null && compound.nth !== nth) return false;
  if (compound.id !== null && compound.id !== attributes.id) return false;
  if (!compound.classes.every((each) => classes.includes(each))) return false;
  return compound.attributes.every(({ name, value, isSubstring }) => {
    const own = attributeIn(attributes, name);
    if (own === undefined || value === null) return own !== undefined;
    return isSubstring ? own.slice(0, maxAttributeChars).includes(value) : own === value;
  });
}

/** Matches CSS selectors while a page is read, without building a tree. */
export class SelectorWatch {
  readonly hits: SelectorHit[] = [];
  readonly #attribute: string | null;
  readonly #selectors: readonly (Selector | null)[];
  readonly #except: readonly (Selector | null)[];
  readonly #open: OpenElement[] = [];
  readonly #topCounts = new Map<string, number>();
  #left = maxComparisons;

  constructor({ selectors, attribute, except = [] }: WatchedPlaces) {
    this.#attribute = attribute;
    this.#selectors = selectors.map(parseSelector);
    this.#except = except.map(parseSelector);
  }

  open(tag: string, attributes: Attributes, at: number): void {
    const siblings = this.#open.at(-1)?.counts ?? this.#topCounts;
    const nth = (siblings.get(tag) ?? 0) + 1;
    siblings.set(tag, nth);
    const classes = attributes.class?.split(/\s+/, maxClasses) ?? none;
    const element = { tag, attributes, classes, nth, from: at, counts: new Map<string, number>() };
    const isExcluded =
      this.#open.at(-1)?.isExcluded === true ||
      this.#except.some((selector) => selector !== null && this.#isMatch(selector, element));
    const matches = isExcluded
      ? []
      : this.#selectors.flatMap((selector, i) =>
          selector !== null && this.#isMatch(selector, element) ? [i] : [],
        );
    this.#open.push({ ...element, matches, isExcluded });
  }

  /** `since` returns the visible text from a position on. */
  close(since: (at: number) => string): void {
    const element = this.#open.pop();
    if (element === undefined || element.matches.length === 0 || this.hits.length >= maxHits) return;
    const attribute = this.#attribute;
    const text =
      attribute === null ? since(element.from) : (attributeIn(element.attributes, attribute) ?? "");
    // A price, or a sentence with one; an element with more text is another one than was meant.
    if (text.length > maxPlaceChars) return;
    for (const selector of element.matches) this.hits.push({ selector, text });
  }

  #isMatch(selector: Selector, element: Matchable): boolean {
    const last = selector.length - 1;
    const step = selector[last];
    if (step === undefined || !this.#compare(step.compound, element)) return false;
    return this.#isWithin(selector, last, this.#open.length);
  }

  /** Whether the open elements outside of `depth` are as the steps before `index` say. */
  #isWithin(selector: Selector, index: number, depth: number): boolean {
    const before = selector[index - 1];
    if (before === undefined) return true;
    const isChild = selector[index]?.isChild === true;
    const end = isChild ? Math.max(0, depth - 1) : 0;
    for (let at = depth - 1; at >= end && this.#left > 0; at--) {
      const outer = this.#open[at];
      if (outer === undefined) return false;
      if (this.#compare(before.compound, outer) && this.#isWithin(selector, index - 1, at)) return true;
    }
    return false;
  }

  #compare(compound: Compound, element: Matchable): boolean {
    if (this.#left <= 0) return false;
    this.#left--;
    for (const { name, isSubstring } of compound.attributes) {
      const chars = isSubstring ? (attributeIn(element.attributes, name)?.length ?? 0) : 0;
      this.#left -= Math.min(chars, maxAttributeChars) / charsPerComparison;
    }
    return isLike(compound, element);
  }
}
