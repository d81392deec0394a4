import type { InboxEntry } from "../app/alerts.js";
import type { Texts } from "./texts.js";

/** The texts and formats of notices in one language. */
export interface AlertWords {
  readonly texts: Pick<Texts["shell"], "testOf" | "seeWhatChanged" | "manyAlerts" | "more">;
  /** The reason for an alert, in one sentence without a full stop; null if unknown. */
  readonly formatReason: (entry: Pick<InboxEntry, "clauses" | "reason">) => string | null;
}

/** The prices of an alert, in the currency's main unit. */
export interface AlertPrice {
  readonly current: number;
  readonly previous: number | null;
  readonly currency: string;
}

/**
 * The price that an alert is about: that of its reason, which may be another shop's than its event's when both changed at
 * once, and is compared with the best price before; without a reason, that of its event.
 */
export function alertPrice({
  data: { price },
  clauses,
}: Pick<InboxEntry, "data" | "clauses">): AlertPrice | null {
  const head = clauses?.head;
  if (head === undefined || !("price" in head))
    return price === null || price.current === null ? null : { ...price, current: price.current };
  const was = clauses?.clauses.find((clause) => clause.kind === "was")?.price ?? null;
  return { current: head.price, previous: was, currency: head.currency };
}

/** One alert, or a group of which the first few are listed. */
export interface AlertNotice {
  readonly title: string;
  readonly alerts: readonly { readonly entry: InboxEntry; readonly title: string; readonly text: string }[];
  /** How many of a group are not listed, in words; null if all are. */
  readonly more: string | null;
}

/** Alerts within this interval are grouped, because the checks of one run finish together. */
export const groupingMs = 1_500;
/** More alerts than this are grouped into one notice. */
const maxSeparate = 2;
const maxListedOnDesktop = 4;
const maxTitleChars = 90;
const maxListedTitleChars = 40;

function truncate(text: string, maxChars: number): string {
  return text.length > maxChars ? `${text.slice(0, maxChars - 1).trimEnd()}…` : text;
}

function describeAlert(entry: InboxEntry, { texts, formatReason }: AlertWords): string {
  const text = formatReason(entry) ?? texts.seeWhatChanged;
  return entry.is_test ? texts.testOf(text) : text;
}

/** Splits alerts into those of one notice each, or a single group if there are many. */
export function groupAlerts<T>(alerts: readonly T[]): (readonly T[])[] {
  return alerts.length > maxSeparate ? [alerts] : alerts.map((alert) => [alert]);
}

/** The notice of one alert, or of a group, of which it lists the first ones. */
export function composeNotice(
  entries: readonly InboxEntry[],
  words: AlertWords,
  maxListed = maxListedOnDesktop,
): AlertNotice {
  const isGroup = entries.length > 1;
  const alerts = entries.slice(0, maxListed).map((entry) => ({
    entry,
    title: truncate(entry.data.product.title, isGroup ? maxListedTitleChars : maxTitleChars),
    text: describeAlert(entry, words),
  }));
  const rest = entries.length - alerts.length;
  return {
    title: isGroup ? words.texts.manyAlerts(String(entries.length)) : (alerts[0]?.title ?? ""),
    alerts,
    more: rest > 0 ? words.texts.more(String(rest)) : null,
  };
}

/** The text below a notice's title: the reason, or a line for each listed alert. */
export function noticeBody({ alerts, more }: AlertNotice): string {
  if (alerts.length === 1 && more === null) return alerts[0]?.text ?? "";
  const lines = alerts.map(({ title, text }) => `${title}: ${text}`);
  return [...lines, ...(more === null ? [] : [more])].join("\n");
}
