/** People think in whole units from 100.00 on, and in tenths from 10.00 on. */
const wholeFrom = 10_000;
const tenthsFrom = 1_000;

function stepFor(priceMinor: number): number {
  if (priceMinor >= wholeFrom) return 100;
  return priceMinor >= tenthsFrom ? 10 : 1;
}

/** `percent` below `priceMinor`, rounded down to a round amount: 10 % below 249.99 is 224. At least 1. */
export function targetBelow(priceMinor: number, percent: number): number {
  const exact = (priceMinor * (100 - percent)) / 100;
  const step = stepFor(exact);
  return Math.max(1, Math.floor(exact / step + 1e-9) * step);
}
