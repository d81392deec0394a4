import type { SkippedLine } from "../../../../shared/app/lists.js";
import type { AppOutput, AppRequest } from "../../../../shared/app/operations.js";
import { currencyCode } from "../../../../shared/app/primitives.js";
import type { Cadence } from "../../../../shared/contract/schedule.js";
import { insertAct, recordAct } from "../../db/acts/act.js";
import { insertLink, type NewLink } from "../../db/intake/link.js";
import { completeList, insertList, type NewList } from "../../db/intake/link-list.js";
import { productById } from "../../db/products/product.js";
import { type WriteDb, write, writeDurably } from "../../db/store.js";
import { localTimeZone } from "../../domain/clock.js";
import { normaliseProductUrl } from "../../domain/product-url.js";
import { skippedLine } from "../../sources/lists/parsed-list.js";
import type { ActingContext } from "../acts/perform-act.js";
import { maxRulesPerProduct } from "../alerts/rules.js";
import { findKnownLink } from "../intake/known-link.js";
import type { AsyncOperation } from "../request/context.js";
import { invalidParams, refuse } from "../request/contract-error.js";
import { createYielder, yieldToEventLoop } from "../request/task-control.js";
import { addGeneralRules, findWatchedProduct } from "./add-product.js";
import type { FileItem, ListFile, ListFileReader } from "./read-file.js";

type ListContext = ActingContext & { readonly readListFile: ListFileReader };

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

export const previewList: AsyncOperation<"lists.preview", ListContext> = async (context, request) => {
  const { format, name, items, repeated, skipped, needsPageUrl } = await readFile(context, request);
  const yieldIfDue = createYielder();
  const previewed: AppOutput<"lists.preview">["items"] = [];
  for (const item of items) {
    await yieldIfDue();
    const product_key = knownKey(context, item);
    const { history: _history, product: _product, ...shown } = item;
    previewed.push({ ...shown, is_known: product_key !== null, product_key });
  }
  return { format, name, items: previewed, repeated, skipped: [...skipped], needs_page_url: needsPageUrl };
};

/** What the links of a list have in common. */
type ListLinks = Pick<NewLink, "accountId" | "client" | "state" | "nowMs"> & {
  readonly listId: number;
  readonly schedule: Cadence;
  readonly tags: readonly string[];
};

/** A list's link, or a watch list file's product, which needs no visit and so has no host. */
export function toNewLink(
  item: Omit<FileItem, "points" | "is_suggested">,
  { schedule, tags, ...list }: ListLinks,
): NewLink {
  const { url, title, price, currency, target, other_target, target_currency, history, product, line } = item;
  const options = {
    schedule,
    tags: [...new Set([...tags, ...item.tags])],
    ...(currency !== null && currencyCode.safeParse(currency).success ? { currency } : {}),
    ...(target !== null && {
      target: {
        price: target,
        currency: target_currency,
        ...(other_target !== null && { other_price: other_target }),
      },
    }),
  };
  return {
    ...list,
    text: url,
    url,
    title,
    price,
    currency,
    options,
    product,
    isUrgent: false,
    requestId: null,
    key: product === null ? (normaliseProductUrl(url) ?? url) : `product ${line}`,
    host: product === null ? new URL(url).host : "",
    history: history.length === 0 ? null : JSON.stringify(history),
  };
}

/** Inserts as many links as fit into a time slice, in one transaction; returns the rest. */
function fillSlice(
  { db, clock }: ListContext,
  links: Omit<ListLinks, "nowMs">,
  items: readonly FileItem[],
): readonly FileItem[] {
  const endMs = performance.now() + sliceMs;
  const done = write(db, (tx) => {
    let count = 0;
    for (const item of items) {
      insertLink(tx, toNewLink(item, { ...links, nowMs: clock.now() }));
      count++;
      if (performance.now() >= endMs) break;
    }
    return count;
  });
  return items.slice(done);
}

/** Stores a new list with its links in slices. It exists only once it is complete and on disk. */
async function storeList(
  context: ListContext,
  list: NewList & Pick<ListLinks, "schedule" | "tags">,
  items: readonly FileItem[],
  finish: (tx: WriteDb, listId: number) => number,
): Promise<number> {
  const { db, client } = context;
  const { accountId, schedule, tags } = list;
  // A short file has just been parsed in one turn.
  await yieldToEventLoop();
  const listId = write(db, (tx) => insertList(tx, list));
  const links = { listId, accountId, client, schedule, tags, state: "waiting" } as const;
  for (let rest = items; rest.length > 0; ) {
    rest = fillSlice(context, links, rest);
    await yieldToEventLoop();
  }
  writeDurably(db, (tx) => completeList(tx, listId, finish(tx, listId)));
  return listId;
}

/** Stores the items of a file, which the background worker then adds. Throws `ContractError`. */
export const importList: AsyncOperation<"lists.import", ListContext> = async (
  context,
  { urls, schedule, tags, ...file },
) => {
  const { accountId, client, clock, effects } = context;
  const { format, name, items, skipped, rules, needsPageUrl } = await readFile(context, file);
  const selected = urls === undefined ? null : new Set(urls);
  const wanted = items.filter((item) => selected?.has(item.url) ?? item.is_suggested);
  if (items.length === 0 && needsPageUrl)
    throw invalidParams(
      "The links lack their shop's address.",
      "Name the page or shop that they are from: page_url, or --page-url on the command line.",
    );
  if (wanted.length === 0 && rules.length === 0)
    throw urls === undefined && items.length > 0 ? refuse("noProductLinks") : refuse("nothingToImport");
  const list = { accountId, name, url: null, format, schedule, tags, createdMs: clock.now() };
  const beyond: SkippedLine[] = [];
  const id = await storeList(context, list, wanted, (tx) => {
    const nowMs = clock.now();
    const subject = { title: name, count: wanted.length };
    const act = { accountId, client, kind: "lists.import", subject, nowMs } as const;
    const { result: areTooMany, actId } = recordAct(tx, act, () => addGeneralRules(tx, rules, nowMs));
    if (areTooMany) beyond.push(skippedLine(0, "", "more rules", String(maxRulesPerProduct)));
    return actId ?? insertAct(tx, act);
  });
  effects.wakeWorker("links");
  return { id, items: wanted.length, skipped: [...skipped, ...beyond] };
};
