export type CsvCell = string | number;

/** Neutralizes formulas in foreign text. */
function harmless(cell: CsvCell): string {
  return typeof cell === "string" && /^\s*[=+\-@\t\r\n]/.test(cell) ? `'${cell}` : String(cell);
}

function quoted(cell: CsvCell): string {
  const text = harmless(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A table for a spreadsheet, RFC 4180. */
export function csvText(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => `${row.map(quoted).join(",")}\r\n`).join("");
}
