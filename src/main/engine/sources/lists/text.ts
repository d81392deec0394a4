import { linksIn } from "../../../../shared/links-in.js";
import { asinLink } from "../../domain/asin.js";
import { ListBuilder, type ParsedList } from "./parsed-list.js";

const asinInLine = /(?<![\w/])B0[A-Z\d]{8}(?!\w)/g;

/** Lines of a text as editors count them. */
export function linesOf(text: string): string[] {
  return text.split(/\r\n|\r|\n/);
}

/** The links of a text, wherever they stand in a line, or its ASINs. */
export function readText(text: string, pageUrl: string | null): ParsedList {
  const list = new ListBuilder();
  for (const [index, line] of linesOf(text).entries()) {
    const links = linksIn(line);
    for (const url of links) list.add({ url, line: index + 1 });
    const asins = links.length > 0 ? [] : (line.match(asinInLine) ?? []);
    for (const asin of asins) list.add({ url: asinLink(asin, pageUrl), line: index + 1 });
    const isEmpty = line.trim() === "";
    if (links.length + asins.length === 0 && !isEmpty) list.skip(index + 1, line, "no link");
  }
  return list.finish("text");
}
