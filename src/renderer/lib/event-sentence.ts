import type { InboxEntry, InboxEntryType } from "../../shared/app/alerts.js";
import { assertNever } from "../../shared/assert-never.js";
import type { EventData } from "../../shared/contract/webhook.js";
import { reasonSentence } from "../../shared/texts/sentences.js";
import { formatMoney, formatPercent, percentBelow } from "./format.js";
import { sentenceFormats } from "./sentence-formats.js";
import { texts } from "./texts.js";

interface Told {
  readonly type: InboxEntryType;
  readonly data: EventData;
}

/** What happened, in a word or three: `Price drop`. */
export function eventTitle({ type, data }: Told): string {
  const { events } = texts();
  switch (type) {
    case "price_drop":
      return events.priceDrop;
    case "availability_change":
      return data.availability?.current === "out" ? events.outOfStock : events.backInStock;
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

/** What happened, with its figures: `$249.99 at shop.example, was $299.99 (−17%)`. */
export function eventSentence({ type, data }: Told): string {
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

/** Why an entry is in the inbox, in the reader's language; what its event says where it has no reason of its own. */
export function alertSentence(entry: InboxEntry): string {
  // Entries from before reasons were kept as data have the engine's English sentence alone.
  if (entry.clauses === null) return entry.reason ?? eventSentence(entry);
  return reasonSentence(entry.clauses, texts().reasons, sentenceFormats);
}

/** A finished check has brought something to light that no other event told. */
export function alertTitle(entry: InboxEntry): string {
  return entry.type === "schedule_completion" && entry.reason !== null
    ? texts().events.priceAlert
    : eventTitle(entry);
}

/** Whether an event says anything that was not known before; a check that found all as it was does not. */
export function isNewsworthy({ type, data }: Told): boolean {
  return type !== "schedule_completion" || data.price?.current !== data.price?.previous;
}

function currentPrice({ price }: EventData): string | null {
  return price === null || price.current === null ? null : formatMoney(price.current, price.currency);
}

function place({ retailer }: EventData): string {
  return retailer === null ? "" : texts().events.atShop(retailer);
}

function comparison({ price }: EventData): string {
  if (price === null || price.current === null || price.previous === null) return "";
  if (price.current === price.previous) return texts().events.unchanged;
  const percent = percentBelow(price.current, price.previous);
  const sign = percent > 0 ? "−" : "+";
  const change = `${sign}${formatPercent(Math.abs(percent))}`;
  return texts().events.was(formatMoney(price.previous, price.currency), change);
}

function stockSentence(data: EventData): string {
  const { events } = texts();
  if (data.availability?.current === "out") return `${events.outOfStock}${place(data)}`;
  const price = currentPrice(data);
  return `${events.backInStock}${place(data)}${price === null ? "" : events.forPrice(price)}`;
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
