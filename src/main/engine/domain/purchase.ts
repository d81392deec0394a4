import type { Savings } from "../../../shared/app/purchases.js";
import { groupBy } from "../../../shared/arrays.js";
import type { EventData } from "../../../shared/contract/webhook.js";
import { type AlertContent, toContent } from "./alerts/alert.js";
import { type AlertFacts, bestQuote, type OfferFilter, type Quote } from "./alerts/facts.js";
import { priceBelow } from "./alerts/level-rule.js";
import { fromMinor, toMinor } from "./money.js";

/** What was bought. Days are those of this computer's calendar. */
interface Purchase {
  readonly priceMinor: number;
  readonly currency: string;
  readonly returnUntil: string | null;
  /** The price of the last notice. */
  readonly notifiedMinor: number | null;
}

/** On the last day, too. */
export function canBeReturned({ returnUntil }: Pick<Purchase, "returnUntil">, today: string): boolean {
  return returnUntil !== null && today <= returnUntil;
}

/** The offers that a purchase compares with: new ones at any shop, in its currency. */
export function filterOf({ currency }: Pick<Purchase, "currency">): OfferFilter {
  return { retailer: null, condition: "new", currency };
}

/** Saving less is not worth a return. */
const minPercent = 1;
/** Another notice, for a price that is this much lower. */
const anotherNoticePercent = 5;

/** One unit of the currency; a hundred of one without decimals, such as the yen. */
function minSavingMinor(currency: string): number {
  const { maximumFractionDigits } = new Intl.NumberFormat("en", {
    style: "currency",
    currency,
  }).resolvedOptions();
  return toMinor(maximumFractionDigits === 0 ? 100 : 1);
}

/** A price worth a notice, and until when it helps. */
interface WorthReturning {
  readonly quote: Quote;
  readonly returnUntil: string;
}

/**
 * Whether the best price is worth a notice: as long as the purchase can be returned, it is at least 1 % and one unit of the
 * currency below the price paid, and 5 % below that of the last notice. Null if not.
 */
export function decideReturn(
  purchase: Purchase,
  quotes: readonly Quote[],
  today: string,
): WorthReturning | null {
  const { priceMinor, currency, notifiedMinor, returnUntil } = purchase;
  const quote = bestQuote(filterOf(purchase), quotes);
  if (quote === null || returnUntil === null || !canBeReturned(purchase, today)) return null;
  const limits = [
    priceBelow(priceMinor, minPercent),
    priceMinor - minSavingMinor(currency),
    ...(notifiedMinor === null ? [] : [priceBelow(notifiedMinor, anotherNoticePercent)]),
  ];
  return limits.every((limit) => quote.priceMinor <= limit) ? { quote, returnUntil } : null;
}

/** The notice that what was bought costs less now. It has no rule, so that it goes to all channels. */
export function buildReturnNotice(
  purchase: Purchase,
  { quote, returnUntil }: WorthReturning,
  facts: AlertFacts,
  product: EventData["product"],
): AlertContent {
  const { retailer, currency } = quote;
  const amount = fromMinor(purchase.priceMinor - quote.priceMinor);
  return toContent(quote, facts, product, {
    clauses: {
      head: { kind: "price", price: fromMinor(quote.priceMinor), currency, retailer },
      clauses: [{ kind: "less_than_paid", amount, currency, return_until: returnUntil }],
    },
    previousMinor: bestQuote(filterOf(purchase), facts.quotesBefore)?.priceMinor ?? null,
    ruleIds: [],
  });
}

/** A price paid, and the prices to compare it with; `null` where unknown. */
export interface PaidPrice extends Pick<Purchase, "priceMinor" | "currency"> {
  readonly listMinor: number | null;
  readonly usualMinor: number | null;
  readonly firstMinor: number | null;
}

function savingAgainst(
  paid: readonly PaidPrice[],
  field: "listMinor" | "usualMinor" | "firstMinor",
): Savings["list"] {
  const saved = paid.flatMap(({ [field]: reference, priceMinor }) =>
    reference === null ? [] : [reference - priceMinor],
  );
  const sum = saved.reduce((total, minor) => total + minor, 0);
  return saved.length === 0 ? null : { amount: fromMinor(sum), purchases: saved.length };
}

/** What purchases saved, by currency: the one with the most first. */
export function sumSavings(purchases: readonly PaidPrice[]): Savings[] {
  const byCurrency = [...groupBy(purchases, ({ currency }) => currency)];
  return byCurrency
    .sort(([, one], [, other]) => other.length - one.length)
    .map(([currency, paid]) => ({
      currency,
      purchases: paid.length,
      paid: fromMinor(paid.reduce((total, { priceMinor }) => total + priceMinor, 0)),
      list: savingAgainst(paid, "listMinor"),
      usual: savingAgainst(paid, "usualMinor"),
      first: savingAgainst(paid, "firstMinor"),
    }));
}
