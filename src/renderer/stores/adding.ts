import { create } from "zustand";
import type { AddLinkResult } from "../../shared/app/pages.js";
import type { CallError, OperationInput } from "../../shared/calls.js";
import { hasCommonWord } from "../../shared/common-word.js";
import { formatMoney, formatPlural } from "../lib/format.js";
import { linkOf } from "../lib/identifier.js";
import { askForPrice } from "../lib/pick-price.js";
import { areTellingOfReturn } from "../lib/rule-kinds.js";
import { texts } from "../lib/texts.js";
import { expireAnswers } from "./answers.js";
import { ask, callOnce } from "./call-engine.js";
import { go, visitNow } from "./navigation.js";
import { dismissTopic, forgetUndo, notify, notifyFailure } from "./notices.js";
import { addReturnRule } from "./rules.js";
import { refreshRows, useWatchList } from "./watch-list.js";
import { unwatch, watch } from "./watched.js";

/** The shopper's answers so far; each retry repeats them. */
export type AddAnswer = Omit<OperationInput<"links.add">, "url">;
export type AddQuestion = Exclude<AddLinkResult, { outcome: "added" | "paused" }>;
export type ByHand = Omit<OperationInput<"links.add_by_hand">, "url" | "into">;

interface PageOffer {
  readonly id: string;
  readonly pageTitle: string;
  readonly price: number;
  readonly currency: string;
  /** The page sells a pack of another size than the product. */
  readonly isOtherSize: boolean;
}

export interface Watched {
  readonly kind: "watched";
  readonly productKey: string;
  readonly title: string;
  /**
   * `known`, `watched`: the product already had this page. `joined`: the page became another shop of a known product.
   */
  readonly how: "new" | "joined" | "known" | "watched" | "byHand";
  /** The page's offer; null if the product was known by this link or number. */
  readonly offer: PageOffer | null;
  readonly wasWatched: boolean;
}

/** The link waits until then; `isRequested`: because its shop asked for it. */
interface Pause {
  readonly untilMs: number;
  readonly isRequested: boolean;
}

export type EntryState =
  | { readonly kind: "waiting"; readonly pause?: Pause }
  | { readonly kind: "reading"; readonly sinceMs: number }
  /** The page is open for the shopper to click the price. */
  | { readonly kind: "picking" }
  /** `figure`: the price that the shopper prefers to enter; may be empty. */
  | { readonly kind: "question"; readonly question: AddQuestion; readonly figure?: string }
  /** A number or name without a match on this computer. */
  | { readonly kind: "unknown" }
  | { readonly kind: "failed"; readonly error: CallError }
  | Watched;

/** What has been typed into the form for a price by hand. */
export interface Draft {
  readonly title: string;
  readonly price: string;
  readonly currency: string;
}

export interface Entry {
  readonly id: number;
  readonly text: string;
  /** Null for a barcode, an ASIN or a name. */
  readonly url: string | null;
  readonly said: AddAnswer;
  readonly state: EntryState;
  /** It stays while other pages are open, and across restarts. */
  readonly draft?: Draft;
  /** How often the shop answered that it gets too many requests. */
  readonly refusals?: number;
}

interface Adding {
  readonly entries: readonly Entry[];
  /** The first id of the latest request; links before it are from earlier ones. */
  readonly latestFrom: number;
  /** Whether the form for more links is open above them. */
  readonly isFormOpen: boolean;
  /** What stands in that form; it stays while other pages are open. */
  readonly draft: string;
}

/** The links that are or were being added. Adding continues while other pages are open. */
export const useAdding = create<Adding>(() => ({ entries: [], latestFrom: 0, isFormOpen: false, draft: "" }));

export const maxEntries = 500;
/** Of different shops: pages of one shop wait for each other in the engine, which limits the time of each call. */
const maxAtOnce = 6;
/** After more of them, waiting is no help: the shopper gets the other ways to the price. */
const maxRefusals = 3;
/** The shortest time until a paused link is tried again. */
const minPauseMs = 1_000;

let latestId = 0;

function entryOf(id: number): Entry | undefined {
  return useAdding.getState().entries.find((entry) => entry.id === id);
}

function change(id: number, update: Partial<Entry>): void {
  useAdding.setState(({ entries }) => ({
    entries: entries.map((entry) => (entry.id === id ? { ...entry, ...update } : entry)),
  }));
}

