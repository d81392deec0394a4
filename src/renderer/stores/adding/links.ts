import { maxLinksPerCall } from "../../../shared/app/limits.js";
import type { Link } from "../../../shared/app/links.js";
import { chunk } from "../../../shared/arrays.js";
import { parseJson } from "../../../shared/parse-json.js";
import { hasCommonWord } from "../../../shared/words.js";
import { formatPlural } from "../../lib/format.js";
import { joinedPrice } from "../../lib/joined-price.js";
import { shopHost, shopName } from "../../lib/shop-name.js";
import { texts } from "../../lib/texts.js";
import { notifyAct, undo, undoable } from "../acts.js";
import { expireAnswers, expirePrices } from "../answers.js";
import { ask, callOnce } from "../call-engine.js";
import { onEngineReady } from "../engine.js";
import { joinedTopic } from "../hand-edits.js";
import { go, home, useNavigation, visitNow } from "../navigation.js";
import { dismissTopic, notify, notifyFailure, undoPartFirst } from "../notices.js";
import { refreshRows } from "../watch-list.js";
import {
  type AddAnswer,
  type Entry,
  isAdded,
  isUnderWay,
  mergeLinks,
  needsShopper,
  openLinks,
  showLinks,
  unreadOf,
  useAdding,
  type Watched,
  watchedIn,
} from "./entries.js";

let loads = 0;
/** Answers to this load and earlier ones are outdated. */
let shownLoad = 0;

/** Adds and watches each line's product, and shows the progress. */
export function addAll(lines: readonly string[]): void {
  go({ view: "add" });
  void enter(lines, {});
}

/** Adds a shop's page to a known product, on whose page the progress and any question are shown. */
export function addShop(productKey: string, url: string): void {
  void enter([url], { into: productKey });
}

/** Links that need no answer make room for the next ones, unless some are still under way. */
function doneLinks(): number[] {
  const { entries } = useAdding.getState();
  return entries.some(isUnderWay) ? [] : entries.filter((entry) => !needsShopper(entry)).map(({ id }) => id);
}

async function enter(lines: readonly string[], options: AddAnswer): Promise<void> {
  const done = doneLinks();
  const wanted = [...new Set(lines)].slice(0, maxLinksPerCall).map((text) => ({ text, options }));
  // Finished links leave at once, and their dismissal is sent first. A response in flight still has them, so it is dropped.
  shownLoad = loads;
  const gone = new Set(done);
  showLinks(useAdding.getState().links.filter(({ id }) => !gone.has(id)));
  const cleared = Promise.all(chunk(done, maxLinksPerCall).map((ids) => callOnce("links.dismiss", { ids })));
  const result = await callOnce("links.add", { links: wanted });
  await cleared;
  if (!result.ok) {
    await dismiss(done, false);
    return notifyFailure(result.error);
  }
  useAdding.setState({ isFormOpen: false });
  takeRows(result.data.links);
}

/** Links that the shopper has answered, until they are watched, each with all that got the same answer. */
const answered = new Map<number, readonly number[]>();

/** Remembers that the shopper has answered links at once, for the undo key. */
export function addAnswered(ids: readonly number[]): void {
  for (const id of ids) answered.set(id, ids);
}

/** Shows rows that a call has changed, and announces those that are done. */
export function takeRows(links: readonly Link[]): void {
  settle(() => mergeLinks(links));
}

/**
 * Shows what the engine has stored, and announces what has been added meanwhile.
 *
 * @param areNew whether links that the window has not shown yet are new, such as those of a command, a phone or the browser
 */
export async function loadLinks({ areNew = false } = {}): Promise<void> {
  const load = ++loads;
  const result = await ask("links.list", {});
  if (!result.ok || load <= shownLoad) return;
  shownLoad = load;
  settle(() => showLinks(result.data.links), areNew);
}

async function dismiss(ids: readonly number[], isDismissed: boolean): Promise<void> {
  for (const part of chunk(ids, maxLinksPerCall)) {
    const result = await callOnce("links.dismiss", { ids: part, is_dismissed: isDismissed });
    if (!result.ok) notifyFailure(result.error);
  }
  await loadLinks();
}

