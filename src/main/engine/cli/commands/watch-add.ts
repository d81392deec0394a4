import { setTimeout as delay } from "node:timers/promises";
import { maxLinksPerCall } from "../../../../shared/app/limits.js";
import type { LinkOptions, LinkQuestion } from "../../../../shared/app/links.js";
import type { AddLinkResult, PageChoice } from "../../../../shared/app/pages.js";
import { chunk } from "../../../../shared/arrays.js";
import { assertNever } from "../../../../shared/assert-never.js";
import type { Cadence } from "../../../../shared/contract/schedule.js";
import { linkOf } from "../../../../shared/links-in.js";
import { MINUTE_MS } from "../../../../shared/time.js";
import { linksById, renewLinks, type StoredLink } from "../../db/intake/link.js";
import { offerByPublicId } from "../../db/prices/offer.js";
import { write } from "../../db/store.js";
import { fromAvailabilityCode } from "../../domain/price-point.js";
import { blocks } from "../../extract/blocks.js";
import { findKnownLink } from "../../operations/intake/known-link.js";
import { statedPrice } from "../../operations/products/best-offer.js";
import { watchedRows } from "../../operations/watch/list.js";
import { CommandError } from "../environment.js";
import { readInput } from "../input.js";
import { type Interruption, untilInterrupted } from "../interruption.js";
import { type Columns, formatPrice, type OutputOptions, printResults } from "../output.js";
import { allowHosts, type Owner, withHostHint, withOwner } from "../owner.js";
import { Progress, pollMs } from "../progress.js";
import { needsWindow } from "./check.js";

export interface AddOptions extends OutputOptions {
  /** `daily` unless the product is watched already. */
  readonly every?: Cadence;
  readonly target?: number;
  readonly tag: readonly string[];
  readonly allowHost: readonly string[];
  /** The candidate to select on an ambiguous page. */
  readonly price?: number;
  /** Words of the products that count on a page that lists several. */
  readonly cheapest?: string;
  /** Used for a page that does not state its currency. */
  readonly currency?: string;
  /** Reads archived copies of what was added. */
  readonly history?: boolean;
}

type Unread = Extract<AddLinkResult, { outcome: "unread" }>;

/** A price of an ambiguous page, as `extract` prints it. */
type Candidate = Omit<PageChoice, "pick" | "variant" | "place"> & {
  readonly variant?: string;
  readonly from: string;
  readonly place?: NonNullable<PageChoice["place"]>;
};

type AddResult =
  | {
      readonly link: string;
      readonly status: "watching";
      readonly product_key: string;
      readonly title: string;
      /** Null while its page shows none, because it is sold out. */
      readonly price: number | null;
      readonly currency: string | null;
      readonly availability: "in" | "out" | null;
      readonly every: Cadence;
      readonly target: number | null;
      /** What it could not get; null if nothing. */
      readonly reason: string | null;
    }
  | {
      readonly link: string;
      readonly status: "ambiguous";
      readonly title: string;
      readonly reason: string;
      readonly candidates: readonly Candidate[];
    }
  | {
      readonly link: string;
      readonly status: "blocked" | "nothing" | "failed";
      /** What the page calls its product, if it shows that. */
      readonly title?: string;
      readonly reason: string;
    };

/** The answer to the page's question as the command's options say it; `null` if they do not. */
export function answerQuestion(
  before: LinkOptions,
  question: LinkQuestion,
  price: number | undefined,
): LinkOptions | null {
  if (question.outcome === "size" && before.other_size === undefined) return { other_size: "separate" };
  if (question.outcome === "unread" && question.cause === "out-of-stock" && !before.alerts_on_return)
    return { alerts_on_return: true };
  if (question.outcome !== "choose" || before.pick !== undefined) return null;
  const choice = question.choices.find((each) => each.price === price);
  return choice === undefined ? null : { pick: choice.pick };
}

