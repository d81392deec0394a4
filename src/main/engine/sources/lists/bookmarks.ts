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
  else list.skip(line, title || url, "The bookmark is not of a web page.");
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

class BookmarkReader {
  readonly #list = new ListBuilder();
  /** The folders around the current place; null for those without a name. */
  readonly #folders: (string | null)[] = [];
  /** The name of the folder that begins next. */
  #folder: string | null = null;
  #bookmark: Bookmark | null = null;
  #text = "";

  openFolder(): void {
    this.#folders.push(this.#folder);
    this.#folder = null;
  }

  closeFolder(): void {
    this.#folders.pop();
  }

  startText(): void {
    this.#text = "";
  }

  addText(text: string): void {
    if (this.#text.length < maxTextLength) this.#text += text;
  }

  nameFolder(): void {
    this.#folder = this.#text.replace(/\s+/g, " ").trim();
  }

  openBookmark(bookmark: Bookmark): void {
    this.closeBookmark();
    this.startText();
    this.#bookmark = bookmark;
  }

  closeBookmark(): void {
    if (this.#bookmark === null) return;
    addBookmark(this.#list, this.#bookmark, this.#text, this.#folders);
    this.#bookmark = null;
  }

  skipRest(line: number): void {
    this.#list.skip(line, "", "The folders from here on are nested too deeply.");
  }

  finish(): ParsedList {
    this.closeBookmark();
    return this.#list.finish("bookmarks");
  }
}

/** The bookmarks that a browser exported; folders become tags. `null` for other texts. */
export function readBookmarks(html: string): ParsedList | null {
  if (!doctype.test(html.slice(0, 1_000))) return null;
  const reader = new BookmarkReader();
  const lines = new LineCounter(html);
  let depth = 0;
  const parser = new Parser({
    onopentag(tag, { href, tags = "" }) {
      if (tag === "a" && href !== undefined)
        reader.openBookmark({
          url: href.trim(),
          tags: tags.split(","),
          line: lines.lineAt(parser.startIndex),
        });
      else if (tag === "h3") reader.startText();
      else if (tag === "dl") reader.openFolder();
      if (++depth <= maxDepth) return;
      reader.skipRest(lines.lineAt(parser.startIndex));
      parser.pause();
    },
    ontext: (text) => reader.addText(text),
    onclosetag(tag) {
      depth--;
      if (tag === "a") reader.closeBookmark();
      else if (tag === "h3") reader.nameFolder();
      else if (tag === "dl") reader.closeFolder();
    },
  });
  parser.end(html);
  return reader.finish();
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
