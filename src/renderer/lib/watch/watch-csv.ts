import type { WatchRow } from "../../../shared/app/watch.js";
import { csvText } from "../csv-text.js";
import { saveFile } from "../save-file.js";

/** The same in every language, so that a spreadsheet's formulas keep working. */
const columns = [
  "product",
  "shop",
  "price",
  "currency",
  "in_stock",
  "target",
  "target_currency",
  "lowest_365_days",
  "highest_365_days",
  "percent_since_added",
  "grade",
  "tags",
  "added",
  "last_check",
] as const;

export function saveWatchList(rows: readonly WatchRow[]): void {
  saveFile("watch-list.csv", "text/csv", watchListCsv(rows));
}

/** The watch list as a CSV file. Prices in units of the currency, times in UTC, unknown values empty. */
export function watchListCsv(rows: readonly WatchRow[]): string {
  return csvText([
    columns,
    ...rows.map((row) => [
      row.title,
      row.best?.retailer ?? "",
      row.best?.price ?? "",
      row.best?.currency ?? "",
      row.is_in_stock ? "yes" : "no",
      row.target?.price ?? "",
      row.target?.currency ?? "",
      row.low ?? "",
      row.high ?? "",
      row.change_since_added ?? "",
      row.grade ?? "",
      row.tags.join(" "),
      row.added_at,
      row.last_check_at ?? "",
    ]),
  ]);
}
