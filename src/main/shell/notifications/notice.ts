import type { InboxEntry } from "../../../shared/app/alerts.js";
import type { Speech } from "../speech.js";

/** What the desktop shows, and where a click on it leads. */
export interface Notice {
  readonly title: string;
  readonly body: string;
  /** Address of the product's picture. */
  readonly image: string | null;
  readonly target: NoticeTarget;
}

export type NoticeTarget =
  | { readonly kind: "product"; readonly service: string; readonly entryId: number }
  | { readonly kind: "inbox" }
  | { readonly kind: "updates" };

/** More than this at once, and they come as one. */
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

/** Alerts as the desktop is to show them: a few each on its own, many as one that names the first. */
export function noticesOf(entries: readonly InboxEntry[], speech: Speech): Notice[] {
  return entries.length > mostApart
    ? [groupOf(entries, speech)]
    : entries.map((entry) => noticeOf(entry, speech));
}
