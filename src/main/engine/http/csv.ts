import { stringify } from "csv-stringify/sync";

export type CsvCell = string | number | boolean | null | undefined;
export type CsvRow = readonly CsvCell[];

/** A flat view of a result: a header and the rows below it (decision 20). */
export interface CsvTable<Result> {
  /** Name of the file that a browser would save. */
  readonly fileName: string;
  readonly header: readonly string[];
  rows(result: Result): CsvRow[];
}

/** Lists become one cell. */
export function joinList(list: readonly string[] | undefined): string {
  return (list ?? []).join("|");
}

/** Objects with keys of their own become compact JSON. */
export function compactJson(value: object | undefined): string {
  return value === undefined ? "" : JSON.stringify(value);
}

/** RFC 4180: CRLF, a header row always, UTF-8 without a byte-order mark. */
export function writeCsv(header: readonly string[], rows: readonly CsvRow[]): string {
  return stringify([header, ...rows] as CsvCell[][], {
    record_delimiter: "\r\n",
    // By itself it quotes a whole CRLF only; readers take a lone CR or LF for the end of a record, too.
    quoted_match: /[\r\n]/,
    cast: { boolean: (value) => String(value) },
  });
}
