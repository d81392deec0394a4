import { stringify } from "csv-stringify/sync";

type CsvCell = string | number | boolean | null | undefined;

/** A result flattened into a header and rows (decision 20). */
export interface CsvTable<Result> {
  /** The name that a browser suggests for saving the file. */
  readonly fileName: string;
  /** Fields of a row in order, separated by spaces; those of an object within it as `rating.value`. */
  readonly columns: string;
  rows(result: Result): readonly object[];
}

/** Objects with free-form keys cannot have columns of their own. */
function toCell(value: unknown): CsvCell {
  if (Array.isArray(value)) return value.join("|");
  return typeof value === "object" && value !== null ? JSON.stringify(value) : (value as CsvCell);
}

/** The field of a row, such as `rating.value`. */
function readField(row: unknown, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], row);
}

/** RFC 4180: CRLF line ends, always a header row, UTF-8 without a byte-order mark. */
export function writeCsv(columns: string, rows: readonly object[]): string {
  const header = columns.split(/\s+/);
  const cells = rows.map((row) => header.map((path) => toCell(readField(row, path))));
  return stringify([header, ...cells], {
    record_delimiter: "\r\n",
    // By default only CRLF is quoted, but many readers also end a record at a lone CR or LF.
    quoted_match: /[\r\n]/,
    cast: { boolean: (value) => String(value) },
  });
}
