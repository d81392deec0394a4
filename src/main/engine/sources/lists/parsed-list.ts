import { maxListItems } from "../../../../shared/app/limits.js";
import type { ListFormat, ListItem, SkippedLine } from "../../../../shared/app/lists.js";
import { maxTagsPerProduct, tagName } from "../../../../shared/app/tags.js";
import { looksLikeUrl, normaliseProductUrl } from "../../domain/product-url.js";

/** A price at a time, in units of the currency, such as euros. */
export interface HistoryEntry {
  readonly atMs: number;
  readonly price: number;
  readonly currency: string | null;
  readonly availability: "in" | "out" | null;
}

/** A link of a file. `points` is the length of `history`, which is in the order of time. */
export interface ParsedItem extends ListItem {
  readonly history: readonly HistoryEntry[];
}

export interface ParsedList {
  readonly format: ListFormat;
  /** What the file calls itself. */
  readonly name: string | null;
  /** Without repeated links, in the order of the file. */
  readonly items: readonly ParsedItem[];
  readonly skipped: readonly SkippedLine[];
  /** Links that the file has more than once. */
  readonly repeated: number;
}

/** The file cannot be imported. The message is a sentence for the user. */
export class ListFileError extends Error {
  override readonly name = "ListFile";
}

/** A link as a reader finds it; what it leaves out is unknown. */
export interface FoundItem {
  readonly url: string;
  readonly line: number | null;
  readonly title?: string | null;
  readonly price?: number | null;
  readonly currency?: string | null;
  readonly target?: number | null;
  readonly tags?: readonly string[];
  readonly history?: readonly HistoryEntry[];
  readonly isSuggested?: boolean;
}

const maxUrlLength = 4_096;
const maxTitleLength = 500;
/** More lines would only fill the memory. */
const maxSkippedLines = 1_000;
const maxSkippedText = 200;

const noAddress = "This is not an address of a page.";

type Draft = { -readonly [Key in keyof ParsedItem]: ParsedItem[Key] } & {
  tags: string[];
  history: HistoryEntry[];
};

function tidyTitle(title: string | null | undefined): string | null {
  const text = (title ?? "")
    .slice(0, 4 * maxTitleLength)
    .replace(/\s+/g, " ")
    .trim();
  return text === "" ? null : text.slice(0, maxTitleLength);
}

function addTags(tags: string[], added: readonly string[]): void {
  for (const each of added) {
    const tag = tagName.safeParse(each);
    const isNew = tag.success && !tags.some((known) => known.toLowerCase() === tag.data.toLowerCase());
    if (isNew && tags.length < maxTagsPerProduct) tags.push(tag.data);
  }
}

/** Collects the links of a file: each once, at most `maxListItems`, with the reasons for what is left out. */
export class ListBuilder {
  readonly #items = new Map<string, Draft>();
  /** The key of the last link: the rows of a history follow each other. */
  #last: { readonly url: string; readonly key: string | null } | null = null;
  readonly #skipped: SkippedLine[] = [];
  #repeated = 0;
  #unlisted = 0;
  #beyond: { readonly line: number; count: number } | null = null;

  /** Adds a link, or completes the one that the list has. `isRow`: whether another row of the same link is expected. */
  add(found: FoundItem, { isRow = false } = {}): void {
    const line = found.line ?? 1;
    const key = this.#keyOf(found.url);
    if (key === null) {
      this.skip(line, found.url, looksLikeUrl(found.url) ? "The address is too long." : noAddress);
      return;
    }
    const known = this.#items.get(key);
    if (known !== undefined) {
      if (!isRow) this.#repeated++;
      this.#complete(known, found);
    } else if (this.#items.size < maxListItems) this.#items.set(key, this.#draft(found));
    else this.#beyond = { line: this.#beyond?.line ?? line, count: (this.#beyond?.count ?? 0) + 1 };
  }

  #keyOf(url: string): string | null {
    if (this.#last?.url !== url) {
      const key = url.length > maxUrlLength ? null : normaliseProductUrl(url);
      this.#last = { url, key };
    }
    return this.#last.key;
  }

  #draft(found: FoundItem): Draft {
    const draft: Draft = {
      url: found.url,
      title: null,
      price: null,
      currency: null,
      target: null,
      tags: [],
      points: 0,
      line: found.line,
      is_suggested: false,
      history: [],
    };
    this.#complete(draft, found);
    return draft;
  }

  #complete(item: Draft, found: FoundItem): void {
    item.title ??= tidyTitle(found.title);
    if (item.price === null && found.price != null) {
      item.price = found.price;
      item.currency = found.currency ?? item.currency;
    }
    item.currency ??= found.currency ?? null;
    item.target ??= found.target ?? null;
    item.is_suggested ||= found.isSuggested ?? true;
    addTags(item.tags, found.tags ?? []);
    for (const entry of found.history ?? []) item.history.push(entry);
  }

  /** Notes a part of the file that is left out. */
  skip(line: number, text: string, reason: string): void {
    if (this.#skipped.length < maxSkippedLines) this.#skipped.push({ line, text: shorten(text), reason });
    else this.#unlisted++;
  }

  finish(format: ListFormat, name: string | null = null): ParsedList {
    const skipped = [...this.#skipped];
    if (this.#unlisted > 0)
      skipped.push({ line: 0, text: "", reason: `${this.#unlisted} more lines were left out.` });
    if (this.#beyond !== null) {
      const { line, count } = this.#beyond;
      const reason = `A list can have ${maxListItems} links; ${count} more were left out. Import them from another file.`;
      skipped.push({ line, text: "", reason });
    }
    const items = [...this.#items.values()].map(finishItem);
    return { format, name: tidyTitle(name), items, skipped, repeated: this.#repeated };
  }
}

/** With collapsed white space, cut between characters. */
function shorten(text: string): string {
  const folded = text
    .slice(0, 4 * maxSkippedText)
    .replace(/\s+/g, " ")
    .trim();
  return folded.length <= maxSkippedText
    ? folded
    : `${folded.slice(0, maxSkippedText - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** Sorted by time; of one time, the last entry counts. */
function finishItem(item: Draft): ParsedItem {
  const byTime = new Map(item.history.map((entry) => [entry.atMs, entry]));
  const history = [...byTime.values()].sort((a, b) => a.atMs - b.atMs);
  const last = history.at(-1);
  const seen = last === undefined ? {} : { price: last.price, currency: last.currency };
  return { ...item, ...seen, history, points: history.length };
}
