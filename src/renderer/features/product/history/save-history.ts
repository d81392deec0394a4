import { utcDay } from "../../../../shared/time.js";
import { type CsvColumns, csvTable, saveFile } from "../../../lib/export-file.js";
import { type ChangeRow, type PriceSeries, toChangeRows } from "./price-series.js";
import type { Viewport } from "./view.js";

/** The same in every language: files are for programs. */
const columns: CsvColumns<ChangeRow> = {
  time: ({ atMs }) => new Date(atMs).toISOString(),
  retailer: ({ series }) => series.retailer,
  seller: ({ series }) => series.seller,
  condition: ({ series }) => series.condition,
  price: ({ price }) => price,
  currency: ({ series }) => series.currency,
  availability: ({ availability }) => availability,
  url: ({ series }) => series.url,
};

/** Every change in the viewport, oldest first, led by the price with which each offer enters it. */
export function historyCsv(offers: readonly PriceSeries[], viewport: Viewport): string {
  return csvTable(columns, toChangeRows(offers, viewport).toReversed());
}

const maxTitleChars = 60;

/** `northlight-kettle-2026-03-01-to-2026-06-15.csv`: safe on every system, in any script. */
export function exportName(title: string, { startMs, endMs }: Viewport, extension: string): string {
  const plain = title
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-");
  // By code points, so that none is cut in two.
  const short = [...plain]
    .slice(0, maxTitleChars)
    .join("")
    .replace(/^-+|-+$/g, "");
  return `${short || "prices"}-${utcDay(startMs)}-to-${utcDay(endMs)}.${extension}`;
}

export function saveTable(title: string, offers: readonly PriceSeries[], viewport: Viewport): void {
  saveFile(exportName(title, viewport, "csv"), "text/csv", historyCsv(offers, viewport));
}
