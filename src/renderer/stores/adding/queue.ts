import type { AddLinkResult } from "../../../shared/app/pages.js";
import type { CallError } from "../../../shared/calls.js";
import { hasCommonWord } from "../../../shared/common-word.js";
import { minOf } from "../../../shared/extremes.js";
import { linkOf } from "../../../shared/links-in.js";
import { formatPlural } from "../../lib/format.js";
import { joinedPrice } from "../../lib/joined-price.js";
import { texts } from "../../lib/texts.js";
import { undoable } from "../acts.js";
import { expireAnswers } from "../answers.js";
import { ask, callOnce } from "../call-engine.js";
import { joinedTopic } from "../hand-edits.js";
import { go, visitNow } from "../navigation.js";
import { forgetUndo, notify, notifyFailure } from "../notices.js";
import { loadWatchList, refreshRows, useWatchList } from "../watch-list.js";
import { watch } from "../watched.js";
import {
  type AddAnswer,
  change,
  dropEntry,
  type Entry,
  type EntryState,
  entryOf,
  isAdded,
  isUnderWay,
  makeRoom,
  maxEntries,
  needsShopper,
  pauseOf,
  shopOf,
  unreadOf,
  useAdding,
  type Watched,
  watchedIn,
} from "./entries.js";

/** Of different shops: pages of one shop wait for each other in the engine, which limits the time of each call. */
const maxAtOnce = 6;

/** After more of them, waiting is no help: the shopper gets the other ways to the price. */
const maxRefusals = 3;

/** The shortest time until a paused link is tried again. */
const minPauseMs = 1_000;

let latestId = 0;

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

let wakeTimer: ReturnType<typeof setTimeout> | undefined;

/** Wakes when the first pause ends, because nothing else may happen until then. */
function wakeAfterPause(paused: readonly Entry[]): void {
  clearTimeout(wakeTimer);
  const untilMs = minOf(paused.map((entry) => pauseOf(entry)?.untilMs ?? 0));
  if (untilMs === null) return;
  wakeTimer = setTimeout(beginWaiting, Math.max(0, untilMs - Date.now()));
}

