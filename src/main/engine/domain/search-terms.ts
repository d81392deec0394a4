/**
 * Turns what a person typed into FTS5 query text. Every term becomes a quoted string, so that no character of the
 * input can act as query syntax.
 */

/** Terms past this many add nothing but cost. */
const mostTerms = 32;

/** Words separated by white space that hold at least one letter or digit, without repeats. */
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

/** How many of the terms a product must hold where none holds all: at least two thirds (decision 11). */
export function enoughTerms(count: number): number {
  return Math.ceil((count * 2) / 3);
}
