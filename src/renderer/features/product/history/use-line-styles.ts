import { useMemo } from "react";
import type { ChartPalette } from "./chart-palette.js";
import type { PriceSeries } from "./price-series.js";

/** By what a line is known. */
export interface LineStyle {
  readonly color: string;
  readonly shape: number;
}

/** A line keeps its colour and its shape when others are hidden. */
export function useLineStyles(all: readonly PriceSeries[], palette: ChartPalette): (id: string) => LineStyle {
  return useMemo(() => {
    const byId = new Map(
      all.map(({ id }, index) => [
        id,
        { color: palette.series[index % palette.series.length] ?? palette.text, shape: index },
      ]),
    );
    return (id) => byId.get(id) ?? { color: palette.text, shape: 0 };
  }, [all, palette]);
}
