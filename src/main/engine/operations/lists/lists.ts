import { type LinkList, type ListEntryState, listEntryState } from "../../../../shared/app/lists.js";
import type { AppOutput, AppRequest } from "../../../../shared/app/operations.js";
import { HOUR_MS } from "../../../../shared/time.js";
import {
  cancelList,
  countEntries,
  deleteList,
  deleteUnfilledLists,
  listById,
  listsOfAccount,
  type StoredList,
} from "../../db/lists/link-list.js";
import { listedEntries, moveEntries } from "../../db/lists/list-entry.js";
import { type ReadDb, type WriteDb, write, writeDurably } from "../../db/store.js";
import { isoOrNull } from "../../domain/clock.js";
import type { RequestContext } from "../request/context.js";
import { ContractError, invalidParams } from "../request/contract-error.js";

/** Throws `ERR_ENDPOINT_NOT_FOUND`. */
export function requireList(db: ReadDb, id: number): StoredList {
  const list = listById(db, id);
  if (list === undefined)
    throw new ContractError("ERR_ENDPOINT_NOT_FOUND", "This list no longer exists.", {
      action: "It was removed in the meantime; import the file or follow the page again.",
    });
  return list;
}

function stateOf({ undoneMs, cancelledMs }: StoredList, waiting: number): LinkList["state"] {
  if (undoneMs !== null) return "undone";
  if (waiting > 0) return "running";
  return cancelledMs === null ? "ended" : "cancelled";
}

export function toLinkList(db: ReadDb, list: StoredList): LinkList {
  const { states, gone } = countEntries(db, list.id);
  const count = (state: ListEntryState) => states.get(state) ?? 0;
  const counts = Object.fromEntries(listEntryState.options.map((state) => [state, count(state)]));
  const { lastCheck } = list;
  return {
    id: list.id,
    kind: list.url === null ? "import" : "page",
    name: list.name,
    url: list.url,
    format: list.format,
    created_at: new Date(list.createdMs).toISOString(),
    counts: counts as LinkList["counts"],
    gone,
    state: stateOf(list, count("waiting")),
    last_check: lastCheck && {
      at: new Date(lastCheck.atMs).toISOString(),
      outcome: lastCheck.outcome,
      reason: lastCheck.reason,
    },
    next_check_at: isoOrNull(list.dueMs),
  };
}

export function allLists({
  db,
  accountId,
}: Pick<RequestContext, "db"> & { readonly accountId: number }): AppOutput<"lists.all"> {
  return { lists: listsOfAccount(db, accountId).map((list) => toLinkList(db, list)) };
}

export function listEntries(
  { db }: Pick<RequestContext, "db">,
  { id, states, after = 0, limit }: AppRequest<"lists.entries">,
): AppOutput<"lists.entries"> {
  requireList(db, id);
  const found = listedEntries(db, id, { after, limit: limit + 1, states: states ?? null });
  const page = found.slice(0, limit);
  const entries = page.map(({ goneMs, ...entry }) => ({ ...entry, gone_at: isoOrNull(goneMs) }));
  return { entries, next: found.length > limit ? (page.at(-1)?.id ?? null) : null };
}

/** Dismisses the waiting entries of an import; returns whether there were any. */
export function cancelWaiting(tx: WriteDb, id: number, nowMs: number): boolean {
  if ((countEntries(tx, id).states.get("waiting") ?? 0) === 0) return false;
  moveEntries(tx, id, { ids: null, from: ["waiting"], to: "dismissed", dueMs: nowMs });
  cancelList(tx, id, nowMs);
  return true;
}

/** Stops an import; what has been added stays. */
export function cancelImport(
  { db, clock, effects }: RequestContext,
  { id }: AppRequest<"lists.cancel">,
): AppOutput<"lists.cancel"> {
  const cancelled = writeDurably(db, (tx) => {
    requireList(tx, id);
    return cancelWaiting(tx, id, clock.now());
  });
  effects.wakeWorker("lists");
  return { cancelled };
}

export function removeList(
  { db, effects }: RequestContext,
  { id }: AppRequest<"lists.remove">,
): AppOutput<"lists.remove"> {
  const removed = writeDurably(db, (tx) => deleteList(tx, id));
  effects.wakeWorker("lists");
  return { removed };
}

type Decision = AppRequest<"lists.decide">["state"];

/** The states from which the user can decide on an entry. */
const decidable: Readonly<Record<Decision, readonly ListEntryState[]>> = {
  waiting: ["offered", "dismissed", "question", "failed"],
  dismissed: ["offered", "waiting", "question", "failed"],
  offered: ["dismissed"],
};

export function decideEntries(
  { db, clock, effects }: RequestContext,
  { id, entry_ids: ids, state }: AppRequest<"lists.decide">,
): AppOutput<"lists.decide"> {
  const changed = writeDurably(db, (tx) => {
    const { undoneMs, url } = requireList(tx, id);
    if (undoneMs !== null) throw invalidParams("This import was undone.", "Restore it first.");
    if (state === "offered" && url === null)
      throw invalidParams("Only a followed page offers links.", "Import the file again.");
    return moveEntries(tx, id, { ids, from: decidable[state], to: state, dueMs: clock.now() });
  });
  effects.wakeWorker("lists");
  return { changed };
}

/** Longer than it takes to fill a list. */
const unfilledMs = HOUR_MS;

/** Deletes lists that a killed process has only partly stored. */
export function purgeLists({ db, clock }: Pick<RequestContext, "db" | "clock">): void {
  write(db, (tx) => deleteUnfilledLists(tx, clock.now() - unfilledMs));
}