/** Removes a link that was not added. */
export function dropEntry(id: number): void {
  void dismiss([id], true);
}

/** Removes the links that wait for the shopper; can be undone. */
export function dropOpen(links: readonly Entry[]): void {
  const { adding, common } = texts();
  const ids = links.filter(needsShopper).map(({ id }) => id);
  void dismiss(ids, true);
  notify({
    topic: "dropped links",
    text: adding.droppedOpen(formatPlural("link", ids.length)),
    action: { label: common.undo, isUndo: true, run: () => void dismiss(ids, false) },
  });
}

/** Reads the links again whose shops could not be reached. */
async function retryUnreached(): Promise<void> {
  const { entries } = useAdding.getState();
  const ids = entries.filter(({ state }) => unreadOf(state)?.cause === "network").map(({ id }) => id);
  if (ids.length > 0) await callOnce("links.answer", { ids, options: {} });
}

const earlierKey = "open links 1";

/** Adds the links that an earlier version kept in the window. */
async function addEarlierLinks(): Promise<void> {
  const entries = parseJson(localStorage.getItem(earlierKey) ?? "") as
    | readonly Pick<Entry, "text" | "said">[]
    | undefined;
  if (entries === undefined) return;
  const result = await callOnce("links.add", {
    links: entries.map(({ text, said: options }) => ({ text, options })),
  });
  if (!result.ok) return;
  localStorage.removeItem(earlierKey);
  takeRows(result.data.links);
}

/** Shows the links, and those that are added while the window is open. */
export function followLinks(): void {
  window.addEventListener("online", () => void retryUnreached());
  // The page itself shows what the notice says.
  useNavigation.subscribe(() => visitNow().view === "add" && dismissTopic(endTopic));
  onEngineReady(() => void loadLinks());
  void loadLinks().then(addEarlierLinks);
}

/** Links that are done, and whose end has not been announced yet. */
const unannounced = new Set<number>();
/** All links that the window has shown: what an undo brings back is not new. */
const seen = new Set<number>();

/** Shows rows, and announces the links among those shown before that are done by now; new ones, too, if they count. */
function settle(show: () => void, areNew = false): void {
  const before = new Map(useAdding.getState().entries.map((entry) => [entry.id, entry]));
  show();
  const { entries } = useAdding.getState();
  const changed = entries.filter((entry) => {
    const earlier = before.get(entry.id);
    return earlier === undefined
      ? areNew && !seen.has(entry.id) && isDone(entry)
      : isNewlyDone(earlier, entry);
  });
  for (const { id } of entries) seen.add(id);
  const watched = changed.flatMap(({ state }) => (state.kind === "watched" ? [state.productKey] : []));
  if (watched.length > 0) expireProducts(watched);
  for (const entry of changed)
    if (entry.state.kind === "watched")
      void announceJoin(entry, entry.state).then(() => undoAnswerFirst(entry));
  const ended = changed.filter((entry) => !isShownAtProduct(entry) && !isJoined(entry));
  for (const { id } of ended) unannounced.add(id);
  if (ended.length > 0) announceEnd();
}

function isWatched({ state }: Entry): boolean {
  return state.kind === "watched";
}

function isDone(entry: Entry): boolean {
  return isWatched(entry) || needsShopper(entry);
}

/** An answered link may be watched before the window has seen it being read. */
function isNewlyDone(earlier: Entry, entry: Entry): boolean {
  return isDone(entry) && (!isDone(earlier) || isWatched(earlier) !== isWatched(entry));
}

function isShownAtProduct({ said: { into } }: Entry): boolean {
  const visit = visitNow();
  return visit.view === "product" && visit.productKey === into;
}

/** Whether it has a notice of its own. */
function isJoined({ said, state }: Entry): boolean {
  return said.into != null && state.kind === "watched";
}

/** An answered link is a part of the act that has added it with others, which the undo key would take back as well. */
function undoAnswerFirst({ id, actId }: Entry): void {
  const ids = answered.get(id) ?? [];
  answered.delete(id);
  if (actId !== null && ids.length === 1) undoPartFirst(actId);
  if (ids.length < 2) return;
  const { adding, common } = texts();
  const added = useAdding.getState().entries.filter((entry) => ids.includes(entry.id) && isAdded(entry));
  notify({
    topic: "answered links",
    text: adding.nowWatched(formatPlural("link", added.length)),
    action: { label: common.undo, isUndo: true, run: () => void takeBack(added) },
  });
}