function toCandidate({ pick: { from }, variant, place, ...amount }: PageChoice): Candidate {
  return { ...amount, ...(variant === null ? {} : { variant }), from, ...(place === null ? {} : { place }) };
}

/** What to do with a page that looks like a list of products; null for others. */
function listAdvice({ list }: Pick<Unread, "list">): string | null {
  if (list === undefined) return null;
  return `It seems to list ${list.items} products. To watch the cheapest, repeat the link with --cheapest and words of its title.`;
}

const nothingCauses = new Set(["no-product", "old-recipe", "lost-click", "out-of-stock"]);

function describeUnread(link: string, result: Unread): AddResult {
  const { cause, reason, advice, title, is_rendered: isRendered } = result;
  const sentences = [reason, advice, listAdvice(result)];
  const named = { link, ...(title === null ? {} : { title }) };
  if (cause !== null && Object.hasOwn(blocks, cause))
    return { ...named, status: "blocked", reason: sentences.filter(Boolean).join(" ") };
  const isNothing = cause !== null && nothingCauses.has(cause);
  if (isNothing && !isRendered && result.list === undefined) sentences.push(needsWindow);
  return { ...named, status: isNothing ? "nothing" : "failed", reason: sentences.filter(Boolean).join(" ") };
}

function failed(link: string, reason: string): AddResult {
  return { link, status: "failed", reason };
}

/** The result of a link with a question. */
export function describeRefusal(
  link: string,
  result: LinkQuestion,
  { reason = null, price }: { readonly reason?: string | null; readonly price?: number | undefined } = {},
): AddResult {
  switch (result.outcome) {
    case "choose": {
      const found = price === undefined ? "The page has several prices." : `None of its prices is ${price}.`;
      const repeat = "Repeat the link with --price and one of them.";
      const { title, choices } = result;
      const candidates = choices.map(toCandidate);
      const sentences = [found, repeat, listAdvice(result)].filter(Boolean).join(" ");
      return { link, status: "ambiguous", title, reason: sentences, candidates };
    }
    case "currency": {
      const codes = result.possible.length === 0 ? "its code" : result.possible.slice(0, 3).join(" or ");
      const amount = formatPrice(result.price, result.sign);
      return failed(
        link,
        `The page says ${amount}, but not in which currency. Repeat the link with --currency ${codes}.`,
      );
    }
    case "unread":
      return describeUnread(link, result);
    case "private":
    case "unknown":
    case "target":
    case "size":
      return failed(link, withHostHint(reason ?? ""));
    default:
      return assertNever(result);
  }
}

/** The price of the link's page, or the best one of a product that is known otherwise. */
async function describeWatched(
  { context }: Owner,
  link: string,
  { result, productKey, url, reason }: StoredLink,
): Promise<AddResult> {
  const { db } = context;
  const removed = () => failed(link, "The product was removed in the meantime.");
  if (productKey === null) return removed();
  const [row] = (await watchedRows(context, { product_keys: [productKey] })).rows;
  if (row === undefined) return removed();
  const offerId = result?.page?.offer_id ?? (url === null ? null : findKnownLink(db, url)?.offerId);
  const offer = offerId == null ? undefined : offerByPublicId(db, offerId);
  return {
    link,
    status: "watching",
    product_key: productKey,
    title: result?.title ?? row.title,
    ...(offer === undefined
      ? { price: row.best?.price ?? null, currency: row.best?.currency ?? null }
      : statedPrice(offer)),
    availability: offer === undefined ? null : fromAvailabilityCode(offer.availability),
    every: row.schedule,
    target: row.target?.price ?? null,
    reason,
  };
}

function toOptions({ every, target, tag, cheapest, currency }: AddOptions): LinkOptions {
  return {
    schedule: every,
    target: target === undefined ? undefined : { price: target, currency: null },
    tags: tag.length === 0 ? undefined : [...tag],
    listing: cheapest === undefined ? undefined : { words: cheapest },
    currency,
  };
}

