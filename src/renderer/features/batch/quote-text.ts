import type { BatchQuote } from "../../../shared/app/alerts.js";
import { formatCount, formatPlural } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";

/** Several parts' costs together; what is left is what the last answer told. */
export function sumQuotes(quotes: readonly BatchQuote[]): BatchQuote {
  const sum = (figure: (quote: BatchQuote) => number) =>
    quotes.reduce((total, quote) => total + figure(quote), 0);
  return {
    total: sum(({ total }) => total),
    found: sum(({ found }) => found),
    not_found: sum(({ not_found }) => not_found),
    credits: sum(({ credits }) => credits),
    credits_remaining: quotes.at(-1)?.credits_remaining ?? 0,
  };
}

export function isAffordable({ credits, credits_remaining }: BatchQuote): boolean {
  return credits <= credits_remaining;
}

/** `Finds 38 of 40; costs 152 of your 4,870 credits.` */
export function quoteText(quote: BatchQuote): string {
  const { found, total, credits, credits_remaining } = quote;
  const { batch } = texts();
  if (found === 0) return batch.findsNone(formatCount(total));
  const cost = formatCount(credits);
  const left = formatPlural("credit", credits_remaining);
  return found === total
    ? batch.findsAll(formatCount(total), cost, left)
    : batch.findsSome(formatCount(found), formatCount(total), cost, left);
}

/** Why it cannot be paid, and what could be done; null where it can. */
export function tooDearText(quote: BatchQuote, hasExtras: boolean): string | null {
  if (isAffordable(quote)) return null;
  const missing = formatPlural("credit", quote.credits - quote.credits_remaining);
  const { batch } = texts();
  return hasExtras ? batch.tooDearWithExtras(missing) : batch.tooDear(missing);
}
