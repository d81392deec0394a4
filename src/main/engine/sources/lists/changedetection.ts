import { currencyOfCode } from "../../extract/amounts/currency.js";
import { parseAmount } from "../../extract/amounts/money.js";
import { isObject, type JsonObject, objectsIn, textIn } from "./json-value.js";
import { ListBuilder, type ParsedList } from "./parsed-list.js";
import { linesOf } from "./text.js";

/** Names of tags by their ids, which watches refer to; newer versions have a file for each tag (`shared/file-text.ts`). */
function tagNames({ settings, store, tags }: JsonObject): ReadonlyMap<string, string> {
  const saved = settings ?? (isObject(store) ? store.settings : null);
  const application = isObject(saved) ? saved.application : null;
  const byId = isObject(application) && isObject(application.tags) ? Object.entries(application.tags) : [];
  const own = Array.isArray(tags) ? objectsIn(tags).map((tag) => [String(tag.uuid), tag] as const) : [];
  return new Map(
    [...byId, ...own].flatMap(([id, tag]) => {
      const title = isObject(tag) ? textIn(tag, "title") : null;
      return title === null ? [] : [[id, title] as const];
    }),
  );
}

function tagsOf(watch: JsonObject, names: ReadonlyMap<string, string>): string[] {
  // Before tags had ids, they were names with commas between them.
  const written = [watch.tags, watch.tag].flatMap((tags) =>
    typeof tags === "string" ? tags.split(",") : [],
  );
  const ids = Array.isArray(watch.tags) ? watch.tags : [];
  return [...written, ...ids.flatMap((id) => names.get(String(id)) ?? [])];
}

/** The price below which it notifies. */
function targetOf(watch: JsonObject): number | null {
  const settings = [watch.processor_config_restock_diff, watch.restock_settings].filter(isObject);
  const found = settings.map((each) => parseAmount(each.price_change_min)).find((amount) => amount !== null);
  return found ?? null;
}

/** The address without templates, which only the other program fills in. */
function addressOf(watch: JsonObject): string | null {
  // `source:` compares the page's source instead of its text.
  const found = [watch.link, watch.url].flatMap((value) =>
    typeof value === "string" ? [value.trim().replace(/^source:/i, "")] : [],
  );
  return found.find((url) => /^https?:\/\//i.test(url) && !/\{[{%]/.test(url)) ?? found.at(-1) ?? null;
}

function addWatch(list: ListBuilder, watch: JsonObject, names: ReadonlyMap<string, string>): void {
  const url = addressOf(watch);
  if (url === null) {
    list.skip(1, textIn(watch, "title", "page_title", "uuid") ?? "", "no address");
    return;
  }
  if (/\{[{%]/.test(url)) {
    list.skip(1, url, "template");
    return;
  }
  const restock = isObject(watch.restock) ? watch.restock : {};
  list.add({
    url,
    line: null,
    title: textIn(watch, "title", "page_title"),
    price: parseAmount(restock.price),
    currency: currencyOfCode(textIn(restock, "currency")),
    target: targetOf(watch),
    tags: tagsOf(watch, names),
  });
}

function isWatch(value: JsonObject): boolean {
  return (
    typeof value.url === "string" &&
    ["processor", "fetch_backend", "last_checked", "uuid"].some((key) => key in value)
  );
}

/**
 * Watches of changedetection.io: `url-watches.json` or a `watch.json` of a backup, or its API's list or a single watch.
 * `null` for other values.
 */
export function readChangedetection(value: unknown): ParsedList | null {
  if (!isObject(value)) return null;
  const list = new ListBuilder();
  const names = tagNames(value);
  const watches = isWatch(value) ? [value] : objectsIn(isObject(value.watching) ? value.watching : value);
  // Beside one that is a watch for sure, so are the others.
  if (!isObject(value.watching) && !watches.some(isWatch)) return null;
  for (const watch of watches) addWatch(list, watch, names);
  return list.finish("changedetection");
}

/** The program's own text list: an address, then ids of tags as Python writes them, or their names. */
const lineWithTags = /^(?:source:)?(https?:\/\/\S+)(?: (.*))?$/i;
const ids = /^(?:\[('[\da-f-]{36}'(, )?)*\]|\{\})$/i;
const maxLineLength = 10_000;

/**
 * The lists of links in a backup of changedetection.io, whose ids or own name tell them from other texts; `null` for
 * those.
 */
export function readChangedetectionText(text: string, fileName: string): ParsedList | null {
  const lines = linesOf(text).map((line) => lineWithTags.exec(line.slice(0, maxLineLength).trim()) ?? line);
  const found = lines.filter((line) => typeof line !== "string");
  const isOwn = found.length > 0 && lines.every((line) => typeof line !== "string" || line.trim() === "");
  const hasIds = found.every(([, , tags = ""]) => ids.test(tags));
  if (!isOwn || !(hasIds || /^url-list-with-tags\.txt$/i.test(fileName))) return null;
  const list = new ListBuilder();
  for (const [index, line] of lines.entries()) {
    if (typeof line === "string") continue;
    const [, url = "", tags = ""] = line;
    const areIds = ids.test(tags);
    list.add({ url, line: index + 1, tags: areIds ? [] : tags.split(",") });
    if (areIds && tags.length > 2) list.skip(index + 1, url, "only ids");
  }
  return list.finish("changedetection");
}
