import { linksIn } from "../../../../shared/links-in.js";
import { readTable, type Table, type TableRow } from "../../../../shared/table-rows.js";
import { looksLikeUrl } from "../../domain/product-url.js";
import { currencyOfCode } from "../../extract/amounts/currency.js";
import { noHints, parseAmount, parseMoney } from "../../extract/amounts/money.js";
import { availabilityOf } from "../../extract/schema-org/terms.js";
import { readStockWord } from "../../extract/text/stock-words.js";
import { type FoundItem, type HistoryEntry, ListBuilder, type ParsedList } from "./parsed-list.js";
import { type DayOrder, dayOrderOf, readTime } from "./read-time.js";

/** Names of columns in English and German, without spaces and punctuation. */
// biome-ignore format: one per line would fill a page
const columnNames = {
  url: [
    "url", "urls", "link", "links", "producturl", "productlink", "pageurl", "weburl", "uri", "href", "address", "website",
    "produkturl", "produktlink", "artikellink", "adresse", "webadresse", "seite",
  ],
  title: [
    "title", "name", "product", "productname", "producttitle", "item", "itemname", "article", "titel", "produkt",
    "produktname", "artikel", "artikelname", "bezeichnung",
  ],
  target: [
    "target", "targetprice", "desiredprice", "wantedprice", "wishprice", "maxprice", "alertprice", "notifyprice",
    "pricealert", "threshold", "zielpreis", "wunschpreis", "hochstpreis", "alarmpreis", "preisalarm",
  ],
  price: ["price", "currentprice", "lastprice", "amount", "value", "cost", "preis", "aktuellerpreis", "betrag"],
  currency: ["currency", "currencycode", "pricecurrency", "wahrung", "waehrung"],
  tags: [
    "tags", "tag", "label", "labels", "category", "categories", "group", "groups", "folder", "list", "schlagworter",
    "schlagwort", "kategorie", "kategorien", "gruppe", "ordner", "liste",
  ],
  time: [
    "time", "date", "datetime", "timestamp", "day", "checkedat", "recordedat", "seenat", "createdat", "pricedate",
    "datum", "zeit", "zeitpunkt", "zeitstempel",
  ],
  availability: ["availability", "available", "stock", "instock", "stockstatus", "verfugbarkeit", "verfugbar", "bestand"],
} as const;

type Column = keyof typeof columnNames;
type Columns = Readonly<Partial<Record<Column, number>>>;

