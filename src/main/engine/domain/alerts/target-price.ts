/** People think in whole units from 100.00 on, and in tenths from 10.00 on. */
const wholeUnitsFromMinor = 10_000;
const tenthsFromMinor = 1_000;

function roundingStepMinor(priceMinor: number): number {
  if (priceMinor >= wholeUnitsFromMinor) return 100;
  return priceMinor >= tenthsFromMinor ? 10 : 1;
}

/** `percent` below `priceMinor`, rounded down to a round amount: 10 % below 249.99 is 224. At least 1. */
export function targetBelow(priceMinor: number, percent: number): number {
  const exact = (priceMinor * (100 - percent)) / 100;
  const step = roundingStepMinor(exact);
  return Math.max(1, Math.floor(exact / step + 1e-9) * step);
}
