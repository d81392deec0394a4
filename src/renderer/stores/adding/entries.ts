import { create } from "zustand";
import type { LeftOut, Link, LinkOptions, LinkQuestion, LinkResult } from "../../../shared/app/links.js";
import type { CallError, OperationInput } from "../../../shared/calls.js";
import { go } from "../navigation.js";

/** The shopper's answers so far. */
export type AddAnswer = OperationInput<"links.answer">["options"];

export type ByHand = Omit<OperationInput<"links.enter">, "id">;

/** What the visited page says. */
export type ReadPage = NonNullable<LinkResult["page"]>;

export interface Watched {
  readonly kind: "watched";
  readonly productKey: string;
  readonly title: string;
  /**
   * `known`, `watched`: the product already had this page. `joined`: the page became another shop of a known product.
   */
  readonly how: "new" | "joined" | "known" | "watched" | "byHand";
  /** Null if the product was known by this link or number. */
  readonly page: ReadPage | null;
  readonly leftOut: readonly LeftOut[];
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
  | { readonly kind: "question"; readonly question: LinkQuestion; readonly figure?: string }
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
  readonly said: LinkOptions;
  readonly state: EntryState;
  /** What it added. */
  readonly actId: number | null;
  /** It stays while other pages are open, and across restarts. */
  readonly draft?: Draft;
}

/** What a watched link could not get; null if it got all. */
export function leftOutOf({ state }: Entry): readonly LeftOut[] | null {
  return state.kind === "watched" && state.leftOut.length > 0 ? state.leftOut : null;
}

/** Whether undoing the link changes anything: a product that was watched before stays so. */
export function isAdded({ state, actId }: Entry): boolean {
  return state.kind === "watched" && actId !== null;
}

/** What the window knows of a link beside its row. */
interface Own {
  /** Shown instead of what the row says: the page is open, or the shopper prefers to enter the price. */
  readonly state?: EntryState;
  readonly draft?: Draft;
}

interface Adding {
  readonly entries: readonly Entry[];
  readonly links: readonly Link[];
  readonly own: Readonly<Record<number, Own>>;
  /** The first id of the latest request; links before it are from earlier ones. */
  readonly latestFrom: number;
  /** Whether the form for more links is open above them. */
  readonly isFormOpen: boolean;
  /** What stands in that form; it stays while other pages are open. */
  readonly draft: string;
}

const draftsKey = "link drafts 1";

function storedDrafts(): Record<number, Own> {
  try {
    const drafts = JSON.parse(localStorage.getItem(draftsKey) ?? "{}") as Record<number, Draft>;
    return Object.fromEntries(Object.entries(drafts).map(([id, draft]) => [id, { draft }]));
  } catch {
    return {};
  }
}

/** The links that are or were being added. Adding continues while other pages are open. */
export const useAdding = create<Adding>(() => ({
  entries: [],
  links: [],
  own: storedDrafts(),
  latestFrom: 0,
  isFormOpen: false,
  draft: "",
}));

export function entryOf(id: number): Entry | undefined {
  return useAdding.getState().entries.find((entry) => entry.id === id);
}

function watchedState({ product_key: productKey, result }: Link): EntryState {
  const page = result?.page ?? null;
  const wasWatched = result?.was_watched === true;
  const watched = {
    kind: "watched",
    productKey: productKey ?? "",
    title: result?.title ?? "",
    leftOut: result?.left_out ?? [],
  } as const;
  if (page === null || page.is_known_page)
    return { ...watched, how: wasWatched ? "watched" : "known", page: null };
  const how = result?.is_by_hand === true ? "byHand" : "new";
  return { ...watched, how: page.is_known_product ? "joined" : how, page };
}

/** A row as its card shows it. */
export function toState(link: Link, nowMs: number): EntryState {
  const { state, question, reading_since: since, reason } = link;
  if (question !== null) return { kind: "question", question };
  if (state === "watched" || state === "known") return watchedState(link);
  if (state === "failed")
    return { kind: "failed", error: { code: "ERR_INVALID_PARAMS", message: reason ?? "", action: null } };
  if (since !== null) return { kind: "reading", sinceMs: Date.parse(since) };
  const untilMs = link.due_at === null ? 0 : Date.parse(link.due_at);
  return untilMs > nowMs
    ? { kind: "waiting", pause: { untilMs, isRequested: link.is_requested } }
    : { kind: "waiting" };
}