export function isUnderWay({ state }: Entry): boolean {
  return state.kind === "waiting" || state.kind === "reading";
}

/** The pause that a waiting link is in; null if it only waits for its turn. */
export function pauseOf({ state }: Entry): Pause | null {
  return (state.kind === "waiting" && state.pause) || null;
}

export function needsShopper({ state }: Entry): boolean {
  return ["question", "unknown", "failed"].includes(state.kind);
}

/** Adds and watches each line's product, and shows the progress. */
export function addAll(lines: readonly string[]): void {
  enter(lines, {});
  go({ view: "add" });
}

/** Adds a shop's page to a known product, on whose page the progress and any question are shown. */
export function addShop(productKey: string, url: string): void {
  enter([url], { into: productKey });
}

function enter(lines: readonly string[], said: AddAnswer): void {
  forgetUndo();
  const before = makeRoom(useAdding.getState().entries);
  // Pasting an open link again retries it.
  const kept = before.filter((entry) => !(needsShopper(entry) && lines.includes(entry.text)));
  const known = new Set(kept.map(({ text }) => text));
  // A shop that is added to a product is shown there.
  const latestFrom = said.into === undefined ? latestId + 1 : useAdding.getState().latestFrom;
  const added = [...new Set(lines)]
    .filter((text) => !known.has(text))
    .slice(0, maxEntries - kept.length)
    .map((text): Entry => ({ id: ++latestId, text, url: linkOf(text), said, state: { kind: "waiting" } }));
  // The latest request is on top.
  useAdding.setState({ entries: [...added, ...kept], latestFrom, isFormOpen: false });
  beginWaiting();
}

/** The links of the latest request, with all that need no answer, and those that are still open from earlier ones. */
export function byRequest({ entries, latestFrom }: Pick<Adding, "entries" | "latestFrom">) {
  const isLatest = (entry: Entry) => entry.id >= latestFrom || !needsShopper(entry);
  const latest = entries.filter(isLatest);
  return latest.length === 0
    ? { latest: entries, earlier: latest }
    : { latest, earlier: entries.filter((entry) => !isLatest(entry)) };
}

/** Drops finished links for the next list, but keeps those that wait for the shopper. */
function makeRoom(entries: readonly Entry[]): readonly Entry[] {
  return entries.some(isUnderWay) ? entries : entries.filter(needsShopper);
}

/** Restores links of an earlier window, and reads interrupted ones again. */
export function restoreEntries(stored: readonly Entry[]): void {
  useAdding.setState(({ entries }) => {
    const known = new Set(entries.map(({ text }) => text));
    const restored = stored
      .filter(({ text }) => !known.has(text))
      .map(
        (entry): Entry => ({
          ...entry,
          id: ++latestId,
          state: needsShopper(entry) ? entry.state : { kind: "waiting" },
        }),
      );
    return { entries: [...entries, ...restored].slice(0, maxEntries) };
  });
  beginWaiting();
}

/** Reads links again whose shops could not be reached. */
export function retryUnreached(): void {
  useAdding.setState(({ entries }) => ({
    entries: entries.map((entry) => (isUnreached(entry) ? { ...entry, state: { kind: "waiting" } } : entry)),
  }));
  beginWaiting();
}

function isUnreached({ state }: Entry): boolean {
  return unreadOf(state)?.cause === "network";
}

/** Removes a link that was not added. */
export function dropEntry(id: number): void {
  useAdding.setState(({ entries }) => ({ entries: entries.filter((entry) => entry.id !== id) }));
}

/** Removes those of the links that wait for the shopper; can be undone. */
export function dropOpen(links: readonly Entry[]): void {
  const { entries } = useAdding.getState();
  const { adding, common } = texts();
  const open = links.filter(needsShopper);
  useAdding.setState({ entries: entries.filter((entry) => !open.includes(entry)) });
  notify({
    topic: "dropped links",
    text: adding.droppedOpen(formatPlural("link", open.length)),
    action: {
      label: common.undo,
      isUndo: true,
      run: () => useAdding.setState((now) => ({ entries: [...now.entries, ...open].slice(0, maxEntries) })),
    },
  });
}

/** Opens the form for more links. */
export function openAddMany(): void {
  useAdding.setState(({ entries }) => ({ entries: makeRoom(entries), isFormOpen: true }));
  go({ view: "add" });
}

