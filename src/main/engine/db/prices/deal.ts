import type { Deal } from "../../../../shared/contract/deal.js";
import type { ContractRequest } from "../../../../shared/contract/operations.js";
import { DAY_MS, HOUR_MS } from "../../../../shared/time.js";
import { toMinor } from "../../domain/money.js";
import { normaliseHost } from "../../domain/product-url.js";
import {
  allValues,
  change,
  eachRow,
  getRow,
  getValue,
  type ReadDb,
  type SqlValue,
  type WriteDb,
} from "../store.js";

type DealsRequest = ContractRequest<"deals.list">;

export interface StoredDeal {
  readonly deal: Deal;
  readonly category: string | null;
}

/** Ten times the votes count as much as 12.5 hours (decision 21). */
const tenfoldVotesMs = 12.5 * HOUR_MS;

function hotness(score: number, createdMs: number): number {
  const votes = Math.sign(score) * Math.log10(Math.max(Math.abs(score), 1));
  return votes + createdMs / tenfoldVotesMs;
}

export function saveDeal(tx: WriteDb, { deal, category }: StoredDeal, isSample: boolean): void {
  const createdMs = Date.parse(deal.created_at);
  const { score } = deal.votes;
  const sql = `INSERT INTO deal (path, category, retailer, grade, price_minor, score, hot, created_at, body, is_sample)
    VALUES (:path, :category, :retailer, :grade, :priceMinor, :score, :hot, :createdMs, :deal, :isSample)
    ON CONFLICT (path) DO UPDATE SET category = excluded.category, retailer = excluded.retailer,
      grade = excluded.grade, price_minor = excluded.price_minor, score = excluded.score, hot = excluded.hot,
      created_at = excluded.created_at, body = excluded.body, is_sample = min(deal.is_sample, excluded.is_sample)`;
  change(tx, sql, {
    path: deal.path,
    category,
    retailer: normaliseHost(deal.retailer.name),
    grade: deal.grade.letter.toUpperCase(),
    priceMinor: toMinor(deal.pricing.current),
    score,
    hot: hotness(score, createdMs),
    createdMs,
    deal,
    isSample,
  });
}

const windowMs = { "top-hour": HOUR_MS, "top-day": DAY_MS, "top-week": 7 * DAY_MS } as const;

const orders = {
  hot: "hot DESC, id",
  new: "created_at DESC, id",
  "top-hour": "score DESC, created_at DESC, id",
  "top-day": "score DESC, created_at DESC, id",
  "top-week": "score DESC, created_at DESC, id",
} as const;

interface SqlFilter {
  readonly sql: string;
  readonly value: SqlValue;
}

function dealFilters(request: DealsRequest, nowMs: number): SqlFilter[] {
  const filters: SqlFilter[] = [];
  if (request.sort in windowMs)
    filters.push({
      sql: "created_at > ?",
      value: nowMs - windowMs[request.sort as keyof typeof windowMs],
    });
  if (request.category !== undefined)
    filters.push({ sql: "category = ? COLLATE NOCASE", value: request.category });
  if (request.retailer !== undefined)
    filters.push({ sql: "retailer = ?", value: normaliseHost(request.retailer) });
  if (request.grade !== undefined) filters.push({ sql: "grade = ?", value: request.grade });
  if (request.min_price !== undefined)
    filters.push({ sql: "price_minor >= ?", value: toMinor(request.min_price) });
  if (request.max_price !== undefined)
    filters.push({ sql: "price_minor <= ?", value: toMinor(request.max_price) });
  return filters;
}

/** One page of deals and the total number of matches. Both price bounds are inclusive (decision 41). */
export function findDeals(
  db: ReadDb,
  request: DealsRequest,
  nowMs: number,
): { deals: Deal[]; total: number } {
  const filters = dealFilters(request, nowMs);
  const where = filters.length === 0 ? "" : `WHERE ${filters.map(({ sql }) => sql).join(" AND ")}`;
  const values = filters.map(({ value }) => value);
  const total = getValue<number>(db, `SELECT count(*) FROM deal ${where}`, ...values) ?? 0;
  const sql = `SELECT body AS "body:json" FROM deal ${where} ORDER BY ${orders[request.sort]} LIMIT ? OFFSET ?`;
  return { deals: allValues<Deal>(db, sql, ...values, request.limit, request.offset), total };
}

export function* eachDeal(db: ReadDb): Generator<StoredDeal> {
  const rows = eachRow<{ body: string; category: string | null }>(
    db,
    "SELECT body, category FROM deal ORDER BY id",
  );
  for (const row of rows) yield { deal: JSON.parse(row.body) as Deal, category: row.category };
}

/** Whether a deal belongs to the sample data. */
export function isSampleDeal(db: ReadDb, path: string): boolean {
  return getRow(db, "SELECT 1 FROM deal WHERE path = ? AND is_sample = 1", path) !== undefined;
}

export function deleteSampleDeals(tx: WriteDb): void {
  change(tx, "DELETE FROM deal WHERE is_sample = 1");
}
