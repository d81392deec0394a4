import { promisify } from "node:util";
import { deflateRaw } from "node:zlib";
import type { Link, LinkOptions } from "../../../../shared/app/links.js";
import type { ListEntryState } from "../../../../shared/app/lists.js";
import type { AppOutput, AppRequest } from "../../../../shared/app/operations.js";
import { linkOf } from "../../../../shared/links-in.js";
import { insertAct } from "../../db/acts/act.js";
import {
  countOpenLinks,
  deleteLink,
  dismissLinks,
  insertLink,
  isWindow,
  linksAskingCurrency,
  linksById,
  type NewLink,
  nextDueMs,
  openLink,
  reopenLink,
  type StoredLink,
  savePage,
  saveQuestion,
  shownLinks,
} from "../../db/intake/link.js";
import { type ReadDb, type WriteDb, writeDurably } from "../../db/store.js";
import { isoOrNull } from "../../domain/clock.js";
import { normaliseProductUrl } from "../../domain/product-url.js";
import type { ActingContext } from "../acts/perform-act.js";
import { addLinkByHand } from "../pages/add-link.js";
import type { AsyncOperation, Operation } from "../request/context.js";
import { refuse } from "../request/contract-error.js";
import { settleAdded, UnansweredError } from "./settle.js";

/** Since when pages are being read, by the ids of their links. */
export type Reading = Map<number, number>;

export interface IntakeContext extends ActingContext {
  readonly reading: Reading;
}

/** As many links without an answer as the window shows. */
const maxShown = 500;

const deflate = promisify(deflateRaw);

function toLink(link: StoredLink, reading: Reading): Link {
  const { id, text, url, state, reason, options, question, result } = link;
  const isWaiting = state === "waiting";
  return {
    id,
    text,
    url,
    state,
    reason,
    options,
    question,
    result,
    product_key: link.productKey,
    // A shop that was not reached is tried again in the background.
    reading_since: isWaiting && question === null ? isoOrNull(reading.get(id) ?? null) : null,
    due_at: isWaiting ? new Date(link.dueMs).toISOString() : null,
    is_requested: link.isRequested,
    act_id: link.actId,
    created_at: new Date(link.createdMs).toISOString(),
  };
}

function toLinks({ reading }: Pick<IntakeContext, "reading">, links: readonly StoredLink[]) {
  return { links: links.map((link) => toLink(link, reading)) };
}

type NewEntry = AppRequest<"links.add">["links"][number];

function toNewLink(
  { text, options, html }: NewEntry,
  request: Omit<NewLink, keyof NewEntry | "url" | "key" | "host">,
) {
  const url = linkOf(text);
  const isVisited = url !== null && html === undefined;
  return {
    ...request,
    text,
    options,
    url,
    key: (url === null ? null : normaliseProductUrl(url)) ?? text,
    host: isVisited ? new URL(url).host : "",
  };
}

/** Stores a link. One that waits for the same already stays; one with a question is replaced. */
function storeLink(tx: WriteDb, link: NewLink, page: Buffer | null): number {
  const known = openLink(tx, link);
  if (known?.state === "waiting" && known.question === null && page === null && isSame(known, link))
    return known.id;
  if (known !== undefined) deleteLink(tx, known.id);
  const id = insertLink(tx, link);
  if (id === null) throw new Error("A link of no list cannot be there already.");
  if (page !== null) savePage(tx, id, page);
  return id;
}

function isSame(known: StoredLink, { options }: NewLink): boolean {
  return known.optionsText === JSON.stringify(options);
}

/** Stores links durably; a background worker then adds them. Throws `ContractError`. */
export const addLinks: AsyncOperation<"links.add", IntakeContext> = async (
  context,
  { links, is_urgent: isUrgent },
) => {
  const { db, accountId, client, clock, effects } = context;
  const pages = await Promise.all(links.map(async ({ html }) => (html === undefined ? null : deflate(html))));
  const nowMs = clock.now();
  if (isWindow(client) && countOpenLinks(db, accountId) + links.length > maxShown)
    throw refuse("tooManyLinks");
  const added = writeDurably(db, (tx) => {
    const subject = { title: null, count: links.length };
    const requestId =
      links.length === 1 ? null : insertAct(tx, { accountId, client, kind: "links.add", subject, nowMs });
    const common = { accountId, client, isUrgent, requestId, nowMs, state: "waiting", listId: null } as const;
    const none = { title: null, price: null, currency: null, history: null, product: null };
    const ids = links.map((link, i) =>
      storeLink(tx, toNewLink(link, { ...common, ...none }), pages[i] ?? null),
    );
    const byId = new Map(linksById(tx, accountId, ids).map((link) => [link.id, link]));
    return { requestId, links: ids.flatMap((id) => byId.get(id) ?? []) };
  });
  effects.wakeWorker("links");
  return { ...toLinks(context, added.links), act_id: added.requestId };
};

