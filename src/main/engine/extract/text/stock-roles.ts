import table from "../words/stock.json" with { type: "json" };

/** Spells each role that words have in a phrase about stock with one letter; `words/stock.json` lists the words. */
const letters = {
  in: "I",
  available: "i",
  out: "O",
  sold: "s",
  stock: "S",
  not: "N",
  notBehind: "n",
  only: "o",
  left: "L",
  pieces: "P",
  soon: "T",
  again: "A",
  from: "F",
  when: "H",
  months: "m",
  days: "d",
  weeks: "k",
  order: "R",
  ships: "V",
  sale: "v",
  buy: "B",
  notify: "M",
  store: "E",
  other: "Q",
  but: "X",
  filler: "c",
  size: "z",
} as const;
type Role = keyof typeof letters;

/** Without a word of one of these roles, a text says nothing about stock. */
const telling: readonly Role[] = [
  ...(["in", "available", "out", "sold", "stock", "only", "left", "soon"] as const),
  ...(["order", "ships", "sale", "buy", "notify"] as const),
];

/** Scripts that put no spaces between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]\p{M}*/gu;

/** One spelling of words: without case, accents, hyphens and apostrophes, and each sign of unspaced scripts alone. */
export function fold(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: most texts are ASCII
  const isAscii = /^[\x00-\x7f]*$/.test(text);
  const plain = isAscii ? text : foldLetters(text);
  return plain
    .toLowerCase()
    .replace(/n't(?!\p{L})/gu, " not")
    .replace(/(?<=\p{L})(?:\(-?\p{L}{1,3}\)|\/-?\p{L}{1,2}(?!\p{L}))/gu, "")
    .replace(/(?<=\p{L})[-'_](?=\p{L})|\s+/gu, " ");
}

function foldLetters(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f\u0591-\u05c7\u064b-\u0655\u200b-\u200f\u00ad]/g, "")
    .normalize("NFC")
    .replace(/[‘’ʼ]/g, "'")
    .replace(/[‐‑]/g, "-")
    .replace(/ı/g, "i")
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(unspaced, " $& ");
}

/** The end of a word that must stand as it is. */
const wordEnd = "$";

/** A pattern of many words that shares their beginnings, so that a text is compared with all of them at once. */
function anyOf(words: readonly string[]): string {
  const rests = new Map<string, string[]>();
  for (const word of words) {
    const [first = "", ...rest] = word;
    rests.set(first, [...(rests.get(first) ?? []), rest.join("")]);
  }
  // Longer words come before their own beginnings.
  const firsts = [...rests.keys()].sort((a, b) => rank(a) - rank(b));
  const parts = firsts.map((first) => {
    if (first === "") return "";
    if (first === wordEnd) return "(?![\\p{L}\\p{M}])";
    return first.replace(/[.*+?^${}()|[\]\\/]/, "\\$&") + anyOf(rests.get(first) ?? []);
  });
  return parts.length === 1 ? (parts[0] ?? "") : `(?:${parts.join("|")})`;
}

function rank(first: string): number {
  return first === "" ? 2 : first === wordEnd ? 1 : 0;
}

type Words = Readonly<Partial<Record<Role, string>>>;

/** The words of a role as they are in a folded text; one with a star is the beginning of longer ones. */
function wordsOf(words: Words, role: Role): string[] {
  const listed = words[role]?.split(", ") ?? [];
  return listed.map((word) =>
    word.endsWith("*") ? fold(word.slice(0, -1)).trim() : fold(word).trim() + wordEnd,
  );
}

const wordStart = "(?<![\\p{L}\\p{M}])";
const dates =
  "\\d{1,2}\\. ?\\d{1,2}\\.(?: ?\\d{2,4})?(?!\\d)|\\d{1,2}[./]\\d{1,2}[./]\\d{2,4}|\\d{4}-\\d\\d-\\d\\d|kw ?\\d{1,2}";
const numbers =
  "(?:\\p{Sc} ?)?\\d(?:(?:[\\d.,:/]| ?[-–~] ?)*\\d)?(?:(?:st|nd|rd|th|er|e)(?!\\p{L})| ?[%\\p{Sc}])?";

interface Language {
  readonly telling: RegExp;
  /** Finds the next date, number, known or other word, or mark. */
  readonly next: RegExp;
  /** The letter of each known word. */
  readonly letters: ReadonlyMap<string, string>;
}

function readLanguage(words: Words): Language {
  const roles = Object.keys(letters) as Role[];
  const entries = roles.flatMap((role) => wordsOf(words, role).map((word) => [word, letters[role]] as const));
  const known = anyOf(entries.map(([word]) => word));
  return {
    telling: new RegExp(wordStart + anyOf(telling.flatMap((role) => wordsOf(words, role))), "u"),
    next: new RegExp(
      `(?<date>${dates})|(?<number>${numbers})|${wordStart}(?<known>${known})[\\p{L}\\p{M}]*|[\\p{L}\\p{M}]+|(?<mark>[.!?…。؟,;،؛|•·/—、:()]| [-–] )`,
      "gu",
    ),
    // The first role of a word is its main one.
    letters: new Map(entries.reverse().map(([word, letter]) => [word.replace(wordEnd, ""), letter])),
  };
}

const languages = (Object.values(table) as Words[]).map(readLanguage);
const tellingWords =
  wordStart + anyOf(telling.flatMap((role) => Object.values(table).flatMap((words) => wordsOf(words, role))));
const anyTelling = new RegExp(tellingWords, "u");
const allTelling = new RegExp(tellingWords, "gu");

/** One look decides for most texts. */
export function mayTellStock(text: string): boolean {
  return anyTelling.test(fold(text));
}

const languagesByWord = new Map<string, readonly Language[]>();

function languagesOf(word: string): readonly Language[] {
  const known = languagesByWord.get(word) ?? languages.filter(({ telling }) => telling.test(word));
  languagesByWord.set(word, known);
  return known;
}

/** A text in the letters of its words' roles, as one language understands it. */
export interface Phrase {
  readonly letters: string;
  /** The part of the text for each letter. */
  readonly parts: readonly string[];
}

/** A text as each language understands it that has a telling word in it. */
export function phrasesIn(text: string): Phrase[] {
  const folded = fold(text);
  const speakers = new Set([...folded.matchAll(allTelling)].flatMap(([word]) => languagesOf(word)));
  return [...speakers].map((language) => translate(folded, language));
}

function translate(folded: string, language: Language): Phrase {
  const found = [...folded.matchAll(language.next)];
  return {
    letters: found.map(({ groups = {} }) => letterOf(groups, language)).join(""),
    parts: found.map(([part]) => part.trim()),
  };
}

/** 0, 1 for up to 6, 9 for more, D for dates, r for other numbers, w for other words; marks as they are. */
function letterOf(
  { date, number, known, mark }: Partial<Record<string, string>>,
  language: Language,
): string {
  if (date !== undefined) return "D";
  if (number !== undefined) return /^0+$/.test(number) ? "0" : numberLetter(number);
  if (known !== undefined) return language.letters.get(known) ?? "w";
  if (mark === undefined) return "w";
  return /[.!?…。؟]/.test(mark) ? "." : /[:()]/.test(mark) ? mark : ",";
}

function numberLetter(number: string): string {
  const count = /^(\d{1,4})\p{L}*$/u.exec(number)?.[1];
  return count === undefined ? "r" : Number(count) < 7 ? "1" : "9";
}
