/** A row of a table in a text file. */
export interface TableRow {
  /** Where it begins in the file, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** The values of JSON, whose numbers have one meaning. */
  readonly values?: readonly unknown[];
}

export interface Table {
  readonly delimiter: string;
  readonly rows: readonly TableRow[];
}

/**
 * Spreadsheets write commas, semicolons or tabs, depending on the country. The first line decides; no cell has a tab, but those
 * of a table that is copied from a page may have commas.
 */
function delimiterOf(text: string): string {
  const first =
    text
      .slice(0, 10_000)
      .trimStart()
      .split(/[\r\n]/, 1)[0] ?? "";
  const bare = first.replace(/"[^"]*"/g, "");
  if (bare.includes("\t")) return "\t";
  const counts = [",", ";"].map((delimiter) => ({ delimiter, count: bare.split(delimiter).length }));
  return counts.reduce((most, next) => (next.count > most.count ? next : most)).delimiter;
}

function countLineEnds(text: string): number {
  return text.match(/\r\n|[\r\n]/g)?.length ?? 0;
}

class TableReader {
  readonly #text: string;
  readonly #delimiter: string;
  readonly #cellEnd: RegExp;
  #at: number;
  #line: number;
  /** Once a quote has no end, looking for the end of each later one would read the rest of the file each time. */
  #areQuotesClosed = true;

  constructor(text: string, delimiter: string, from: number) {
    this.#text = text;
    this.#delimiter = delimiter;
    this.#cellEnd = new RegExp(`[${delimiter}\\r\\n]|$`, "g");
    this.#at = from;
    this.#line = 1 + countLineEnds(text.slice(0, from));
  }

  rows(): TableRow[] {
    const rows: TableRow[] = [];
    while (this.#at < this.#text.length) {
      const line = this.#line;
      const cells = this.#row();
      if (cells.some((cell) => cell !== "")) rows.push({ line, cells });
    }
    return rows;
  }

  #row(): string[] {
    const cells: string[] = [];
    let end: number;
    do {
      cells.push(this.#cell());
      end = this.#cellEnd.lastIndex;
      this.#at = end + (this.#text.startsWith("\r\n", end) ? 2 : 1);
    } while (this.#text[end] === this.#delimiter);
    this.#line++;
    return cells;
  }

  /** Leaves `lastIndex` at the character that ends the cell. */
  #cell(): string {
    const from = this.#at;
    const quoteEnd = this.#quoteEnd(from);
    this.#cellEnd.lastIndex = quoteEnd === null ? from : quoteEnd + 1;
    const end = this.#cellEnd.exec(this.#text)?.index ?? this.#text.length;
    this.#cellEnd.lastIndex = end;
    if (quoteEnd === null) return this.#text.slice(from, end).trim();
    const cell = this.#text.slice(from + 1, quoteEnd).replaceAll('""', '"');
    this.#line += countLineEnds(cell);
    return cell.trim();
  }

  /** The end of the quoted cell that begins at a place; `null` if none does. */
  #quoteEnd(from: number): number | null {
    if (!this.#areQuotesClosed || this.#text[from] !== '"') return null;
    let at = this.#text.indexOf('"', from + 1);
    while (at >= 0 && this.#text[at + 1] === '"') at = this.#text.indexOf('"', at + 2);
    this.#areQuotesClosed = at >= 0;
    // A quotation mark within a cell, such as that of inches, is text.
    const next = this.#text.charAt(at + 1);
    return at >= 0 && ["", this.#delimiter, "\r", "\n"].includes(next) ? at : null;
  }
}

/**
 * Reads RFC 4180 with other delimiters, too: a quoted cell may contain delimiters, line breaks and doubled quotes. A
 * quotation mark that does not end its cell is text. Rows without any text are left out.
 */
export function readTable(content: string): Table {
  const text = content.replace(/^\uFEFF/, "");
  // A first line may tell Excel the delimiter.
  const [declaration = "", declared] = /^sep=([,;\t|])\r?\n/i.exec(text) ?? [];
  const delimiter = declared ?? delimiterOf(text);
  return { delimiter, rows: new TableReader(text, delimiter, declaration.length).rows() };
}
