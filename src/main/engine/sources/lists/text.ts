import { linksIn } from "../../../../shared/links-in.js";
import { ListBuilder, type ParsedList } from "./parsed-list.js";

/** An address that only a browser completes: `www.shop.example`, `shop.example/lamp`. */
const bareAddress = /(?:^|\s)(?:www\.|[a-z\d-]{1,60}\.[a-z]{2,20}\/)\S/i;

/** Lines of a text as editors count them. */
export function linesOf(text: string): string[] {
  return text.split(/\r\n|\r|\n/);
}

/** The links of a text, wherever they stand in a line. */
export function readText(text: string): ParsedList {
  const list = new ListBuilder();
  for (const [index, line] of linesOf(text).entries()) {
    const links = linksIn(line);
    for (const url of links) list.add({ url, line: index + 1 });
    if (links.length > 0 || line.trim() === "") continue;
    const isBare = bareAddress.test(line.slice(0, 1_000));
    list.skip(index + 1, line, isBare ? "The link lacks its beginning, https://." : "The line has no link.");
  }
  return list.finish("text");
}
