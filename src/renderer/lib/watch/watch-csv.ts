import type { WatchRow } from "../../../shared/app/watch.js";
import { type CsvColumns, csvTable, saveFile } from "../export-file.js";

/** The same in every language, so that a spreadsheet's formulas keep working. */
const columns: CsvColumns<WatchRow> = {
  product: ({ title }) => title,
  shop: ({ best }) => best?.retailer,
  price: ({ best }) => best?.price,
  currency: ({ best }) => best?.currency,
  in_stock: (row) => (row.is_in_stock ? "yes" : "no"),
  target: ({ target }) => target?.price,
  target_currency: ({ target }) => target?.currency,
  lowest_365_days: ({ low }) => low,
  highest_365_days: ({ high }) => high,
  percent_since_added: (row) => row.change_since_added,
  grade: ({ grade }) => grade,
  tags: ({ tags }) => tags.join(" "),
  added: (row) => row.added_at,
  last_check: (row) => row.last_check_at,
};

export function saveWatchList(rows: readonly WatchRow[]): void {
  saveFile("watch-list.csv", "text/csv", watchListCsv(rows));
}

/** The watch list as a CSV file. Prices in units of the currency, times in UTC, unknown values empty. */
export function watchListCsv(rows: readonly WatchRow[]): string {
  return csvTable(columns, rows);
}
