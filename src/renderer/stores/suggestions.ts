import type { Product } from "../../shared/contract/product.js";

const known = new Map<string, readonly Product[]>();

/** What was suggested for these words before, if anything; a credit each, so it is kept for the session. */
export function knownSuggestions(words: string): readonly Product[] | undefined {
  return known.get(words);
}

export function keepSuggestions(words: string, products: readonly Product[]): void {
  known.set(words, products);
}

export function forgetSuggestions(): void {
  known.clear();
}
