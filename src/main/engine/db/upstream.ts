import type { UpstreamErrorKind } from "../domain/upstream-pause.js";
import { allRows, change, getRow, insert, type ReadDb, type WriteDb } from "./store.js";

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

interface UpstreamRow {
  id: number;
  name: string;
  base_url: string;
  key: Buffer;
  is_enabled: number;
  added_at: number;
  paused_until: number | null;
  problem: UpstreamErrorKind | null;
  problem_detail: string | null;
  failures: number;
  last_ok_at: number | null;
  credits_remaining: number | null;
  credits_limit: number | null;
  period_end_at: number | null;
  rate_limit: number | null;
  rate_remaining: number | null;
  rate_reset_at: number | null;
  deals_at: number | null;
}

function toUpstream(row: UpstreamRow): StoredUpstream {
  return {
    id: row.id,
    name: row.name,
    baseUrl: row.base_url,
    key: row.key,
    isEnabled: row.is_enabled === 1,
    addedMs: row.added_at,
    pausedUntilMs: row.paused_until,
    problem: row.problem,
    problemDetail: row.problem_detail,
    failures: row.failures,
    lastOkMs: row.last_ok_at,
    creditsRemaining: row.credits_remaining,
    creditsLimit: row.credits_limit,
    periodEndMs: row.period_end_at,
    rateLimit: row.rate_limit,
    rateRemaining: row.rate_remaining,
    rateResetMs: row.rate_reset_at,
    dealsMs: row.deals_at,
  };
}

export function hasEnabledUpstream(db: ReadDb): boolean {
  return getRow(db, "SELECT 1 FROM service WHERE is_enabled = 1 LIMIT 1") !== undefined;
}

/** In the order they were added, which is the order they are queried in. */
export function allUpstreams(db: ReadDb): StoredUpstream[] {
  return allRows<UpstreamRow>(db, "SELECT * FROM service ORDER BY id").map(toUpstream);
}

export function upstreamById(db: ReadDb, id: number): StoredUpstream | undefined {
  const row = getRow<UpstreamRow>(db, "SELECT * FROM service WHERE id = ?", id);
  return row && toUpstream(row);
}

export function insertUpstream(
  tx: WriteDb,
  upstream: Pick<StoredUpstream, "name" | "baseUrl" | "key" | "addedMs">,
): number {
  return insert(
    tx,
    "INSERT INTO service (name, base_url, key, added_at) VALUES (?, ?, ?, ?)",
    upstream.name,
    upstream.baseUrl,
    upstream.key,
    upstream.addedMs,
  );
}

export function updateUpstream(tx: WriteDb, upstream: StoredUpstream): void {
  change(
    tx,
    `UPDATE service SET name = ?, base_url = ?, key = ?, is_enabled = ?, paused_until = ?, problem = ?, problem_detail = ?,
       failures = ?, last_ok_at = ?, credits_remaining = ?, credits_limit = ?, period_end_at = ?, rate_limit = ?,
       rate_remaining = ?, rate_reset_at = ?, deals_at = ?
     WHERE id = ?`,
    upstream.name,
    upstream.baseUrl,
    upstream.key,
    Number(upstream.isEnabled),
    upstream.pausedUntilMs,
    upstream.problem,
    upstream.problemDetail,
    upstream.failures,
    upstream.lastOkMs,
    upstream.creditsRemaining,
    upstream.creditsLimit,
    upstream.periodEndMs,
    upstream.rateLimit,
    upstream.rateRemaining,
    upstream.rateResetMs,
    upstream.dealsMs,
    upstream.id,
  );
}

/** Deletes an upstream and the links to it; the products and offers stay. */
export function deleteUpstream(tx: WriteDb, id: number): void {
  change(tx, "DELETE FROM service WHERE id = ?", id);
}