let wakeTimer: ReturnType<typeof setTimeout> | undefined;

/** Wakes when the first pause ends, because nothing else may happen until then. */
function wakeAfterPause(paused: readonly Entry[]): void {
  clearTimeout(wakeTimer);
  if (paused.length === 0) return;
  const untilMs = Math.min(...paused.map((entry) => pauseOf(entry)?.untilMs ?? 0));
  wakeTimer = setTimeout(beginWaiting, Math.max(0, untilMs - Date.now()));
}

function beginWaiting(): void {
  const { entries } = useAdding.getState();
  const nowMs = Date.now();
  const reading = entries.filter(({ state }) => state.kind === "reading");
  const paused = entries.filter((entry) => (pauseOf(entry)?.untilMs ?? 0) > nowMs);
  wakeAfterPause(paused);
  const busyShops = new Set([...reading, ...paused].map(shopOf));
  const next = entries
    .filter((entry) => entry.state.kind === "waiting" && !paused.includes(entry))
    // The shopper is looking at the link that was just answered.
    .toSorted((one, other) => Number(isAnswered(other)) - Number(isAnswered(one)))
    .filter((entry) => {
      const shop = shopOf(entry);
      if (shop === null) return true;
      const isFree = !busyShops.has(shop);
      busyShops.add(shop);
      return isFree;
    });
  for (const { id } of next.slice(0, Math.max(0, maxAtOnce - reading.length))) void begin(id);
}

function shopOf({ url }: Entry): string | null {
  return url === null ? null : new URL(url).host;
}

function isAnswered({ said }: Entry): boolean {
  return Object.keys(said).some((name) => name !== "into");
}

async function begin(id: number): Promise<void> {
  change(id, { state: { kind: "reading", sinceMs: Date.now() } });
  const entry = entryOf(id);
  if (entry === undefined) return;
  const state =
    (await findKnown(entry)) ?? (entry.url === null ? unknown : await read(entry.url, entry.said));
  const refusals = (entry.refusals ?? 0) + 1;
  if (isRefused(state) && refusals <= maxRefusals) {
    change(id, { refusals });
    return finish(id, { kind: "waiting" });
  }
  // A click that could not be found again is no answer.
  const { recipe: _lost, ...others } = entry.said;
  if (unreadOf(state) !== null) change(id, { said: others });
  finish(id, state);
}

/** Why a page could not be read; null if it could, or has not been tried. */
function unreadOf(state: EntryState) {
  return state.kind === "question" && state.question.outcome === "unread" ? state.question : null;
}

/** Whether the shop asked for fewer requests, so that a later one may succeed. */
function isRefused(state: EntryState): boolean {
  return unreadOf(state)?.cause === "rate-limit";
}

const unknown = { kind: "unknown" } as const;

function finish(id: number, state: EntryState): void {
  change(id, { state });
  const entry = entryOf(id);
  if (entry && state.kind === "watched" && state.how === "joined") void announceJoin(entry, state);
  beginWaiting();
  if (entry && !isShownAtProduct(entry) && !isJoined(entry)) announceEnd();
}

function isShownAtProduct({ said: { into } }: Entry): boolean {
  const visit = visitNow();
  return visit.view === "product" && visit.productKey === into;
}

/** Whether it has a notice of its own. */
function isJoined({ said, state }: Entry): boolean {
  return said.into !== undefined && state.kind === "watched";
}

/** Announces the new shop of a known product, with an undo in case of a wrong match. */
async function announceJoin(entry: Entry, { productKey, title, offer }: Watched): Promise<void> {
  if (entry.url === null || offer === null) return;
  const result = await ask("products.figures", { product_keys: [productKey] });
  const best = result.ok ? result.data.figures[0]?.best : null;
  const { adding, common } = texts();
  const host = new URL(entry.url).hostname;
  const joins = adding.joins(host, title);
  const more = best?.currency === offer.currency ? offer.price - best.price : null;
  const difference = more && more > 0 ? adding.dearer(formatMoney(more, offer.currency)) : "";
  const isLike = hasCommonWord(title, offer.pageTitle) && !offer.isOtherSize;
  const doubt = isLike ? "" : adding.otherTitle(offer.pageTitle);
  notify({
    topic: `joined ${productKey}`,
    text: [joins, difference, doubt].filter(Boolean).join(" "),
    action: {
      label: common.undo,
      isUndo: true,
      undone: adding.joinsNoMore(host, title),
      run: () => void takeBack([entryOf(entry.id) ?? entry]),
    },
  });
}

