import type { ListItem } from "../../../../shared/app/lists.js";
import { parseList } from "../../sources/lists/parse-list.js";
import {
  type HistoryEntry,
  ListFileError,
  type ListFileOptions,
  type ParsedList,
} from "../../sources/lists/parsed-list.js";
import { ContractError } from "../request/contract-error.js";
import { type ExportedRule, parseWatchFile, toListItem } from "./watch-file.js";

/** An item of a file. */
export interface FileItem extends ListItem {
  readonly history: readonly HistoryEntry[];
  /** JSON of a watch list file's product; null for a link. */
  readonly product: string | null;
}

export interface ListFile extends Omit<ParsedList, "name" | "items"> {
  readonly name: string;
  readonly items: readonly FileItem[];
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
  return { format: "watch-list", name, items, skipped, repeated: 0, needsPageUrl: false, rules };
}

/** Reads as `readListFile` does. Long files take seconds, so it may do so on another thread. */
export type ListFileReader = (content: string, options: ListFileOptions) => Promise<ListFile>;

/** Throws `ContractError` with a message for the user if there is nothing to read. */
export function readListFile(content: string, options: ListFileOptions): ListFile {
  try {
    const { name: ownName, items, ...list } = parseList(content, options);
    const { fileName } = options;
    const name = ownName ?? (fileName === "" ? "Links" : fileName);
    if (list.format === "watch-list") return readWatchFile(content, name);
    return { ...list, name, items: items.map((item) => ({ ...item, product: null })), rules: [] };
  } catch (error) {
    if (error instanceof ListFileError) {
      const { message, issue: reason } = error;
      throw new ContractError("ERR_INVALID_PARAMS", message, { action: "Choose another file.", reason });
    }
    throw error;
  }
}
