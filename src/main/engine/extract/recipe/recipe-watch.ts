import type { Recipe } from "../../../../shared/recipe/recipe.js";
import { type Compound, parseSelector, type Selector } from "../../../../shared/recipe/selector.js";

type Attributes = Readonly<Record<string, string>>;

interface OpenElement {
  readonly tag: string;
  readonly attributes: Attributes;
  readonly nth: number;
  /** Where it begins in the page's visible text. */
  readonly from: number;
  /** How many of each tag it holds so far. */
  readonly counts: Map<string, number>;
  /** Which of the recipe's selectors it answers to. */
  readonly answersTo: readonly number[];
}

/** What stands where a recipe's selector points. */
export interface RecipeHit {
  /** Its place in the recipe. */
  readonly selector: number;
  readonly text: string;
}

/** A price is short; an element with more in it is another one than was clicked. */
const longestText = 160;
/** A selector that is answered so often names nothing. */
const mostHits = 100;
/** Comparisons of an element with a step, for a whole page: a page or a recipe that is made to take long does not. */
const mostComparisons = 2_000_000;

function isLike(compound: Compound, { tag, attributes, nth }: Omit<OpenElement, "answersTo">): boolean {
  if (compound.tag !== null && compound.tag !== tag) return false;
  if (compound.nth !== null && compound.nth !== nth) return false;
  if (compound.id !== null && compound.id !== attributes.id) return false;
  if (compound.classes.length > 0) {
    const classes = (attributes.class ?? "").split(/\s+/);
    if (!compound.classes.every((each) => classes.includes(each))) return false;
  }
  return compound.attributes.every(({ name, value, isSubstring }) => {
    const own = attributes[name];
    if (own === undefined || value === null) return own !== undefined;
    return isSubstring ? own.includes(value) : own === value;
  });
}

/** Looks for the places that a recipe names while a page is read, without a tree. */
export class RecipeWatch {
  readonly recipe: Recipe;
  readonly hits: RecipeHit[] = [];
  readonly #selectors: readonly (Selector | null)[];
  readonly #open: OpenElement[] = [];
  readonly #topCounts = new Map<string, number>();
  #left = mostComparisons;

  constructor(recipe: Recipe) {
    this.recipe = recipe;
    this.#selectors = recipe.price.selectors.map(parseSelector);
  }

  open(tag: string, attributes: Attributes, at: number): void {
    const siblings = this.#open.at(-1)?.counts ?? this.#topCounts;
    const nth = (siblings.get(tag) ?? 0) + 1;
    siblings.set(tag, nth);
    const element = { tag, attributes, nth, from: at, counts: new Map<string, number>() };
    const answersTo = this.#selectors.flatMap((selector, i) =>
      selector !== null && this.#isMeant(selector, element) ? [i] : [],
    );
    this.#open.push({ ...element, answersTo });
  }

  /** `since` gives the visible text from a place on. */
  close(since: (at: number) => string): void {
    const element = this.#open.pop();
    if (element === undefined || element.answersTo.length === 0 || this.hits.length >= mostHits) return;
    const { attribute } = this.recipe.price;
    const text = attribute === null ? since(element.from) : (element.attributes[attribute] ?? "");
    if (text.length > longestText) return;
    for (const selector of element.answersTo) this.hits.push({ selector, text });
  }

  #isMeant(selector: Selector, element: Omit<OpenElement, "answersTo">): boolean {
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

  #compare(compound: Compound, element: Omit<OpenElement, "answersTo">): boolean {
    if (this.#left <= 0) return false;
    this.#left--;
    return isLike(compound, element);
  }
}
