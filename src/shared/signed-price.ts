/**
 * An amount with a sign that several currencies share, such as `$` or `kr`, where nothing says which is meant; written as
 * one in dollars.
 */
export function signedPrice(amount: number, sign: string, locale: string): string {
  const options = { style: "currency", currency: "USD", currencyDisplay: "narrowSymbol" } as const;
  const parts = new Intl.NumberFormat(locale, options).formatToParts(amount);
  const isFirst = parts[0]?.type === "currency";
  const space = isFirst && /\p{L}\.?$/u.test(sign) ? "\u00a0" : "";
  return parts.map(({ type, value }) => (type === "currency" ? sign + space : value)).join("");
}
