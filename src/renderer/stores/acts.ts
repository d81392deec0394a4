import type { Act, ActKind, KeptPart } from "../../shared/app/acts.js";
import type {
  CallError,
  CallResult,
  OperationInput,
  OperationName,
  OperationResult,
} from "../../shared/calls.js";
import { formatPlural } from "../lib/format.js";
import { texts } from "../lib/texts.js";
import { callOnce } from "./call-engine.js";
import {
  actOnNotice,
  dismissNotice,
  isNoticeShown,
  latestUndo,
  type NewNotice,
  notify,
  notifyFailure,
  undoPartFirst,
  useNotices,
} from "./notices.js";

interface ActNotice extends Omit<NewNotice, "action" | "actId"> {
  /** Null if nothing has changed, or too much to take it back. */
  readonly actId: number | null;
  /** Called after an undo that the window of the act is still there to see. */
  readonly onUndone?: () => void;
}

/** What follows an undo in this window, by act. */
const followUps = new Map<number, () => void>();

/** How many acts have been announced. */
let announced = 0;

/** Announces what the shopper did, and offers to undo it. */
export function notifyAct({ actId, onUndone, ...notice }: ActNotice): void {
  announced += 1;
  undoneId = null;
  if (actId !== null && onUndone) followUps.set(actId, onUndone);
  const withUndo = (id: number) => ({
    actId: id,
    action: { label: texts().common.undo, run: () => void undo(id) },
  });
  notify({ ...notice, ...(actId !== null && withUndo(actId)) });
}

/** The operations that are recorded as an act. */
type Recorded = {
  [K in OperationName]: OperationResult<K> extends { act_id: number | null } ? K : never;
}[OperationName];

interface Announcement<K extends Recorded> extends Omit<ActNotice, "text" | "actId"> {
  readonly text: string | ((result: OperationResult<K>) => string);
  /** Has the views fetch what the act has changed. */
  readonly expire: (result: OperationResult<K>) => void;
}

/** Does what is recorded as an act, and announces it with its undo. Returns the failure, for a form to show; null on success. */
export async function act<K extends Recorded>(
  operation: K,
  input: OperationInput<K>,
  { text, expire, ...notice }: Announcement<K>,
): Promise<CallError | null> {
  const result: CallResult<K> = await callOnce(operation, input);
  if (!result.ok) return result.error;
  const { data } = result;
  expire(data);
  notifyAct({ ...notice, text: typeof text === "string" ? text : text(data), actId: data.act_id });
  return null;
}

/** Announces removals. While the notice is shown, a removal continues the act before: one undo restores all in a row. */
export function createRemovalNotices<Item>(topic: string, text: (items: readonly Item[]) => string) {
  let removed: readonly Item[] = [];
  let actId: number | null = null;
  const isContinued = () => isNoticeShown(topic);
  return {
    /** The act that a removal continues. */
    partOf: (): { part_of?: number } => (isContinued() && actId !== null ? { part_of: actId } : {}),
    announce: (items: readonly Item[], id: number | null): void => {
      removed = isContinued() && id === actId ? [...removed, ...items] : items;
      actId = id;
      notifyAct({ topic, text: text(removed), actId });
    },
  };
}

type ActInParts = "products.remove" | "watch.put" | "watch.stop" | "tags.change" | "rules.save_many";

interface Done<K extends ActInParts> {
  /** What was done can be undone even if the rest failed. */
  readonly actId: number | null;
  readonly results: readonly OperationResult<K>[];
  readonly error: CallError | null;
}

/** Sends the inputs of one act one after the other, as far as they succeed: one undo takes back all. */
export async function actInParts<K extends ActInParts>(
  operation: K,
  inputs: readonly OperationInput<K>[],
  onDone?: (done: number) => void,
): Promise<Done<K>> {
  const results: OperationResult<K>[] = [];
  let actId: number | null = null;
  for (const input of inputs) {
    onDone?.(results.length);
    const result: CallResult<K> = await callOnce(operation, {
      ...input,
      ...(actId !== null && { part_of: actId }),
    });
    if (!result.ok) return { actId, results, error: result.error };
    actId ??= result.data.act_id;
    results.push(result.data);
  }
  return { actId, results, error: null };
}

/** Changes that are under way; null without any. */
let running: Promise<unknown> | null = null;

