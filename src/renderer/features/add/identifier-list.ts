import { readPastedLines } from "../../lib/pasted-lines.js";

/** The identifiers in a text. */
export interface IdentifierList {
  /** Without duplicates, in the order of the text. */
  readonly identifiers: readonly string[];
  readonly lines: number;
  readonly duplicates: number;
  /** Lines of other words beside links. */
  readonly leftOut: number;
}

export function readIdentifiers(text: string): IdentifierList {
  const { lines, leftOut } = readPastedLines(text);
  const identifiers = [...new Set(lines)];
  return { identifiers, lines: lines.length, duplicates: lines.length - identifiers.length, leftOut };
}

const headings = new Set([
  ...[
    "identifier",
    "identifiers",
    "id",
    "ids",
    "barcode",
    "ean",
    "upc",
    "gtin",
    "isbn",
    "asin",
    "sku",
    "mpn",
  ],
  ...["model", "url", "link", "name", "product", "title", "service", "code"],
]);

/** Turns a file with one identifier per line, or a table with them in its first column, into text for the field. */
export function fileToText(fileName: string, content: string): string {
  const text = content.replace(/^\uFEFF/, "");
  if (!/\.(csv|tsv)$/i.test(fileName)) return text;
  const rows = firstColumn(text, delimiterOf(text));
  const hasHeading = headings.has((rows[0] ?? "").toLowerCase());
  return rows.slice(hasHeading ? 1 : 0).join("\n");
}

/** Spreadsheets write commas, semicolons or tabs, depending on the country. */
function delimiterOf(text: string): string {
  const first = text.split(/[\r\n]/, 1)[0] ?? "";
  const bare = first.replace(/"[^"]*"/g, "");
  const counts = [",", ";", "\t"].map((delimiter) => ({ delimiter, count: bare.split(delimiter).length }));
  return counts.reduce((most, next) => (next.count > most.count ? next : most)).delimiter;
}

/** RFC 4180 for the first cell of each row: a quoted cell may contain delimiters, line breaks and doubled quotes. */
function firstColumn(text: string, delimiter: string): string[] {
  const quoted = /"((?:[^"]|"")*)"/y;
  const plain = new RegExp(`[^${delimiter}\\r\\n]*`, "y");
  const cells: string[] = [];
  let isFirst = true;
  for (let at = 0; at < text.length; at++) {
    quoted.lastIndex = at;
    const match = quoted.exec(text);
    if (match) at = quoted.lastIndex;
    // Ignores anything between a quoted cell and the next delimiter.
    plain.lastIndex = at;
    const rest = plain.exec(text)?.[0] ?? "";
    at += rest.length;
    if (isFirst) cells.push(match ? (match[1] ?? "").replaceAll('""', '"') : rest);
    isFirst = text[at] !== delimiter;
  }
  return cells.map((cell) => cell.replace(/\s+/g, " ").trim()).filter((cell) => cell !== "");
}
