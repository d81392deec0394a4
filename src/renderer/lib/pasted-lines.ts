import { linksIn } from "../../shared/links-in.js";
import { explainUnknown, kindOfText } from "./identifier.js";

interface PastedLines {
  readonly lines: readonly string[];
  /** Lines of other words beside links. */
  readonly leftOut: number;
}

/**
 * The products that a text names, line by line: a line's links, or else the whole line; of table rows, which
 * spreadsheets copy with tabs, the first cell. Among links, lines of other words are headings or notes.
 */
export function pastedLines(text: string): string[] {
  return [...readPastedLines(text).lines];
}

/** `pastedLines`, and how many lines it leaves out. */
export function readPastedLines(text: string): PastedLines {
  const lines = text.split(/\r\n|\r|\n/).map((line) => ({ line, links: linksIn(line) }));
  const hasLinks = lines.some(({ links }) => links.length > 0);
  const found = lines.flatMap(({ line, links }) => {
    if (links.length > 0) return links;
    const cell = (line.trim().split("\t")[0] ?? "").trim();
    return cell === "" ? [] : [cell];
  });
  const named = found.filter((each) => !hasLinks || !isNote(each));
  return { lines: named, leftOut: found.length - named.length };
}

/** Words, but no address without its beginning, nor a single one like `WH-1000XM5/B`. */
function isNote(text: string): boolean {
  return kindOfText(text) === "words" && explainUnknown(text) === null && !/^\S*[\d/]\S*$/.test(text);
}
