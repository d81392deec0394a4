import { type Phrase, phrasesIn } from "./stock-roles.js";

/*
 * The grammar is the same for all languages. It reads a phrase as letters, one for each word's role: "Not in stock" is
 * `NI`, "Only 3 left" is `o1L`; `stock-roles.ts` lists them.
 */

const date = "(?:D|[19]\\.?[wc]?m|m[19])";
/** Words that may stand between two that belong together; behind "but" and "order", something else begins. */
const gap = "(?:[cPA]*w?){0,3}[cPA]*";
const end = "(?=[.,)]|$)";

/** A denial before or behind what it denies. */
const denials = [
  `N${gap}[IiSvBL]`,
  "[IiSvP][cPAIiSv]*w{0,2}[cPAIiSv]*n",
  `[IiSPv][cPA]*:?[cP]*N${end}`,
  "N[^.,]*H",
];
/** A quantity of zero; not a size. */
const zeros = ["(?<!z)0P?[ocAL]?P?[IiSL]", `[IiSLo][IiSLocwP:(]{0,4}0P?[LIiP]*${end}`];
/** Later is not now: "soon", "from 12 January", "in 3 weeks". */
const laters = [
  "T[wcPAT:]{0,4}[IiSv]",
  "[IiS][wcA]{0,2}T(?!c?X)",
  `[Ii]:?A?F{0,2}c?(?:w[.,]{0,2})?(?<!i?w)${date}(?!.*X)`,
  `[Ii]:?A?F+c?(?:w[.,]{0,2})?(?:${date}(?!.*X)|m)`,
  `F(?:w[.,]*)?${date}[wc]{0,2}A?[Ii]`,
  `${date}w?F[Ii]`,
  "[Ii][wcF]{1,2}(?:[19]k|9d)",
  "[Ii][wcF]{0,2}[19]d[wc]{0,2},V",
  "[19]d[wc]{0,2}[Ii]c?,V",
];
const contradiction = new RegExp([...denials, ...zeros, ...laters].join("|"));
const soldOut = /M|(?<!N)O|^[cP.,:]*s[cP.,]*$|^[cA.,]*T[cA.,]*$/;
/** "When it is in stock" says nothing of today. */
const condition = /H[^.,]*[IiSv]|[Ii]w?H/;

/** The first that a part between marks fits says what it means. */
const meanings: readonly (readonly [meaning: "in" | "later" | "buy", pattern: RegExp])[] = [
  ["later", /R|V[wc:]{0,3}(?:[19]k|9d)/],
  ["in", /I|V|^(?=.*[19])(?=.*[LSi]|.*o[19]P)[coPLSiA19:]+$|^[cPA]*i[coPA]*$/],
  ["buy", /B/],
];

export interface StockWord {
  readonly availability: "in" | "out";
  readonly isControl: boolean;
  /** It can be ordered, and is delivered later. */
  readonly isLater: boolean;
  /** It is sold in the shop's stores only. */
  readonly isStoreOnly?: true;
  /** The words that say it, without accents and case. */
  readonly words: string;
  /** Letters of the words that are about something else. */
  readonly rest: number;
}

type Said = Omit<StockWord, "words" | "rest">;
const out: Said = { availability: "out", isControl: false, isLater: false };

/** Adds the words of a match. */
function say(said: Said, { letters, parts }: Phrase, from: number, length: number): StockWord {
  const others = parts.filter((_, at) => (at < from || at >= from + length) && /[^cPAoL]/.test(letters[at] ?? ""));
  return {
    ...said,
    words: parts.slice(from, from + length).join(" "),
    rest: others.join("").replace(/[^\p{L}]/gu, "").length,
  };
}

const maxStoreWords = 5;

/** "Available in store only", which may add that it is not available online. */
function readStoreOnly(phrase: Phrase): StockWord | null {
  const { letters } = phrase;
  const isOnly = /(?:^|[.,(])[^.,(N]*(?:o[^.,N]*E|E[^.,N]*o)/.test(letters) && !/[019rQ]/.test(letters);
  const isShort = letters.replace(/[^wX]/g, "").length <= maxStoreWords;
  if (!isOnly || !isShort) return null;
  return say(
    { availability: "in", isControl: false, isLater: false, isStoreOnly: true },
    phrase,
    0,
    letters.length,
  );
}

function readPhrase(phrase: Phrase): StockWord | null {
  // What is about a store, the picture or the price says nothing of the product.
  const letters = phrase.letters.replace(/[^.,()]+/g, (part) =>
    /[EQ]/.test(part) ? "w".repeat(part.length) : part,
  );
  const denied = contradiction.exec(letters) ?? soldOut.exec(letters);
  if (denied !== null) return say(out, phrase, denied.index, denied[0].length);
  if (condition.test(letters)) return null;
  const offers = [...letters.matchAll(/[^.,()]+/g)].flatMap(({ 0: part, index }) => {
    const meant = meanings.find(([, pattern]) => pattern.test(part));
    if (meant === undefined) return [];
    const [meaning, pattern] = meant;
    const [match = ""] = pattern.exec(part) ?? [];
    return [{ meaning, from: index + part.indexOf(match), length: match.length }];
  });
  for (const wanted of ["in", "later", "buy"] as const) {
    const offer = offers.find(({ meaning }) => meaning === wanted);
    if (offer === undefined) continue;
    const said: Said = { availability: "in", isControl: wanted === "buy", isLater: wanted === "later" };
    return say(said, phrase, offer.from, offer.length);
  }
  return null;
}

/** What a text says about stock; of languages that understand it differently, a denial counts, then the one with the most words. */
export function readStockWord(text: string): StockWord | null {
  let best: StockWord | null = null;
  for (const phrase of phrasesIn(text)) {
    const word = readStoreOnly(phrase) ?? readPhrase(phrase);
    if (word !== null && (best === null || isBetter(word, best))) best = word;
  }
  return best;
}

function isBetter(word: StockWord, best: StockWord): boolean {
  if (word.availability !== best.availability) return word.availability === "out";
  return word.rest < best.rest;
}
