import { groupBy } from "../../../../shared/arrays.js";
import { behindAmounts, findMoney, noHints } from "../amounts/money.js";
import table from "../words/conditions.json" with { type: "json" };

const numberWords: Readonly<Record<string, number>> = table.numbers;
const count = `(?:\\d{1,3}|${Object.keys(numberWords).join("|")})`;
/** Above what begins with a count: `6+ bottles`, `min. 6`. */
const least = `(?:at least |min(?:\\.|imum|destens|st)? |any )?(?<count>${count})(?! ?%)`;

/** Names of packs and pieces, but not of ages, months and metres; `perOne` stands before a condition: `per bottle`. */
const { pieces, perOne, again, once } = table;

/** A count of pieces, or one with nothing behind it: `from 10 pieces`, `ab 6`. */
const ofPieces = `${least}(?: or more|\\+)?(?: ?${pieces}(?!\\p{L})|(?= ?(?:$|[^\\s\\p{L}\\p{Sc}\\d.,:'’+-]|[.,:](?!\\d))))`;

const parts: Readonly<Record<string, string>> = { least, ofPieces, pieces, orMore: table.orMore };
const fill = (text: string) =>
  text.replace(/\{(least|ofPieces|pieces|orMore)\}/g, (_, name) => parts[name] ?? "");
/** Conditions of all languages; each ends in a count. */
const conditions = table.conditions.map(fill);

const behind = conditions.map((each) => new RegExp(`^[\\s(/,–—-]*${perOne}(?<!\\p{L})${each}`, "iu"));
/**
 * One look decides for most texts. Conditions that end alike share their end, or the pattern would take 0.1 s to compile; a
 * name may stand once in it.
 */
const unnamed = [...groupBy(table.conditions, (text) => /\{(?:least|ofPieces)\}$/.exec(text)?.[0] ?? "")]
  .map(
    ([end, texts]) => `(?:${texts.map((text) => text.slice(0, text.length - end.length)).join("|")})${end}`,
  )
  .map((text) => fill(text).replaceAll("(?<count>", "(?:"))
  .join("|");
const anyBehind = new RegExp(`^[\\s(/,–—-]*${perOne}(?<!\\p{L})(?:${unnamed})`, "iu");
const anyBefore = new RegExp(`(?<!\\p{L})(?:${unnamed})`, "iu");
const before = conditions.map(
  (each) => new RegExp(`(?<!\\p{L})${each}(?: or more|\\+)?(?: ?\\p{L}+)?\\)?\\s*:?\\s*\\p{Sc}?\\s*$`, "iu"),
);
const packBefore = new RegExp(table.packBefore, "iu");

function firstMatch(any: RegExp, patterns: readonly RegExp[], text: string): RegExpExecArray | null {
  if (!/\p{L}/u.test(text) || !any.test(text)) return null;
  for (const pattern of patterns) {
    const match = pattern.exec(text);
    if (match !== null) return match;
  }
  return null;
}

function countOf(match: RegExpExecArray): number | null {
  const text = match.groups?.count?.toLowerCase() ?? "";
  const number = numberWords[text] ?? Number(text);
  return number > 1 ? number : null;
}

/**
 * Of how many an amount is the price, or how many must be bought for it: `Case of 12:`, `when you mix 6`. Null for one. Between
 * two amounts, such words are the lower one's: buying more costs less.
 */
export function countInWords(amount: number, line: string, after: string): number | null {
  const own = firstMatch(anyBehind, behind, after);
  if (own !== null) {
    const rest = after.slice(own[0].length);
    const [next] = /^[\s:]*(?:\p{Sc}|\d)/u.test(rest) ? findMoney(rest, noHints) : [];
    if (next === undefined || amount < next.amount) return countOf(own);
  }
  const [, from] = isTierLabel(line) ? (tierFrom.exec(line) ?? []) : [];
  const start = Number(from?.replace(/\D/, ""));
  if (start > 0) return start > 1 ? start : null;
  const label = packBefore.exec(line) ?? firstMatch(anyBefore, before, line);
  if (label === null) return null;
  // Right behind an amount and with other words behind this one, they are that one's.
  const isAnothers = /(?:\d|\p{Sc})\W*$/u.test(line.slice(0, label.index)) && /^\s*\p{L}/u.test(after);
  return isAnothers ? null : countOf(label);
}

/** `1–9`, `10 - 49 pcs`, `50+`, `Bis 9`, `Bis 49 ab 10`: a row's label in a table of prices by quantity. */
const tier = new RegExp(
  `^(?:\\p{L}{2,9}\\.? ?)?\\d{1,4}(?:[.,]\\d{3})? ?(?:[-–] ?\\d{1,4}|\\+|\\p{L}{2,9} \\d{1,4})?(?: ?${pieces})?$`,
  "iu",
);
const tierFrom = /^(\d{1,4}(?:[.,]\d{3})?)(?: ?(?:[-–] ?\d|\+)|$)/;

/** Whether a label names a quantity, and no measure. */
export function isTierLabel(label: string): boolean {
  return tier.test(label);
}

const againWords = new RegExp(`(?<!\\p{L})(?:${again})(?!\\p{L})`, "iu");
const onceWords = new RegExp(`(?<!\\p{L})(?:${once})(?!\\p{L})`, "iu");
const againBehind = new RegExp(
  `^[\\s(/,–—-]*(?:${perOne}(?:with|on|by|im|mit|per|als|avec|par|en|con|in|met|z|w|med) (?:\\p{L}+ )?)?(?:${again})(?!\\p{L})`,
  "iu",
);

/** Whether a price is that of a subscription or of one purchase, as the words of its choice say, or those beside it. */
export function purchaseInWords(
  line: string,
  after: string,
  choice: string,
): "subscription" | "one-time" | null {
  const own = choice === "" ? behindAmounts(line) : choice;
  if (onceWords.test(own)) return "one-time";
  return againWords.test(own) || againBehind.test(after) ? "subscription" : null;
}
