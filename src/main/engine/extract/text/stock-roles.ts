import { remembered } from "../remembered.js";
import table from "../words/stock.json" with { type: "json" };

/** What a word does in a phrase about stock. Without a word of a `telling` role, a text says nothing. */
type Role = keyof typeof table.letters;

/** Scripts that put no spaces between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]\p{M}*/gu;

/** Most texts have nothing that needs another spelling. */
const simple = /^[^-'_(/\s]*(?: [^-'_(/\s]+)*$/;

/** One spelling of words: without case, accents, hyphens and apostrophes, and each sign of unspaced scripts alone. */
function fold(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: most texts are ASCII
  const isAscii = /^[\x00-\x7f]*$/.test(text);
  const folded = (isAscii ? text : foldLetters(text)).toLowerCase();
  return simple.test(folded)
    ? folded
    : folded
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
    .replace(unspaced, " $& ");
}

const dates =
  "\\d{1,2}\\. ?\\d{1,2}\\.(?: ?\\d{2,4})?(?!\\d)|\\d{1,2}[./]\\d{1,2}[./]\\d{2,4}|\\d{1,2}-\\d{1,2}-\\d{4}|\\d{4}-\\d\\d-\\d\\d|kw ?\\d{1,2}";
const numbers =
  "(?:\\p{Sc} ?)?\\d(?:(?:[\\d.,:/]| ?[-–~] ?)*\\d)?(?:(?:st|nd|rd|th|er|e)(?!\\p{L})| ?[%\\p{Sc}])?";
const marks = "[.!?…。؟,;،؛|•·/—、:()]| [-–] ";
const isDate = new RegExp(`^(?:${dates})$`, "u");
const tokens = new RegExp(`${dates}|${numbers}|[\\p{L}\\p{M}]+|${marks}`, "gu");

function tokensOf(text: string): readonly string[] {
  return fold(text).match(tokens) ?? [];
}

/** One or several words of a language. */
interface Entry {
  readonly language: string;
  readonly letter: string;
  readonly isTelling: boolean;
  readonly tokens: readonly string[];
  /** The last token is the beginning of longer ones. */
  readonly isOpen: boolean;
}

/** Entries by their first token; a single open one by its first letters. */
const [byToken, byBeginning] = [new Map<string, Entry[]>(), new Map<string, Entry[]>()];
const keyLength = 2;

function addEntry(entry: Entry): void {
  const [first = "", ...others] = entry.tokens;
  const isBeginning = entry.isOpen && others.length === 0;
  const [map, key] = isBeginning ? [byBeginning, first.slice(0, keyLength)] : [byToken, first];
  const alike = map.get(key);
  if (alike === undefined) map.set(key, [entry]);
  else alike.push(entry);
}

function readTable(): void {
  // The first role of a word is its main one, and the last entry counts.
  const roles = (Object.keys(table.letters) as Role[]).reverse();
  for (const [language, words] of Object.entries<Partial<Record<Role, string>>>(table.languages))
    for (const role of roles) {
      const meaning = { language, letter: table.letters[role], isTelling: table.telling.includes(role) };
      for (const word of fold(words[role] ?? "").match(/[^,]*[^,\s]/g) ?? [])
        addEntry({ ...meaning, tokens: word.match(tokens) ?? [], isOpen: word.endsWith("*") });
    }
}

function fits({ tokens: own, isOpen }: Entry, text: readonly string[], at: number): boolean {
  const last = own.length - 1;
  for (let i = 0; i < last; i++) if (text[at + i] !== own[i]) return false;
  return isOpen ? text[at + last]?.startsWith(own[last] ?? "") === true : text[at + last] === own[last];
}

const maxWords = 20_000;

/** Entries that may begin with a token. */
const entriesFrom = remembered<readonly Entry[]>(maxWords, (token) => {
  // Read on first use, because the engine's start should not wait for it.
  if (byToken.size === 0) readTable();
  const open = new Set([token.slice(0, 1), token.slice(0, keyLength)]);
  return [
    ...[...open].flatMap((key) => byBeginning.get(key) ?? []).filter((entry) => fits(entry, [token], 0)),
    ...(byToken.get(token) ?? []),
  ];
});

/** The entries for the words at a place, the longest last. */
function entriesAt(text: readonly string[], at: number): Entry[] {
  return entriesFrom(text[at] ?? "")
    .filter((entry) => fits(entry, text, at))
    .sort((a, b) => a.tokens.length - b.tokens.length);
}

/** The telling ones among the entries that may begin with a token, each once, whatever its language. */
const tellingFrom = remembered<readonly Entry[]>(maxWords, (token) => {
  const telling = entriesFrom(token).filter(({ isTelling }) => isTelling);
  return [...new Map(telling.map((entry) => [`${entry.tokens} ${entry.isOpen}`, entry])).values()];
});

/** ASCII without signs that are a part of words: most texts need no other spelling to tell their words. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: any that is ASCII
const plain = /^[\x00-&)-.0-\x7f]*$/;

function wordsOf(text: string): readonly string[] {
  const words = plain.test(text) ? text.toLowerCase().match(/[a-z]+/g) : fold(text).match(/[\p{L}\p{M}]+/gu);
  return words ?? [];
}

const maxTexts = 5_000;

/** One look decides for most texts. A shop's pages have their menus in common. */
export const mayTellStock = remembered(maxTexts, (text) => {
  const words = wordsOf(text);
  return words.some((word, at) => tellingFrom(word).some((entry) => fits(entry, words, at)));
});

/** A text in the letters of its words' roles, as one language understands it. */
export interface Phrase {
  readonly letters: string;
  /** The part of the text for each letter. */
  readonly parts: readonly string[];
}

/** A text as each language understands it that has a telling word in it. */
export function phrasesIn(text: string): Phrase[] {
  const found = tokensOf(text);
  const entries = found.map((_, at) => entriesAt(found, at));
  const speakers = new Set(
    entries.flat().flatMap(({ isTelling, language }) => (isTelling ? [language] : [])),
  );
  return [...speakers].map((speaker) => {
    const spoken = entries.map((each) => each.findLast(({ language }) => language === speaker));
    return translate(found, spoken);
  });
}

/** Takes the longest entry at each place. */
function translate(found: readonly string[], entries: readonly (Entry | undefined)[]): Phrase {
  let letters = "";
  const parts: string[] = [];
  for (let at = 0; at < found.length; ) {
    const { letter = letterOf(found[at] ?? ""), tokens: own = [""] } = entries[at] ?? {};
    letters += letter;
    const words = found.slice(at, at + own.length);
    parts.push(words.join(" ").trim());
    at += own.length;
  }
  return { letters, parts };
}

/** 0, 1 for up to 6, 9 for more, D for dates, r for other numbers, w for other words; marks as they are. */
function letterOf(token: string): string {
  if (/\d/.test(token)) return isDate.test(token) ? "D" : numberLetter(token);
  if (/\p{L}/u.test(token)) return "w";
  if (/[.!?…。؟]/.test(token)) return ".";
  return /[:()]/.test(token) ? token : ",";
}

function numberLetter(number: string): string {
  const count = /^(\d{1,4})\p{L}*$/u.exec(number)?.[1];
  if (count === undefined) return "r";
  return Number(count) === 0 ? "0" : Number(count) < 7 ? "1" : "9";
}
