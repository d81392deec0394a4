import type { FileProblem } from "../../../../shared/app/lists.js";
import { linkOf, linksIn } from "../../../../shared/links-in.js";
import { readTable, type Table, type TableRow } from "../../../../shared/table-rows.js";
import { twoReadings, withoutLimit } from "../../../../shared/typed-amount.js";
import { asinLink, marketplaceOf } from "../../domain/asin.js";
import { type WallClock, wallClock } from "../../domain/clock.js";
import { decimalsOf } from "../../extract/amounts/currency.js";
import { type Money, noHints, parseAmount, parseCurrency, parseMoney } from "../../extract/amounts/money.js";
import { availabilityOf } from "../../extract/schema-org/terms.js";
import { readStockWord } from "../../extract/text/stock-words.js";
import { isObject, type JsonObject } from "./json-value.js";
import {
  type FoundItem,
  type HistoryEntry,
  isPicture,
  ListBuilder,
  type ListFileOptions,
  type ParsedList,
} from "./parsed-list.js";
import { type DayOrder, dayOrderOf, isWholeDay, readTime } from "./read-time.js";

/** Names of columns in English and German, without spaces and punctuation. */
// biome-ignore format: one per line would fill a page
const columnNames = {
  url: [
    "url", "urls", "link", "links", "producturl", "productlink", "pageurl", "weburl", "uri", "href", "address", "website", "lien", "enlace", "lank",
    "produkturl", "produktlink", "artikellink", "adresse", "webadresse", "seite",
  ],
  title: [
    "title", "name", "product", "productname", "producttitle", "item", "itemname", "article", "titel", "produkt",
    "produktname", "artikel", "artikelname", "bezeichnung", "produit", "producto", "prodotto", "nom", "nombre", "nome", "naam", "namn",
  ],
  target: [
    "target", "targetprice", "desiredprice", "wantedprice", "wishprice", "maxprice", "alertprice", "notifyprice",
    "pricealert", "threshold", "zielpreis", "wunschpreis", "hochstpreis", "alarmpreis", "preisalarm",
    "prixcible", "prixsouhaite", "precioobjetivo", "preciodeseado", "prezzodesiderato", "streefprijs", "gewensteprijs",
    "malpris", "onskatpris", "precoalvo", "precodesejado",
  ],
  price: ["price", "currentprice", "lastprice", "amount", "value", "cost", "preis", "aktuellerpreis", "betrag"],
  currency: ["currency", "currencycode", "pricecurrency", "wahrung", "waehrung"],
  tags: [
    "tags", "tag", "label", "labels", "category", "categories", "group", "groups", "folder", "list", "schlagworter",
    "schlagwort", "kategorie", "kategorien", "gruppe", "ordner", "liste", "taggar", "etiquetas",
  ],
  time: [
    "time", "date", "datetime", "timestamp", "day", "checkedat", "recordedat", "seenat", "createdat", "pricedate",
    "datum", "zeit", "zeitpunkt", "zeitstempel",
  ],
  asin: ["asin", "asins"],
  locale: ["locale", "domain", "domainid", "marketplace", "market", "amazonlocale", "country", "marktplatz", "land"],
  availability: ["availability", "available", "stock", "instock", "stockstatus", "verfugbarkeit", "verfugbar", "bestand"],
} as const;

type Column = keyof typeof columnNames;
type Columns = Readonly<Partial<Record<Column, number>>>;

/** Columns of prices in tables about one product, the first one that there is: new goods, never used ones or list prices. */
const historyPrices = [
  ...columnNames.price,
  ...["amazon", "amazonprice", "amazonpreis", "buybox", "buyboxprice", "new", "newprice", "neu", "neupreis"],
];

