import { create } from "zustand";
import type { AddLinkResult } from "../../../shared/app/pages.js";
import type { CallError, OperationInput } from "../../../shared/calls.js";
import { formatPlural } from "../../lib/format.js";
import type { JoinedOffer } from "../../lib/joined-price.js";
import { texts } from "../../lib/texts.js";
import { go } from "../navigation.js";
import { notify } from "../notices.js";

/** The shopper's answers so far; each retry repeats them. */
export type AddAnswer = Omit<OperationInput<"links.add">, "url">;

export type AddQuestion = Exclude<AddLinkResult, { outcome: "added" | "paused" }>;

export type ByHand = Omit<OperationInput<"links.add_by_hand">, "url" | "into">;

export interface PageOffer extends JoinedOffer {
  readonly id: string;
  readonly pageTitle: string;
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

/** Whether undoing the link changes anything: a product that was watched before stays so. */
export function isAdded({ state }: Entry): boolean {
  return state.kind === "watched" && state.how !== "watched";
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

export function entryOf(id: number): Entry | undefined {
  return useAdding.getState().entries.find((entry) => entry.id === id);
}

export function change(id: number, update: Partial<Entry>): void {
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

/** Drops finished links for the next list, but keeps those that wait for the shopper. */
export function makeRoom(entries: readonly Entry[]): readonly Entry[] {
  return entries.some(isUnderWay) ? entries : entries.filter(needsShopper);
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

/** Goes to the form for more links. */
export function openAddMany(): void {
  openForm();
  go({ view: "add" });
}

export function openForm(): void {
  useAdding.setState(({ entries }) => ({ entries: makeRoom(entries), isFormOpen: true }));
}

export function shopOf({ url }: Entry): string | null {
  return url === null ? null : new URL(url).host;
}

/** Why a page could not be read; null if it could, or has not been tried. */
export function unreadOf(state: EntryState) {
  return state.kind === "question" && state.question.outcome === "unread" ? state.question : null;
}

export function keepDraft(id: number, draft: Draft): void {
  change(id, { draft });
}