/** Finds a product that already has this page or number; null for a name, which may fit several. */
async function findKnown({ text, said }: Entry): Promise<EntryState | null> {
  if (Object.keys(said).length > 0) return null;
  const result = await ask("products.get", { ids: [text] });
  const product = result.ok ? result.data.data[0] : undefined;
  if (product === undefined || product.match?.by === "name") return null;
  return startWatching({ productKey: product.service, title: product.title, how: "known", offer: null });
}

async function read(url: string, said: AddAnswer): Promise<EntryState> {
  const result = await callOnce("links.add", { url, ...said });
  if (!result.ok) return { kind: "failed", error: result.error };
  const { data } = result;
  if (data.outcome === "added") return watchAdded(data);
  if (data.outcome !== "paused") return { kind: "question", question: data };
  const untilMs = Date.now() + Math.max(minPauseMs, data.wait_ms);
  return { kind: "waiting", pause: { untilMs, isRequested: data.is_requested } };
}

async function watchAdded(added: Extract<AddLinkResult, { outcome: "added" }>): Promise<EntryState> {
  const { product_key: productKey, title, price, currency, is_known_product: isKnown } = added;
  expireProducts([productKey]);
  return startWatching({
    productKey,
    title,
    how: isKnown ? "joined" : "new",
    offer: {
      id: added.offer_id,
      pageTitle: added.page_title,
      price,
      currency,
      isOtherSize: added.is_other_size,
    },
  });
}

async function startWatching(found: Omit<Watched, "kind" | "wasWatched">): Promise<EntryState> {
  const { items } = useWatchList.getState();
  const wasWatched = items.some(({ row }) => row.product_key === found.productKey);
  const change = { product_key: found.productKey, schedule: "daily", retailer: null } as const;
  const error = wasWatched ? null : await watch([change]);
  if (error) return { kind: "failed", error };
  const how = found.how === "known" && wasWatched ? "watched" : found.how;
  return { kind: "watched", ...found, how, wasWatched };
}

/** Expires failed look-ups, and reloads watched rows that may have a better price. */
function expireProducts(productKeys: readonly string[]): void {
  void refreshRows(productKeys);
  expireAnswers("products.get", "products.search", "products.figures", "products.spelling", "app.info");
  expireAnswers("offers.history", "app.statistics", "offers.foreign", "offers.terms", "products.similar");
}

export async function answer(id: number, answered: AddAnswer): Promise<void> {
  const entry = entryOf(id);
  // A second click of the same answer comes while the page is being read.
  if (entry === undefined || !(needsShopper(entry) || entry.state.kind === "picking")) return;
  change(id, { said: { ...entry.said, ...answered }, state: { kind: "waiting" }, refusals: 0 });
  const shop = shopOf(entry);
  const isShopBusy = useAdding
    .getState()
    .entries.some((each) => shop !== null && shopOf(each) === shop && each.state.kind === "reading");
  if (!isShopBusy) await begin(id);
}

/** Reads the links that waited for the shopper's consent to visit a host. */
export function visitAllowed(host: string): void {
  useAdding.setState(({ entries }) => ({
    entries: entries.map((entry) =>
      entry.state.kind === "question" &&
      entry.state.question.outcome === "private" &&
      entry.state.question.host === host
        ? { ...entry, state: { kind: "waiting" } }
        : entry,
    ),
  }));
  beginWaiting();
}

/** The links that ask which currency a sign stands for. */
function entriesAsking(sign: string | null): readonly Entry[] {
  return useAdding
    .getState()
    .entries.filter(
      ({ state }) =>
        state.kind === "question" && state.question.outcome === "currency" && state.question.sign === sign,
    );
}

const sameCurrency = "same currency";

/** Answers the question for a currency, and offers the answer for the others that ask the same. */
export async function sayCurrency(id: number, currency: string): Promise<void> {
  const entry = entryOf(id);
  if (entry?.state.kind !== "question" || entry.state.question.outcome !== "currency") return;
  const { sign } = entry.state.question;
  const done = answer(id, { currency });
  const others = entriesAsking(sign);
  const { adding } = texts();
  if (others.length === 0) dismissTopic(sameCurrency);
  else
    notify({
      topic: sameCurrency,
      text: adding.othersAsk(formatPlural("link", others.length)),
      action: {
        label: adding.sameForAll(currency),
        run: () => {
          for (const each of entriesAsking(sign)) void answer(each.id, { currency });
        },
      },
    });
  await done;
}

