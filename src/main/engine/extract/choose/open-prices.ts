import { groupBy } from "../../../../shared/arrays.js";
import type { CurrencyHints } from "../amounts/currency.js";
import { behindAmounts, namesAmount, roundAmount } from "../amounts/money.js";
import type { ExtractedCandidate } from "../extraction.js";
import { ancestor } from "../html/outline.js";
import type { PageFacts, TextElement } from "../html/page-facts.js";
import { isSaving } from "../text/price-role.js";
import { type ReadPrice, readAmounts, type SeenPrice } from "../text/read-prices.js";

/** More choices than this are hard to take in. */
const maxOpenPrices = 6;
const maxWordsLength = 40;

/** Whole words, without quotation marks, because the window sets its own, and without a dash or colon at the end. */
function tidyWords(text: string): string {
  return text.replace(/(?<!\d)"|[“”„«»]|\s*[–—:-]\s*$/g, "").trim();
}

/** The words beside a price, with `…` for it between two of them; those before another amount are that one's. */
export function wordsBeside({ before: line, after }: Pick<ReadPrice, "before" | "after">): string | null {
  const before = behindAmounts(line);
  const left = before.length > maxWordsLength ? before.slice(-maxWordsLength).replace(/^\S*\s/, "") : before;
  const right = after.length > maxWordsLength ? after.slice(0, maxWordsLength).replace(/\s\S*$/, "") : after;
  const words = [left, right].map(tidyWords).filter((text) => /[\p{L}\p{N}]/u.test(text));
  return words.some((text) => /\p{L}{2}/u.test(text)) ? words.join(" … ") : null;
}

/** The first cell of an amount's row and the one at the head of its column. */
function cellsOf({ element }: ReadPrice, { cells }: PageFacts): string[] {
  const cell = ancestor(element, "td", "th");
  const table = cell && ancestor(cell, "table");
  if (cell === null || table === null) return [];
  const own = cells.filter((each) => ancestor(each.element, "table") === table);
  const rows = [...groupBy(own, (each) => each.element.outer).values()];
  const row = rows.find((each) => each.some((other) => other.element === cell)) ?? [];
  const column = row.findIndex((each) => each.element === cell);
  const [head] = rows;
  const named = [row[0], head?.length === row.length ? head[column] : undefined];
  const isName = (each: TextElement | undefined): each is TextElement =>
    each !== undefined && each.element !== cell && !namesAmount(each.text);
  return named.filter(isName).map(({ text }) => tidyWords(text));
}

/** What the table says of an amount, else its line. */
export function namesOf(price: ReadPrice, facts: PageFacts): string[] {
  const cells = cellsOf(price, facts).filter((text) => text !== "");
  return cells.length > 0 ? cells : [wordsBeside(price)].filter((words) => words !== null);
}

/** Whether an amount may be a price of what the page is about. */
function isOpen({ isAside, isMarked, isStruck, role, purpose, before, after }: SeenPrice): boolean {
  return !isAside && isMarked && !isStruck && role !== "old" && purpose === null && !isSaving(before, after);
}

interface NamedPrice {
  readonly price: ReadPrice;
  readonly names: readonly string[];
}

/** Those for which something holds, unless it holds for none. */
function preferred(all: readonly NamedPrice[], holds: (each: NamedPrice) => boolean): readonly NamedPrice[] {
  const some = all.filter(holds);
  return some.length > 0 ? some : all;
}

/** Without names that all have in common, and each price once by the same name. */
function distinct(named: readonly NamedPrice[]): readonly NamedPrice[] {
  const isCommon = (name: string) => named.length > 1 && named.every(({ names }) => names.includes(name));
  const seen = new Set<string>();
  return named
    .map(({ price, names }) => ({ price, names: names.filter((name) => !isCommon(name)) }))
    .filter(({ price, names }) => {
      const key = JSON.stringify([price.price, ...names]);
      return !seen.has(key) && seen.add(key);
    });
}

/**
 * The likeliest amounts of a page that has no clear price, as they stand on it, with the words beside each: only the
 * shopper knows which is meant.
 */
export function openPrices(facts: PageFacts, hints: CurrencyHints): ExtractedCandidate[] {
  const all = readAmounts(facts, hints)
    .filter(isOpen)
    .map((price) => ({ price, names: namesOf(price, facts) }));
  const plain = preferred(all, ({ price }) => !price.isProse);
  const named = preferred(plain, ({ names }) => names.length > 0);
  return distinct(named.slice(0, maxOpenPrices))
    .toSorted((one, other) => one.price.element.from - other.price.element.from)
    .map(({ price: { price, currency, sign, element }, names }) => ({
      price: roundAmount(price, currency),
      currency,
      ...(currency === null && sign !== null ? { sign } : {}),
      availability: null,
      from: "shown",
      place: {
        words: names.join(" · ") || null,
        spot: element.from < facts.headingAt ? "above-name" : "below-name",
      },
    }));
}
