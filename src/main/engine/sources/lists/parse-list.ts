import { maxListChars } from "../../../../shared/app/limits.js";
import type { FileProblem } from "../../../../shared/app/lists.js";
import { wallClock } from "../../domain/clock.js";
import { readBookmarks, readJsonBookmarks } from "./bookmarks.js";
import { readChangedetection, readChangedetectionText } from "./changedetection.js";
import { isObject, parseJsonList } from "./json-value.js";
import { readSavedPage } from "./page-links.js";
import { ListBuilder, ListFileError, type ListFileOptions, type ParsedList } from "./parsed-list.js";
import { readPriceBuddy } from "./pricebuddy.js";
import { readJsonRows, readTableList } from "./table.js";
import { readText } from "./text.js";

/** Files that often contain lists, but not as text, by how they begin. */
const otherFiles: readonly (readonly [start: RegExp, problem: FileProblem])[] = [
  [/^PK\W/, "archive"],
  [/^%PDF-/, "pdf"],
  [/^(?:From: <Saved by|MIME-Version:)/i, "single file page"],
];

function refuseOtherFiles(text: string): void {
  if (text.length > maxListChars) throw new ListFileError("too large");
  const problem = otherFiles.find(([start]) => start.test(text.slice(0, 100)))?.[1];
  if (problem !== undefined) throw new ListFileError(problem);
  if (text.slice(0, 1_000).includes("\0")) throw new ListFileError("no text");
}

function readJson(text: string, options: ListFileOptions): ParsedList | null {
  const value = parseJsonList(text);
  if (value === undefined) return null;
  if (isObject(value) && "tidemark_watch_list" in value) return new ListBuilder().finish("watch-list");
  const list =
    readJsonBookmarks(value) ??
    readPriceBuddy(value, wallClock(options.timeZone)) ??
    readChangedetection(value) ??
    readJsonRows(value, options);
  if (list === null) throw new ListFileError("unknown json");
  return list;
}

/** The name that the list gives itself, or else the file's. */
function withName(list: ParsedList, fileName: string): ParsedList {
  const name = list.name ?? fileName.replace(/\.[a-z\d]{1,10}$/i, "").trim();
  return { ...list, name: name === "" ? null : name };
}

/** Lines of a text that are no links explain nothing; rows of a table do. */
function emptyError({ format, skipped: [first] }: ParsedList): ListFileError {
  if (format === "text" || first === undefined) return new ListFileError("no links");
  return new ListFileError(first.problem, first);
}

/** The prices of a table with times, and of nothing else. */
function parseHistory(text: string, options: ListFileOptions): ParsedList {
  const list = readTableList(text, options);
  if (list?.format !== "history") throw new ListFileError("no prices");
  if (list.items.length === 0) throw emptyError(list);
  return list;
}

/**
 * The links of a file, whose format its content tells, not its name. A file that Tidemark exported yields `watch-list` without items.
 *
 * @throws ListFileError if the file is too large, or of a kind that has no links.
 */
export function parseList(content: string, options: ListFileOptions): ParsedList {
  const text = content.replace(/^\uFEFF/, "");
  const { fileName, pageUrl } = options;
  refuseOtherFiles(text);
  if (options.historyOf !== undefined) return parseHistory(text, options);
  const list =
    readJson(text, options) ??
    readBookmarks(text) ??
    readSavedPage(text, pageUrl) ??
    readChangedetectionText(text, fileName) ??
    readTableList(text, options) ??
    readText(text, pageUrl);
  if (list.items.length === 0 && !list.needsPageUrl && list.format !== "watch-list") throw emptyError(list);
  return withName(list, fileName);
}