function plainName(cell: string): string {
  return cell
    .slice(0, 100)
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

/** `Price (EUR)`, `Amazon ($)`. */
const withCurrency = /^([^()]{1,90})\(([^()]{1,9})\)\s*$/;

/** The header's columns of times and prices, for a table whose rows need no link. */
function historyColumns({ cells }: TableRow): Columns | null {
  const names = cells.map((cell) => plainName(withCurrency.exec(cell)?.[1] ?? cell));
  const find = (known: readonly string[]) => known.map((name) => names.indexOf(name)).find((at) => at >= 0);
  const [time, price] = [find(columnNames.time), find(historyPrices)];
  return time === undefined || price === undefined ? null : { ...namedColumns(cells), time, price };
}

/** The columns that a header names; `null` if the row is none, because it names no column of links or ASINs. */
function columnsOf({ cells }: TableRow): Columns | null {
  const columns = namedColumns(cells);
  return columns.url === undefined && columns.asin === undefined ? null : columns;
}

function namedColumns(cells: readonly string[]): Columns {
  const names = cells.map(plainName);
  const columns: Partial<Record<Column, number>> = {};
  for (const [column, known] of Object.entries(columnNames)) {
    // The earlier of two names is the better one.
    const at = known.map((name) => names.indexOf(name)).find((index) => index >= 0);
    if (at !== undefined) columns[column as Column] = at;
  }
  return columns;
}

function isLink(cell: string): boolean {
  return (linkOf(cell) !== null && !isPicture(cell)) || /^=HYPERLINK\("http/i.test(cell);
}

/** Rows above the links whose names are unknown, such as a heading and the names of columns in another language. */
const maxRowsAbove = 5;

/** A table without known names of columns: as many cells in each row from the first link on, with a link in the same one. */
function layoutByContent({ rows }: Table): Pick<Layout, "columns" | "rows"> | null {
  const at = Math.max(
    0,
    rows.slice(0, maxRowsAbove).findIndex(({ cells }) => cells.some(isLink)),
  );
  const [first, body] = [rows[at], rows.slice(at)];
  const url = first?.cells.findIndex(isLink) ?? -1;
  if (first === undefined || first.cells.length < 2) return null;
  // As text, such a row would be a link with commas.
  if (url < 0) return first.cells.some(isPicture) ? { columns: {}, rows } : null;
  const linked = body.filter(({ cells }) => cells.some(isLink));
  const alike = linked.filter(({ cells }) => cells.length === first.cells.length && isLink(cells[url] ?? ""));
  const isEven = body.every(({ cells }) => cells.length === first.cells.length);
  if (alike.length < 0.8 * (isEven ? linked : body).length) return null;
  const named = namedColumns(rows[at - 1]?.cells ?? []);
  const title = first.cells.findIndex((_, index) =>
    alike.every(({ cells }) => /\p{L}{2}/u.test(cells[index] ?? "") && !isLink(cells[index] ?? "")),
  );
  return { columns: { ...(title < 0 ? {} : { title }), ...named, url }, rows: body };
}

/** A cell as it was before a spreadsheet's formula was made harmless. */
function cellOf({ cells }: TableRow, at: number | undefined): string {
  const cell = at === undefined ? "" : (cells[at] ?? "");
  return /^'[=+\-@]/.test(cell) ? cell.slice(1) : cell;
}

const maxAmountLength = 60;

/** The number of JSON in a cell; null for a text. */
function numberOf({ values }: TableRow, at: number | undefined): number | null {
  const value = at === undefined ? null : values?.[at];
  return typeof value === "number" ? value : null;
}

/** How the file writes numbers and days, which single cells may not tell. */
interface Habits {
  /** Null if nothing in the file tells. */
  readonly decimalComma: boolean | null;
  readonly dayOrder: DayOrder;
}

function habitsOf(rows: readonly TableRow[], delimiter: string, { price, target, time }: Columns): Habits {
  const writes = (decimals: RegExp) =>
    rows.some((row) =>
      [price, target].some(
        (at) => numberOf(row, at) === null && decimals.test(cellOf(row, at).slice(0, maxAmountLength)),
      ),
    );
  const [comma, point] = [writes(/\d,\d{1,2}(?!\d)/), writes(/\d\.\d{1,2}(?!\d)/)];
  // Spreadsheets write semicolons where the comma separates decimals.
  const usual = delimiter === ";" && !point ? true : null;
  const decimalComma = comma === point ? usual : comma;
  const orders = new Set(rows.map((row) => dayOrderOf(cellOf(row, time).slice(0, 60))));
  orders.delete(null);
  const [dayOrder = null] = orders.size === 1 ? orders : [];
  return { decimalComma, dayOrder };
}

interface Amount extends Pick<Money, "amount" | "currency" | "sign"> {
  /** What else the cell may mean: `1.299` is a thousand, unless the point separates decimals. */
  readonly other?: number;
}

/** `1299.99`, `1.299,99 €`; `null` if the cell is no amount above 0. */
function readAmount(
  row: TableRow,
  at: number | undefined,
  { decimalComma }: Habits,
  code: string | null,
): Amount | null {
  const number = numberOf(row, at);
  const cell = withoutLimit(cellOf(row, at));
  if (cell.length > maxAmountLength) return null;
  // Most cells; the general way takes longer.
  if (/^[1-9]\d{0,8}(?:\.\d{1,2})?$/.test(cell)) return { amount: Number(cell), currency: null, sign: null };
  const money = parseMoney(cell, { ...noHints, decimalComma });
  const [currency, sign] = [money?.currency ?? null, money?.sign ?? null];
  const two = number === null ? twoReadings(cell) : null;
  const isGroup = decimalComma !== null && decimalComma === (two?.separator === ".");
  if (two !== null && !isGroup && decimalsOf(currency ?? code) > 0)
    return { amount: two.amounts[0], other: two.amounts[1], currency, sign };
  const isText = number === null && (decimalComma === true || two !== null);
  const amount = isText ? (money?.amount ?? null) : parseAmount(number ?? cell);
  return amount === null ? null : { amount, currency, sign };
}

function readAvailability(cell: string): HistoryEntry["availability"] {
  const text = cell.slice(0, 100);
  if (/^(?:true|yes|ja|1|in|in[_ ]?stock)$/i.test(text)) return "in";
  if (/^(?:false|no|nein|0|out|out[_ ]?of[_ ]?stock)$/i.test(text)) return "out";
  return availabilityOf(text) ?? readStockWord(text)?.availability ?? null;
}

const noValue = /^(?:n\/?a|none|null|[-–—]*)$/i;

/** The parts of a row, other than its link, that are not understood. */
type Complain = (text: string, problem: FileProblem) => void;

function readTags(row: TableRow, { tags }: Columns): string[] {
  return cellOf(row, tags).split(/[,;|]/);
}

function readRow(
  row: TableRow,
  columns: Columns,
  habits: Habits,
  complain: Complain,
): Omit<FoundItem, "url"> {
  const code = cellOf(row, columns.currency);
  const { currency, sign } = parseCurrency(code, null);
  if (code !== "" && currency === null && sign === null) complain(code, "no currency");
  const amount = (name: "target" | "price") => {
    const cell = cellOf(row, columns[name]);
    if (noValue.test(cell)) return null;
    const read = readAmount(row, columns[name], habits, currency);
    if (read === null) complain(cell, `bad ${name}`);
    return read;
  };
  const [target, read] = [amount("target"), amount("price")];
  const price = read?.other === undefined ? read : null;
  if (price !== read) complain(cellOf(row, columns.price), "price in two ways");
  return {
    line: row.line,
    title: cellOf(row, columns.title),
    price: price?.amount ?? null,
    currency: price?.currency ?? currency ?? price?.sign ?? sign,
    target: target?.amount ?? null,
    otherTarget: target?.other ?? null,
    targetCurrency: target && (target.currency ?? currency ?? target.sign ?? sign),
    tags: readTags(row, columns),
  };
}

function rowText({ cells }: TableRow): string {
  return cells.filter((cell) => cell !== "").join(" ");
}

/** The link of a row: its cell, the first in it, or the marketplace's page of its ASIN. */
function linkOfRow(row: TableRow, { url, asin, locale }: Columns, pageUrl: string | null): string | null {
  const cell = cellOf(row, url);
  const links = /^https?:\/\/\S+$/i.test(cell) ? [cell] : linksIn(cell);
  const link = links.find((each) => !isPicture(each));
  const code = cellOf(row, asin);
  if (link !== undefined || !/^(?:B0[A-Z\d]{8}|\d{9}[\dX])$/i.test(code)) return link ?? (cell || code);
  return asinLink(code, marketplaceOf(cellOf(row, locale)) ?? pageUrl);
}

function rowError(
  row: TableRow,
  { url, asin }: Columns,
  width: number,
  page: string | undefined,
): FileProblem | null {
  // A comma within a cell without quotation marks would shift the cells behind it.
  if (row.cells.findLastIndex((cell) => cell !== "") >= width) return "more cells";
  return page === undefined && cellOf(row, url) + cellOf(row, asin) === "" ? "no link" : null;
}

/** A table of times and prices without a header, such as one that is copied from a page. */
function historyByContent({ rows }: Table, toInstant: WallClock): Pick<Layout, "columns" | "rows"> | null {
  const width = rows[0]?.cells.length ?? 0;
  const begin = rows.slice(0, 200);
  const isMostly = (at: number, holds: (cell: string) => boolean) =>
    begin.filter((row) => holds(cellOf(row, at))).length > begin.length / 2;
  const columns = Array.from({ length: Math.min(width, 20) }, (_, at) => at);
  const time = columns.find((at) =>
    isMostly(at, (cell) => readTime(cell, "day-first", toInstant) !== null || dayOrderOf(cell) !== null),
  );
  const price = columns.find(
    (at) => at !== time && isMostly(at, (cell) => /\d/.test(cell) && isAmount(cell)),
  );
  return time === undefined || price === undefined ? null : { columns: { time, price }, rows };
}

function isAmount(cell: string): boolean {
  return cell.length <= maxAmountLength && parseMoney(cell, noHints) !== null;
}

interface HistoryOptions {
  readonly nowMs: number;
  readonly toInstant: WallClock;
  /** The currency that the header states. */
  readonly currency: string;
  /** Whether all rows have dates without times, as in a table kept by hand. */
  readonly isNoted: boolean;
}

/** A row with an entry of the history, or why it has none. */
function readHistoryRow(
  row: TableRow,
  columns: Columns,
  habits: Habits,
  { nowMs, toInstant, currency: named, isNoted }: HistoryOptions,
): Omit<FoundItem, "url"> | FileProblem {
  const time = cellOf(row, columns.time);
  const atMs = readTime(time, habits.dayOrder, toInstant);
  if (atMs === null)
    return dayOrderOf(time) === null && /^\d{1,2}[/-]\d{1,2}[/-]\d{4}/.test(time)
      ? "date in two ways"
      : "bad date";
  if (atMs > nowMs) return "future date";
  const stated = parseCurrency(cellOf(row, columns.currency) || named, named === "" ? null : `1 ${named}`);
  const price = readAmount(row, columns.price, habits, stated.currency);
  if (price === null) return "row without price";
  if (price.other !== undefined) return "row with price in two ways";
  const currency = price.currency ?? stated.currency ?? price.sign ?? stated.sign;
  const availability = readAvailability(cellOf(row, columns.availability));
  const entry = { atMs, price: price.amount, currency, availability };
  const history = [isNoted ? { ...entry, isNoted } : entry];
  return { line: row.line, title: cellOf(row, columns.title), tags: readTags(row, columns), history };
}

interface Layout {
  readonly columns: Columns;
  readonly rows: readonly TableRow[];
  /** The page of rows without links. */
  readonly page?: string;
  /** The currency in the heading of the prices. */
  readonly currency: string;
}

/** Where a table has what; `null` if it has neither links nor ASINs, or, about one page, no times with prices. */
function layoutOf(table: Table, { historyOf, timeZone }: ListFileOptions): Layout | null {
  const [first, ...others] = table.rows;
  if (first === undefined) return null;
  const isOfPage = historyOf !== undefined;
  const named = isOfPage ? historyColumns(first) : columnsOf(first);
  if (named === null) {
    const read = isOfPage ? historyByContent(table, wallClock(timeZone)) : layoutByContent(table);
    return read === null ? null : { ...read, currency: "", ...pageOf(read.columns, historyOf) };
  }
  const [, , currency = ""] = isOfPage ? (withCurrency.exec(cellOf(first, named.price)) ?? []) : [];
  return { columns: named, rows: others, currency, ...pageOf(named, historyOf) };
}

function pageOf({ url, asin }: Columns, historyOf: string | undefined): Pick<Layout, "page"> {
  return historyOf !== undefined && url === undefined && asin === undefined ? { page: historyOf } : {};
}

const maxHeaderLength = 20_000;

/**
 * The links of a table: CSV, or the same with semicolons or tabs. Several rows with a time and a price are a link's price
 * history. `null` if the text is not a table with links or ASINs.
 */
export function readTableList(content: string, options: ListFileOptions): ParsedList | null {
  // One column is read as text, in which links may contain commas.
  const [start] = readTable(content.slice(0, maxHeaderLength)).rows;
  if (start === undefined || start.cells.length < 2) return null;
  return readRows(readTable(content), options);
}

/** A JSON list of addresses, or of objects with keys such as the names of columns. */
export function readJsonRows(value: unknown, options: ListFileOptions): ParsedList | null {
  const list = isObject(value) ? Object.values(value).find(Array.isArray) : value;
  const objects = (Array.isArray(list) ? list : [])
    .map((each) => (typeof each === "string" ? { url: each } : each))
    .filter(isObject);
  const names = [...new Set(objects.flatMap(Object.keys))];
  const valuesOf = (each: JsonObject) => names.map((name) => each[name]);
  const rows = objects.map(valuesOf).map((values, i) => ({
    line: i + 1,
    cells: values.map((value) => (/^(?:string|number)$/.test(typeof value) ? String(value) : "")),
    values,
  }));
  return readRows({ delimiter: ",", rows: [{ line: 0, cells: names }, ...rows] }, options);
}

function readRows(table: Table, options: ListFileOptions): ParsedList | null {
  const { pageUrl, nowMs, timeZone } = options;
  const layout = layoutOf(table, options);
  if (layout === null) return null;
  const { columns, rows, page, currency } = layout;
  const width = table.rows[0]?.cells.length ?? 0;
  const habits = habitsOf(rows, table.delimiter, columns);
  const isHistory = columns.time !== undefined && columns.price !== undefined;
  const isNoted = isHistory && rows.every((row) => isWholeDay(cellOf(row, columns.time)));
  const times = { nowMs, toInstant: wallClock(timeZone), currency, isNoted };
  const list = new ListBuilder();
  const readLinkRow = (row: TableRow) =>
    readRow(row, columns, habits, (...skip) => list.skip(row.line, ...skip));
  for (const row of rows) {
    const error = rowError(row, columns, width, page);
    const found = error ?? (isHistory ? readHistoryRow(row, columns, habits, times) : readLinkRow(row));
    if (typeof found === "string") list.skip(row.line, rowText(row), found);
    else list.add({ ...found, url: page ?? linkOfRow(row, columns, pageUrl) }, { isRow: isHistory });
  }
  return list.finish(isHistory ? "history" : "csv");
}