function plainName(cell: string): string {
  return cell
    .slice(0, 100)
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

/** The columns that a header names; `null` if the row is none, because it names no column of links. */
function columnsOf({ cells }: TableRow): Columns | null {
  const names = cells.map(plainName);
  const columns: Partial<Record<Column, number>> = {};
  for (const [column, known] of Object.entries(columnNames)) {
    // The earlier of two names is the better one.
    const at = known.map((name) => names.indexOf(name)).find((index) => index >= 0);
    if (at !== undefined) columns[column as Column] = at;
  }
  return columns.url === undefined ? null : columns;
}

function isLink(cell: string): boolean {
  return /^https?:\/\/\S+$/i.test(cell);
}

/** A table without a header: as many cells in each row, with a link in the same one. */
function columnsByContent({ rows }: Table): Columns | null {
  const [first] = rows;
  const url = first?.cells.findIndex(isLink) ?? -1;
  if (first === undefined || url < 0 || first.cells.length < 2) return null;
  const alike = rows.filter(({ cells }) => cells.length === first.cells.length && isLink(cells[url] ?? ""));
  if (alike.length < 0.8 * rows.length) return null;
  const title = first.cells.findIndex((_, index) =>
    alike.every(({ cells }) => /\p{L}{2}/u.test(cells[index] ?? "") && !looksLikeUrl(cells[index] ?? "")),
  );
  return title < 0 ? { url } : { url, title };
}

/** A cell as it was before a spreadsheet's formula was made harmless. */
function cellOf({ cells }: TableRow, at: number | undefined): string {
  const cell = at === undefined ? "" : (cells[at] ?? "");
  return /^'[=+\-@]/.test(cell) ? cell.slice(1) : cell;
}

const maxAmountLength = 60;

/** How the file writes numbers and days, which single cells may not tell. */
interface Habits {
  readonly decimalComma: boolean;
  readonly dayOrder: DayOrder;
}

function habitsOf(rows: readonly TableRow[], delimiter: string, { price, target, time }: Columns): Habits {
  const writes = (decimals: RegExp) =>
    rows.some((row) =>
      [price, target].some((at) => decimals.test(cellOf(row, at).slice(0, maxAmountLength))),
    );
  // Spreadsheets write semicolons where the comma separates decimals.
  const decimalComma = writes(/\d,\d{1,2}(?!\d)/) || (delimiter === ";" && !writes(/\d\.\d{1,2}(?!\d)/));
  const orders = new Set(rows.map((row) => dayOrderOf(cellOf(row, time).slice(0, 60))));
  orders.delete(null);
  const [dayOrder = null] = orders.size === 1 ? orders : [];
  return { decimalComma, dayOrder };
}

interface Amount {
  readonly amount: number;
  readonly currency: string | null;
}

/** `1299.99`, `1.299,99 €`; `null` if the cell is not an amount above 0. */
function readAmount(cell: string, { decimalComma }: Habits): Amount | null {
  if (cell === "" || cell.length > maxAmountLength) return null;
  // Most cells; the general way takes longer.
  if (/^[1-9]\d{0,8}(?:\.\d{1,2})?$/.test(cell)) return { amount: Number(cell), currency: null };
  const money = parseMoney(cell, { ...noHints, decimalComma });
  const amount = decimalComma ? (money?.amount ?? null) : parseAmount(cell);
  return amount === null ? null : { amount, currency: money?.currency ?? null };
}

function readAvailability(cell: string): HistoryEntry["availability"] {
  const text = cell.slice(0, 100);
  if (/^(?:true|yes|ja|1|in|in[_ ]?stock)$/i.test(text)) return "in";
  if (/^(?:false|no|nein|0|out|out[_ ]?of[_ ]?stock)$/i.test(text)) return "out";
  return availabilityOf(text) ?? readStockWord(text)?.availability ?? null;
}

/** The parts of a row, other than its link, that are not understood. */
type Complain = (text: string, reason: string) => void;

function readTags(row: TableRow, { tags }: Columns): string[] {
  return cellOf(row, tags).split(/[,;|]/);
}

function readRow(
  row: TableRow,
  columns: Columns,
  habits: Habits,
  complain: Complain,
): Omit<FoundItem, "url"> {
  const amount = (at: number | undefined, reason: string) => {
    const cell = cellOf(row, at);
    const read = readAmount(cell, habits);
    if (read === null && cell !== "") complain(cell, reason);
    return read;
  };
  const target = amount(columns.target, "The target is not an amount above 0; the link is read without it.");
  const price = amount(columns.price, "The price is not an amount above 0; the link is read without it.");
  const code = cellOf(row, columns.currency);
  const currency = currencyOfCode(code);
  if (code !== "" && currency === null)
    complain(code, "The currency is not a code such as EUR; the link is read without it.");
  return {
    line: row.line,
    title: cellOf(row, columns.title),
    price: price?.amount ?? null,
    currency: currency ?? price?.currency ?? target?.currency ?? null,
    target: target?.amount ?? null,
    tags: readTags(row, columns),
  };
}

/** A cell's link: the cell itself, or the first of several words. */
function linkOf(cell: string): string {
  if (isLink(cell)) return cell;
  const bare = /^(?:www\.)?[a-z\d-]+(?:\.[a-z\d-]+)+\/\S*$/i.test(cell) ? `https://${cell}` : null;
  return linksIn(cell)[0] ?? bare ?? cell;
}

function rowText({ cells }: TableRow): string {
  return cells.filter((cell) => cell !== "").join(" ");
}

function readLinks(rows: readonly TableRow[], columns: Columns, habits: Habits): ParsedList {
  const list = new ListBuilder();
  for (const row of rows) {
    const cell = cellOf(row, columns.url);
    if (cell === "") list.skip(row.line, rowText(row), "The row has no link.");
    else {
      const complain: Complain = (text, reason) => list.skip(row.line, text, reason);
      list.add({ url: linkOf(cell), ...readRow(row, columns, habits, complain) });
    }
  }
  return list.finish("csv");
}

/** The entry of a row; a sentence if it has none. */
function readEntry(row: TableRow, columns: Columns, habits: Habits): HistoryEntry | string {
  const time = cellOf(row, columns.time);
  const atMs = readTime(time, habits.dayOrder);
  if (atMs === null)
    return dayOrderOf(time) === null && /^\d{1,2}[/-]\d{1,2}[/-]\d{4}/.test(time)
      ? "The date could be of two days. Write it as year-month-day."
      : "The date is not understood. Write it as year-month-day.";
  const price = readAmount(cellOf(row, columns.price), habits);
  if (price === null) return "The price is not an amount above 0.";
  const currency = currencyOfCode(cellOf(row, columns.currency)) ?? price.currency;
  const availability = readAvailability(cellOf(row, columns.availability));
  return { atMs, price: price.amount, currency, availability };
}

function readHistory(rows: readonly TableRow[], columns: Columns, habits: Habits): ParsedList {
  const list = new ListBuilder();
  for (const row of rows) {
    const cell = cellOf(row, columns.url);
    const entry = cell === "" ? "The row has no link." : readEntry(row, columns, habits);
    if (typeof entry === "string") list.skip(row.line, rowText(row), entry);
    else {
      const item = { url: linkOf(cell), line: row.line, title: cellOf(row, columns.title) };
      list.add({ ...item, tags: readTags(row, columns), history: [entry] }, { isRow: true });
    }
  }
  return list.finish("history");
}

const maxHeaderLength = 20_000;

/**
 * The links of a table: CSV, or the same with semicolons or tabs. Several rows with a time and a price are a link's price
 * history. `null` if the text is not a table with links.
 */
export function readTableList(content: string): ParsedList | null {
  // One column is read as text, in which links may contain commas.
  const [start] = readTable(content.slice(0, maxHeaderLength)).rows;
  if (start === undefined || start.cells.length < 2) return null;
  const table = readTable(content);
  const [first, ...others] = table.rows;
  if (first === undefined) return null;
  const named = columnsOf(first);
  const columns = named ?? columnsByContent(table);
  if (columns === null) return null;
  const rows = named === null ? table.rows : others;
  const habits = habitsOf(rows, table.delimiter, columns);
  const isHistory = columns.time !== undefined && columns.price !== undefined;
  return isHistory ? readHistory(rows, columns, habits) : readLinks(rows, columns, habits);
}
