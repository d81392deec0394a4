import type { CallError } from "../../../shared/calls.js";
import { askForPrice } from "../../lib/pick-price.js";
import { callOnce } from "../call-engine.js";
import { go } from "../navigation.js";
import { notifyFailure } from "../notices.js";
import {
  type AddAnswer,
  type ByHand,
  changeOwn,
  type Entry,
  type EntryState,
  entryOf,
  needsShopper,
  pauseOf,
  showRow,
} from "./entries.js";
import { addAnswered, takeRows } from "./links.js";

function isAnswerable(id: number): boolean {
  const entry = entryOf(id);
  return entry !== undefined && (needsShopper(entry) || entry.state.kind === "picking");
}

export function answer(id: number, answered: AddAnswer): Promise<void> {
  return answerAll([id], answered);
}

/** Gives several links the same answer. */
export async function answerAll(links: readonly number[], answered: AddAnswer): Promise<void> {
  // Ignores a second click while the page is being read.
  const ids = links.filter(isAnswerable);
  if (ids.length === 0) return;
  addAnswered(ids);
  for (const id of ids) changeOwn(id, { state: { kind: "waiting" } });
  const result = await callOnce("links.answer", { ids, options: answered });
  for (const id of ids) showRow(id);
  if (result.ok) takeRows(result.data.links);
  else notifyFailure(result.error);
}

/** Watches a page as a product of its own, on the page of added products, because it leaves the one that it would join. */
export async function watchSeparately(id: number): Promise<void> {
  go({ view: "add" });
  await answer(id, { into: null, other_size: "separate" });
}

function hostOf({ url }: Entry): string {
  return new URL(url ?? "").host;
}

/** The links of other shops that ask which currency the same sign stands for. The engine answers those of the same shop. */
export function othersAsking(entries: readonly Entry[], entry: Entry): readonly Entry[] {
  const signOf = ({ state }: Entry) =>
    state.kind === "question" && state.question.outcome === "currency" ? state.question.sign : undefined;
  const sign = signOf(entry);
  if (sign === undefined) return [];
  return entries.filter((each) => signOf(each) === sign && hostOf(each) !== hostOf(entry));
}

/** Opens the page for the shopper to click the price on it. */
export async function clickPrice(id: number): Promise<void> {
  const entry = entryOf(id);
  if (!entry?.url) return;
  changeOwn(id, { state: { kind: "picking" } });
  const recipe = await askForPrice(entry.url);
  if (recipe === null) return showRow(id);
  if ("code" in recipe) return changeOwn(id, { state: { kind: "failed", error: recipe } });
  if ("figure" in recipe) return changeOwn(id, { state: askByHand(entry, recipe.figure) });
  await answer(id, { recipe });
}

/** The shopper enters the price of a link that waits for its shop's pause to end, or that asks which price is meant. */
export function enterPrice(id: number): void {
  const entry = entryOf(id);
  const isOpen = entry?.state.kind === "question" || (entry?.url && pauseOf(entry) !== null);
  if (entry && isOpen) changeOwn(id, { state: askByHand(entry, "") });
}

/** Any other card becomes that of an unread page, the only kind with a form for the price. */
function askByHand(entry: Entry, figure: string): EntryState {
  const { state } = entry;
  const asked = state.kind === "question" ? state.question : null;
  if (asked?.outcome === "unread") return { kind: "question", question: asked, figure };
  const question = {
    outcome: "unread",
    host: hostOf(entry),
    cause: pauseOf(entry) === null ? "lost-click" : "rate-limit",
    title: asked?.outcome === "choose" ? asked.title : null,
    reason: "",
    advice: null,
    is_rendered: false,
  } as const;
  return { kind: "question", question, figure };
}

/**
 * Adds an unreadable page with the values that the shopper reads on it. A product that is out of stock reports when it
 * is back. Null on success.
 */
export async function addByHand(id: number, said: ByHand): Promise<CallError | null> {
  const result = await callOnce("links.enter", { id, ...said });
  if (!result.ok) return result.error;
  addAnswered([id]);
  takeRows([result.data]);
  return null;
}