/** Runs an optimistic change that ends as an act. An undo requested meanwhile waits for it. */
export async function undoable<T>(change: () => Promise<T>): Promise<T> {
  const changed = change();
  const all = Promise.allSettled([running, changed]);
  running = all;
  try {
    return await changed;
  } finally {
    if (running === all) running = null;
  }
}

const undoneTopic = "undone";

/** The act that was undone last; null once something else has happened. */
let undoneId: number | null = null;

/** What acts of a kind are about, unless products. */
const nouns: Partial<Record<ActKind, "link" | "rule" | "shop" | "recipe" | "alert">> = {
  "links.add": "link",
  "offers.remove": "shop",
  "rules.remove": "rule",
  "recipes.save": "recipe",
  "recipes.import": "recipe",
  "recipes.remove": "recipe",
  "shops.rename": "shop",
  "inbox.remove": "alert",
};

/** What an act was about: one thing by its name, others by their number. */
function subjectText({ kind, subject: { title, count } }: Act): string {
  if (title !== null && count <= 1) return title;
  if (title === null && count <= 1 && kind.startsWith("rules.")) return texts().acts.allProducts;
  return formatPlural(nouns[kind] ?? "product", Math.max(1, count));
}

function actText(act: Act): string {
  const { kinds, targetKinds } = texts().acts;
  const { kind, subject } = act;
  const isTarget = subject.is_target === true && (kind === "rules.save" || kind === "rules.remove");
  return (isTarget ? targetKinds[kind] : kinds[kind])(subjectText(act));
}

const maxKeptShown = 2;

/** What stayed because it has changed since. */
function keptText(kept: readonly KeptPart[]): string {
  const { acts } = texts();
  const parts = kept.slice(0, maxKeptShown).map(({ what, title }) => acts.part(acts.parts[what], title));
  const more = kept.length > maxKeptShown ? acts.more(kept.length - maxKeptShown) : "";
  return kept.length === 0 ? "" : acts.kept([parts.join(", "), more].filter(Boolean).join(" "));
}

function forgetNotices(actId: number): void {
  for (const { id, actId: own } of useNotices.getState().shown) if (own === actId) dismissNotice(id);
}

/** Undoes an act, by default the latest of this window. */
export async function undo(id?: number): Promise<void> {
  const result = await callOnce("acts.undo", id === undefined ? {} : { id });
  if (!result.ok) return notifyFailure(result.error);
  const { act, kept } = result.data;
  const { acts, common } = texts();
  if (act === null) return notify({ topic: undoneTopic, text: acts.nothing });
  undoneId = act.id;
  forgetNotices(act.id);
  followUps.get(act.id)?.();
  notify({
    topic: undoneTopic,
    text: [common.undone(actText(act)), keptText(kept)].filter(Boolean).join(" "),
    actId: act.id,
    action: { label: acts.redo, run: () => void redo(act.id) },
  });
}

export async function redo(id: number): Promise<void> {
  const result = await callOnce("acts.redo", { id });
  if (!result.ok) return notifyFailure(result.error);
  const { act, kept } = result.data;
  const text = [texts().acts.redone(actText(act)), keptText(kept)].filter(Boolean).join(" ");
  notifyAct({ topic: undoneTopic, text, actId: act.id });
}

/** Undoes the latest change of this window that was not undone yet, or says that it has no undo. */
export async function undoLatest(): Promise<void> {
  const announcedBefore = announced;
  const awaited = running;
  await awaited;
  // A change that failed must not lead to the undo of an older one.
  if (awaited !== null && announced === announcedBefore) return;
  const latest = latestUndo();
  if (latest === "act") return undo();
  if (typeof latest === "number") {
    undoPartFirst(null);
    return undo(latest);
  }
  const isShown = useNotices.getState().shown.some(({ id }) => id === latest.id);
  actOnNotice(latest);
  // A notice that disappears says enough.
  if (!isShown) notify({ topic: undoneTopic, text: texts().common.undone(latest.text) });
}

/** Redoes what was undone last in this window, if nothing has happened since. */
export async function redoLatest(): Promise<void> {
  await running;
  if (undoneId === null) return notify({ topic: undoneTopic, text: texts().acts.nothingToRedo });
  await redo(undoneId);
}
