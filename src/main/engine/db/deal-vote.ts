import type { Deal } from "../../../shared/contract/deal.js";
import { allRows, change, getRow, type ReadDb, type WriteDb } from "./store.js";

export type Vote = 1 | -1;

export interface LocalVotes {
  readonly up: number;
  readonly down: number;
}

/** Votes on a deal by this engine's accounts; the deal itself carries the votes from its source. */
export function localVotesOn(db: ReadDb, path: string): LocalVotes {
  const sql = `SELECT count(*) FILTER (WHERE vote > 0) AS up, count(*) FILTER (WHERE vote < 0) AS down
    FROM deal_vote WHERE deal_path = ?`;
  return getRow<LocalVotes>(db, sql, path) ?? { up: 0, down: 0 };
}

/** The deal with the votes of this engine's accounts added. */
export function withLocalVotes(deal: Deal, { up, down }: LocalVotes): Deal {
  if (up + down === 0) return deal;
  const upvotes = deal.votes.upvotes + up;
  const downvotes = deal.votes.downvotes + down;
  return { ...deal, votes: { upvotes, downvotes, score: upvotes - downvotes } };
}

/** The account's votes by deal path; deals without a vote are left out. */
export function votesOfAccount(
  db: ReadDb,
  accountId: number,
  paths: readonly string[],
): ReadonlyMap<string, Vote> {
  const rows = allRows<{ deal_path: string; vote: Vote }>(
    db,
    `SELECT deal_path, vote FROM json_each(?) AS wanted
     JOIN deal_vote ON deal_path = wanted.value AND account_id = ?`,
    JSON.stringify(paths),
    accountId,
  );
  return new Map(rows.map(({ deal_path, vote }) => [deal_path, vote]));
}

export function saveVote(
  tx: WriteDb,
  { accountId, path, vote, nowMs }: { accountId: number; path: string; vote: Vote | null; nowMs: number },
): void {
  if (vote === null)
    change(tx, "DELETE FROM deal_vote WHERE deal_path = ? AND account_id = ?", path, accountId);
  else
    change(
      tx,
      `INSERT INTO deal_vote (deal_path, account_id, vote, voted_at) VALUES (?, ?, ?, ?)
       ON CONFLICT (deal_path, account_id) DO UPDATE SET vote = excluded.vote, voted_at = excluded.voted_at`,
      path,
      accountId,
      vote,
      nowMs,
    );
}
