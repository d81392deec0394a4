import type { BatchResult } from "../../../shared/contract/batch.js";
import { findBestOffer } from "../../lib/best-offer.js";

const columns = [
  "identifier",
  "status",
  "service",
  "title",
  "brand",
  "category",
  "best_price",
  "currency",
  "retailer",
  "availability",
  "review_score",
  "bottom_line",
] as const;

/** The results as a table for a spreadsheet: RFC 4180, a row for each identifier as sent. */
export function resultsCsv(results: readonly BatchResult[]): string {
  const rows = [columns, ...results.map(cellsOf)];
  return rows.map((row) => `${row.map(quoted).join(",")}\r\n`).join("");
}

function cellsOf({ identifier, status, product, offers, review }: BatchResult): readonly (string | number)[] {
  const best = findBestOffer(offers ?? [], null);
  return [
    identifier,
    status,
    product?.service ?? "",
    product?.title ?? "",
    product?.brand ?? "",
    product?.category ?? "",
    best?.price ?? "",
    best?.currency ?? "",
    best?.retailer ?? "",
    best?.availability ?? "",
    review?.scores.overall ?? "",
    review?.bottom_line ?? "",
  ];
}

/** A title is a stranger's text: to a spreadsheet it must not be a formula. */
function harmless(cell: string | number): string {
  return typeof cell === "string" && /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : String(cell);
}

function quoted(cell: string | number): string {
  const text = harmless(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
