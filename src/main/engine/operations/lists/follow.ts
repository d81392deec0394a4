import type { ListItem } from "../../../../shared/app/lists.js";
import { DAY_MS } from "../../../../shared/time.js";
import { insertLink, linkKeys, markGone, refreshLink } from "../../db/intake/link.js";
import {
  completeList,
  insertList,
  listById,
  listsOfAccount,
  type StoredList,
  saveListCheck,
} from "../../db/intake/link-list.js";
import { type WriteDb, write, writeDurably } from "../../db/store.js";
import { normaliseProductUrl, withoutFragment } from "../../domain/product-url.js";
import { formatMinutes } from "../../sources/page/source.js";
import type { PageVisitor } from "../../sources/page/visitor.js";
import { findKnownLink } from "../intake/known-link.js";
import { storedShopWays } from "../pages/shops.js";
import type { AsyncOperation, RequestContext } from "../request/context.js";
import { invalidParams, refuse } from "../request/contract-error.js";
import { toNewLink } from "./import-list.js";
import { requireList, toLinkList } from "./lists.js";

export interface FollowContext extends RequestContext {
  readonly accountId: number;
  readonly visitor: PageVisitor;
}

interface ReadOptions {
  /** Whether the user waits. */
  readonly isUrgent: boolean;
  /** Ends the reading; the page then counts as not read. */
  readonly stopping?: AbortSignal;
}

type PageLinks =
  | { readonly kind: "read"; readonly name: string | null; readonly items: readonly ListItem[] }
  | { readonly kind: "failed"; readonly outcome: string; readonly reason: string };

const checkMs = DAY_MS;
const maxWaitMs = 30_000;
const timeoutMs = 55_000;

/** Fetches a page of links, the way in which its shop's pages are usually fetched. */
async function readPageOfLinks(
  { db, clock, visitor }: FollowContext,
  url: string,
  { isUrgent, stopping }: ReadOptions,
): Promise<PageLinks> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = stopping === undefined ? timeout : AbortSignal.any([timeout, stopping]);
  const isRendered = visitor.canRender && storedShopWays(db, clock).find(url)?.isRendered === true;
  const visited = await visitor.visit(url, { maxWaitMs, signal, isUrgent, isRendered });
  if (visited.kind === "paused") {
    const reason = `Visits to ${new URL(url).host} are paused for another ${formatMinutes(visited.waitMs)}.`;
    return { kind: "failed", outcome: "paused", reason };
  }
  const { result: outcome } = visited;
  const reading = await visitor.reader.readPage({ url, outcome });
  if (reading.kind === "failed") return { kind: "failed", outcome: reading.outcome, reason: reading.detail };
  if (reading.kind === "unchanged" || outcome.kind !== "page")
    return { kind: "failed", outcome: "network", reason: "The shop sent no page." };
  const { status, reason } = reading.extraction;
  if (status === "blocked")
    return { kind: "failed", outcome: "blocked", reason: reason ?? "The shop refuses to show the page." };
  const { name, items } = await visitor.reader.readLinks(outcome.html, outcome.url);
  if (items.some((item) => item.is_suggested)) return { kind: "read", name, items };
  return { kind: "failed", outcome: "no links", reason: "The page shows no links to products." };
}

/** Offers what is new on the page, and marks what it no longer has. A page that was not read changes nothing. */
function saveReading(tx: WriteDb, list: StoredList, page: PageLinks, nowMs: number): void {
  const outcome = page.kind === "read" ? "ok" : page.outcome;
  const reason = page.kind === "read" ? null : page.reason;
  saveListCheck(tx, list.id, { checkedMs: nowMs, outcome, reason, dueMs: nowMs + checkMs });
  if (page.kind === "failed") return;
  const known = linkKeys(tx, list.id);
  const present = new Set<string>();
  for (const item of page.items) {
    const key = normaliseProductUrl(item.url) ?? item.url;
    const entry = known.get(key);
    present.add(key);
    if (entry !== undefined) refreshLink(tx, entry.id, item);
    else if (item.is_suggested) offer(tx, list, item, nowMs);
  }
  for (const [key, { id, isGone }] of known)
    if (isGone === present.has(key)) markGone(tx, id, isGone ? null : nowMs);
}

function offer(tx: WriteDb, list: StoredList, item: ListItem, nowMs: number): void {
  const state = findKnownLink(tx, item.url) === null ? "offered" : "known";
  const { id: listId, accountId } = list;
  const common = { listId, accountId, client: "window", state, tags: [], schedule: "daily", nowMs } as const;
  insertLink(tx, toNewLink({ ...item, history: [], product: null }, common));
}

/** Reads a followed page again; the result is its last check. */
export async function readFollowed(
  context: FollowContext,
  list: StoredList & { readonly url: string },
  options: ReadOptions,
): Promise<void> {
  const page = await readPageOfLinks(context, list.url, options);
  if (options.stopping?.aborted === true) return;
  write(context.db, (tx) => {
    const current = listById(tx, list.id);
    if (current !== undefined) saveReading(tx, current, page, context.clock.now());
  });
}

const urgent: ReadOptions = { isUrgent: true };

function findFollowed({ db, accountId }: FollowContext, url: string) {
  const key = normaliseProductUrl(url);
  return listsOfAccount(db, accountId).find(
    (list) => list.url !== null && normaliseProductUrl(list.url) === key,
  );
}

/** Follows a page of links; one that is followed already is read again. Throws `ContractError` if it cannot be read. */
export const followPage: AsyncOperation<"lists.follow", FollowContext> = async (
  context,
  { url: address, name },
) => {
  const { db, clock, accountId, effects } = context;
  const url = withoutFragment(address);
  const page = await readPageOfLinks(context, url.href, urgent);
  if (page.kind === "failed") throw cannotFollow(url, page);
  const nowMs = clock.now();
  const listName = name === undefined || name === "" ? (page.name ?? url.host) : name;
  const id = writeDurably(db, (tx) => {
    const known = findFollowed(context, url.href);
    const created = { accountId, name: listName, url: url.href, format: "page", createdMs: nowMs } as const;
    const listId = known?.id ?? insertList(tx, created);
    completeList(tx, listId, null);
    saveReading(tx, requireList(tx, listId), page, nowMs);
    return listId;
  });
  effects.wakeWorker("links");
  return { id, offered: toLinkList(db, requireList(db, id)).counts.offered };
};

function cannotFollow(url: URL, { outcome, reason }: Extract<PageLinks, { kind: "failed" }>) {
  if (outcome === "refused address") return refuse("hostNotPublic", url.host);
  return outcome === "no links" ? refuse("pageWithoutLinks") : refuse("pageUnread", outcome, reason);
}

/** Reads a followed page now. Throws `ContractError` only if it is none. */
export const checkFollowed: AsyncOperation<"lists.check", FollowContext> = async (context, { id }) => {
  const { url, ...list } = requireList(context.db, id);
  if (url === null)
    throw invalidParams("This list is an import, not a followed page.", "Import the file again.");
  await readFollowed(context, { ...list, url }, urgent);
  context.effects.wakeWorker("links");
  return toLinkList(context.db, requireList(context.db, id));
};
