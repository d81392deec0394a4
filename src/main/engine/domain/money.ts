/**
 * Money is kept in integer minor units: hundredths of the currency's main unit, whatever the currency, because the
 * contract sends at most two decimals (decision 15). Amounts of different currencies are never compared.
 */
const minorPerUnit = 100;

/** Rounds half away from zero on the decimal digits as written, so 1.005 is 101 and not 100. */
export function toMinor(amount: number): number {
  const text = String(Math.abs(amount));
  // Shifting the written digits is exact where a multiplication is not. Only what rounds to nothing, or is no
  // amount of money, is written with an exponent.
  const scaled = text.includes("e") ? Math.abs(amount) * minorPerUnit : Number(`${text}e2`);
  const rounded = Math.round(scaled);
  return rounded === 0 ? 0 : Math.sign(amount) * rounded;
}

export function fromMinor(minor: number): number {
  return minor / minorPerUnit;
}
