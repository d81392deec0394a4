/** Corrects mistyped words, for a search that finds nothing. */

import { writeOutUmlauts } from "../../../shared/words.js";

/** Number of letters to add, drop, change or swap with the next one, to make one word of the other. */
export function editDistance(one: string, other: string): number {
  // Rows of the table of distances between all beginnings of the two words: before the last, last, and this.
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row[j] = Math.min(
        at(last, j) + 1,
        at(row, j - 1) + 1,
        at(last, j - 1) + (isSame ? 0 : 1),
        isSwapped ? at(beforeLast, j - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    beforeLast = last;
    last = row;
  }
  return at(last, other.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}

/** A short word has too many neighbours to guess the one that was meant. */
function maxMistakes(word: string): number {
  if (word.length < 4) return 0;
  return word.length < 8 ? 1 : 2;
}

/** Words of at least four letters, in lower case, with the number of times that each occurs. */
export function countWords(texts: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts)
    for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}]{4,}/gu))
      counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/**
 * The word with the fewest mistakes between them; of several, the most frequent. Null if none is close. An umlaut that is
 * written out is no mistake.
 */
export function closestWord(word: string, known: ReadonlyMap<string, number>): string | null {
  const max = maxMistakes(word);
  const written = writeOutUmlauts(word);
  let best: { readonly word: string; readonly distance: number; readonly count: number } | null = null;
  for (const [candidate, count] of known) {
    const other = writeOutUmlauts(candidate);
    if (candidate === word || Math.abs(other.length - written.length) > max) continue;
    const distance = editDistance(written, other);
    if (distance > max) continue;
    const isBetter =
      best === null || distance < best.distance || (distance === best.distance && count > best.count);
    if (isBetter) best = { word: candidate, distance, count };
  }
  return best?.word ?? null;
}