/** Announces the new shop of a known product, with an undo in case of a wrong match. */
async function announceJoin({ url, actId }: Entry, watched: Watched): Promise<void> {
  const { productKey, title, page, how } = watched;
  if (how !== "joined" || url === null || page === null) return;
  const result = await ask("products.figures", { product_keys: [productKey] });
  const best = (result.ok && result.data.figures[0]?.best) || null;
  const { adding } = texts();
  const joins = adding.joins(shopName(shopHost(url)), title, joinedPrice(page, best));
  const doubt = hasCommonWord(title, page.page_title) ? "" : adding.otherTitle(page.page_title);
  notifyAct({ topic: joinedTopic(productKey), text: [joins, doubt].filter(Boolean).join(" "), actId });
}

/** Expires failed look-ups, and reloads watched rows that may have a better price. */
function expireProducts(productKeys: readonly string[]): void {
  void refreshRows(productKeys);
  expirePrices();
  expireAnswers("products.get", "products.search", "products.spelling", "products.similar");
}

/** Entries whose removal is under way: a second click must not remove them again. */
const leaving = new Set<number>();

/** Takes back what links have added: undoes a single one; removes several, which can be undone. */
export async function takeBack(entries: readonly Entry[]): Promise<void> {
  const remaining = entries.filter((entry) => isAdded(entry) && !leaving.has(entry.id));
  for (const { id } of remaining) leaving.add(id);
  const [actId = null, another] = remaining.map((entry) => entry.actId);
  await (actId !== null && another === undefined ? undo(actId) : undoable(() => takeAllBack(remaining)));
  await loadLinks();
  for (const { id } of remaining) leaving.delete(id);
  const { entries: left, isFormOpen } = useAdding.getState();
  // Without a card, the page would turn into the form for many links.
  if (left.length === 0 && !isFormOpen && visitNow().view === "add") go(home, { isInstead: true });
}

async function takeAllBack(entries: readonly Entry[]): Promise<void> {
  const done = await revertAll("acts.undo", entries);
  if (done.length === 0) return;
  const { acts, adding, common } = texts();
  const isAllNew = done.every(
    ({ state: s }) => s.kind === "watched" && (s.how === "new" || s.how === "byHand"),
  );
  notify({
    topic: "taken back",
    text: isAllNew
      ? acts.kinds["products.remove"](formatPlural("product", done.length))
      : adding.droppedOpen(formatPlural("link", done.length)),
    action: { label: common.undo, isUndo: true, run: () => void revertAll("acts.redo", done) },
  });
}

/** Undoes or redoes what links have added, as far as it can be; returns those that are done. */
async function revertAll(operation: "acts.undo" | "acts.redo", entries: readonly Entry[]): Promise<Entry[]> {
  const done: Entry[] = [];
  for (const entry of entries) {
    const result = entry.actId === null ? null : await callOnce(operation, { id: entry.actId });
    if (result?.ok === false) {
      notifyFailure(result.error);
      break;
    }
    if (result) done.push(entry);
  }
  await loadLinks();
  return done;
}

const endTopic = "adding";

/** Notifies a shopper who has left the page meanwhile. */
function announceEnd(): void {
  const { entries } = useAdding.getState();
  if (entries.some(isUnderWay)) return;
  const ended = entries.filter(({ id }) => unannounced.has(id));
  unannounced.clear();
  if (visitNow().view === "add") return;
  const { adding, common } = texts();
  const watched = watchedIn(ended).products;
  const open = entries.filter(needsShopper).length;
  // The watch list itself shows what is still open.
  if (watched === 0 && visitNow().view === "watch") return;
  notify({
    topic: endTopic,
    text: [
      watched > 0 ? adding.nowWatched(formatPlural("product", watched)) : "",
      open > 0 ? adding.needYou(formatPlural("link", open)) : "",
    ]
      .filter(Boolean)
      .join(" "),
    action: { label: common.open, run: openLinks },
  });
}
