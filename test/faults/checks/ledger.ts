import { getRow, type ReadDb } from "../../../src/main/engine/db/store.js";
import { type Finding, findRows } from "./finding.js";

/** What an account has used, over all its billing periods. */
export interface Used {
  readonly credits: number;
  readonly requests: number;
}

/** What callers know of what they were charged. */
export interface Bill {
  /** Credits and requests of answers that came. */
  readonly answered: Used;
  /** The most that requests can have been charged whose answers never came. */
  readonly inFlight: Used;
}

/** A period that a clock came back to is counted in the account, and its old row is passed over. */
const isElsewhere = `started_at <> (SELECT period_started_at FROM account WHERE id = account_id)`;

export function usedOf(db: ReadDb): Used {
  const row = getRow<Used>(
    db,
    `SELECT (SELECT coalesce(sum(period_credits), 0) FROM account)
          + (SELECT coalesce(sum(credits_used), 0) FROM usage_period WHERE ${isElsewhere}) AS credits,
            (SELECT coalesce(sum(period_requests), 0) FROM account)
          + (SELECT coalesce(sum(requests_made), 0) FROM usage_period WHERE ${isElsewhere}) AS requests`,
  );
  if (row === undefined) throw new Error("The ledger is gone.");
  return row;
}

/** What jobs have cost so far: they are charged as they go, and tell nobody. */
function batchCredits(db: ReadDb): number {
  const sql = "SELECT coalesce(sum(credits), 0) AS credits FROM batch_charge";
  return getRow<{ credits: number }>(db, sql)?.credits ?? 0;
}

function between(what: string, charged: number, answered: number, inFlight: number): Finding[] {
  if (charged >= answered && charged <= answered + inFlight) return [];
  return [
    `${charged} ${what} were charged; answers tell of ${answered}, and ${inFlight} at most were under way`,
  ];
}

/** Charged is what answers said, and at most what was under way when the engine went. */
export function checkLedger(db: ReadDb, before: Used, { answered, inFlight }: Bill): Finding[] {
  const now = usedOf(db);
  const credits = now.credits - before.credits - batchCredits(db);
  return [
    ...between("credits", credits, answered.credits, inFlight.credits),
    ...between("requests", now.requests - before.requests, answered.requests, inFlight.requests),
    ...findRows(
      db,
      "More than the plan has",
      "SELECT name FROM account WHERE period_credits > plan_credits + bonus_credits",
    ),
  ];
}
