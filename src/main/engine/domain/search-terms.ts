/** Turns user input into FTS5 query text. Every term is quoted, so that no input can act as query syntax. */

/** Further words add only cost. A term such as `1-2-3` is a phrase of several. */
const maxTokens = 32;

/** How many words the index sees in a text. */
export function countTokens(text: string): number {
  return text.match(/[\p{L}\p{N}\p{Co}]+/gu)?.length ?? 0;
}

/** Letters that Unicode does not decompose. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
};

/** A text with `ß` as `ss`, `æ` as `ae`, and the like. */
export function plainLettersOf(text: string): string {
  return text.toLowerCase().replace(/[ßæœøłđðþı]/g, (letter) => plainLetters[letter] ?? letter);
}

/** Full-width letters, ligatures and signs such as `m²` as plain ones; trademark signs are no letters. */
export function composeLetters(text: string): string {
  return text.replace(/[™℠]/g, " ").normalize("NFKC");
}

/** A text as it is indexed. SQLite itself drops accents. */
export function toIndexText(text: string): string {
  return plainLettersOf(composeLetters(text));
}

/** Distinct words with at least one letter or digit, in lower case. */
export function parseSearchTerms(text: string): string[] {
  const words = composeLetters(text)
    .split(/[\s\p{Cc}]+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  const terms: string[] = [];
  let tokens = 0;
  for (const word of new Set(words.map((each) => each.toLowerCase()))) {
    tokens += countTokens(word);
    if (tokens > maxTokens) break;
    terms.push(word);
  }
  return terms;
}

function quoteWith(end: string, term: string): string {
  const quote = (text: string) => `"${text.replaceAll('"', '""')}"${end}`;
  const plain = plainLettersOf(term);
  // Earlier versions indexed the letters as they are.
  return plain === term.toLowerCase() ? quote(term) : `(${quote(plain)} OR ${quote(term)})`;
}

export function quoteTerm(term: string): string {
  return quoteWith("", term);
}

/** Fewer letters begin too many words. */
const minPrefixLetters = 3;

/** Matches words that begin with the term. */
export function quotePrefix(term: string): string {
  return quoteWith(term.length < minPrefixLetters ? "" : "*", term);
}

export function matchAllQuery(terms: readonly string[], quote = quoteTerm): string {
  return terms.map(quote).join(" AND ");
}

export function matchAnyQuery(terms: readonly string[]): string {
  return terms.map(quoteTerm).join(" OR ");
}

/** Number of terms that a partial match needs: two thirds, rounded up (decision 11). */
export function minMatchingTerms(count: number): number {
  return Math.ceil((count * 2) / 3);
}
