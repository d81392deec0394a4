export interface PriceRange {
  readonly lowest: number;
  readonly highest: number;
}

const roundFactors = [1, 2, 2.5, 5, 10] as const;

/** Round prices within the range, `most` of them or a few less. A step is never finer than a cent. */
export function priceTicks({ lowest, highest }: PriceRange, most: number): number[] {
  const rough = Math.max((highest - lowest) / Math.max(1, most), 0.01);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = (roundFactors.find((factor) => factor * power >= rough * 0.999) ?? 10) * power;
  const first = Math.ceil(lowest / step - 1e-9);
  const last = Math.floor(highest / step + 1e-9);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, n) =>
    Number(((first + n) * step).toFixed(4)),
  );
}

/** The range with room for the marks above and below the lines; never below nothing. */
export function withRoom({ lowest, highest }: PriceRange): PriceRange {
  const room = Math.max((highest - lowest) * 0.14, highest * 0.02, 0.05);
  return { lowest: Math.max(0, lowest - room), highest: highest + room };
}
