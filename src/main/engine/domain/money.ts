/**
 * Money is stored in integer minor units: hundredths of the currency's main unit, whatever the currency, because the
 * contract sends at most two decimals (decision 15). Amounts of different currencies are never compared.
 */
const minorPerUnit = 100;

/** Rounds half away from zero on the decimal digits as written, so 1.005 becomes 101, not 100. */
export function toMinor(amount: number): number {
  const text = String(Math.abs(amount));
  // Shifting the decimal point in the text is exact; multiplying is not. Exponents occur only in numbers that round
  // to 0 or are too large to be prices.
  const scaled = text.includes("e") ? Math.abs(amount) * minorPerUnit : Number(`${text}e2`);
  const rounded = Math.round(scaled);
  return rounded === 0 ? 0 : Math.sign(amount) * rounded;
}

export function fromMinor(minor: number): number {
  return minor / minorPerUnit;
}

/** What is stored while an offer's page has shown no price yet: ISO 4217's code for no currency, and an amount without meaning. */
export const unpriced = { price: 0.01, currency: "XXX" } as const;

export function isUnpriced({ currency }: { readonly currency: string }): boolean {
  return currency === unpriced.currency;
}
