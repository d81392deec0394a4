/** Turns user input into FTS5 query text. Every term is quoted, so that no input can act as query syntax. */

/** Further terms add only cost. */
const mostTerms = 32;

/** Distinct words with at least one letter or digit, in lower case. */
export function searchTerms(text: string): string[] {
  const words = text
    .normalize("NFKC")
    .split(/[\s\p{Cc}]+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  return [...new Set(words.map((word) => word.toLowerCase()))].slice(0, mostTerms);
}

export function quoteTerm(term: string): string {
  return `"${term.replaceAll('"', '""')}"`;
}

export function allTerms(terms: readonly string[]): string {
  return terms.map(quoteTerm).join(" AND ");
}

export function anyTerm(terms: readonly string[]): string {
  return terms.map(quoteTerm).join(" OR ");
}

/** Number of terms that a partial match needs: two thirds, rounded up (decision 11). */
export function enoughTerms(count: number): number {
  return Math.ceil((count * 2) / 3);
}
