import type { ListFormat, ListItem, SkippedLine } from "../../../../shared/app/lists.js";
import { parseList } from "../../sources/lists/parse-list.js";
import { type HistoryEntry, ListFileError } from "../../sources/lists/parsed-list.js";
import { invalidParams } from "../request/contract-error.js";
import { type ExportedRule, parseWatchFile, toListItem } from "./watch-file.js";

/** An item of a file. */
export interface FileItem extends ListItem {
  readonly history: readonly HistoryEntry[];
  /** JSON of a watch list file's product; null for a link. */
  readonly product: string | null;
}

export interface ListFile {
  readonly format: ListFormat;
  readonly name: string;
  readonly items: readonly FileItem[];
  readonly skipped: readonly SkippedLine[];
  readonly repeated: number;
  /** A watch list file's rules for all products. */
  readonly rules: readonly ExportedRule[];
}

function readWatchFile(content: string, name: string): ListFile {
  const { products, rules, skipped } = parseWatchFile(content);
  const items = products.map(({ product, place }) => ({
    ...toListItem(product, place),
    history: [],
    product: JSON.stringify(product),
  }));
  return { format: "watch-list", name, items, skipped, repeated: 0, rules };
}

/** Reads as `readListFile` does. Long files take seconds, so it may do so on another thread. */
export type ListFileReader = (content: string, fileName: string) => Promise<ListFile>;

/** Throws `ContractError` with a message for the user if there is nothing to read. */
export function readListFile(content: string, fileName: string): ListFile {
  try {
    const { format, name: ownName, items, skipped, repeated } = parseList(content, fileName);
    const name = ownName ?? (fileName === "" ? "Links" : fileName);
    if (format === "watch-list") return readWatchFile(content, name);
    const fileItems = items.map((item) => ({ ...item, product: null }));
    return { format, name, items: fileItems, skipped, repeated, rules: [] };
  } catch (error) {
    if (error instanceof ListFileError) throw invalidParams(error.message, "Choose another file.");
    throw error;
  }
}
