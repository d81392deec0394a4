import { Parser } from "htmlparser2";
import { isObject, type JsonObject, objectsIn, textIn } from "./json-value.js";
import { ListBuilder, type ParsedList } from "./parsed-list.js";

const doctype = /^\s*<!DOCTYPE\s+NETSCAPE-Bookmark-file-1>/i;
/** Folders that browsers create; their names say nothing of a product. */
const rootFolder =
  /^(?:toolbar|menu|unfiled|mobile|tags|bookmarks?(?: (?:bar|toolbar|menu))?|favou?rites(?: bar)?|(?:other|mobile) bookmarks|lesezeichen(?:-?(?:leiste|symbolleiste|menü))?|(?:weitere|mobile) lesezeichen|favoriten(?:leiste)?|imported.*)$/i;
const maxTextLength = 1_000;
/** An end tag that matches nothing costs the parser a search through all open elements. */
const maxDepth = 1_000;

interface Bookmark {
  readonly url: string;
  readonly tags: readonly string[];
  readonly line: number;
}

type Folders = readonly (string | null)[];

function addBookmark(
  list: ListBuilder,
  { url, line, tags }: Bookmark,
  title: string,
  folders: Folders,
): void {
  const named = folders.filter((name) => name !== null && !rootFolder.test(name)) as string[];
  // Browsers keep scripts and their own pages among the bookmarks.
  if (/^https?:\/\//i.test(url)) list.add({ url, line, title, tags: [...named, ...tags] });
  else list.skip(line, title || url, "no web page");
}

/** Counts the lines of a text up to places that follow each other. */
class LineCounter {
  readonly #text: string;
  #line = 1;
  #from = 0;

  constructor(text: string) {
    this.#text = text;
  }

  lineAt(at: number): number {
    for (let end = this.#next(); end >= 0 && end < at; end = this.#next()) {
      this.#line++;
      this.#from = end + 1;
    }
    return this.#line;
  }

  #next(): number {
    return this.#text.indexOf("\n", this.#from);
  }
}

/** The bookmarks that a browser exported; folders become tags. `null` for other texts. */
export function readBookmarks(html: string): ParsedList | null {
  if (!doctype.test(html.slice(0, 1_000))) return null;
  const list = new ListBuilder();
  const lines = new LineCounter(html);
  /** The folders around the current place; null for those without a name. */
  const folders: (string | null)[] = [];
  /** The name of the folder that begins next. */
  let folder: string | null = null;
  let bookmark: Bookmark | null = null;
  let text = "";
  let depth = 0;
  const closeBookmark = () => {
    if (bookmark !== null) addBookmark(list, bookmark, text, folders);
    bookmark = null;
  };
  const parser = new Parser({
    onopentag(tag, { href, tags = "" }) {
      if (tag === "a" && href !== undefined) {
        closeBookmark();
        text = "";
        bookmark = { url: href.trim(), tags: tags.split(","), line: lines.lineAt(parser.startIndex) };
      } else if (tag === "h3") text = "";
      else if (tag === "dl") {
        folders.push(folder);
        folder = null;
      }
      if (++depth <= maxDepth) return;
      list.skip(lines.lineAt(parser.startIndex), "", "nested");
      parser.pause();
    },
    ontext(part) {
      if (text.length < maxTextLength) text += part;
    },
    onclosetag(tag) {
      depth--;
      if (tag === "a") closeBookmark();
      else if (tag === "h3") folder = text.replace(/\s+/g, " ").trim();
      else if (tag === "dl") folders.pop();
    },
  });
  parser.end(html);
  closeBookmark();
  return list.finish("bookmarks");
}

/** Adds the bookmarks below an entry. The depth of JSON is limited. */
function addEntries(list: ListBuilder, entry: JsonObject, folders: readonly string[]): void {
  const title = textIn(entry, "name", "title") ?? "";
  const url = textIn(entry, "url", "uri");
  if (url !== null) {
    const tags = (textIn(entry, "tags") ?? "").split(",");
    addBookmark(list, { url, tags, line: 1 }, title, folders);
  }
  for (const child of objectsIn(entry.children)) addEntries(list, child, [...folders, title]);
}

/** Bookmarks in JSON: Chrome's own file, or a backup of Firefox. `null` for other values. */
export function readJsonBookmarks(value: unknown): ParsedList | null {
  if (!isObject(value)) return null;
  const isFirefox = value.type === "text/x-moz-place-container";
  if (!isFirefox && !isObject(value.roots)) return null;
  const list = new ListBuilder();
  // Roots bear names in the browser's language.
  const roots = objectsIn(isFirefox ? value.children : value.roots);
  for (const { name: _name, title: _title, ...root } of roots) addEntries(list, root, []);
  return list.finish("bookmarks");
}
