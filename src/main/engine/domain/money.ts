/**
 * Money is kept in integer minor units: hundredths of the currency's main unit, whatever the currency, because the
 * contract sends at most two decimals (decision 15). Amounts of different currencies are never compared.
 */
const minorPerUnit = 100;

/** Rounds half away from zero on the decimal digits as written, so 1.005 is 101 and not 100. */
export function toMinor(amount: number): number {
  const sign = amount < 0 ? -1 : 1;
  const scaled = Math.abs(amount) * minorPerUnit;
  // One part in 10^12 is far below a minor unit and far above the error of the multiplication.
  const rounded = Math.floor(scaled + 0.5 + scaled * 1e-12);
  return rounded === 0 ? 0 : sign * rounded;
}

export function fromMinor(minor: number): number {
  return minor / minorPerUnit;
}