/** Opens the page for the shopper to click the price on it. */
export async function clickPrice(id: number): Promise<void> {
  const entry = entryOf(id);
  if (!entry?.url) return;
  change(id, { state: { kind: "picking" } });
  const recipe = await askForPrice(entry.url);
  if (recipe === null) return change(id, { state: entry.state });
  if ("code" in recipe) return change(id, { state: { kind: "failed", error: recipe } });
  if ("figure" in recipe) return change(id, { state: askByHand(entry, recipe.figure) });
  await answer(id, { recipe });
}

/** A page with several prices becomes one whose price cannot be read, because only that one can be entered. */
function askByHand({ url, state }: Entry, figure: string): EntryState {
  const question = state.kind === "question" ? state.question : null;
  if (question?.outcome === "unread") return { kind: "question", question, figure };
  const title = question?.outcome === "choose" ? question.title : null;
  const missing = { cause: "lost-click", reason: "", advice: null, is_rendered: false } as const;
  const host = new URL(url ?? "").host;
  return { kind: "question", question: { outcome: "unread", host, title, ...missing }, figure };
}

export function keepDraft(id: number, draft: Draft): void {
  change(id, { draft });
}

/**
 * Adds an unreadable page with the values that the shopper reads on it. A product that is out of stock reports when it
 * is back. Null on success.
 */
export async function addByHand(id: number, said: ByHand): Promise<CallError | null> {
  const entry = entryOf(id);
  if (!entry?.url) return null;
  const result = await callOnce("links.add_by_hand", { url: entry.url, into: entry.said.into, ...said });
  if (!result.ok) return result.error;
  forgetUndo();
  const state = await watchAdded(result.data);
  if (said.is_in_stock === false) await tellOfReturn(result.data.product_key);
  finish(id, state.kind === "watched" && state.how === "new" ? { ...state, how: "byHand" } : state);
  return null;
}

async function tellOfReturn(productKey: string): Promise<void> {
  const rules = await ask("rules.list", { product_key: productKey });
  if (rules.ok && areTellingOfReturn(rules.data.rules)) return;
  const error = await addReturnRule(productKey);
  if (error) notifyFailure(error);
}

/** Undoes an addition: removes a new product, splits a shop from a known one, or ends the watch. */
export async function takeBack(entries: readonly Entry[]): Promise<void> {
  for (const { id, state } of entries) {
    if (state.kind !== "watched") continue;
    const error = await takeBackOne(state);
    if (error) return notifyFailure(error);
    dropEntry(id);
  }
  expireProducts(entries.flatMap(({ state }) => (state.kind === "watched" ? [state.productKey] : [])));
}

async function takeBackOne({
  productKey,
  offer,
  how,
  wasWatched,
  title,
}: Watched): Promise<CallError | null> {
  if (how === "new" || how === "byHand") {
    const result = await callOnce("products.remove", { product_keys: [productKey] });
    return result.ok ? null : result.error;
  }
  if (how === "joined" && offer !== null) {
    const result = await callOnce("products.split", { product_key: productKey, offer_ids: [offer.id] });
    if (!result.ok) return result.error;
    const removed = await callOnce("products.remove", { product_keys: [result.data.product_key] });
    if (!removed.ok) return removed.error;
  }
  return wasWatched ? null : unwatch([{ product_key: productKey, title }]);
}

/** Notifies a shopper who has left the page meanwhile. */
function announceEnd(): void {
  const { entries } = useAdding.getState();
  if (visitNow().view === "add" || entries.some(isUnderWay)) return;
  const { adding, common } = texts();
  const watched = entries.filter(({ state }) => state.kind === "watched").length;
  const open = entries.filter(needsShopper).length;
  // The watch list itself shows what is still open.
  if (watched === 0 && visitNow().view === "watch") return;
  notify({
    topic: "adding",
    text: [
      watched > 0 ? adding.nowWatched(formatPlural("product", watched)) : "",
      open > 0 ? adding.needYou(formatPlural("link", open)) : "",
    ]
      .filter(Boolean)
      .join(" "),
    action: { label: common.open, run: () => go({ view: "add" }) },
  });
}
