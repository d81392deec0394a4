import { maxOf } from "../../../shared/arrays.js";
import { cleanText } from "../domain/clean-text.js";
import { localTimeZone } from "../domain/clock.js";
import { type GlobalOptions, printJson } from "./environment.js";
import { type Progress, quietMs } from "./progress.js";

/** Options of commands that print results. */
export interface OutputOptions extends GlobalOptions {
  readonly json?: boolean;
}

export const jsonOption = ["--json", "print one line of JSON for each result"] as const;

/** Titles come from web pages, and must not control the terminal. */
export function toCell(text: string): string {
  return cleanText(text).replaceAll(/[\t\n\r]/g, " ");
}

/**
 * Aligns the cells of rows in columns of at least these widths, which it widens to multiples of `step` for the rows that
 * follow.
 */
export function formatTable(rows: readonly (readonly string[])[], widths: number[] = [], step = 1): string {
  const cells = rows.map((row) => row.map(toCell));
  for (const [i] of (cells[0] ?? []).entries()) {
    const longest = maxOf(cells.map((row) => row[i]?.length ?? 0)) ?? 0;
    widths[i] = Math.max(widths[i] ?? 0, Math.ceil(longest / step) * step);
  }
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

/** Columns of a table that is printed row by row are widened to multiples of this, so that later rows fit, too. */
const tabStop = 8;

/**
 * Prints results as they are settled: as lines of JSON, or as the rows of a table, which are held back for a moment, so that
 * its columns fit.
 */
export async function printResults<T>(
  results: Iterable<T> | AsyncIterable<T>,
  columns: Columns<T>,
  { json = false, progress }: OutputOptions & { readonly progress?: Progress },
): Promise<void> {
  const widths: number[] = [];
  let rows = [Object.keys(columns)];
  const flush = (step: number) => {
    // A heading alone waits for rows.
    if (rows.length < (widths.length === 0 ? 2 : 1)) return;
    progress?.clear();
    process.stdout.write(`${formatTable(rows, widths, step)}\n`);
    rows = [];
  };
  const timer = setInterval(() => flush(tabStop), quietMs).unref();
  try {
    for await (const result of results) {
      if (json) progress?.clear();
      if (json) printJson(result);
      else rows.push(Object.values(columns).map((cell) => cell(result)));
      if (widths.length > 0) flush(tabStop);
    }
  } finally {
    clearInterval(timer);
    progress?.clear();
    flush(1);
  }
}

/** Prints the result of an operation, whose fields are the columns. */
export function printResult(result: object, options: OutputOptions): Promise<void> {
  const names = Object.keys(result);
  const columns = Object.fromEntries(names.map((name) => [name, () => String(Reflect.get(result, name))]));
  return printResults([result], columns, options);
}

export function formatPrice(price: number | null, currency: string | null): string {
  return price === null ? "" : `${price.toFixed(2)} ${currency ?? ""}`.trimEnd();
}

export function formatAvailability(availability: "in" | "out" | null | undefined): string {
  if (availability == null) return "unknown";
  return availability === "in" ? "in stock" : "out of stock";
}

/** Minutes are enough for a table, in the computer's time; JSON and CSV are in UTC. */
export function formatTime(iso: string | null, timeZone = localTimeZone()): string {
  if (iso === null) return "";
  return new Date(iso).toLocaleString("sv", { timeZone, dateStyle: "short", timeStyle: "short" });
}

/** The time of a check, and its outcome if it failed. */
export function formatCheck(check: { readonly at: string; readonly outcome: string } | null): string {
  if (check === null) return "";
  return check.outcome === "ok" ? formatTime(check.at) : `${formatTime(check.at)} ${check.outcome}`;
}