async function storeLinks(
  { call }: Owner,
  links: readonly string[],
  options: LinkOptions,
): Promise<OpenLinks> {
  const stored: OpenLinks = new Map();
  for (const part of chunk(links, maxLinksPerCall)) {
    const added = await call("links.add", { links: part.map((text) => ({ text, options })) });
    for (const [i, { id }] of added.links.entries())
      stored.set(id, [...(stored.get(id) ?? []), part[i] ?? ""]);
  }
  return stored;
}

const isSettled = ({ state, question }: StoredLink) => state !== "waiting" || question !== null;

/** How long to wait for the next link. */
const maxWaitMs = 2 * MINUTE_MS;
/** How often the links that are waited for are renewed. */
const renewalMs = 20_000;

/** Why a link is given up that is not settled. */
function describeWaiting({ dueMs }: StoredLink, isInterrupted: boolean, nowMs: number): string {
  if (isInterrupted) return "The command was interrupted before it was added.";
  if (dueMs <= nowMs) return "It was not read within two minutes. Repeat the link.";
  const time = new Date(dueMs).toISOString();
  return `Visits to its shop are paused until ${time}. Repeat the link then.`;
}

/** The links that are not settled yet, by the ids of their rows: two may lead to the same page. */
type OpenLinks = Map<number, string[]>;

function readOpen({ context }: Owner, open: OpenLinks): StoredLink[] {
  return linksById(context.db, context.accountId, [...open.keys()]);
}

async function resultOf(
  owner: Owner,
  text: string,
  link: StoredLink,
  price: number | undefined,
): Promise<AddResult> {
  const { question, productKey, reason } = link;
  if (question !== null) return describeRefusal(text, question, { reason, price });
  return productKey === null ? failed(text, reason ?? "") : describeWatched(owner, text, link);
}

/** Answers questions as the command says, and yields the other links that are settled; returns whether it has answered. */
async function* takeSettled(
  owner: Owner,
  open: OpenLinks,
  price: number | undefined,
): AsyncGenerator<AddResult, boolean> {
  let hasAnswered = false;
  for (const link of readOpen(owner, open).filter(isSettled)) {
    const answer = link.question && answerQuestion(link.options, link.question, price);
    if (answer !== null) {
      await owner.call("links.answer", { ids: [link.id], options: answer });
      hasAnswered = true;
      continue;
    }
    const texts = open.get(link.id) ?? [];
    open.delete(link.id);
    for (const text of texts) yield await resultOf(owner, text, link, price);
  }
  return hasAnswered;
}

/** Returns a function that says whether to go on waiting, and renews the open links: a killed command no longer does. */
function createWait({ context }: Owner, open: OpenLinks): () => boolean {
  let settledMs = performance.now();
  let renewedMs = settledMs;
  let count = open.size;
  return () => {
    const nowMs = performance.now();
    if (open.size !== count) settledMs = nowMs;
    count = open.size;
    if (nowMs - renewedMs >= renewalMs) {
      write(context.db, (tx) => renewLinks(tx, [...open.keys()], context.clock.now()));
      renewedMs = nowMs;
    }
    return nowMs - settledMs < maxWaitMs;
  };
}

/** Yields the links as they are settled, until the rest would take too long or the user interrupts. */
export async function* settleLinks(
  owner: Owner,
  open: OpenLinks,
  price: number | undefined,
  interruption: Interruption,
  report: () => void,
): AsyncGenerator<AddResult> {
  const work = () => owner.workOnLinks([...open.keys()]);
  const interrupted = interruption.reached.then(() => false);
  const mayWait = createWait(owner, open);
  for (let current = work(); open.size > 0; ) {
    const isMore = await Promise.race([current, interrupted, delay(pollMs, null, { ref: false })]);
    const hasAnswered = yield* takeSettled(owner, open, price);
    report();
    if (interruption.isOver() || !mayWait() || (isMore === false && !hasAnswered)) break;
    if (isMore !== null) current = work();
  }
  yield* giveUp(owner, open, interruption.isOver());
}

