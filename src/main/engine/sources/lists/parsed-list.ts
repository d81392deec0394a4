import { maxListItems, maxTagsPerProduct } from "../../../../shared/app/limits.js";
import type {
  FileIssue,
  FileProblem,
  ListFormat,
  ListItem,
  SkippedLine,
} from "../../../../shared/app/lists.js";
import { tagName } from "../../../../shared/app/primitives.js";
import { withoutInvisible } from "../../../../shared/links-in.js";
import { reasons } from "../../../../shared/texts/en/reasons.js";
import { cleanText } from "../../domain/clean-text.js";
import { toMinor } from "../../domain/money.js";
import { looksLikeUrl, normaliseProductUrl } from "../../domain/product-url.js";

/** How to read a file. Plain data, because long files are read on another thread. */
export interface ListFileOptions {
  readonly fileName: string;
  /** Where links without an address of their own are from; null if that is not known. */
  readonly pageUrl: string | null;
  /** The page that a table of prices is of, if its rows name none; left out for a file of links. */
  readonly historyOf?: string;
  readonly nowMs: number;
  /** Of times that name none. */
  readonly timeZone: string;
}

/** A price at a time, in units of the currency, such as euros. */
export interface HistoryEntry {
  readonly atMs: number;
  readonly price: number;
  readonly currency: string | null;
  readonly availability: "in" | "out" | null;
  /** Set if a person wrote the price down, with a date but no time; absent if a program recorded a change. */
  readonly isNoted?: true;
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
  /** Whether links were left out because they lack their shop's address. */
  readonly needsPageUrl: boolean;
}

/** The file cannot be imported. The message is a sentence for the user. */
export class ListFileError extends Error {
  override readonly name = "ListFile";
  readonly issue: FileIssue;

  /** `first`: the first line, if no line could be read. */
  constructor(problem: FileProblem, first?: SkippedLine) {
    super(
      first === undefined
        ? reasons.files[problem]("")
        : reasons.nothingReadable(String(first.line), first.reason),
    );
    this.issue = { problem, detail: first?.detail ?? "", line: first?.line ?? null };
  }
}

/** A link as a reader finds it; what it leaves out is unknown. */
export interface FoundItem {
  /** Null for one that lacks its shop's address. */
  readonly url: string | null;
  readonly line: number | null;
  readonly title?: string | null;
  readonly price?: number | null;
  readonly currency?: string | null;
  readonly target?: number | null;
  readonly otherTarget?: number | null;
  readonly targetCurrency?: string | null;
  readonly tags?: readonly string[];
  readonly history?: readonly HistoryEntry[];
  readonly isSuggested?: boolean;
}

const maxUrlLength = 4_096;
const maxTitleLength = 500;
/** More lines would only fill the memory. */
const maxSkippedLines = 1_000;
const maxSkippedText = 200;

