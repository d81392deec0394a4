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
const telling: ReadonlySet<Role> = new Set<Role>([
  ...(["in", "available", "out", "sold", "stock", "only", "left", "soon"] as const),
  ...(["order", "ships", "sale", "buy", "notify"] as const),
]);

/** Scripts that put no spaces between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]\p{M}*/gu;

/** Most texts have nothing that needs another spelling. */
const simple = /^[^-'_(/\s]*(?: [^-'_(/\s]+)*$/;

/** One spelling of words: without case, accents, hyphens and apostrophes, and each sign of unspaced scripts alone. */
export function fold(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: most texts are ASCII
  const isAscii = /^[\x00-\x7f]*$/.test(text);
  const plain = (isAscii ? text : foldLetters(text)).toLowerCase();
  return simple.test(plain)
    ? plain
    : plain
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

const dates =
  "\\d{1,2}\\. ?\\d{1,2}\\.(?: ?\\d{2,4})?(?!\\d)|\\d{1,2}[./]\\d{1,2}[./]\\d{2,4}|\\d{4}-\\d\\d-\\d\\d|kw ?\\d{1,2}";
const numbers =
  "(?:\\p{Sc} ?)?\\d(?:(?:[\\d.,:/]| ?[-–~] ?)*\\d)?(?:(?:st|nd|rd|th|er|e)(?!\\p{L})| ?[%\\p{Sc}])?";
const marks = "[.!?…。؟,;،؛|•·/—、:()]| [-–] ";
const isDate = new RegExp(`^(?:${dates})$`, "u");
const tokens = new RegExp(`${dates}|${numbers}|[\\p{L}\\p{M}]+|${marks}`, "gu");

function tokensOf(text: string): readonly string[] {
  return fold(text).match(tokens) ?? [];
}

/** What a word or several mean in a language. */
interface Sense {
  readonly language: number;
  readonly letter: string;
  readonly isTelling: boolean;
}

/** Beginnings of words are found by their first letters. */
const keyLength = 2;

/** Words by their first token, then by the next ones. Most have no next one. */
class Dictionary {
  #next: Map<string, Dictionary> | null = null;
  #beginnings: Map<string, { readonly beginning: string; readonly sense: Sense }[]> | null = null;
  readonly #senses: Sense[] = [];

  add([first, ...rest]: readonly string[], isBeginning: boolean, sense: Sense): void {
    if (first === undefined) this.#senses.push(sense);
    else if (isBeginning && rest.length === 0) {
      const key = first.slice(0, keyLength);
      this.#beginnings ??= new Map();
      const alike = this.#beginnings.get(key) ?? [];
      this.#beginnings.set(key, alike);
      alike.push({ beginning: first, sense });
    } else {
      this.#next ??= new Map();
      const next = this.#next.get(first) ?? new Dictionary();
      this.#next.set(first, next);
      next.add(rest, isBeginning, sense);
    }
  }

  /** Looks up the words at a place, shorter ones first, until one is wanted. */
  find(text: readonly string[], at: number, isWanted: (sense: Sense, to: number) => boolean): boolean {
    for (const sense of this.#senses) if (isWanted(sense, at)) return true;
    const token = text[at];
    if (token === undefined) return false;
    for (let length = 1; this.#beginnings !== null && length <= keyLength; length++)
      for (const { beginning, sense } of this.#beginnings.get(token.slice(0, length)) ?? [])
        if (token.startsWith(beginning) && isWanted(sense, at + 1)) return true;
    return this.#next?.get(token)?.find(text, at + 1, isWanted) ?? false;
  }
}

type Words = Readonly<Partial<Record<Role, string>>>;

function readTable(): Dictionary {
  const dictionary = new Dictionary();
  // The first role of a word is its main one, and the last one found counts.
  const roles = (Object.keys(letters) as Role[]).reverse();
  for (const [language, words] of (Object.values(table) as Words[]).entries())
    for (const role of roles) {
      const sense = { language, letter: letters[role], isTelling: telling.has(role) };
      for (const word of fold(words[role] ?? "").match(/[^,]*[^,\s]/g) ?? [])
        dictionary.add(word.match(tokens) ?? [], word.endsWith("*"), sense);
    }
  return dictionary;
}

const dictionary = readTable();

const isTelling = (sense: Sense) => sense.isTelling;

/** One look decides for most texts. */
export function mayTellStock(text: string): boolean {
  const words = fold(text).match(/[\p{L}\p{M}]+/gu) ?? [];
  return words.some((_, at) => dictionary.find(words, at, isTelling));
}

/** A text in the letters of its words' roles, as one language understands it. */
export interface Phrase {
  readonly letters: string;
  /** The part of the text for each letter. */
  readonly parts: readonly string[];
}

/** A text as each language understands it that has a telling word in it. */
export function phrasesIn(text: string): Phrase[] {
  const found = tokensOf(text);
  const senses = found.map((_, at) => sensesAt(found, at));
  const speakers = new Set(senses.flat().flatMap(({ isTelling, language }) => (isTelling ? [language] : [])));
  return [...speakers].map((language) =>
    translate(
      found,
      senses.map((each) => each.findLast((sense) => sense.language === language)),
    ),
  );
}

type Found = Sense & { readonly to: number };

/** What the words at a place mean, of longer words last. */
function sensesAt(found: readonly string[], at: number): Found[] {
  const senses: Found[] = [];
  dictionary.find(found, at, (sense, to) => {
    senses.push({ ...sense, to });
    return false;
  });
  return senses.sort((a, b) => a.to - b.to);
}

function translate(found: readonly string[], senses: readonly (Found | undefined)[]): Phrase {
  let spelled = "";
  const parts: string[] = [];
  for (let at = 0; at < found.length; ) {
    const to = senses[at]?.to ?? at + 1;
    spelled += senses[at]?.letter ?? letterOf(found[at] ?? "");
    parts.push(found.slice(at, to).join(" ").trim());
    at = to;
  }
  return { letters: spelled, parts };
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
