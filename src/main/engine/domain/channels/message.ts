import type { InboxEntry } from "../../../../shared/app/alerts.js";
import type { ReasonClauses } from "../../../../shared/app/reasons.js";
import { type AlertNotice, type AlertWords, composeNotice } from "../../../../shared/texts/alert-notices.js";
import type { Language } from "../../../../shared/texts/language.js";

/** The prices of an alert, in the currency's main unit. `previous` is null if it is unknown or the same. */
export interface AlertPrice {
  readonly current: number;
  readonly previous: number | null;
  readonly currency: string;
}

/** An alert as a message lists it. */
export interface MessageAlert {
  /** The inbox entry's event, which is the same wherever the alert goes. */
  readonly id: string;
  readonly productKey: string;
  readonly title: string;
  /** The reason in one sentence, with the price before if that lacks it. */
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
  readonly title: string;
  /** The alerts listed: one, or the first few of a group. */
  readonly alerts: readonly [MessageAlert, ...MessageAlert[]];
  /** How many alerts of a group are not listed, in words, or null. */
  readonly more: string | null;
}

function headPrice({ head, clauses }: ReasonClauses): AlertPrice | null {
  if (!("price" in head)) return null;
  const before = clauses.find((clause) => clause.kind === "was");
  return { current: head.price, previous: before?.price ?? null, currency: head.currency };
}

/** The reason's own prices come first: an event may be about a shop that is not the cheapest. */
function alertPrice({ data: { price }, clauses }: InboxEntry): AlertPrice | null {
  const stated = clauses === null ? null : headPrice(clauses);
  if (price?.current == null) return stated;
  const { current, previous, currency } = price;
  const isSame = stated === null || (stated.current === current && stated.currency === currency);
  if (!isSame) return stated;
  const before = stated?.previous ?? (previous === current ? null : previous);
  return { current, previous: before, currency };
}

function webUrl(text: string | undefined, protocols: readonly string[]): string | null {
  const url = text === undefined ? null : URL.parse(text);
  return url !== null && protocols.includes(url.protocol) ? url.href : null;
}

function statesPriceBefore({ clauses }: InboxEntry): boolean {
  return clauses?.clauses.some(({ kind }) => kind === "was") ?? false;
}

function toMessageAlert(
  { entry, title, text }: AlertNotice["alerts"][number],
  { formatAmount }: AlertWords,
): MessageAlert {
  const { product, retailer } = entry.data;
  const price = alertPrice(entry);
  const change =
    price === null || price.previous === null || statesPriceBefore(entry)
      ? ""
      : ` (${formatAmount(price.previous, price.currency)} → ${formatAmount(price.current, price.currency)})`;
  return {
    id: entry.event_id,
    productKey: product.service,
    title,
    text: text + change,
    price,
    retailer,
    link: webUrl(product.url, ["https:", "http:"]),
    image: webUrl(product.image, ["https:"]),
    receivedAt: entry.received_at,
  };
}

/** Composes the message about one alert or a group of them. */
export function composeMessage(
  entries: readonly [InboxEntry, ...InboxEntry[]],
  options: { readonly id: string; readonly language: Language; readonly words: AlertWords },
): AlertMessage {
  const { id, language, words } = options;
  const notice = composeNotice(entries, words);
  const [first, ...others] = notice.alerts.map((alert) => toMessageAlert(alert, words));
  if (first === undefined) throw new Error("A message must have an alert.");
  return {
    id,
    language,
    isTest: entries[0].is_test,
    title: notice.title,
    alerts: [first, ...others],
    more: notice.more,
  };
}

function isGroup({ alerts, more }: AlertMessage): boolean {
  return alerts.length > 1 || more !== null;
}

/** The lines below the title. `writeTitle` formats a product's title, for services whose texts have links. */
export function messageLines(
  message: AlertMessage,
  writeTitle: (alert: MessageAlert) => string = ({ title }) => title,
  writeText: (text: string) => string = (text) => text,
): string[] {
  const { alerts, more } = message;
  if (!isGroup(message)) return [writeText(alerts[0].text)];
  return [
    ...alerts.map((alert) => `${writeTitle(alert)}: ${writeText(alert.text)}`),
    ...(more === null ? [] : [writeText(more)]),
  ];
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
