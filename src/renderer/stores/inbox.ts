import { create } from "zustand";
import type { InboxEntry } from "../../shared/app/alerts.js";
import type { CallError, CallResult, OperationInput } from "../../shared/calls.js";
import { formatPlural } from "../lib/format.js";
import { emptyInbox, type Inbox, withEntry, withMark, withOlder, withoutEntries } from "../lib/inbox-page.js";
import { texts } from "../lib/texts.js";
import { createRemovalNotices, undoable } from "./acts.js";
import { ask, callOnce } from "./call-engine.js";
import { onEngineReady } from "./engine.js";
import { onEngineEvent } from "./engine-events.js";
import { notifyFailure } from "./notices.js";

interface InboxState extends Inbox {
  /** Whether the first page has loaded. */
  readonly isKnown: boolean;
  readonly isLoading: boolean;
  readonly error: CallError | null;
}

/** The received alerts: a copy in the window, updated by the engine's events. */
export const useInbox = create<InboxState>(() => ({
  ...emptyInbox,
  isKnown: false,
  isLoading: false,
  error: null,
}));

type ChangeName = "inbox.mark" | "inbox.remove";

const pageSize = 50;

function change(make: (inbox: Inbox) => Inbox): void {
  useInbox.setState((state) => make(state));
}

/** Settles when all sent changes are answered; each change replaces it. */
let changes: Promise<unknown> = Promise.resolve();

function sendChange<K extends ChangeName>(operation: K, input: OperationInput<K>): Promise<CallResult<K>> {
  const answer = callOnce(operation, input);
  changes = changes.then(() => answer);
  return answer;
}

/** A page from before a change would revert it, so it is requested again after the change. */
async function readPage(input: OperationInput<"inbox.list">): Promise<CallResult<"inbox.list">> {
  for (;;) {
    const known = changes;
    await known;
    const result = await ask("inbox.list", input);
    if (!result.ok || known === changes) return result;
  }
}

/** Loads the newest page. Entries that arrive meanwhile are in it, or are added on top. */
export async function loadInbox(): Promise<void> {
  useInbox.setState({ isLoading: true, error: null });
  const result = await readPage({ limit: pageSize });
  if (!result.ok) return useInbox.setState({ isLoading: false, error: result.error });
  useInbox.setState(({ entries }) => {
    const newest = result.data.entries[0]?.id ?? 0;
    const arrived = entries.filter(({ id }) => id > newest);
    const page = arrived.reduceRight(withEntry, result.data);
    return { ...page, isKnown: true, isLoading: false };
  });
}

export async function loadOlder(): Promise<void> {
  const last = useInbox.getState().entries.at(-1);
  if (!last) return loadInbox();
  useInbox.setState({ isLoading: true, error: null });
  const result = await readPage({ limit: pageSize, before: last.id });
  if (result.ok) change((inbox) => withOlder(inbox, result.data));
  useInbox.setState({ isLoading: false, error: result.ok ? null : result.error });
}

/** Optimistic; reverted if the engine rejects it. */
export async function markEntries(isRead: boolean, entries?: readonly InboxEntry[]): Promise<void> {
  const ids = entries?.map(({ id }) => id);
  change((inbox) => withMark(inbox, isRead, Date.now(), ids));
  const result = await sendChange("inbox.mark", { is_read: isRead, ...(ids && { ids }) });
  if (!result.ok) await complain(result.error);
}

export function removeEntries(entries: readonly InboxEntry[]): Promise<void> {
  return undoable(() => remove(entries));
}

async function remove(gone: readonly InboxEntry[]): Promise<void> {
  const ids = gone.map(({ id }) => id);
  change((inbox) => withoutEntries(inbox, ids));
  const result = await sendChange("inbox.remove", { ids, ...removalNotices.partOf() });
  if (!result.ok) return complain(result.error);
  removalNotices.announce(gone, result.data.act_id);
}

const removalNotices = createRemovalNotices<InboxEntry>("alerts removed", ({ length }) =>
  texts().acts.kinds["inbox.remove"](formatPlural("alert", length)),
);

async function complain(error: CallError): Promise<void> {
  notifyFailure(error);
  await loadInbox();
}

/** Keeps the inbox in sync with the engine. */
export function followInbox(): void {
  onEngineReady(() => void loadInbox());
  onEngineEvent((event) => {
    if (event.kind === "inbox") change((inbox) => withEntry(inbox, event.entry));
    else if (event.dataKind === "all") void loadInbox();
  });
}
