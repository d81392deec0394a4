import type { InboxEntry } from "../../shared/app/alerts.js";
import { type AlertWords, composeNotice, groupAlerts, noticeBody } from "../../shared/texts/alert-notices.js";

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

function toNotice(entries: readonly InboxEntry[], words: AlertWords): Notice {
  const notice = composeNotice(entries, words);
  const [entry] = entries;
  const isSingle = entries.length === 1 && entry !== undefined;
  return {
    title: notice.title,
    body: noticeBody(notice),
    image: isSingle ? (entry.data.product.image ?? null) : null,
    target:
      isSingle && !entry.is_test
        ? { kind: "product", productKey: entry.data.product.service, entryId: entry.id }
        : { kind: "inbox" },
  };
}

/** One notification per alert, or a single one that lists the first few of many. */
export function createNotices(entries: readonly InboxEntry[], words: AlertWords): Notice[] {
  return groupAlerts(entries).map((each) => toNotice(each, words));
}
