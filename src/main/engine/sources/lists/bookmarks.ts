import { Parser } from "htmlparser2";
import { ListBuilder, type ParsedList } from "./parsed-list.js";

const doctype = /^\s*<!DOCTYPE\s+NETSCAPE-Bookmark-file-1>/i;
/** Folders that browsers create; their names say nothing of a product. */
const rootFolder =
  /^(?:bookmarks?(?: (?:bar|toolbar|menu))?|favou?rites(?: bar)?|other bookmarks|mobile bookmarks|lesezeichen(?:-?(?:leiste|symbolleiste|menü))?|weitere lesezeichen|favoriten(?:leiste)?|imported.*)$/i;
const maxTextLength = 1_000;

/** Deeper folders add no tags. */
const maxFolders = 100;

/** The bookmarks that a browser exported; folders become tags. `null` for other texts. */
export function readBookmarks(html: string): ParsedList | null {
  if (!doctype.test(html.slice(0, 1_000))) return null;
  const list = new ListBuilder();
  const folders: (string | null)[] = [];
  let folder: string | null = null;
  let text = "";
  let link: { readonly url: string; readonly tags: string; readonly line: number } | null = null;
  let line = 1;
  let readTo = 0;
  const lineAt = (at: number) => {
    for (let next = html.indexOf("\n", readTo); next >= 0 && next < at; next = html.indexOf("\n", readTo)) {
      line++;
      readTo = next + 1;
    }
    return line;
  };
  const finishLink = () => {
    if (link === null) return;
    const named = folders.slice(0, maxFolders).filter((name) => name !== null && !rootFolder.test(name));
    const tags = [...named.filter((name) => name !== null), ...link.tags.split(",")];
    // Browsers keep scripts, their own pages and searches among the bookmarks.
    if (/^https?:\/\//i.test(link.url)) list.add({ url: link.url, line: link.line, title: text, tags });
    else list.skip(link.line, text || link.url, "The bookmark is not of a web page.");
    link = null;
  };
  const parser = new Parser({
    onopentag(tag, { href, tags = "" }) {
      if (tag === "a" || tag === "h3") text = "";
      if (tag === "a" && href !== undefined) {
        finishLink();
        link = { url: href.trim(), tags, line: lineAt(parser.startIndex) };
      } else if (tag === "dl") {
        folders.push(folder);
        folder = null;
      }
    },
    ontext(part) {
      if (text.length < maxTextLength) text += part;
    },
    onclosetag(tag) {
      if (tag === "a") finishLink();
      else if (tag === "h3") folder = text.replace(/\s+/g, " ").trim();
      else if (tag === "dl") folders.pop();
    },
  });
  parser.end(html);
  finishLink();
  return list.finish("bookmarks");
}
