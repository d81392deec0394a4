import { remembered } from "../remembered.js";
import { type Phrase, phrasesIn } from "./stock-roles.js";

/*
 * One grammar for all languages. It matches phrases spelled with a letter for the role of each word: "Not in stock" is
 * `NI`, "Only 3 left" is `o1L`. `words/stock.json` lists the letters.
 */

const date = "(?:D|[19]\\.?[wc]?m(?:[19]d)?|m[19])";
/** "Not (currently) in stock"; behind "but" and "order", something else begins. */
const gap = "[cPA]*(?:w[cPA]*){0,3}";
const start = "(?<=[.,(]|^)";
const end = "(?=[.,()]|$)";

/** A denial before or behind what it denies, unless it depends on an "if". */
const denials = [
  `(?<!H[^.,]*)N(?:${gap}I|[cPA]*w?[cPA]*S|[cPA]*[iL]|c*R)`,
  "[IiS][cPAIiSv]*:?(?:ww?[cPAIiSv]*)?n(?!c*H)",
  // "Cannot be ordered", but not "No order without a form".
  `${start}[cPA]*(?:P[cA]*n|N[cPAiIv]*v[cPAIiv]*)${end}`,
  `${start}[cPAw19r]{0,4}v[cPAIiv]*n[cP]*${end}`,
  // "In stock: no".
  `[IiSP][cPA]*:?[cP]*N${end}`,
  // "We do not know when".
  "N[^.,]*H",
];
/** A quantity of zero; not a size. */
const zeros = ["(?<!z)0P?[ocAL]?P?[IiSL]", `[IiSLo][IiSLocwP:(]{0,4}0P?[LIiPo]*${end}`];
const laters = [
  // "Soon in stock", "back in stock shortly".
  "T[wcPAT:]{0,4}[IiSv]",
  "[IiS][wcA]{0,2}T(?!c?X)",
  // "In stock from 12 January", "from 12 January in stock".
  `[Ii]:?A?(?:F+c?(?:w[.,]{0,2})?)?${date}(?!.*X)`,
  "[Ii]A?F+c?m(?!.*X)",
  `F(?:w[.,]*)?${date}[wc]{0,2}A?[Ii]`,
  `${date}w?F?[wc]?A?[Ii]`,
  // "Available in 3 weeks", "available in 2 days, delivery time 3 days".
  "[Ii][wcFL]{1,2}(?:[19r]k|9d)",
  "[Ii][wcFL]{0,2}[19]?d[wc]{0,2},V",
  "[19]d[wc]{0,2}[Ii]c?,V",
  "T[^.,IX]*,V",
];
const contradiction = new RegExp([...denials, ...zeros, ...laters].join("|"));
const soldOut = new RegExp(
  [
    "(?<!N)O",
    // "Notify me", but not of a lower price.
    "M[^.]*[IiSAOHT]|[IiSAOHT][^.]*M|^(?!(?:[^w]*w){3})[^Q]*M[^Q]*$",
    // "Sold", but not "sold by".
    `${start}[cP:]*s[cPA]*(?=[.()]|$)`,
    // "Coming soon".
    "^[cPA.,]*T[cPAT.,]*$",
  ].join("|"),
);
/** "When it is in stock" says nothing of today. */
const condition = /H[^.,]*[IiSv]|[Ii]w?H/;

/** What a part between marks means, the most certain first. */
const meanings: readonly (readonly [meaning: "in" | "later" | "ships" | "buy", pattern: RegExp])[] = [
  [
    "in",
    new RegExp(
      [
        "I(?![^.,()]*R)",
        // "Only 3 left", "last pieces", "available", "stock available".
        `${start}(?=[^.,()]*[19])(?=[^.,()]*(?:[LSi]|o[19]P))[coPLSiA19:]+${end}`,
        `${start}[cA]*oP${end}`,
        // "Warehouse stock: 7".
        `${start}[cPA]*w[cPA]*S[cPA]*:[19]P?${end}`,
        `${start}[cPA]*(?:S:?i|iS?)[coPA]*${end}`,
      ].join("|"),
    ),
  ],
  ["later", /R|V[wcF:]{0,3}(?:[19]k|9d)|(?:[19]k|9d)[wcF]{0,2}V|V[wcF]{0,3}1d[wc]*,V/],
  ["ships", /V/],
  ["buy", /(?<!N[^.,()]*)B/],
];

