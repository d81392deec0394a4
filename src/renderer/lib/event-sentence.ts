import type { InboxEntry, InboxEntryType } from "../../shared/app/alerts.js";
import { assertNever } from "../../shared/assert-never.js";
import type { EventData, EventType } from "../../shared/contract/webhook.js";
import { withFullStop } from "../../shared/texts/full-stop.js";
import { formatDayWithin, reasonSentence, type SentenceFormats } from "../../shared/texts/sentences.js";
import { formatDate, formatMoney, formatPercent, percentBelow } from "./format.js";
import { shopName } from "./shop-name.js";
import { locale, texts } from "./texts.js";

interface DescribedEvent {
  readonly type: InboxEntryType;
  readonly data: EventData;
}

/** The event in a few words: `Price drop`. */
export function eventTitle({ type, data }: DescribedEvent): string {
  const { events } = texts();
  switch (type) {
    case "price_drop":
      return events.priceDrop;
    case "availability_change":
      return stockTitle(data);
    case "schedule_completion":
      return events.checked;
    case "checks_failing":
      return events.checksFail;
    case "checks_recovered":
      return events.checksRecovered;
    default:
      return assertNever(type);
  }
}

/** The event with its figures: `$249.99 at shop.example, was $299.99 (−17%)`. */
export function eventSentence({ type, data }: DescribedEvent): string {
  switch (type) {
    case "price_drop":
      return `${currentPrice(data) ?? texts().events.aLowerPrice}${place(data)}${comparison(data)}`;
    case "availability_change":
      return stockSentence(data);
    case "schedule_completion":
      return checkSentence(data);
    case "checks_failing":
    case "checks_recovered":
      return `${eventTitle({ type, data })}${place(data)}`;
    default:
      return assertNever(type);
  }
}

/** The reason for an alert in the reader's language; without one, the sentence of its event. */
export function alertSentence(entry: InboxEntry): string {
  // Alerts from before structured reasons have only the engine's English sentence.
  if (entry.clauses === null) return entry.reason ?? eventSentence(entry);
  return reasonSentence(entry.clauses, texts().reasons, sentenceFormats);
}

/** The finished check found something that no other event reported. */
export function alertTitle(entry: InboxEntry): string {
  return entry.type === "schedule_completion" && entry.reason !== null
    ? texts().events.priceAlert
    : eventTitle(entry);
}

/** The alert with its product, as one text. A sentence that begins with the title does not repeat it. */
export function alertNotice(entry: InboxEntry): string {
  const { title: product } = entry.data.product;
  const [title, sentence] = [alertTitle(entry), alertSentence(entry)];
  return sentence.startsWith(title)
    ? withFullStop(`${product}: ${sentence}`)
    : texts().events.told(title, product, sentence);
}

/** Whether an event reports a change; a check that confirms the known price does not. */
export function isNewsworthy({ type, data }: DescribedEvent): boolean {
  return type !== "schedule_completion" || data.price?.current !== data.price?.previous;
}

function currentPrice({ price }: EventData): string | null {
  return price === null || price.current === null ? null : formatMoney(price.current, price.currency);
}

function place({ retailer }: EventData): string {
  return retailer === null ? "" : texts().events.atShop(shopName(retailer));
}

function comparison({ price }: EventData): string {
  if (price === null || price.current === null || price.previous === null) return "";
  if (price.current === price.previous) return texts().events.unchanged;
  const percent = percentBelow(price.current, price.previous);
  const sign = percent > 0 ? "−" : "+";
  const change = `${sign}${formatPercent(Math.abs(percent))}`;
  return texts().events.was(formatMoney(price.previous, price.currency), change);
}

/** Without a state before, it could only be ordered ahead. */
function stockTitle({ availability }: EventData): string {
  const { events, rules, history } = texts();
  if (availability?.current === "out") return history.outOfStock;
  return availability?.previous === null ? events.inStock : rules.backInStock;
}

function stockSentence(data: EventData): string {
  const price = data.availability?.current === "out" ? null : currentPrice(data);
  return `${stockTitle(data)}${place(data)}${price === null ? "" : texts().events.forPrice(price)}`;
}

function checkSentence(data: EventData): string {
  const { events } = texts();
  const price = currentPrice(data);
  if (price !== null) return `${events.checkedBest(price)}${comparison(data)}`;
  const before = data.price?.previous ?? null;
  return before === null
    ? events.checkedNoStock
    : events.checkedSoldOut(formatMoney(before, data.price?.currency));
}

/** Formats the figures of the shared sentences in the reader's locale. */
export const sentenceFormats: SentenceFormats = {
  money: formatMoney,
  percent: formatPercent,
  date: formatDate,
  day: (day) => formatDayWithin(day, locale()),
  shop: shopName,
};

const types = [
  "price_drop",
  "availability_change",
  "schedule_completion",
] as const satisfies readonly EventType[];

/** Names of the webhook events for shoppers. */
export function eventNames() {
  return types.map((value) => ({ value, ...texts().events.kinds[value] }));
}

export function eventName(event: EventType): string {
  return texts().events.kinds[event].label;
}
