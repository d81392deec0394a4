/** Turns user input into FTS5 query text. Every term is quoted, so that no input can act as query syntax. */

/** Further terms add only cost. */
const maxTerms = 32;

/** Distinct words with at least one letter or digit, in lower case. */
export function parseSearchTerms(text: string): string[] {
  const words = text
    .normalize("NFKC")
    .split(/[\s\p{Cc}]+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  return [...new Set(words.map((word) => word.toLowerCase()))].slice(0, maxTerms);
}

export function quoteTerm(term: string): string {
  return `"${term.replaceAll('"', '""')}"`;
}

/** Fewer letters begin too many words. */
const minPrefixLetters = 3;

/** Matches words that begin with the term. */
export function quotePrefix(term: string): string {
  return term.length < minPrefixLetters ? quoteTerm(term) : `${quoteTerm(term)}*`;
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
