import { Parser } from "htmlparser2";
import { ListBuilder, type ParsedList } from "./parsed-list.js";

const doctype = /^\s*<!DOCTYPE\s+NETSCAPE-Bookmark-file-1>/i;
/** Folders that browsers create; their names say nothing of a product. */
const rootFolder =
  /^(?:bookmarks?(?: (?:bar|toolbar|menu))?|favou?rites(?: bar)?|(?:other|mobile) bookmarks|lesezeichen(?:-?(?:leiste|symbolleiste|menü))?|(?:weitere|mobile) lesezeichen|favoriten(?:leiste)?|imported.*)$/i;
const maxTextLength = 1_000;
/** An end tag that matches nothing costs the parser a search through all open elements. */
const maxDepth = 1_000;

interface Bookmark {
  readonly url: string;
  readonly tags: readonly string[];
  readonly line: number;
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
    const { url, line, tags } = this.#bookmark;
    this.#bookmark = null;
    const folders = this.#folders.filter((name) => name !== null && !rootFolder.test(name)) as string[];
    // Browsers keep scripts and their own pages among the bookmarks.
    if (/^https?:\/\//i.test(url))
      this.#list.add({ url, line, title: this.#text, tags: [...folders, ...tags] });
    else this.#list.skip(line, this.#text || url, "The bookmark is not of a web page.");
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
