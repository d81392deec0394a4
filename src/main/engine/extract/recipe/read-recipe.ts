import type { Recipe } from "../../../../shared/recipe/recipe.js";
import { type AmountHints, machineAmount } from "../amounts/amount.js";
import { type CurrencyHints, currencyOfText } from "../amounts/currency.js";
import { blankCandidate, blankFinding, type Finding } from "../candidate.js";
import { amountAt } from "../text/amount-at.js";
import type { RecipeWatch } from "./recipe-watch.js";

interface ReadAmount {
  readonly price: number;
  readonly currency: string | null;
}

/** The amounts of one place: more than one where an old and a new price stand in it together. */
function amountsIn(text: string, { price }: Recipe, hints: CurrencyHints): ReadAmount[] {
  if (price.attribute !== null) {
    const amount = machineAmount(text);
    return amount === null ? [] : [{ price: amount, currency: currencyOfText(text, hints) }];
  }
  const currency = currencyOfText(text, hints);
  const how: AmountHints = {
    currency,
    decimalComma: price.decimal === null ? null : price.decimal === ",",
  };
  const found: ReadAmount[] = [];
  // A few, in case a page says its price again for screen readers.
  for (let rest = text; found.length < 4; ) {
    const amount = amountAt(rest, how);
    if (amount === null) break;
    // `-$5`: what is saved.
    if (!/(?:^|[\s(])[-−]$/.test(amount.before)) found.push({ price: amount.price, currency });
    rest = amount.after;
  }
  return found;
}

function findingOf(selector: string, { price, currency }: ReadAmount): Finding {
  const candidate = { ...blankCandidate("recipe", `recipe:${selector}`), price, currency };
  return { ...blankFinding("recipe"), isMainEntity: true, candidates: [candidate] };
}

/**
 * The price where a recipe says that it stands. `null` where nothing is there any more, or where several amounts are
 * and nothing says which: the page's other words decide then.
 */
export function readRecipe({ recipe, hits }: RecipeWatch, hints: CurrencyHints): Finding | null {
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
