import type { Purchase, Savings } from "../../shared/app/purchases.js";
import { formatMoney } from "./format.js";
import { texts } from "./texts.js";

/** `$5.00 less than you paid`; null without a price now. */
export function againstPaid({ price, currency, now }: Purchase): string | null {
  const { bought } = texts();
  if (now === null) return null;
  const difference = formatMoney(Math.abs(price - now.price), currency);
  if (now.price < price) return bought.less(difference);
  return now.price > price ? bought.more(difference) : bought.same;
}

const references = ["usual", "list", "first"] as const;

/** What the purchases in one currency saved, a sentence for each kind of price that is known. */
export function savingSentences(savings: Savings): string[] {
  const { bought } = texts();
  return references.flatMap((reference) => {
    const saving = savings[reference];
    if (saving === null) return [];
    const say = saving.amount < 0 ? bought.paidOver : bought.savedAgainst;
    const amount = formatMoney(Math.abs(saving.amount), savings.currency);
    const isOfAll = saving.purchases === savings.purchases;
    const of = isOfAll ? "" : bought.of(saving.purchases, savings.purchases);
    return [say(amount, bought.against[reference], of)];
  });
}
