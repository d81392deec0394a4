import { maxListChars } from "../../../../shared/app/limits.js";
import { ListBuilder, ListFileError, type ParsedList } from "./parsed-list.js";
import { readTableList } from "./table.js";
import { readText } from "./text.js";

/** The value of a JSON text; `undefined` for any other text. */
function parseJson(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readJson(value: unknown): ParsedList | null {
  if (typeof value !== "object" || value === null) return null;
  if ("tidemark_watch_list" in value) return new ListBuilder().finish("watch-list");
  return null;
}

/**
 * The links of a file, whose format its content tells. A file that Tidemark exported yields `watch-list` without items.
 *
 * @throws ListFileError if the file is too large, or of a kind that has no links.
 */
export function parseList(content: string, _fileName: string): ParsedList {
  if (content.length > maxListChars)
    throw new ListFileError("The file is too large: a list can have 8 MiB. Split it into several files.");
  const text = content.replace(/^\uFEFF/, "");
  const list = readJson(parseJson(text)) ?? readTableList(text) ?? readText(text);
  if (list.items.length === 0 && list.format !== "watch-list")
    throw new ListFileError("The file has no links that begin with http:// or https://.");
  return list;
}
