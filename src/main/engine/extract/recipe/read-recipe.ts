import type { Recipe } from "../../../../shared/recipe/recipe.js";
import type { CurrencyHints } from "../amounts/currency.js";
import { findMoney, type Money, parseAmount } from "../amounts/money.js";
import { currencyHints } from "../amounts/page-currency.js";
import { blankCandidate, blankFinding, type Finding } from "../candidate.js";
import { collectPage } from "../html/collect-page.js";
import { SelectorWatch } from "../html/selector-watch.js";

interface ReadAmount {
  readonly price: number;
  readonly currency: string | null;
  readonly sign: string | null;
  /** As the page writes it: `£340`. */
  readonly figure: string;
}

function markOf(money: Money | undefined): Pick<Money, "currency" | "sign"> {
  return { currency: money?.currency ?? null, sign: money?.sign ?? null };
}

/** The amounts in one place: several if an old and a new price stand there together. */
function amountsIn(text: string, { price }: Recipe, hints: CurrencyHints): ReadAmount[] {
  const decimalComma = price.decimal === null ? null : price.decimal === ",";
  const found = findMoney(text, { ...hints, decimalComma, isClicked: true });
  const own = price.attribute === null ? null : parseAmount(text);
  if (own !== null) return [{ ...markOf(found[0]), price: own, figure: text }];
  const marked = found.filter(({ isMarked }) => isMarked);
  const usual = marked.length > 0 ? marked : found;
  return (price.nth === undefined ? usual : found.slice(price.nth - 1, price.nth)).map((money) => ({
    ...markOf(money),
    price: money.amount,
    figure: text.slice(money.from, money.to).trim(),
  }));
}

/** The amount at the first selector that matches any; `null` if several match and nothing decides. */
function readPlace(
  recipe: Recipe,
  { hits }: SelectorWatch,
  hints: CurrencyHints,
): { readonly selector: string; readonly amount: ReadAmount } | null {
  for (const [i, selector] of recipe.price.selectors.entries()) {
    const amounts = hits
      .filter((hit) => hit.selector === i)
      .flatMap(({ text }) => amountsIn(text, recipe, hints));
    const [amount] = amounts;
    if (amount === undefined) continue;
    return amounts.every(({ price }) => price === amount.price) ? { selector, amount } : null;
  }
  return null;
}

/**
 * The price where a recipe says that it stands. `null` where nothing is there any more, or where several amounts are
 * and nothing says which: the page's other words decide then.
 */
export function readRecipe(recipe: Recipe, watch: SelectorWatch, hints: CurrencyHints): Finding | null {
  const place = readPlace(recipe, watch, hints);
  if (place === null) return null;
  const { price, currency, sign } = place.amount;
  const candidate = { ...blankCandidate("recipe", `recipe:${place.selector}`), price, currency, sign };
  return { ...blankFinding("recipe"), isMainEntity: true, candidates: [candidate] };
}

const maxAmounts = 20;

function digitsOf(text: string): string {
  return text.replace(/\D/g, "");
}

/** A recipe that reads the clicked figure, and that figure as the page writes it. */
export interface ClickedPlace {
  readonly recipe: Recipe;
  readonly figure: string;
}

/**
 * Completes the recipe of a click, so that it reads the clicked figure among several. `clicked` is the figure under the
 * pointer, or empty. `null` if no recipe would read it.
 */
export function locateClick(
  { url, html, recipe }: { readonly url: string; readonly html: string; readonly recipe: Recipe },
  clicked: string,
): ClickedPlace | null {
  const watch = new SelectorWatch(recipe.price);
  const hints = currencyHints(collectPage(html, { watches: [watch] }), new URL(url));
  const numbers = clicked === "" ? [] : Array.from({ length: maxAmounts }, (_, i) => i + 1);
  for (const nth of [undefined, ...numbers]) {
    const price = nth === undefined ? recipe.price : { ...recipe.price, nth };
    const figure = readPlace({ ...recipe, price }, watch, hints)?.amount.figure;
    if (figure !== undefined && digitsOf(figure).includes(digitsOf(clicked)))
      return { recipe: { ...recipe, price }, figure };
  }
  return null;
}