export interface StockWord {
  readonly availability: "in" | "out";
  readonly isControl: boolean;
  /** It can be ordered, and is delivered later. */
  readonly isLater: boolean;
  /** It follows only from a delivery time. */
  readonly isDelivery: boolean;
  /** It is sold in the shop's stores only. */
  readonly isStoreOnly?: true;
  /** The words that say it, without accents and case. */
  readonly words: string;
  /** Letters of the text's other words, without fillers and words for sizes. */
  readonly rest: number;
}

type Said = Omit<StockWord, "words" | "rest">;
const stated = { isControl: false, isLater: false, isDelivery: false };

function lettersIn(parts: readonly string[]): number {
  return parts.join("").replace(/[^\p{L}]/gu, "").length;
}

/** Adds the words of a match. */
function say(said: Said, { letters, parts }: Phrase, from: number, length: number): StockWord {
  const words = parts.slice(from, from + length);
  const isRest = (_: string, at: number) =>
    (at < from || at >= from + length) && !/[cz]/.test(letters[at] ?? "");
  return { ...said, words: words.join(" "), rest: lettersIn(parts.filter(isRest)) };
}

/** Letters of words beside "in store only" such as "today". */
const maxStoreRest = 12;

/** "Available in store only", which may add that it is not available online. */
function readStoreOnly(phrase: Phrase): StockWord | null {
  const { letters } = phrase;
  const isOnly = /(?:^|[.,(])[^.,(N]*(?:o[^.,N]*E|E[^.,N]*o)/.test(letters) && !/[019rQX]/.test(letters);
  const isShort = unknownLetters(phrase) <= maxStoreRest;
  if (!isOnly || !isShort) return null;
  return say({ ...stated, availability: "in", isStoreOnly: true }, phrase, 0, letters.length);
}

/** What a phrase says; `undefined` if it is about something else than the product, `null` if it is not understood. */
function readPhrase(phrase: Phrase): StockWord | null | undefined {
  // Words about a store, the picture or the price say nothing about the product.
  const letters = phrase.letters
    .replace(/(?<=I[^(]*)\([^)]*R[^)]*/, (part) => "w".repeat(part.length))
    .replace(/[^.,()]+/g, (part) => (/[EQ]/.test(part) ? "w".repeat(part.length) : part));
  const denied = contradiction.exec(letters) ?? soldOut.exec(letters);
  if (denied !== null) return say({ ...stated, availability: "out" }, phrase, denied.index, denied[0].length);
  if (condition.test(letters)) return undefined;
  for (const [meaning, pattern] of meanings) {
    const match = pattern.exec(letters);
    if (match === null) continue;
    const said: Said = {
      availability: "in",
      isControl: meaning === "buy",
      isLater: meaning === "later",
      isDelivery: meaning === "ships",
    };
    return say(said, phrase, match.index, match[0].length);
  }
  return letters === phrase.letters ? null : undefined;
}

/** How many letters of the text's words a language does not know. */
function unknownLetters({ letters, parts }: Phrase): number {
  return lettersIn(parts.filter((_, at) => letters[at] === "w"));
}

/** Longer texts say what they are about at their beginning. */
const maxLength = 400;
const maxTexts = 1_000;

/** What a text says about stock, read in the language that knows most of its words, and of these the longest phrases. */
export const readStockWord = remembered<StockWord | null>(maxTexts, (text) => {
  const phrases = phrasesIn(text.slice(0, maxLength))
    .map((phrase) => ({ phrase, foreign: unknownLetters(phrase) + phrase.parts.length / 1000 }))
    .sort((a, b) => a.foreign - b.foreign);
  let best: StockWord | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const { phrase, foreign } of phrases) {
    if (foreign > least) break;
    const word = readStoreOnly(phrase) ?? readPhrase(phrase);
    if (word === null) continue;
    least = foreign;
    if (best === null || word?.availability === "out") best = word ?? best;
  }
  return best;
});
