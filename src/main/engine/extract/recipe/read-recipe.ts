import type { Recipe } from "../../../../shared/recipe/recipe.js";
import type { CurrencyHints } from "../amounts/currency.js";
import { findMoney, parseAmount } from "../amounts/money.js";
import { blankCandidate, blankFinding, type Finding } from "../candidate.js";
import type { SelectorWatch } from "../html/selector-watch.js";

interface ReadAmount {
  readonly price: number;
  readonly currency: string | null;
}

/** The amounts in one place: several if an old and a new price stand there together. */
function amountsIn(text: string, { price }: Recipe, hints: CurrencyHints): ReadAmount[] {
  const decimalComma = price.decimal === null ? null : price.decimal === ",";
  const found = findMoney(text, { ...hints, decimalComma });
  const own = price.attribute === null ? null : parseAmount(text);
  if (own !== null) return [{ price: own, currency: found[0]?.currency ?? null }];
  const marked = found.filter(({ isMarked }) => isMarked);
  return (marked.length > 0 ? marked : found).map(({ amount, currency }) => ({ price: amount, currency }));
}

function findingOf(selector: string, { price, currency }: ReadAmount): Finding {
  const candidate = { ...blankCandidate("recipe", `recipe:${selector}`), price, currency };
  return { ...blankFinding("recipe"), isMainEntity: true, candidates: [candidate] };
}

/**
 * The price where a recipe says that it stands. `null` where nothing is there any more, or where several amounts are
 * and nothing says which: the page's other words decide then.
 */
export function readRecipe(recipe: Recipe, { hits }: SelectorWatch, hints: CurrencyHints): Finding | null {
  for (const [i, selector] of recipe.price.selectors.entries()) {
    const amounts = hits
      .filter((hit) => hit.selector === i)
      .flatMap(({ text }) => amountsIn(text, recipe, hints));
    const [first] = amounts;
    if (first === undefined) continue;
    return amounts.every(({ price }) => price === first.price) ? findingOf(selector, first) : null;
  }
  return null;
}
