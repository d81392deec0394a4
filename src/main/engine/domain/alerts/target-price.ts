/** From so much on people think in whole units, from a tenth of it in tenths. */
const wholeFrom = 10_000;
const tenthsFrom = 1_000;

function stepFor(priceMinor: number): number {
  if (priceMinor >= wholeFrom) return 100;
  return priceMinor >= tenthsFrom ? 10 : 1;
}

/** A price so many percent below another one, down to a round amount: `249.99, 10 %` → `224`. At least a hundredth. */
export function targetBelow(priceMinor: number, percent: number): number {
  const exact = (priceMinor * (100 - percent)) / 100;
  const step = stepFor(exact);
  return Math.max(1, Math.floor(exact / step + 1e-9) * step);
}
