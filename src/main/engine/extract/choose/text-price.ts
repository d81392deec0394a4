import { textAmount } from "../amounts/amount.js";
import { type CurrencyHints, currencyOfText } from "../amounts/currency.js";
import type { PageFacts, TextPrice } from "../html/page-facts.js";

/** A price as it can be read on the page. */
export interface ReadPrice {
  readonly price: number;
  readonly currency: string | null;
  readonly isOld: boolean;
  readonly weight: number;
}

const nowWord = /sale|special|final|current|now|actual|our[-_]?price|offer|discounted|reduced|angebot|solde/;
const mainWord = /product|item|pdp|detail|buy|main|summary|purchase|offer/;

function weigh({ label, isAside, position }: TextPrice, headingAt: number): number {
  const own = label.split(" < ", 1)[0] ?? "";
  return (
    (isAside ? -100 : 0) +
    (/price|preis|prix|precio|prezzo|cena|pris|prijs/.test(own) ? 6 : 0) +
    (nowWord.test(own) ? 3 : 0) +
    (mainWord.test(label) ? 2 : 0) +
    (position >= headingAt ? 2 : -2)
  );
}

/** Whether the page writes its decimals with a comma: as most of its own prices do. */
function writesDecimalComma(texts: readonly string[]): boolean | null {
  const commas = texts.filter((text) => /\d,\d{2}(?!\d)/.test(text)).length;
  const points = texts.filter((text) => /\d\.\d{2}(?!\d)/.test(text)).length;
  return commas === points ? null : commas > points;
}

/** The prices that stand on the page itself, outside of lists of other products, the likeliest first. */
export function readTextPrices(facts: PageFacts, hints: CurrencyHints): ReadPrice[] {
  const decimalComma = writesDecimalComma(facts.prices.map(({ text }) => text));
  return facts.prices
    .flatMap((found) => {
      const currency = currencyOfText(found.text, hints);
      const price = textAmount(found.text, { currency, decimalComma });
      const weight = weigh(found, facts.headingAt);
      return price === null || weight < 0 ? [] : [{ price, currency, isOld: found.isOld, weight }];
    })
    .sort((a, b) => b.weight - a.weight);
}
