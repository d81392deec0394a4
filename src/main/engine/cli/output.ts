import { maxOf } from "../../../shared/extremes.js";
import { type GlobalOptions, printJson } from "./environment.js";

/** Options of commands that print results. */
export interface OutputOptions extends GlobalOptions {
  readonly json?: boolean;
}

export const jsonOption = ["--json", "print one line of JSON for each result"] as const;

/** Titles come from web pages, and must not control the terminal. */
function toCell(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, " ");
}

/** Aligns the cells of rows in columns. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map(toCell));
  const widths = (cells[0] ?? []).map((_, i) => maxOf(cells.map((row) => row[i]?.length ?? 0)) ?? 0);
  return cells
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** The columns of a table by their headings. */
export type Columns<T> = Readonly<Record<string, (result: T) => string>>;

/** Prints each result as a line of JSON as soon as it is there, or all of them as a table at the end. */
export async function printResults<T>(
  results: Iterable<T> | AsyncIterable<T>,
  columns: Columns<T>,
  { json = false }: OutputOptions,
): Promise<void> {
  const rows: string[][] = [];
  for await (const result of results) {
    if (json) printJson(result);
    else rows.push(Object.values(columns).map((cell) => cell(result)));
  }
  if (rows.length > 0) process.stdout.write(`${formatTable([Object.keys(columns), ...rows])}\n`);
}

export function formatPrice(price: number | null, currency: string | null): string {
  return price === null ? "" : `${price.toFixed(2)} ${currency ?? ""}`.trimEnd();
}

export function formatAvailability(availability: "in" | "out" | null | undefined): string {
  if (availability == null) return "unknown";
  return availability === "in" ? "in stock" : "out of stock";
}

/** Minutes are enough for a table. */
export function formatTime(iso: string | null): string {
  return iso === null ? "" : iso.slice(0, 16).replace("T", " ");
}

/** The time of a check, and its outcome if it failed. */
export function formatCheck(check: { readonly at: string; readonly outcome: string } | null): string {
  if (check === null) return "";
  return check.outcome === "ok" ? formatTime(check.at) : `${formatTime(check.at)} ${check.outcome}`;
}
