import type { InboxEntry } from "../../../shared/app/alerts.js";
import type { Speech } from "../speech.js";

/** The content of a desktop notification, and the target of a click on it. */
export interface Notice {
  readonly title: string;
  readonly body: string;
  /** URL of the product's image. */
  readonly image: string | null;
  readonly target: NoticeTarget;
}

export type NoticeTarget =
  | { readonly kind: "product"; readonly service: string; readonly entryId: number }
  | { readonly kind: "inbox" }
  | { readonly kind: "updates" };

/** More alerts than this are grouped into one notification. */
const mostApart = 2;
const mostNamed = 4;
const longestTitle = 90;

function shorten(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text;
}

function bodyOf(entry: InboxEntry, speech: Speech): string {
  const texts = speech.texts();
  const text = speech.reason(entry) ?? texts.seeWhatChanged;
  return entry.is_test ? texts.testOf(text) : text;
}

function noticeOf(entry: InboxEntry, speech: Speech): Notice {
  const { product } = entry.data;
  return {
    title: shorten(product.title, longestTitle),
    body: bodyOf(entry, speech),
    image: product.image ?? null,
    target: entry.is_test
      ? { kind: "inbox" }
      : { kind: "product", service: product.service, entryId: entry.id },
  };
}

function groupOf(entries: readonly InboxEntry[], speech: Speech): Notice {
  const texts = speech.texts();
  const named = entries
    .slice(0, mostNamed)
    .map((entry) => `${shorten(entry.data.product.title, 40)}: ${bodyOf(entry, speech)}`);
  const rest = entries.length - named.length;
  return {
    title: texts.manyAlerts(String(entries.length)),
    body: [...named, ...(rest > 0 ? [texts.more(String(rest))] : [])].join("\n"),
    image: null,
    target: { kind: "inbox" },
  };
}

/** One notification per alert, or a single one that lists the first few of many. */
export function noticesOf(entries: readonly InboxEntry[], speech: Speech): Notice[] {
  return entries.length > mostApart
    ? [groupOf(entries, speech)]
    : entries.map((entry) => noticeOf(entry, speech));
}
