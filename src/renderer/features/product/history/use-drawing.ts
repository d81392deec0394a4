import { useMemo } from "react";
import { formatMoney } from "../../../lib/format.js";
import { locale, texts } from "../../../lib/texts.js";
import { asLine, bestPriceOf, type Extremes, findExtremes } from "./best-price.js";
import type { ChartPalette } from "./chart-palette.js";
import type { ChartWords, PriceDrawing } from "./drawing.js";
import type { LineStyle } from "./use-line-styles.js";
import type { Lines } from "./use-lines.js";
import type { View } from "./use-view.js";

interface Drawn {
  readonly lines: Lines;
  readonly view: View;
  readonly targets: readonly number[];
  readonly palette: ChartPalette;
  readonly styleOf: (id: string) => LineStyle;
  /** The line that is pointed at: the others step back. */
  readonly pointedId: string | null;
}

function wordsFor(extremes: Extremes | null, currency: string): ChartWords {
  const words = texts().history;
  const money = (price: number) => formatMoney(price, currency);
  return {
    lowest: extremes ? words.lowest(money(extremes.lowest.price)) : "",
    highest: extremes ? words.highest(money(extremes.highest.price)) : "",
    target: (price) => words.target(money(price)),
    outOfStock: words.outOfStock,
  };
}

/** What is drawn. The best price is worked out once for all that is shown, not once a move of the wheel. */
export function useDrawing({ lines, view, targets, palette, styleOf, pointedId }: Drawn): PriceDrawing {
  const { viewport, bounds } = view;
  const { shown } = lines;
  const currency = lines.all[0]?.currency ?? "USD";
  const best = useMemo(() => bestPriceOf(shown, bounds.startMs, bounds.endMs), [shown, bounds]);
  const bestLine = useMemo(() => asLine(best), [best]);
  const extremes = useMemo(() => findExtremes(best, viewport), [best, viewport]);
  const drawn = useMemo(() => {
    const isPointed = shown.some(({ id }) => id === pointedId);
    return shown.map(({ id, points }) => ({
      points,
      ...styleOf(id),
      isFaint: isPointed && id !== pointedId,
    }));
  }, [shown, styleOf, pointedId]);
  return useMemo(
    () => ({
      lines: drawn,
      best: bestLine,
      extremes,
      targets,
      viewport,
      currency,
      locale: locale(),
      palette,
      words: wordsFor(extremes, currency),
    }),
    [drawn, bestLine, extremes, targets, viewport, currency, palette],
  );
}
