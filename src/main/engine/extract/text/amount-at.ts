import { type AmountHints, isPercentage, textAmount, withJoinedThousands } from "../amounts/amount.js";

/** An amount in a text with what stands beside it. */
export interface FoundAmount {
  readonly price: number;
  readonly before: string;
  readonly after: string;
}

/** `49€90`, which `$50 $40` is not: that is two prices. */
const signWithin = "(?<![€$£]\\s?)\\d[\\d.,'’\\u202f\\u00a0]*\\s?[€$£]\\s?\\^?\\d{2}(?![\\d.,]*\\d)";
const digits = new RegExp(`(?:${signWithin}|\\d[\\d.,'’\\u202f\\u00a0]*)(?:\\^\\d{1,3})?`, "g");
/** What money is written with, directly beside an amount. */
const sign =
  "(?:[a-z]{0,3}\\p{Sc}|us|usd|eur|euro|gbp|chf|sfr|fr|pln|zł|zl|sek|nok|dkk|kr|czk|kč|huf|ft|ron|lei|bgn|лв|cad|aud|nzd|inr|rs|jpy|cny|krw|brl|mxn|zar|aed|sar|kwd|kd|bhd|bd|omr|jod|try|tl|руб|円|元|原)";
const signBefore = new RegExp(`${sign}\\.?\\s*$`, "iu");
const signAfter = new RegExp(`^(?:[-–—]{1,2})?\\s*${sign}(?![\\p{L}])`, "iu");

/** `49€90`: the sign stands where the point would. */
function withPoint(amount: string): string {
  return amount.replace(/\s?[€$£]\s?\^?(?=\d{2}$)/, "^");
}

/** The amount of a short text: the one that stands beside a currency, else the only one. `null` where neither is. */
export function amountAt(text: string, hints: AmountHints): FoundAmount | null {
  const line = withJoinedThousands(text);
  const matches = [...line.matchAll(digits)];
  const parts = matches
    .map((match) => ({
      amount: match[0],
      before: line.slice(0, match.index),
      after: line.slice(match.index + match[0].length),
    }))
    .filter(({ before }) => !isPercentage(before));
  const beside = parts.find(
    ({ amount, before, after }) =>
      /[€$£]/.test(amount) || signBefore.test(before) || signAfter.test(after) || /^[-–—]/.test(after),
  );
  const chosen = beside ?? (parts.length === 1 ? parts[0] : undefined);
  if (chosen === undefined) return null;
  const start = /(?:\p{Sc}|[-−])\s*$/u.exec(chosen.before)?.index ?? chosen.before.length;
  const written = `${chosen.before.slice(start)}${withPoint(chosen.amount)}${chosen.after.slice(0, 2)}`;
  const price = textAmount(written, hints);
  if (price === null) return null;
  return {
    price,
    before: chosen.before.replace(signBefore, ""),
    after: chosen.after.replace(signAfter, ""),
  };
}
