type CsvCell = string | number;

/** Each column by its name; unknown values are empty. */
export type CsvColumns<Row> = Readonly<Record<string, (row: Row) => CsvCell | null | undefined>>;

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

/** As `csvText`, with the names of the columns as its head. */
export function csvTable<Row>(columns: CsvColumns<Row>, rows: readonly Row[]): string {
  const cells = rows.map((row) => Object.values(columns).map((cell) => cell(row) ?? ""));
  return csvText([Object.keys(columns), ...cells]);
}

/** Saves a text or a picture as a file; the system asks where. */
export function saveFile(name: string, type: string, content: string | Blob): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
