import { normaliseProductUrl } from "../../../src/main/engine/domain/product-url.js";
import { ListFileError, type ParsedList } from "../../../src/main/engine/sources/lists/parsed-list.js";
import { maxListItems } from "../../../src/shared/app/limits.js";
import { listItem, skippedLine } from "../../../src/shared/app/lists.js";

/** A file yields a list of its schema, each link once, or an error of one sentence. */
export function checkList(parse: () => ParsedList): void {
  const list = parseUnlessRefused(parse);
  if (list === null) return;
  for (const item of list.items) {
    listItem.parse(item);
    if (item.points !== item.history.length) throw new Error("The number of points is wrong.");
    if (item.history.some(({ atMs }, i, all) => i > 0 && atMs <= (all[i - 1]?.atMs ?? 0)))
      throw new Error("The history is not in the order of time.");
  }
  for (const line of list.skipped) skippedLine.parse(line);
  const keys = new Set(list.items.map(({ url }) => normaliseProductUrl(url)));
  if (keys.has(null)) throw new Error("A link is not an address.");
  if (keys.size < list.items.length) throw new Error("A link is listed twice.");
  if (list.items.length > maxListItems) throw new Error("The list has too many links.");
}

function parseUnlessRefused(parse: () => ParsedList): ParsedList | null {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof ListFileError)) throw error;
    if (!/^[A-Z].*\.$/.test(error.message)) throw new Error(`Not a sentence: ${error.message}`);
    return null;
  }
}
