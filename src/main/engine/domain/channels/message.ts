import type { InboxEntry } from "../../../../shared/app/alerts.js";
import {
  type AlertNotice,
  type AlertPrice,
  type AlertWords,
  alertPrice,
  composeNotice,
} from "../../../../shared/texts/alert-notices.js";
import type { Language } from "../../../../shared/texts/language.js";

/** An alert as a message lists it. */
export interface MessageAlert {
  /** The inbox entry's event, which is the same wherever the alert goes. */
  readonly id: string;
  readonly productKey: string;
  readonly title: string;
  /** The reason in one sentence. */
  readonly text: string;
  readonly price: AlertPrice | null;
  readonly retailer: string | null;
  /** The shop's page; an http(s) URL, or null. */
  readonly link: string | null;
  /** An https URL, or null. */
  readonly image: string | null;
  readonly receivedAt: string;
}

/** What is sent to a channel. Every attempt has the same id. */
export interface AlertMessage {
  readonly id: string;
  readonly language: Language;
  readonly isTest: boolean;
  /** When the message was composed first. */
  readonly createdAt: string;
  readonly title: string;
  /** The alerts listed, the best first: one, or those of a group. */
  readonly alerts: readonly [MessageAlert, ...MessageAlert[]];
  /** How many alerts of a group are not listed. */
  readonly unlisted: number;
  /** That number, or a higher one, in words. */
  readonly describeMore: (count: number) => string;
}

/** Fewer, if a service's limit is lower. */
const maxListed = 20;

function webUrl(text: string | undefined, protocols: readonly string[]): string | null {
  const url = text === undefined ? null : URL.parse(text);
  return url !== null && protocols.includes(url.protocol) ? url.href : null;
}

function toMessageAlert({ entry, title, text }: AlertNotice["alerts"][number]): MessageAlert {
  const { product, retailer } = entry.data;
  return {
    id: entry.event_id,
    productKey: product.service,
    title,
    text,
    price: alertPrice(entry),
    retailer,
    link: webUrl(product.url, ["https:", "http:"]),
    image: webUrl(product.image, ["https:"]),
    receivedAt: entry.received_at,
  };
}

/** An earlier alert about a product's price, or about its checks, may not be true any more. */
function newestOfEachProduct(entries: readonly InboxEntry[]): InboxEntry[] {
  const subject = ({ type, data }: InboxEntry) =>
    `${type.split("_")[0] === "checks"} ${data.product.service}`;
  return [...new Map(entries.map((entry) => [subject(entry), entry])).values()];
}

/** Less is better: a target reached or a price below the one paid, then a price that was never lower, another price, and alerts without one. */
function rank(entry: InboxEntry): number {
  const said = new Set(entry.clauses?.clauses.map(({ kind }) => kind));
  if (said.has("target") || said.has("less_than_paid")) return 0;
  if (said.has("lowest_ever")) return 1;
  return alertPrice(entry) === null ? 3 : 2;
}

/** The part of the price before that is saved; below 0 if the price has risen. */
function saving(entry: InboxEntry): number {
  const price = alertPrice(entry);
  return price?.previous == null ? 0 : 1 - price.current / price.previous;
}

function bestFirst(entries: readonly InboxEntry[]): InboxEntry[] {
  return entries.toSorted((a, b) => rank(a) - rank(b) || saving(b) - saving(a));
}

interface MessageOptions {
  readonly id: string;
  readonly createdMs: number;
  readonly language: Language;
  readonly words: AlertWords;
}

/** Composes the message about one alert, or a group of them in the order of their times. */
export function composeMessage(
  entries: readonly [InboxEntry, ...InboxEntry[]],
  { id, createdMs, language, words }: MessageOptions,
): AlertMessage {
  const listed = bestFirst(newestOfEachProduct(entries));
  const notice = composeNotice(listed, words, maxListed);
  const [first, ...others] = notice.alerts.map(toMessageAlert);
  if (first === undefined) throw new Error("A message must have an alert.");
  return {
    id,
    language,
    isTest: entries[0].is_test,
    createdAt: new Date(createdMs).toISOString(),
    title: notice.title,
    alerts: [first, ...others],
    unlisted: listed.length - notice.alerts.length,
    describeMore: (count) => words.texts.more(String(count)),
  };
}

function isGroup({ alerts }: AlertMessage): boolean {
  return alerts.length > 1;
}

interface LineStyle {
  /** Formats a product's title, for services whose texts have links. */
  readonly writeTitle?: (alert: MessageAlert) => string;
  readonly writeText?: (text: string) => string;
  /** Cuts a text to the service's limit; fewer alerts are listed if it would. */
  readonly cut?: (text: string) => string;
}

/** The lines below the title. */
export function messageLines(message: AlertMessage, style: LineStyle = {}): string[] {
  const { writeTitle = ({ title }) => title, writeText = (text) => text, cut = (text) => text } = style;
  const { alerts, unlisted, describeMore } = message;
  if (!isGroup(message)) return [writeText(alerts[0].text)];
  const lines = alerts.map((alert) => `${writeTitle(alert)}: ${writeText(alert.text)}`);
  const first = (count: number) => {
    const rest = unlisted + alerts.length - count;
    return [...lines.slice(0, count), ...(rest === 0 ? [] : [writeText(describeMore(rest))])];
  };
  let count = alerts.length;
  while (count > 1 && cut(first(count).join("\n")) !== first(count).join("\n")) count -= 1;
  return first(count);
}

/** The lines as one text within the service's limit. */
export function messageText(message: AlertMessage, style: LineStyle = {}): string {
  const text = messageLines(message, style).join("\n");
  return style.cut?.(text) ?? text;
}

/** The link and picture of a message: a group has none of its own. */
export function messageLink(message: AlertMessage): Pick<MessageAlert, "link" | "image"> {
  return isGroup(message) ? { link: null, image: null } : message.alerts[0];
}

/** Cuts a text to a service's limit, in characters as the service counts them. */
export function truncateChars(text: string, maxChars: number): string {
  const characters = [...text];
  return characters.length <= maxChars ? text : `${characters.slice(0, maxChars - 1).join("")}…`;
}

/** Cuts a text to a limit of bytes in UTF-8, between characters. */
export function truncateBytes(text: string, maxBytes: number): string {
  const encoder = new TextEncoder();
  if (encoder.encode(text).length <= maxBytes) return text;
  const { read } = encoder.encodeInto(text, new Uint8Array(maxBytes - 3));
  return `${text.slice(0, read)}…`;
}
