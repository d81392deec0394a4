import type { InboxPage } from "../../../../shared/app/alerts.js";
import type { AppOutput, AppRequest } from "../../../../shared/app/operations.js";
import { DAY_MS } from "../../../../shared/time.js";
import {
  countEntries,
  deleteEntriesRemovedBefore,
  entriesBefore,
  markEntries,
  newestEntries,
  newestEntriesAbout,
  removeEntries,
} from "../../db/alerts/inbox.js";
import { deleteProblemsBefore, newestProblems } from "../../db/alerts/round.js";
import { type ReadDb, type WriteDb, write, writeDurably } from "../../db/store.js";
import { type ActingContext, performAct } from "../acts/perform-act.js";
import type { OperationContext } from "../request/context.js";

type InboxContext = Pick<OperationContext, "db" | "clock">;
type ChangeCount = AppOutput<"inbox.mark">;

/** A page of the inbox, newest first. */
export function listInbox(db: ReadDb, { limit, before }: AppRequest<"inbox.list">): InboxPage {
  const entries = before === undefined ? newestEntries(db, limit) : entriesBefore(db, before, limit);
  return { entries, ...countEntries(db) };
}

/** The newest alerts about one product. */
export function listInboxOfProduct(
  db: ReadDb,
  { product_key: productKey, limit }: AppRequest<"alerts.of_product">,
): AppOutput<"alerts.of_product"> {
  return { entries: newestEntriesAbout(db, productKey, limit) };
}

const maxProblems = 100;

export function listProblems(db: ReadDb): AppOutput<"alerts.problems"> {
  const problems = newestProblems(db, maxProblems).map(({ productKey, title, ruleId, atMs, error }) => ({
    product_key: productKey,
    title,
    rule_id: ruleId,
    at: new Date(atMs).toISOString(),
    error,
  }));
  return { problems };
}

export function markInbox(context: InboxContext, { ids, is_read }: AppRequest<"inbox.mark">): ChangeCount {
  const readMs = is_read ? context.clock.now() : null;
  return changeDurably(context, (tx) => markEntries(tx, readMs, ids));
}

/** Entries stay in the database, so that repeated events do not bring them back. */
export function removeFromInbox(
  context: ActingContext,
  { ids, part_of: partOf }: AppRequest<"inbox.remove">,
): AppOutput<"inbox.remove"> {
  const subject = () => ({ title: null, count: new Set(ids).size });
  return performAct(context, "inbox.remove", { subject, partOf }, (tx) => ({
    changed: removeEntries(tx, ids, context.clock.now()),
  }));
}

const removedRetentionMs = 30 * DAY_MS;

/** Deletes problems of long ago, and entries removed too long ago to be undone or delivered again. Returns how many entries. */
export function purgeInbox(db: ReadDb, nowMs: number): number {
  return write(db, (tx) => {
    deleteProblemsBefore(tx, nowMs - removedRetentionMs);
    return deleteEntriesRemovedBefore(tx, nowMs - removedRetentionMs);
  });
}

function changeDurably(context: InboxContext, update: (tx: WriteDb) => number): ChangeCount {
  return { changed: writeDurably(context.db, update) };
}
