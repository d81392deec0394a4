import type { AppOutput, AppRequest } from "../../../../shared/app/operations.js";
import { finishWork, insertList, type NewList, saveAddedByList } from "../../db/lists/link-list.js";
import { insertEntry, type NewEntry } from "../../db/lists/list-entry.js";
import { productById } from "../../db/products/product.js";
import { type WriteDb, write, writeDurably } from "../../db/store.js";
import { localTimeZone } from "../../domain/clock.js";
import { normaliseProductUrl } from "../../domain/product-url.js";
import type { RequestContext } from "../request/context.js";
import { invalidParams } from "../request/contract-error.js";
import { createYielder, yieldToEventLoop } from "../request/task-control.js";
import { addGeneralRules, findWatchedProduct } from "./add-product.js";
import { findKnownLink } from "./known-link.js";
import type { FileItem, ListFile, ListFileReader } from "./read-file.js";

type ListContext = RequestContext & { readonly accountId: number; readonly readListFile: ListFileReader };

/** How long a slice of an import may block the event loop. */
const sliceMs = 15;

function knownKey({ db, clock }: ListContext, item: FileItem): string | null {
  if (item.product === null) return findKnownLink(db, item.url)?.product.service ?? null;
  const id = findWatchedProduct(db, item.product, clock.now());
  return id === null ? null : (productById(db, id)?.product.service ?? null);
}

function readFile(
  { clock, readListFile }: ListContext,
  { content, file_name: fileName, page_url: pageUrl }: AppRequest<"lists.preview">,
): Promise<ListFile> {
  return readListFile(content, {
    fileName,
    pageUrl: pageUrl ?? null,
    nowMs: clock.now(),
    timeZone: localTimeZone(),
  });
}

export async function previewList(
  context: ListContext,
  request: AppRequest<"lists.preview">,
): Promise<AppOutput<"lists.preview">> {
  const { format, name, items, repeated, skipped, needsPageUrl } = await readFile(context, request);
  const yieldIfDue = createYielder();
  const previewed: AppOutput<"lists.preview">["items"] = [];
  for (const item of items) {
    await yieldIfDue();
    const productKey = knownKey(context, item);
    const { history: _history, product: _product, ...shown } = item;
    previewed.push({ ...shown, is_known: productKey !== null, product_key: productKey });
  }
  return {
    ...{ format, name, items: previewed, repeated },
    ...{ skipped: [...skipped], needs_page_url: needsPageUrl },
  };
}

/** The entry of a link, or of a watch list file's product, which needs no visit and so has no host. */
export function toNewEntry(
  listId: number,
  item: Omit<FileItem, "points" | "is_suggested">,
  { state, nowMs }: { readonly state: NewEntry["state"]; readonly nowMs: number },
): NewEntry {
  const { url, title, price, currency, target, tags, history, product, line } = item;
  const key = product === null ? (normaliseProductUrl(url) ?? url) : `product ${line}`;
  const host = product === null ? new URL(url).host : "";
  const texts = { history: history.length === 0 ? null : JSON.stringify(history), product };
  return { listId, url, key, host, title, price, currency, target, tags, ...texts, state, dueMs: nowMs };
}

/** Inserts as many entries as fit into a time slice, in one transaction; returns the rest. */
function fillSlice(
  { db, clock }: ListContext,
  listId: number,
  items: readonly FileItem[],
): readonly FileItem[] {
  const endMs = performance.now() + sliceMs;
  const done = write(db, (tx) => {
    let count = 0;
    for (const item of items) {
      insertEntry(tx, toNewEntry(listId, item, { state: "waiting", nowMs: clock.now() }));
      count++;
      if (performance.now() >= endMs) break;
    }
    return count;
  });
  return items.slice(done);
}

/** Stores a new list with its entries in slices. It exists only once it is complete and on disk. */
async function storeList(
  context: ListContext,
  list: NewList,
  items: readonly FileItem[],
  finish: (tx: WriteDb, listId: number) => void,
): Promise<number> {
  const { db } = context;
  // A short file has just been parsed in one turn.
  await yieldToEventLoop();
  const listId = write(db, (tx) => insertList(tx, list));
  for (let rest = items; rest.length > 0; ) {
    rest = fillSlice(context, listId, rest);
    await yieldToEventLoop();
  }
  const complete = (tx: WriteDb) => {
    finish(tx, listId);
    finishWork(tx, listId);
  };
  writeDurably(db, complete);
  return listId;
}

/** Stores the items of a file, which the background worker then adds. Throws `ContractError`. */
export async function importList(
  context: ListContext,
  { urls, schedule, tags, ...file }: AppRequest<"lists.import">,
): Promise<AppOutput<"lists.import">> {
  const { accountId, clock, effects } = context;
  const { format, name, items, skipped, rules, needsPageUrl } = await readFile(context, file);
  const selected = urls === undefined ? null : new Set(urls);
  const wanted = items.filter((item) => selected?.has(item.url) ?? item.is_suggested);
  if (items.length === 0 && needsPageUrl)
    throw invalidParams(
      "The links lack their shop's address.",
      "Name the page or shop that they are from: page_url, or --page-url on the command line.",
    );
  if (wanted.length === 0 && rules.length === 0)
    throw invalidParams("There is no link to import.", "Select links, or choose another file.");
  const list = { accountId, name, url: null, format, schedule, tags, createdMs: clock.now() };
  const id = await storeList(context, list, wanted, (tx, listId) => {
    const added = addGeneralRules(tx, rules, clock.now());
    if (added !== null) saveAddedByList(tx, listId, { added, removedId: null });
  });
  effects.wakeWorker("lists");
  return { id, items: wanted.length, skipped: [...skipped] };
}
