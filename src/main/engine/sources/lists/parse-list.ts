import { maxListChars } from "../../../../shared/app/limits.js";
import { wallClock } from "../../domain/clock.js";
import { readBookmarks, readJsonBookmarks } from "./bookmarks.js";
import { readChangedetection, readChangedetectionText } from "./changedetection.js";
import { isObject, parseJsonList } from "./json-value.js";
import { readSavedPage } from "./page-links.js";
import { ListBuilder, ListFileError, type ListFileOptions, type ParsedList } from "./parsed-list.js";
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

function readJson(text: string, timeZone: string): ParsedList | null {
  const value = parseJsonList(text);
  if (value === undefined) return null;
  if (isObject(value) && "tidemark_watch_list" in value) return new ListBuilder().finish("watch-list");
  const list =
    readJsonBookmarks(value) ?? readPriceBuddy(value, wallClock(timeZone)) ?? readChangedetection(value);
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

/** Lines of a text that are no links explain nothing; rows of a table do. */
function describeEmpty({ format, skipped: [first] }: ParsedList): string {
  if (format === "text" || first === undefined)
    return "The file has no links, such as https://shop.example/lamp.";
  return `Nothing in the file can be read. Line ${first.line}: ${first.reason}`;
}

/** The prices of a table with times, and of nothing else. */
function parseHistory(text: string, options: ListFileOptions): ParsedList {
  const list = readTableList(text, options);
  if (list?.format !== "history")
    throw new ListFileError(
      "No table of prices was found. It needs a column of dates and one of prices, such as “2026-01-31, 49.99”.",
    );
  if (list.items.length === 0) throw new ListFileError(describeEmpty(list));
  return list;
}

/**
 * The links of a file, whose format its content tells, not its name. A file that Tidemark exported yields `watch-list` without items.
 *
 * @throws ListFileError if the file is too large, or of a kind that has no links.
 */
export function parseList(content: string, options: ListFileOptions): ParsedList {
  const text = content.replace(/^\uFEFF/, "");
  const { fileName, pageUrl, timeZone } = options;
  refuseOtherFiles(text);
  if (options.historyOf !== undefined) return parseHistory(text, options);
  const list =
    readJson(text, timeZone) ??
    readBookmarks(text) ??
    readSavedPage(text, pageUrl) ??
    readChangedetectionText(text, fileName) ??
    readTableList(text, options) ??
    readText(text, pageUrl);
  if (list.items.length === 0 && !list.needsPageUrl && list.format !== "watch-list")
    throw new ListFileError(describeEmpty(list));
  return withName(list, fileName);
}