export function listLinks(context: IntakeContext): AppOutput<"links.list"> {
  return toLinks(context, shownLinks(context.db, context.accountId, maxShown));
}

const pollMs = 20;

export const waitForLinks: AsyncOperation<"links.wait", IntakeContext> = async (
  context,
  { ids, timeout_ms: timeoutMs },
) => {
  const { db, accountId, clock } = context;
  const endMs = performance.now() + timeoutMs;
  for (;;) {
    const links = linksById(db, accountId, ids);
    const dueMs = nextDueMs(
      db,
      links.map(({ id }) => id),
    );
    const isUnderWay = dueMs !== null && dueMs <= clock.now();
    if (!isUnderWay || performance.now() >= endMs) return toLinks(context, links);
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
};

const answerable: readonly ListEntryState[] = ["waiting", "question", "failed"];

/** `into: null` takes an earlier answer back. */
function merge(before: LinkOptions, { into, ...answers }: LinkOptions): LinkOptions {
  const { into: earlier, ...others } = before;
  const joined = into === undefined ? earlier : into;
  return { ...others, ...answers, ...(joined == null ? {} : { into: joined }) };
}

function signOf({ question }: StoredLink): string | null | undefined {
  return question?.outcome === "currency" ? question.sign : undefined;
}

/** The other links of the same shops that ask for the currency of the same sign: one answer holds for all. */
function askingTheSame(db: ReadDb, answered: readonly StoredLink[]): StoredLink[] {
  const ids = new Set(answered.map(({ id }) => id));
  const asking = answered.filter((link) => signOf(link) !== undefined);
  const oneOfEach = new Map(asking.map((link) => [`${link.host} ${signOf(link)}`, link]));
  return [...oneOfEach.values()].flatMap((link) =>
    linksAskingCurrency(db, link).filter((other) => signOf(other) === signOf(link) && !ids.has(other.id)),
  );
}

export const answerLinks: Operation<"links.answer", IntakeContext> = (context, { ids, options }) => {
  const { db, accountId, clock, effects } = context;
  const { currency } = options;
  const nowMs = clock.now();
  const links = writeDurably(db, (tx) => {
    const open = linksById(tx, accountId, ids).filter(({ state }) => answerable.includes(state));
    const others = currency === undefined ? [] : askingTheSame(tx, open);
    for (const link of others)
      reopenLink(tx, link.id, { options: { ...link.options, currency }, isUrgent: false, nowMs });
    for (const link of open)
      reopenLink(tx, link.id, { options: merge(link.options, options), isUrgent: true, nowMs });
    return linksById(tx, accountId, ids);
  });
  effects.wakeWorker("links");
  return toLinks(context, links);
};

function requireLink(db: ReadDb, accountId: number, id: number): StoredLink {
  const [link] = linksById(db, accountId, [id]);
  if (link === undefined) throw refuse("linkGone");
  return link;
}

/** Adds a page by hand, and watches it. Throws `ContractError`. */
export const enterLink: Operation<"links.enter", IntakeContext> = (
  context,
  { id, title, price, currency },
) => {
  const { db, accountId, effects } = context;
  const link = requireLink(db, accountId, id);
  const { url, options } = link;
  if (url === null) throw refuse("noLink");
  if (!answerable.includes(link.state)) throw refuse("linkAdded");
  const into = options.into ?? undefined;
  const isInStock = link.question?.outcome !== "unread" || link.question.cause !== "out-of-stock";
  const asked = isInStock ? link : { ...link, options: { ...options, alerts_on_return: true } };
  const saving = settleAdded(asked, { isByHand: true });
  try {
    addLinkByHand(context, { url, title, price, currency, isInStock, into, saving });
  } catch (error) {
    if (!(error instanceof UnansweredError)) throw error;
    const { question, message: reason } = error;
    writeDurably(db, (tx) => saveQuestion(tx, id, { state: "question", question, reason, options }));
  }
  effects.wakeWorker("schedules");
  effects.wakeWorker("links");
  return toLink(requireLink(db, accountId, id), context.reading);
};

export const dismiss: Operation<"links.dismiss", IntakeContext> = (
  { db, accountId, clock, effects },
  { ids, is_dismissed: isDismissed },
) => {
  const dismissedMs = isDismissed ? clock.now() : null;
  const changed = writeDurably(db, (tx) => dismissLinks(tx, accountId, ids, dismissedMs));
  effects.wakeWorker("links");
  return { changed };
};