function toEntry(link: Link, own: Own | undefined, nowMs: number): Entry {
  const { id, text, url, options } = link;
  const state = toState(link, nowMs);
  return {
    id,
    text,
    url,
    said: options,
    actId: link.act_id,
    state: state.kind === "watched" ? state : (own?.state ?? state),
    ...(own?.draft && { draft: own.draft }),
  };
}

/** The links of one request have one time. A shop that is added to a product is shown there. */
function firstOfLatest(links: readonly Link[]): number {
  const pasted = links.filter(({ options }) => options.into == null);
  const latest = pasted
    .map(({ created_at: at }) => at)
    .sort()
    .at(-1);
  const ids = pasted.filter(({ created_at: at }) => at === latest).map(({ id }) => id);
  return Math.min(...ids);
}

function show(links: readonly Link[], own: Adding["own"]): void {
  const nowMs = Date.now();
  const entries = links.map((link) => toEntry(link, own[link.id], nowMs));
  useAdding.setState({ links, own, entries, latestFrom: firstOfLatest(links) });
}

/** Shows the rows of all links. */
export function showLinks(links: readonly Link[]): void {
  const { own } = useAdding.getState();
  const kept = links.flatMap(({ id }) => (own[id] ? [[id, own[id]] as const] : []));
  show(links, Object.fromEntries(kept));
}

/** Shows changed or new rows before all are read again; the latest request is on top. */
export function mergeLinks(changed: readonly Link[]): void {
  const { links, own } = useAdding.getState();
  const byId = new Map(changed.map((link) => [link.id, link]));
  const known = new Set(links.map(({ id }) => id));
  const fresh = changed.filter(({ id }) => !known.has(id));
  show([...fresh, ...links.map((link) => byId.get(link.id) ?? link)], own);
}

export function changeOwn(id: number, change: Own): void {
  const { links, own } = useAdding.getState();
  show(links, { ...own, [id]: { ...own[id], ...change } });
}

/** Shows what the row says. */
export function showRow(id: number): void {
  const { links, own } = useAdding.getState();
  const { state: _shown, ...rest } = own[id] ?? {};
  show(links, { ...own, [id]: rest });
}

export function isUnderWay({ state }: Entry): boolean {
  return state.kind === "waiting" || state.kind === "reading";
}

/** The pause that a waiting link is in; null if it only waits for its turn. */
export function pauseOf({ state }: Entry): Pause | null {
  return (state.kind === "waiting" && state.pause) || null;
}

export function needsShopper({ state }: Entry): boolean {
  return state.kind === "question" || state.kind === "failed";
}

/** How many links are watched, and how many products they are: several may be shops of one. */
export function watchedIn(entries: readonly Entry[]): { readonly links: number; readonly products: number } {
  const keys = entries.flatMap(({ state }) => (state.kind === "watched" ? [state.productKey] : []));
  return { links: keys.length, products: new Set(keys).size };
}

/** The links of the latest request, with all that need no answer, and those that are still open from earlier ones. */
export function byRequest({ entries, latestFrom }: Pick<Adding, "entries" | "latestFrom">) {
  const isLatest = (entry: Entry) => entry.id >= latestFrom || !needsShopper(entry);
  const latest = entries.filter(isLatest);
  return latest.length === 0
    ? { latest: entries, earlier: latest }
    : { latest, earlier: entries.filter((entry) => !isLatest(entry)) };
}

/** Goes to the links that are or were being added. */
export function openLinks(): void {
  useAdding.setState({ isFormOpen: false });
  go({ view: "add" });
}

/** Goes to the form for more links. */
export function openAddMany(): void {
  openForm();
  go({ view: "add" });
}

export function openForm(): void {
  useAdding.setState({ isFormOpen: true });
}

/** Why a page could not be read; null if it could, or has not been tried. */
export function unreadOf(state: EntryState) {
  return state.kind === "question" && state.question.outcome === "unread" ? state.question : null;
}

export function keepDraft(id: number, draft: Draft): void {
  changeOwn(id, { draft });
  const { entries } = useAdding.getState();
  const drafts = entries.flatMap((entry) => (entry.draft ? [[entry.id, entry.draft] as const] : []));
  try {
    localStorage.setItem(draftsKey, JSON.stringify(Object.fromEntries(drafts)));
  } catch {
    // Without room on the disk, it stays until the window closes.
  }
}
