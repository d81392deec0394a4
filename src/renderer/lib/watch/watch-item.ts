import type { WatchRow } from "../../../shared/app/watch.js";
import { writeOutUmlauts } from "../../../shared/words.js";
import { shopName } from "../shop-name.js";

/** A row of the watch list with precomputed keys, for sorting and filtering ten thousand of them. */
export interface WatchItem {
  readonly row: WatchRow;
  /** Sorts titles by plain comparison. */
  readonly titleKey: string;
  readonly addedMs: number;
  /** The next check's time; null if there is none. */
  readonly nextMs: number | null;
  /** The text that filters search. */
  readonly haystack: string;
}

function plain(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Numbers sort by value: `Lamp 9` before `Lamp 10`. */
function keyOf(title: string): string {
  return plain(title).replace(/\d+/g, (digits) => digits.padStart(8, "0"));
}

export function toWatchItem(row: WatchRow): WatchItem {
  const { title, brand, category, tags, retailer, retailers } = row;
  const shops = [...retailers, ...(retailer === null ? [] : [retailer])].flatMap((host) => [
    host,
    shopName(host),
  ]);
  const known = [title, brand, category, ...shops, ...tags].filter(Boolean).join(" ");
  return {
    row,
    titleKey: keyOf(title),
    addedMs: Date.parse(row.added_at),
    nextMs: row.next_check_at === null ? null : Date.parse(row.next_check_at),
    haystack: spellingsOf(known).join(" "),
  };
}

/** The text without accents, and with umlauts written out if it has any. */
function spellingsOf(text: string): string[] {
  return [...new Set([plain(text), plain(writeOutUmlauts(text))])];
}

/** Whether a text has all words of a filter. */
export function hasWords(text: string, filter: string): boolean {
  const haystack = spellingsOf(text).join(" ");
  return wordsOf(filter).every((spellings) => spellings.some((word) => haystack.includes(word)));
}

/** The words of a filter, each in all spellings to search for. */
export function wordsOf(text: string): string[][] {
  return text.split(/\s+/).filter(Boolean).map(spellingsOf);
}

/** The best price as a share of the target, 1 or less once it is reached; null if the two do not compare. */
export function shareOfTarget({ best, target }: WatchRow): number | null {
  if (best === null || target === null || best.currency !== target.currency) return null;
  return best.price / target.price;
}

export function isAtTarget(row: WatchRow): boolean {
  const share = shareOfTarget(row);
  return share !== null && share <= 1;
}
