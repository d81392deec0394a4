import type { InboxPage } from "../../../../shared/app/alerts.js";
import type { AppOutput, AppRequest } from "../../../../shared/app/operations.js";
import {
  countEntries,
  markEntries,
  newestEntries,
  newestEntriesAbout,
  removeEntries,
} from "../../db/alerts/inbox.js";
import { newestProblems } from "../../db/alerts/round.js";
import { type ReadDb, writeDurably } from "../../db/store.js";
import { act } from "../acts/perform-act.js";
import type { Operation, StoreContext } from "../request/context.js";

type ChangeCount = AppOutput<"inbox.mark">;

/** A page of the inbox, newest first. */
export function listInbox(db: ReadDb, { limit, before }: AppRequest<"inbox.list">): InboxPage {
  return { entries: newestEntries(db, limit, before), ...countEntries(db) };
}

/** The newest alerts about one product. */
export const listInboxOfProduct: Operation<"alerts.of_product", ReadDb> = (db, { product_key, limit }) => {
  return { entries: newestEntriesAbout(db, product_key, limit) };
};

const maxProblems = 100;

export function listProblems(db: ReadDb): AppOutput<"alerts.problems"> {
  return { problems: newestProblems(db, maxProblems) };
}

export function markInbox(context: StoreContext, { ids, is_read }: AppRequest<"inbox.mark">): ChangeCount {
  const readMs = is_read ? context.clock.now() : null;
  return { changed: writeDurably(context.db, (tx) => markEntries(tx, readMs, ids)) };
}

/** Entries stay in the database, so that repeated events do not bring them back. */
export const removeFromInbox = act(
  "inbox.remove",
  (_tx, { ids }) => ({ title: null, count: new Set(ids).size }),
  (tx, { nowMs }, { ids }) => ({ changed: removeEntries(tx, ids, nowMs) }),
);