const picture = /^[^?#]+\.(?:avif|bmp|gif|ico|jpe?g|png|svg|webp)(?:[?#]|$)/i;

function addressProblem(url: string): FileProblem {
  if (!looksLikeUrl(url)) return "no page address";
  return picture.test(url) ? "picture" : "long address";
}

type Draft = { -readonly [Key in keyof ParsedItem]: ParsedItem[Key] } & {
  tags: string[];
  history: HistoryEntry[];
};

function tidyTitle(title: string | null | undefined): string | null {
  const text = cleanText((title ?? "").slice(0, 4 * maxTitleLength))
    .replace(/\s+/g, " ")
    .trim();
  return text === "" ? null : text.slice(0, maxTitleLength);
}

/** Whether the cell of a table or the value of a file is the address of a picture, which stands beside products. */
export function isPicture(url: string): boolean {
  return looksLikeUrl(url) && picture.test(url);
}

export function skippedLine(line: number, text: string, problem: FileProblem, detail = ""): SkippedLine {
  return { line, text, problem, detail, reason: reasons.files[problem](detail) };
}

/** Collects the links of a file: each once, at most `maxListItems`, with the reasons for what is left out. */
export class ListBuilder {
  readonly #items = new Map<string, Draft>();
  /** The key of the last link: the rows of a history follow each other. */
  #last: { readonly url: string; readonly key: string | null } | null = null;
  readonly #skipped: SkippedLine[] = [];
  #repeated = 0;
  #unlisted = 0;
  #unplaced = 0;
  readonly #longTags = new Set<string>();
  #beyond: { readonly line: number; count: number } | null = null;

  /** Adds a link, or completes the one that the list has. `isRow`: whether another row of the same link is expected. */
  add(found: FoundItem, { isRow = false } = {}): void {
    const line = found.line ?? 1;
    if (found.url === null) {
      this.#unplaced++;
      return;
    }
    const url = withoutInvisible(found.url);
    const key = this.#keyOf(url);
    if (key === null) {
      this.skip(line, url, addressProblem(url));
      return;
    }
    const known = this.#items.get(key);
    if (known !== undefined) {
      if (!isRow) this.#repeated++;
      this.#complete(known, found);
    } else if (this.#items.size < maxListItems) this.#items.set(key, this.#draft(url, found));
    else this.#beyond = { line: this.#beyond?.line ?? line, count: (this.#beyond?.count ?? 0) + 1 };
  }

  #keyOf(url: string): string | null {
    if (this.#last?.url !== url) {
      const key = url.length > maxUrlLength || isPicture(url) ? null : normaliseProductUrl(url);
      this.#last = { url, key };
    }
    return this.#last.key;
  }

  #draft(url: string, found: FoundItem): Draft {
    const draft: Draft = {
      url: cleanText(url),
      title: null,
      price: null,
      currency: null,
      target: null,
      other_target: null,
      target_currency: null,
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
    this.#setTarget(item, found);
    item.is_suggested ||= found.isSuggested ?? true;
    for (const tag of found.tags ?? []) this.#addTag(item.tags, tag, found.line ?? 1);
    for (const entry of found.history ?? []) item.history.push(entry);
  }

  #setTarget(item: Draft, { line, target = null, otherTarget = null, targetCurrency = null }: FoundItem) {
    if (target === null) return;
    if (toMinor(target) === 0) this.skip(line ?? 1, String(target), "bad target");
    else if (item.target === null) {
      item.target = target;
      item.other_target = otherTarget;
      item.target_currency = targetCurrency;
    } else if (item.target !== target || item.target_currency !== targetCurrency)
      this.skip(line ?? 1, item.url, "two targets", String(item.target));
  }

  #addTag(tags: string[], name: string, line: number): void {
    const text = cleanText(name).trim();
    const tag = tagName.safeParse(text);
    if (!tag.success) {
      if (text === "" || this.#longTags.has(text)) return;
      this.#longTags.add(text);
      this.skip(line, text, "long tag");
    } else if (!tags.some((known) => known.toLowerCase() === tag.data.toLowerCase())) {
      if (tags.length < maxTagsPerProduct) tags.push(tag.data);
      else this.skip(line, text, "many tags", String(maxTagsPerProduct));
    }
  }

  /** Notes a part of the file that is left out. */
  skip(line: number, text: string, problem: FileProblem, detail = ""): void {
    if (this.#skipped.length < maxSkippedLines)
      this.#skipped.push(skippedLine(line, shorten(text), problem, detail));
    else this.#unlisted++;
  }

  finish(format: ListFormat, name: string | null = null): ParsedList {
    const skipped = [...this.#skipped];
    if (this.#unplaced > 0) skipped.unshift(skippedLine(1, "", "no shop", String(this.#unplaced)));
    if (this.#unlisted > 0) skipped.push(skippedLine(0, "", "more lines", String(this.#unlisted)));
    if (this.#beyond !== null)
      skipped.push(skippedLine(this.#beyond.line, "", "more links", String(this.#beyond.count)));
    const items = [...this.#items.values()].map(finishItem);
    const needsPageUrl = this.#unplaced > 0;
    return { format, name: tidyTitle(name), items, skipped, repeated: this.#repeated, needsPageUrl };
  }
}

/** With collapsed white space, cut between characters. */
function shorten(text: string): string {
  const folded = cleanText(text.slice(0, 4 * maxSkippedText))
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
