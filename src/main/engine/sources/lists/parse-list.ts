import { maxListChars } from "../../../../shared/app/limits.js";
import { readBookmarks } from "./bookmarks.js";
import { readChangedetection, readChangedetectionText } from "./changedetection.js";
import { isObject, parseJson } from "./json-value.js";
import { readSavedPage } from "./page-links.js";
import { ListBuilder, ListFileError, type ParsedList } from "./parsed-list.js";
import { readPriceBuddy } from "./pricebuddy.js";
import { readTableList } from "./table.js";
import { readText } from "./text.js";

/** Files that often contain lists, but not as text, by how they begin. */
const otherFiles: readonly (readonly [start: RegExp, advice: string])[] = [
  [
    /^PK\W/,
    "This is an archive or a spreadsheet. Unpack the archive, or save the spreadsheet as CSV, and import that file.",
  ],
  [/^%PDF-/, "This is a PDF. Copy its links into a text file and import that."],
  [
    /^(?:From: <Saved by|MIME-Version:)/i,
    "This page was saved as a single file. Save it as a web page, HTML only, and import that.",
  ],
];

function refuseOtherFiles(text: string): void {
  if (text.length > maxListChars)
    throw new ListFileError("The file is too large: a list can have 8 MiB. Split it into several files.");
  const advice = otherFiles.find(([start]) => start.test(text.slice(0, 100)))?.[1];
  if (advice !== undefined) throw new ListFileError(advice);
  if (text.slice(0, 1_000).includes("\0"))
    throw new ListFileError("The file is not text. Save the list as text or CSV, in UTF-8.");
}

function readJson(text: string): ParsedList | null {
  const value = parseJson(text);
  if (value === undefined) return null;
  if (isObject(value) && "tidemark_watch_list" in value) return new ListBuilder().finish("watch-list");
  const list = readPriceBuddy(value) ?? readChangedetection(value);
  if (list === null)
    throw new ListFileError(
      "No list was found in this JSON. Export the list as text or CSV, and import that.",
    );
  return list;
}

/** The name that the list gives itself, or else the file's. */
function withName(list: ParsedList, fileName: string): ParsedList {
  const name = list.name ?? fileName.replace(/\.[a-z\d]{1,10}$/i, "").trim();
  return { ...list, name: name === "" ? null : name };
}

/**
 * The links of a file, whose format its content tells, not its name. A file that Tidemark exported yields `watch-list` without items.
 *
 * @throws ListFileError if the file is too large, or of a kind that has no links.
 */
export function parseList(content: string, fileName: string): ParsedList {
  const text = content.replace(/^\uFEFF/, "");
  refuseOtherFiles(text);
  const list =
    readJson(text) ??
    readBookmarks(text) ??
    readSavedPage(text) ??
    readChangedetectionText(text) ??
    readTableList(text) ??
    readText(text);
  if (list.items.length === 0 && list.format !== "watch-list")
    throw new ListFileError("The file has no links that begin with http:// or https://.");
  return withName(list, fileName);
}
