import type { LinkList, ListEntryState } from "../../../../shared/app/lists.js";
import type { AppOutput, AppRequest } from "../../../../shared/app/operations.js";
import { listEntryState } from "../../../../shared/app/primitives.js";
import { insertAct } from "../../db/acts/act.js";
import { listedLinks, moveLinks } from "../../db/intake/link.js";
import {
  cancelList,
  countEntries,
  deleteList,
  listById,
  listsOfAccount,
  type StoredList,
} from "../../db/intake/link-list.js";
import { type ReadDb, writeDurably } from "../../db/store.js";
import { isoOrNull } from "../../domain/clock.js";
import type { ActingContext } from "../acts/perform-act.js";
import type { Operation, RequestContext } from "../request/context.js";
import { invalidParams, notFound, refuse } from "../request/contract-error.js";

/** Throws `ERR_ENDPOINT_NOT_FOUND`. */
export function requireList(db: ReadDb, id: number): StoredList {
  const list = listById(db, id);
  if (list === undefined)
    throw notFound(
      "This list no longer exists.",
      "It was removed in the meantime; import the file or follow the page again.",
    );
  return list;
}

function stateOf({ undoneMs, cancelledMs }: StoredList, waiting: number): LinkList["state"] {
  if (undoneMs !== null) return "undone";
  if (waiting > 0) return "running";
  return cancelledMs === null ? "ended" : "cancelled";
}

export function toLinkList(db: ReadDb, list: StoredList): LinkList {
  const counted = countEntries(db, list.id);
  const count = (state: ListEntryState) => counted.get(state) ?? 0;
  const counts = Object.fromEntries(listEntryState.options.map((state) => [state, count(state)]));
  const { checkedMs, outcome, reason } = list;
  return {
    id: list.id,
    kind: list.url === null ? "import" : "page",
    name: list.name,
    url: list.url,
    format: list.format,
    created_at: new Date(list.createdMs).toISOString(),
    counts: counts as LinkList["counts"],
    gone: list.gone,
    state: stateOf(list, count("waiting")),
    last_check:
      checkedMs === null || outcome === null
        ? null
        : { at: new Date(checkedMs).toISOString(), outcome, reason },
    next_check_at: isoOrNull(list.dueMs),
    act_id: list.actId,
  };
}

export function allLists({
  db,
  accountId,
}: Pick<RequestContext, "db"> & { readonly accountId: number }): AppOutput<"lists.all"> {
  return { lists: listsOfAccount(db, accountId).map((list) => toLinkList(db, list)) };
}

export const listEntries: Operation<"lists.entries", Pick<RequestContext, "db">> = (
  { db },
  { id, states, after = 0, limit },
) => {
  requireList(db, id);
  const found = listedLinks(db, id, { after, limit: limit + 1, states: states ?? null });
  const entries = found.slice(0, limit);
  return { entries, next: found.length > limit ? (entries.at(-1)?.id ?? null) : null };
};

/** Stops an import; what has been added stays. */
export const cancelImport: Operation<"lists.cancel", RequestContext> = ({ db, clock, effects }, { id }) => {
  const nowMs = clock.now();
  const cancelled = writeDurably(db, (tx) => {
    requireList(tx, id);
    const count = moveLinks(tx, id, { ids: null, from: ["waiting"], to: "dismissed", nowMs });
    if (count > 0) cancelList(tx, id, nowMs);
    return count > 0;
  });
  effects.wakeWorker("links");
  return { cancelled };
};

export const removeList: Operation<"lists.remove", RequestContext> = ({ db, effects }, { id }) => {
  const removed = writeDurably(db, (tx) => deleteList(tx, id));
  effects.wakeWorker("links");
  return { removed };
};

type Decision = AppRequest<"lists.decide">["state"];

/** The states from which the user can decide on an entry. */
const decidable: Readonly<Record<Decision, readonly ListEntryState[]>> = {
  waiting: ["offered", "dismissed", "question", "failed"],
  dismissed: ["offered", "waiting", "question", "failed"],
  offered: ["dismissed"],
};

/** Links of a followed page that are to be watched are one act. */
export const decideEntries: Operation<"lists.decide", ActingContext> = (
  { db, clock, effects, accountId, client },
  { id, entry_ids: ids, state },
) => {
  const nowMs = clock.now();
  const changed = writeDurably(db, (tx) => {
    const { undoneMs, url, name } = requireList(tx, id);
    if (undoneMs !== null) throw refuse("importUndone");
    if (state === "offered" && url === null)
      throw invalidParams("Only a followed page offers links.", "Import the file again.");
    const isAct = state === "waiting" && url !== null;
    const subject = { title: name, count: ids.length };
    const requestId = isAct ? insertAct(tx, { accountId, client, kind: "links.add", subject, nowMs }) : null;
    return moveLinks(tx, id, { ids, from: decidable[state], to: state, nowMs, requestId });
  });
  effects.wakeWorker("links");
  return { changed };
};
