import { csvText } from "../../../lib/csv-text.js";
import { toChangeRows } from "./change-rows.js";
import type { PriceSeries } from "./price-series.js";
import type { Viewport } from "./viewport.js";

/** The same words in every language: a file is for programs. */
const columns = ["time", "retailer", "seller", "condition", "price", "currency", "availability"] as const;

/** Every change in the viewport, the oldest first, led by the price with which each offer enters it. */
export function historyCsv(offers: readonly PriceSeries[], viewport: Viewport): string {
  const rows = toChangeRows(offers, viewport).toReversed();
  return csvText([
    columns,
    ...rows.map(({ atMs, price, availability, series }) => [
      new Date(atMs).toISOString(),
      series.retailer,
      series.seller ?? "",
      series.condition ?? "",
      price,
      series.currency,
      availability ?? "",
    ]),
  ]);
}