export function beginWaiting(): void {
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

function isAnswered({ said }: Entry): boolean {
  return Object.keys(said).some((name) => name !== "into");
}

export async function begin(id: number): Promise<void> {
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

/** Whether the shop asked for fewer requests, so that a later one may succeed. */
function isRefused(state: EntryState): boolean {
  return unreadOf(state)?.cause === "rate-limit";
}

const unknown = { kind: "unknown" } as const;

export function finish(id: number, state: EntryState): void {
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
  const best = (result.ok && result.data.figures[0]?.best) || null;
  const { adding, common } = texts();
  const host = new URL(entry.url).hostname;
  const joins = adding.joins(host, title, joinedPrice(offer, best));
  const doubt = hasCommonWord(title, offer.pageTitle) ? "" : adding.otherTitle(offer.pageTitle);
  notify({
    topic: joinedTopic(productKey),
    text: [joins, doubt].filter(Boolean).join(" "),
    action: {
      label: common.undo,
      isUndo: true,
      undone: "",
      run: () => void takeBack([entryOf(entry.id) ?? entry], true),
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

export async function watchAdded(added: Extract<AddLinkResult, { outcome: "added" }>): Promise<EntryState> {
  const { product_key: productKey, title, price, currency, is_known_product: isKnown } = added;
  expireProducts([productKey]);
  if (added.is_known_page) return startWatching({ productKey, title, how: "known", offer: null });
  return startWatching({
    productKey,
    title,
    how: isKnown ? "joined" : "new",
    offer: {
      id: added.offer_id,
      pageTitle: added.page_title,
      price,
      currency,
      isSoldOut: added.is_sold_out,
      bestBefore: added.best_before,
    },
  });
}

async function startWatching(found: Omit<Watched, "kind" | "wasWatched">): Promise<EntryState> {
  const { items } = useWatchList.getState();
  const wasWatched = items.some(({ row }) => row.product_key === found.productKey);
  const change = { product_key: found.productKey, schedule: "daily", retailer: null } as const;
  const error = wasWatched ? null : (await watch([change])).error;
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

/**
 * Undoes additions: removes a new product, takes a shop out of a known one, or ends the watch. Can be undone itself,
 * by the undo key too unless `isUndoing`.
 */
export async function takeBack(entries: readonly Entry[], isUndoing = false): Promise<void> {
  const remaining = entries.filter((entry) => isAdded(entry) && !leaving.has(entry.id));
  for (const { id } of remaining) leaving.add(id);
  await undoable(() => takeAllBack(remaining, isUndoing));
  for (const { id } of remaining) leaving.delete(id);
}

/** Entries whose removal is under way: a second click must not remove them again. */
const leaving = new Set<number>();

/** The result of a removal; `putBack` resolves to null on success. */
type Taken =
  | { readonly ok: true; readonly putBack: () => Promise<CallError | null> }
  | { readonly ok: false; readonly error: CallError };

interface TakenBack {
  readonly entry: Entry;
  readonly watched: Watched;
  readonly putBack: () => Promise<CallError | null>;
}

async function takeAllBack(entries: readonly Entry[], isUndoing: boolean): Promise<void> {
  const before = useAdding.getState().entries;
  const done: TakenBack[] = [];
  let failed: CallError | null = null;
  for (const entry of entries) {
    const { id, state: watched } = entry;
    if (watched.kind !== "watched") continue;
    const taken = await takeBackOne(watched);
    if (!taken.ok) {
      failed = taken.error;
      break;
    }
    dropEntry(id);
    done.push({ entry, watched, putBack: taken.putBack });
  }
  expireProducts(done.map(({ watched }) => watched.productKey));
  if (done.length > 0) {
    const undo = { label: texts().common.undo, run: () => void putAllBack(done, before) };
    notify({
      topic: "taken back",
      text: takenBackText(done),
      action: isUndoing ? undo : { ...undo, isUndo: true },
    });
  }
  if (failed) notifyFailure(failed);
}

async function takeBackOne({ productKey, offer, how, wasWatched }: Watched): Promise<Taken> {
  if (how === "new" || how === "byHand") {
    const removed = await callOnce("products.remove", { product_keys: [productKey] });
    if (!removed.ok) return removed;
    return { ok: true, putBack: () => undo(removed.data.act_id) };
  }
  if (how !== "joined" || offer === null) return stopUnless(wasWatched, productKey);
  const taken = await callOnce("offers.remove", { product_key: productKey, offer_ids: [offer.id] });
  if (!taken.ok) return taken;
  const stopped = await stopUnless(wasWatched, productKey);
  if (!stopped.ok) return stopped;
  return { ok: true, putBack: async () => (await undo(taken.data.act_id)) ?? stopped.putBack() };
}

async function stopUnless(wasWatched: boolean, productKey: string): Promise<Taken> {
  if (wasWatched) return { ok: true, putBack: async () => null };
  const result = await callOnce("watch.stop", { product_keys: [productKey] });
  if (!result.ok) return result;
  return { ok: true, putBack: () => undo(result.data.act_id) };
}

async function undo(actId: number | null): Promise<CallError | null> {
  const result = actId === null ? null : await callOnce("acts.undo", { id: actId });
  return result === null || result.ok ? null : result.error;
}

function takenBackText(done: readonly TakenBack[]): string {
  const { adding, watching, watchList } = texts();
  const [first] = done;
  const isNew = ({ watched: { how } }: TakenBack) => how === "new" || how === "byHand";
  if (done.every(isNew))
    return watchList.removed(
      done.length === 1 && first ? first.watched.title : formatPlural("product", done.length),
    );
  if (done.length > 1 || !first) return adding.droppedOpen(formatPlural("link", done.length));
  const { title, how } = first.watched;
  if (how === "joined" && first.entry.url !== null)
    return adding.joinsNoMore(new URL(first.entry.url).hostname, title);
  return watching.stopped(title);
}

/** Restores what was taken back, and its cards where they were in the list. */
async function putAllBack(done: readonly TakenBack[], before: readonly Entry[]): Promise<void> {
  const restored = new Set<number>();
  let failed: CallError | null = null;
  for (const { entry, putBack } of done) {
    const error = await putBack();
    if (error) failed = error;
    else restored.add(entry.id);
  }
  useAdding.setState(({ entries }) => {
    const now = new Map(entries.map((entry) => [entry.id, entry]));
    const known = new Set(before.map(({ id }) => id));
    const kept = before.flatMap((entry) => now.get(entry.id) ?? (restored.has(entry.id) ? [entry] : []));
    return { entries: [...entries.filter(({ id }) => !known.has(id)), ...kept].slice(0, maxEntries) };
  });
  expireProducts(done.map(({ watched }) => watched.productKey));
  void loadWatchList();
  if (failed) notifyFailure(failed);
}

/** Notifies a shopper who has left the page meanwhile. */
function announceEnd(): void {
  const { entries } = useAdding.getState();
  if (visitNow().view === "add" || entries.some(isUnderWay)) return;
  const { adding, common } = texts();
  const watched = watchedIn(entries).products;
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
