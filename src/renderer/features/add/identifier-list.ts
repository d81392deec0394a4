import { linksIn } from "../../../shared/links-in.js";
import { readTable } from "../../../shared/table-rows.js";
import { readPastedLines } from "../../lib/pasted-lines.js";

/** The identifiers in a text. */
export interface IdentifierList {
  /** Without duplicates, in the order of the text. */
  readonly identifiers: readonly string[];
  readonly lines: number;
  /** Lines left out because they have words and no link, among lines with links. */
  readonly leftOut: number;
}

export function readIdentifiers(text: string): IdentifierList {
  const { lines, leftOut } = readPastedLines(text);
  return { identifiers: [...new Set(lines)], lines: lines.length, leftOut };
}

/** Whether each line after the heading has an ASIN. */
function isAsinList(content: string): boolean {
  const lines = content.split("\n").filter((line) => line.trim() !== "");
  return (
    lines.length > 0 && lines.slice(lines.length > 1 ? 1 : 0).every((line) => /\bB0[A-Z\d]{8}\b/.test(line))
  );
}

/** Links, or those of a saved page or a table of ASINs, which may lack their shop's address. */
export function isList(content: string): boolean {
  return linksIn(content).length > 0 || /^\s*</.test(content) || isAsinList(content);
}

const headings = new Set(
  "identifier identifiers id ids barcode ean upc gtin isbn asin sku mpn model url link name product title service code".split(
    " ",
  ),
);

/** Turns a file with one identifier per line, or a table with them in its first column, into text for the field. */
export function fileToText(fileName: string, content: string): string {
  if (!/\.(csv|tsv)$/i.test(fileName)) return content.replace(/^\uFEFF/, "");
  const column = readTable(content)
    .rows.map(({ cells }) => (cells[0] ?? "").replace(/\s+/g, " "))
    .filter((cell) => cell !== "");
  const hasHeading = headings.has((column[0] ?? "").toLowerCase());
  return column.slice(hasHeading ? 1 : 0).join("\n");
}
