import { csvText } from "../../../lib/csv-text.js";
import { saveFile } from "../../../lib/save-file.js";
import { type PriceSeries, toChangeRows } from "./price-series.js";
import type { Viewport } from "./view.js";
import { utcDay } from "./view.js";

/** The same in every language: files are for programs. */
const columns = [
  "time",
  "retailer",
  "seller",
  "condition",
  "price",
  "currency",
  "availability",
  "url",
] as const;

/** Every change in the viewport, oldest first, led by the price with which each offer enters it. */
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
      series.url,
    ]),
  ]);
}

const titleMax = 60;

/** `northlight-kettle-2026-03-01-to-2026-06-15.csv`: safe on every system, in any script. */
export function exportName(title: string, { startMs, endMs }: Viewport, extension: string): string {
  const plain = title
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-");
  // By code points, so that none is cut in two.
  const short = [...plain]
    .slice(0, titleMax)
    .join("")
    .replace(/^-+|-+$/g, "");
  return `${short || "prices"}-${utcDay(startMs)}-to-${utcDay(endMs)}.${extension}`;
}

export function saveTable(title: string, offers: readonly PriceSeries[], viewport: Viewport): void {
  saveFile(exportName(title, viewport, "csv"), "text/csv", historyCsv(offers, viewport));
}
