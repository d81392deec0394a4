/** Reference rates of one day. */
export interface ExchangeRates {
  /** The day that the rates are of, `YYYY-MM-DD`. */
  readonly date: string;
  /** When they were fetched, in milliseconds UTC. */
  readonly fetched_ms: number;
  /** How much of a currency one euro buys, by ISO 4217 code. */
  readonly per_euro: Readonly<Record<string, number>>;
}

/** An amount in another currency; `null` if there is no rate for either. */
export function convertAmount(
  amount: number,
  from: string,
  to: string,
  { per_euro }: Pick<ExchangeRates, "per_euro">,
): number | null {
  const rateOf = (code: string) => (code === "EUR" ? 1 : per_euro[code]);
  const [fromRate, toRate] = [rateOf(from), rateOf(to)];
  return fromRate === undefined || toRate === undefined ? null : (amount / fromRate) * toRate;
}

/** The currencies that have a reference rate (European Central Bank, 2026). */
// biome-ignore format: one per line would fill a page
export const convertibleCurrencies = [
  "AUD", "BRL", "CAD", "CHF", "CNY", "CZK", "DKK", "EUR", "GBP", "HKD", "HUF", "IDR", "ILS", "INR", "ISK",
  "JPY", "KRW", "MXN", "MYR", "NOK", "NZD", "PHP", "PLN", "RON", "SEK", "SGD", "THB", "TRY", "USD", "ZAR",
] as const;
export type ConvertibleCurrency = (typeof convertibleCurrencies)[number];
