import { remembered } from "../remembered.js";
import table from "../words/amounts.json" with { type: "json" };

type Languages = typeof table;

/** What words beside an amount may say, in any language of the table. */
export type WordRole = { [Language in keyof Languages]: keyof Languages[Language] }[keyof Languages];

/** How a word of a role has to stand: beside a noun such as "price", or first in its label. */
interface Sense {
  readonly role: WordRole;
  readonly needsNoun: boolean;
  readonly isFirst: boolean;
  /** A part of a word: "-card". */
  readonly isPart: boolean;
}

type Language = Partial<Record<WordRole, string>>;

/** Scripts without spaces between words are read letter by letter. */
const token =
  /[\p{sc=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{sc=Hangul}\p{sc=Thai}]|\p{L}[\p{L}\p{M}]*(?:[23](?![\d\p{L}]))?|\d[\d.,'’\s]*%?|[%+/&~:]|\p{Sc}|[|·•;!?=]/gu;

/** Figures are alike, apart from a rate of zero: `alv 0 %` is without tax. */
function tokenOf(text: string): string {
  if (/^\d/.test(text)) return text.endsWith("%") ? (Number.parseFloat(text) === 0 ? "0%" : "%") : "#";
  if (/^\p{Sc}/u.test(text)) return "¤";
  return /^[|·•;!?=]/.test(text) ? "|" : text;
}

/** The words of a text in lower case, with `#` for a figure, `¤` for a currency's sign, and `|` for the end of a part. */
export function tokensOf(text: string): string[] {
  const plain = text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/\u0307/g, "")
    .replace(/ı/g, "i");
  return (plain.match(token) ?? []).map(tokenOf);
}

/** What each phrase may mean, by its words. */
const sensesByPhrase = new Map<string, Sense[]>();
/** How many words the longest phrase has that begins with a word, and the longest that ends with it. */
const longest = { forward: new Map<string, number>(), backward: new Map<string, number>() };
/** Ends and beginnings of words that languages glue together: `-karte`, `oszczędz-`. */
const affixes: { readonly start: string; readonly end: string; readonly sense: Sense }[] = [];

function noteLength(lengths: Map<string, number>, word: string, length: number): void {
  lengths.set(word, Math.max(length, lengths.get(word) ?? 0));
}

function addPhrase(text: string, sense: Sense): void {
  const tokens = tokensOf(text);
  const phrase = tokens.join(" ");
  sensesByPhrase.set(phrase, [...(sensesByPhrase.get(phrase) ?? []), sense]);
  noteLength(longest.forward, tokens[0] ?? "", tokens.length);
  noteLength(longest.backward, tokens.at(-1) ?? "", tokens.length);
}

/**
 * `old *` counts beside a noun only, `normal*` also glued to one, `^value` only as the first word; a hyphen stands for the
 * rest of a word.
 */
function add(entry: string, role: WordRole, nouns: readonly string[]): void {
  const isFirst = entry.startsWith("^");
  const text = isFirst ? entry.slice(1) : entry;
  const plain = { role, needsNoun: false, isFirst, isPart: false };
  const [, end = "", start = ""] = /^(?:-(\S+)|(\S+)-)(?: \*)?$/.exec(text) ?? [];
  if (`${start}${end}` !== "")
    affixes.push({ start, end, sense: { ...plain, needsNoun: text.includes("*"), isPart: true } });
  else addPhrases(text, plain, nouns);
}

/** `normal*` and `call for * now` have each noun in their place; other stars stand for one anywhere in the label. */
function addPhrases(text: string, sense: Sense, nouns: readonly string[]): void {
  if (/[^ ]\*|\*[^ ]| \* /.test(text)) for (const noun of nouns) addPhrase(text.replace("*", noun), sense);
  if (!/\*\p{L}/u.test(text)) addPhrase(text.replace("*", " "), { ...sense, needsNoun: text.includes("*") });
}

function entriesOf(language: Language, role: WordRole): string[] {
  return language[role]?.split(",").map((each) => each.trim()) ?? [];
}

/** On first use: the engine starts without it. */
function readTable(): void {
  for (const language of Object.values<Language>(table)) {
    const nouns = entriesOf(language, "price");
    for (const role of Object.keys(language) as WordRole[])
      for (const entry of entriesOf(language, role)) add(entry, role, nouns);
  }
}

/** The words of a role in all languages, the longest first. */
export function wordsOf(role: WordRole): string[] {
  const all = Object.values<Language>(table).flatMap((language) => entriesOf(language, role));
  return [...new Set(all)].sort((one, other) => other.length - one.length);
}

/** Which way the words next to an amount are read: those behind it forward, those before it backward. */
type Direction = keyof typeof longest;

interface Phrase {
  readonly senses: readonly Sense[];
  readonly length: number;
}

const none: Phrase = { senses: [], length: 0 };

function affixed(word: string): Phrase {
  const senses = affixes
    .filter(({ start, end }) => word.startsWith(start) && word.endsWith(end))
    .map(({ sense }) => sense);
  return senses.length === 0 ? none : { senses, length: 1 };
}

/** The longest phrase of the table from a place on. */
function phraseAt(direction: Direction, tokens: readonly string[], at: number): Phrase {
  if (sensesByPhrase.size === 0) readTable();
  const word = tokens[at] ?? "";
  for (let length = longest[direction].get(word) ?? 0; length > 0; length--) {
    const words = tokens.slice(at, at + length);
    const senses = sensesByPhrase.get((direction === "forward" ? words : words.reverse()).join(" "));
    if (senses !== undefined) return { senses, length: words.length };
  }
  return affixed(word);
}

/** `excl. 19 % VAT`, `VAT excl.`: a word for tax beside one that takes it out or in. */
function taxAt(direction: Direction, tokens: readonly string[], at: number): Phrase {
  const first = phraseAt(direction, tokens, at);
  const next = at + first.length + (tokens[at + first.length] === "%" ? 1 : 0);
  const second = phraseAt(direction, tokens, next);
  const [tax, preposition] = has(first, "tax") ? [first, second] : [second, first];
  const isOut = has(preposition, "ex");
  if (!has(tax, "tax") || !(isOut || has(preposition, "inc"))) return none;
  const sense: Sense = { role: isOut ? "net" : "gross", needsNoun: false, isFirst: false, isPart: false };
  return { senses: [sense], length: next + second.length - at };
}

/** `Price per litre`: of what a word such as "per" leads to, the amount behind it is no price of the whole. */
function unitAt(direction: Direction, tokens: readonly string[], at: number): Phrase {
  const unit = direction === "backward" && at < tokens.length ? phraseAt(direction, tokens, at) : none;
  const next = at + unit.length + (tokens[at + unit.length] === "#" ? 1 : 0);
  const per = has(unit, "unit") && tokens[next] !== "/" ? phraseAt(direction, tokens, next) : none;
  if (!has(per, "per")) return none;
  const sense: Sense = { role: "extra", needsNoun: true, isFirst: false, isPart: false };
  return { senses: [sense], length: next + per.length - at };
}

/** The words next to an amount that mean something, up to the first that does not. */
export interface Label {
  /** The roles, the nearest to the amount first. */
  readonly roles: readonly WordRole[];
  /** Whether it has a noun such as "price". */
  readonly hasNoun: boolean;
  readonly hasColon: boolean;
  /** Whether it has whole words of its roles, not only parts such as "-card". */
  readonly hasWords: boolean;
  /** What follows it, away from the amount; empty at the text's end. */
  readonly rest: readonly string[];
}

function rolesIn(names: string): ReadonlySet<WordRole> {
  return new Set(names.split(" ") as WordRole[]);
}

/** Roles of words that hold a label together. */
const fillers = rolesIn("price filler piece per");
/** Behind an amount, a preposition may begin one: `with membership`. */
const fillersBehind: ReadonlySet<WordRole> = new Set([...fillers, "inc"]);
/** Roles that say nothing of an amount, or nothing by themselves. */
const silent = rolesIn(
  "price filler piece per unit time without tax ex inc to shipping onRequest hidden voucher redeem reductionFiller sum",
);
/** Roles that a denial takes back: `without trade-in`. */
const deniable = rolesIn("member code coupon app subscription tradeIn cashback service deposit extra");

function has({ senses }: Phrase, role: WordRole): boolean {
  return senses.some((sense) => sense.role === role);
}

/** Whether an amount, a sign or the text's end stands there. */
function isEdge(tokens: readonly string[], at: number): boolean {
  return at >= tokens.length || /^[#¤|%]$/.test(tokens[at] ?? "");
}

function isDenied({ senses, length }: Phrase, direction: Direction, tokens: readonly string[], at: number) {
  return (
    direction === "backward" &&
    senses.some(({ role }) => deniable.has(role)) &&
    has(phraseAt(direction, tokens, at + length), "without")
  );
}

interface Walk {
  readonly direction: Direction;
  readonly tokens: readonly string[];
  readonly fillers: ReadonlySet<WordRole>;
  /** Whether a role counts for what is looked for. */
  readonly counts: (role: WordRole) => boolean;
}

/** What counts at a place: a phrase that says something, one that holds the label together, or none. */
function stepAt({ direction, tokens, fillers: held, counts }: Walk, at: number): Phrase {
  const phrase = phraseAt(direction, tokens, at);
  const pairs = [taxAt(direction, tokens, at), unitAt(direction, tokens, at)];
  const read = pairs.find(({ length }) => length > 0 && length >= phrase.length) ?? phrase;
  if (isDenied(read, direction, tokens, at)) return none;
  const isFirst = isEdge(tokens, at + read.length);
  const senses = read.senses.filter((sense) => counts(sense.role) && (isFirst || !sense.isFirst));
  const isHeld = read.senses.some(({ role }) => held.has(role));
  return senses.length > 0 || isHeld ? { senses, length: read.length } : none;
}

function readLabel(walk: Walk): Label {
  const { direction, tokens } = walk;
  const found: Sense[] = [];
  let [at, hasNoun, hasColon] = [0, false, false];
  for (; at < tokens.length; ) {
    const { senses, length } = stepAt(walk, at);
    const isSign = tokens[at] === ":" || (tokens[at] === "%" && direction === "backward");
    if (length === 0 && !isSign) break;
    found.push(...senses);
    hasColon ||= tokens[at] === ":";
    hasNoun ||= has(phraseAt(direction, tokens, at), "price");
    at += Math.max(1, length);
  }
  const roles = found.filter(({ needsNoun }) => hasNoun || !needsNoun).map(({ role }) => role);
  const hasWords = found.some(({ isPart }) => !isPart);
  return { roles, hasNoun, hasColon, hasWords, rest: tokens.slice(at) };
}

const saysSomething = (role: WordRole) => !silent.has(role);

const maxLabels = 5_000;

/** The label that ends a text: what stands before an amount. */
export const labelBefore = remembered(maxLabels, (text) => {
  const tokens = tokensOf(text).reverse();
  return readLabel({ direction: "backward", tokens, fillers, counts: saysSomething });
});

/** The label that begins a text: what stands behind an amount. */
export const labelBehind = remembered(maxLabels, (text) => {
  const tokens = tokensOf(text);
  return readLabel({ direction: "forward", tokens, fillers: fillersBehind, counts: saysSomething });
});

/** Whether a text consists of words of one role, nouns such as "price" and words that hold them together. */
export function consistsOf(text: string, role: WordRole): boolean {
  const tokens = tokensOf(text);
  const counts = (each: WordRole) => each === role;
  const { roles, rest } = readLabel({ direction: "forward", tokens, fillers, counts });
  return roles.length > 0 && rest.length === 0;
}

const ofReduction = rolesIn("saving off code coupon voucher redeem reductionFiller filler price piece inc");

/** The roles of a text that says nothing but a reduction, with or without a coupon or code; `null` if it says more. */
export function rolesOfReduction(text: string): ReadonlySet<WordRole> | null {
  const tokens = tokensOf(text);
  const roles = new Set<WordRole>();
  for (let at = 0; at < tokens.length; ) {
    const { senses, length } = phraseAt("forward", tokens, at);
    const known = senses.filter(({ role, needsNoun }) => ofReduction.has(role) && !needsNoun);
    if (known.length === 0 && !/^[#%¤:|]$/.test(tokens[at] ?? "")) return null;
    for (const { role } of known) roles.add(role);
    at += Math.max(1, length);
  }
  return roles;
}

const ofCondition = rolesIn(
  "member code coupon voucher redeem subscription tradeIn filler reductionFiller price piece now inc",
);

/** Whether a text says more of a condition than its kind, such as the name of a code or of a card. */
export function namesCondition(text: string): boolean {
  const tokens = tokensOf(text);
  for (let at = 0; at < tokens.length; ) {
    const { senses, length } = phraseAt("forward", tokens, at);
    if (!senses.some(({ role }) => ofCondition.has(role)) && !/^[#%¤:|]$/.test(tokens[at] ?? "")) return true;
    at += Math.max(1, length);
  }
  return false;
}

/** Words between a condition and the price that it opens: "Please log in with your trade account to see our prices". */
const maxBetween = 8;
/** Words that may follow it: "um Preise zu sehen", "to view pricing and purchase". */
const joining =
  /^(?:[&|+,]|and|or|und|oder|zu|et|ou|y|e|o|en|of|te|i|lub|a|se|och|og|ja|és|și|и|ve|を|で|は|の|が|表|显|顯)$/;

/** Whether a line without an amount ties the price to words of a role, in either order. */
export function tiesPriceTo(text: string, role: WordRole): boolean {
  const tokens = tokensOf(text);
  if (tokens.some((each) => /^[¤#:]$/.test(each))) return false;
  const places = (wanted: WordRole) =>
    tokens.flatMap((_, at) => {
      const phrase = phraseAt("forward", tokens, at);
      return has(phrase, wanted) ? [{ from: at, to: at + phrase.length }] : [];
    });
  const isLast = (to: number) => to === tokens.length || joining.test(tokens[to] ?? "");
  const isPair = (first: { to: number }, second: { from: number; to: number }) =>
    second.from >= first.to && second.from - first.to <= maxBetween && isLast(second.to);
  const nouns = places("price");
  return places(role).some((own) => nouns.some((noun) => isPair(own, noun) || isPair(noun, own)));
}

/** Whether a text has a phrase of one of these roles within its last words, and no amount with a currency behind it. */
export function mentionsBefore(text: string, roles: ReadonlySet<WordRole>, words: number): boolean {
  const tokens = tokensOf(text).reverse();
  for (let at = 0; at < Math.min(words, tokens.length) && !/^[¤|]$/.test(tokens[at] ?? ""); at++) {
    const phrase = phraseAt("backward", tokens, at);
    if (phrase.senses.some(({ role, needsNoun }) => roles.has(role) && !needsNoun))
      return !isDenied(phrase, "backward", tokens, at);
  }
  return false;
}

/** The length of the phrase of a role with which the tokens from a place on begin; 0 if they do not. */
export function phraseOf(tokens: readonly string[], at: number, role: WordRole): number {
  const phrase = phraseAt("forward", tokens, at);
  return has(phrase, role) ? phrase.length : 0;
}

/** Whether a text has a word of a role. */
export function hasWord(text: string, role: WordRole): boolean {
  const tokens = tokensOf(text);
  return tokens.some((_, at) => phraseOf(tokens, at, role) > 0);
}
