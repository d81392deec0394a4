import type { InboxEntry } from "../../shared/app/alerts.js";
import type { ShellTextSource } from "../window/shell-texts.js";

/** The content of a desktop notification, and the target of a click on it. */
export interface Notice {
  readonly title: string;
  readonly body: string;
  /** URL of the product's image. */
  readonly image: string | null;
  readonly target: NoticeTarget;
}

export type NoticeTarget =
  | { readonly kind: "product"; readonly productKey: string; readonly entryId: number }
  | { readonly kind: "inbox" }
  | { readonly kind: "updates" };

/** More alerts than this are grouped into one notification. */
const maxSeparate = 2;
const maxListed = 4;
const maxTitleChars = 90;

function truncate(text: string, maxChars: number): string {
  return text.length > maxChars ? `${text.slice(0, maxChars - 1).trimEnd()}…` : text;
}

function formatBody(entry: InboxEntry, shellTexts: ShellTextSource): string {
  const texts = shellTexts.current();
  const text = shellTexts.formatReason(entry) ?? texts.seeWhatChanged;
  return entry.is_test ? texts.testOf(text) : text;
}

function toNotice(entry: InboxEntry, shellTexts: ShellTextSource): Notice {
  const { product } = entry.data;
  return {
    title: truncate(product.title, maxTitleChars),
    body: formatBody(entry, shellTexts),
    image: product.image ?? null,
    target: entry.is_test
      ? { kind: "inbox" }
      : { kind: "product", productKey: product.service, entryId: entry.id },
  };
}

function toGroupNotice(entries: readonly InboxEntry[], shellTexts: ShellTextSource): Notice {
  const texts = shellTexts.current();
  const named = entries
    .slice(0, maxListed)
    .map((entry) => `${truncate(entry.data.product.title, 40)}: ${formatBody(entry, shellTexts)}`);
  const rest = entries.length - named.length;
  return {
    title: texts.manyAlerts(String(entries.length)),
    body: [...named, ...(rest > 0 ? [texts.more(String(rest))] : [])].join("\n"),
    image: null,
    target: { kind: "inbox" },
  };
}

/** One notification per alert, or a single one that lists the first few of many. */
export function createNotices(entries: readonly InboxEntry[], shellTexts: ShellTextSource): Notice[] {
  return entries.length > maxSeparate
    ? [toGroupNotice(entries, shellTexts)]
    : entries.map((entry) => toNotice(entry, shellTexts));
}
