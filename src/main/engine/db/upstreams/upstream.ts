import type { UpstreamErrorKind } from "../../domain/upstream-pause.js";
import { allRows, change, getRow, insert, newIdSql, type ReadDb, type WriteDb } from "../store.js";

/** Another server with this contract that the user has connected. */
export interface StoredUpstream {
  readonly id: number;
  readonly name: string;
  readonly baseUrl: string;
  /** Sealed by the secret box. */
  readonly key: Buffer;
  readonly isEnabled: boolean;
  readonly addedMs: number;
  readonly pausedUntilMs: number | null;
  readonly problem: UpstreamErrorKind | null;
  readonly problemDetail: string | null;
  /** Consecutive failed requests. */
  readonly failures: number;
  readonly lastOkMs: number | null;
  readonly creditsRemaining: number | null;
  readonly creditsLimit: number | null;
  readonly periodEndMs: number | null;
  readonly rateLimit: number | null;
  readonly rateRemaining: number | null;
  readonly rateResetMs: number | null;
  readonly dealsMs: number | null;
}

const selectSql = `SELECT id, name, base_url AS baseUrl, key, is_enabled AS isEnabled, added_at AS addedMs,
  paused_until AS pausedUntilMs, problem, problem_detail AS problemDetail, failures, last_ok_at AS lastOkMs,
  credits_remaining AS creditsRemaining, credits_limit AS creditsLimit, period_end_at AS periodEndMs,
  rate_limit AS rateLimit, rate_remaining AS rateRemaining, rate_reset_at AS rateResetMs, deals_at AS dealsMs
  FROM service`;

export function hasEnabledUpstream(db: ReadDb): boolean {
  return getRow(db, "SELECT 1 FROM service WHERE is_enabled = 1 LIMIT 1") !== undefined;
}

/** In the order they were added, which is the order they are queried in. */
export function allUpstreams(db: ReadDb): StoredUpstream[] {
  return allRows(db, `${selectSql} ORDER BY id`);
}

export function upstreamById(db: ReadDb, id: number): StoredUpstream | undefined {
  return getRow<StoredUpstream>(db, `${selectSql} WHERE id = ?`, id);
}

export function insertUpstream(
  tx: WriteDb,
  upstream: Pick<StoredUpstream, "name" | "baseUrl" | "key" | "addedMs">,
): number {
  const sql = `INSERT INTO service (id, name, base_url, key, added_at)
    VALUES (${newIdSql("service")}, :name, :baseUrl, :key, :addedMs)`;
  return insert(tx, sql, upstream);
}

export function updateUpstream(tx: WriteDb, upstream: StoredUpstream): void {
  const sql = `UPDATE service SET name = :name, base_url = :baseUrl, key = :key, is_enabled = :isEnabled,
      paused_until = :pausedUntilMs, problem = :problem, problem_detail = :problemDetail, failures = :failures,
      last_ok_at = :lastOkMs, credits_remaining = :creditsRemaining, credits_limit = :creditsLimit,
      period_end_at = :periodEndMs, rate_limit = :rateLimit, rate_remaining = :rateRemaining,
      rate_reset_at = :rateResetMs, deals_at = :dealsMs WHERE id = :id`;
  change(tx, sql, upstream);
}

/** Deletes an upstream and the links to it; the products and offers stay. */
export function deleteUpstream(tx: WriteDb, id: number): void {
  change(tx, "DELETE FROM service WHERE id = ?", id);
}