function* giveUp(owner: Owner, open: OpenLinks, isInterrupted: boolean): Generator<AddResult> {
  const stored = new Map(readOpen(owner, open).map((link) => [link.id, link]));
  for (const [id, texts] of open) {
    const link = stored.get(id);
    const reason =
      link === undefined
        ? "Another command has added it with other options."
        : describeWaiting(link, isInterrupted, owner.context.clock.now());
    for (const text of texts) yield failed(text, reason);
  }
}

/** Adds links, and yields each as soon as it is settled. Those that are not settled soon, or ask, leave nothing behind. */
async function* addLinks(
  owner: Owner,
  links: readonly string[],
  options: AddOptions,
  report: () => void,
): AsyncGenerator<AddResult> {
  const valid = links.filter((link) => linkOf(link) !== null && link.length <= 4_096);
  for (const link of links)
    if (!valid.includes(link)) yield failed(link, "It is not an http(s) URL of at most 4096 characters.");
  const interruption = untilInterrupted();
  const open = await storeLinks(owner, valid, toOptions(options));
  const rows = [...open.keys()];
  try {
    yield* settleLinks(owner, open, options.price, interruption, report);
  } finally {
    // Only those that are not watched still wait or ask.
    for (const ids of chunk(rows, maxLinksPerCall)) await owner.call("links.dismiss", { ids });
    interruption.end();
  }
}

const maxLinks = 1_000;
async function readLinks(): Promise<string[]> {
  const lines = (await readInput()).split("\n");
  return lines.map((line) => line.trim()).filter((line) => line !== "");
}

/** The links in order, with those on stdin in place of `-`. */
async function expandLinks(links: readonly string[]): Promise<string[]> {
  const fromInput = links.includes("-") ? await readLinks() : [];
  const all = [...new Set(links.flatMap((link) => (link === "-" ? fromInput : [link])))];
  if (all.length === 0) throw new CommandError("stdin holds no links. Write one on each line.");
  if (all.length > maxLinks)
    throw new CommandError(`These are ${all.length} links; at most ${maxLinks} are added at a time.`);
  return all;
}

function formatCandidate({ price, currency, sign, variant, place }: Candidate): string {
  const words = variant ?? place?.words;
  const amount = formatPrice(price, currency ?? sign);
  return words == null ? amount : `${amount} ${words}`;
}

const columns: Columns<AddResult> = {
  status: ({ status }) => status,
  price: (result) => (result.status === "watching" ? formatPrice(result.price, result.currency) : ""),
  product: (result) => (result.status === "watching" ? result.product_key : result.link),
  title: (result) => {
    const found = [result.title, result.reason].filter((text) => text != null).join(": ");
    if (result.status !== "ambiguous") return found;
    return `${found} (${result.candidates.map(formatCandidate).join(", ")})`;
  },
};

/** Adds links, and prints each as soon as it is settled. */
export async function addCommand(given: readonly string[], options: AddOptions): Promise<void> {
  const links = await expandLinks(given);
  let failures = 0;
  let historyProblem: string | null = null;
  const added: string[] = [];
  await withOwner(options, async (owner) => {
    await allowHosts(owner, options.allowHost);
    const progress = new Progress("links");
    const report = () => progress.update(added.length + failures, links.length);
    const results = async function* () {
      for await (const result of addLinks(owner, links, options, report)) {
        if (result.status === "watching") added.push(result.product_key);
        else failures++;
        yield result;
      }
    };
    await printResults(results(), columns, { ...options, progress });
    if (options.history !== true || added.length === 0) return;
    const { fetchHistories } = await import("./history.js");
    historyProblem = await fetchHistories(owner, added, options);
  });
  if (failures > 0)
    throw new CommandError(
      `${failures} of ${links.length} links ${failures === 1 ? "was" : "were"} not added.`,
    );
  if (historyProblem !== null) throw new CommandError(historyProblem);
}
