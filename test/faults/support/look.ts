import { vi } from "vitest";
import { closeStore, openReader, openStore } from "../../../src/main/engine/db/open.js";
import type { ReadDb } from "../../../src/main/engine/db/store.js";
import { checkConsistency } from "../checks/consistency.js";
import type { Finding } from "../checks/finding.js";
import { checkKept, countKept } from "../checks/kept.js";
import { checkLedger, type Used } from "../checks/ledger.js";
import { checkDueTimes, checkRest } from "../checks/schedules.js";
import type { Tally } from "./tally.js";
import type { Toll } from "./toll.js";

const restLimitMs = 30_000;

/** Opens the folder's database as the next start does, and closes it again. */
export function look<T>(data: string, work: (db: ReadDb) => T): T {
  const db = openStore(data);
  try {
    return work(db);
  } finally {
    closeStore(db);
  }
}

/** What has to hold right after an engine has gone. */
export function checkAfter(
  db: ReadDb,
  before: Used,
  toll: Toll,
  tally: Tally,
  nowMs: number = Number.POSITIVE_INFINITY,
): Finding[] {
  tally.add("databases checked whole");
  tally.add("acknowledged writes", countKept(toll.kept));
  tally.add("answers held against the ledger", toll.bill.answered.requests);
  return [...checkConsistency(db, nowMs), ...checkKept(db, toll.kept), ...checkLedger(db, before, toll.bill)];
}

/** Waits until an engine has done all that is due; throws what is left when it does not come to that. */
export async function waitForRest(data: string, now: () => number): Promise<void> {
  const db = openReader(data);
  let left: Finding[] = [];
  const isAtRest = () => {
    left = checkRest(db, now());
    return left.length === 0;
  };
  try {
    await vi.waitUntil(isAtRest, { timeout: restLimitMs, interval: 10 });
  } catch {
    throw new Error(`The engine did not come to rest:\n  ${left.join("\n  ")}`);
  } finally {
    db.connection.close();
  }
}

/** What has to hold once an engine has come to rest and ended. */
export function checkAtRest(db: ReadDb, nowMs: number): Finding[] {
  return [...checkConsistency(db, nowMs), ...checkRest(db, nowMs), ...checkDueTimes(db, nowMs)];
}
