import { stringify } from "csv-stringify/sync";

export type CsvCell = string | number | boolean | null | undefined;
export type CsvRow = readonly CsvCell[];

/** A result flattened into a header and rows (decision 20). */
export interface CsvTable<Result> {
  /** The name that a browser suggests for saving the file. */
  readonly fileName: string;
  readonly header: readonly string[];
  rows(result: Result): CsvRow[];
}

export function joinCells(list: readonly string[] | undefined): string {
  return (list ?? []).join("|");
}

/** Objects with free-form keys cannot have columns of their own. */
export function compactJson(value: object | undefined): string {
  return value === undefined ? "" : JSON.stringify(value);
}

/** RFC 4180: CRLF line ends, always a header row, UTF-8 without a byte-order mark. */
export function writeCsv(header: readonly string[], rows: readonly CsvRow[]): string {
  return stringify([header, ...rows] as CsvCell[][], {
    record_delimiter: "\r\n",
    // By default only CRLF is quoted, but many readers also end a record at a lone CR or LF.
    quoted_match: /[\r\n]/,
    cast: { boolean: (value) => String(value) },
  });
}
