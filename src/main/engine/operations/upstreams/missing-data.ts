import { chunk } from "../../../../shared/arrays.js";
import { DAY_MS, utcDay } from "../../../../shared/time.js";
import type { ReadDb } from "../../db/store.js";
import { linkOfProduct, type ProductLink } from "../../db/upstreams/upstream-link.js";
import { freshForMs, isStale } from "../../domain/upstream-freshness.js";
import type { UpstreamQuery } from "../../sources/upstream/query.js";
import { resolveIdentifier } from "../products/resolve-identifiers.js";
import type { DataNeeds } from "./data-needs.js";

type ProductNeeds = Extract<DataNeeds, { kind: "products" }>;

/** The contract's longest history. */
export const maxHistoryDays = 366;

/** The history from `sinceMs` until today, with the current offers. */
export function historySince(ids: readonly string[], sinceMs: number, nowMs: number): UpstreamQuery {
  const firstMs = nowMs - (maxHistoryDays - 1) * DAY_MS;
  return { kind: "history", ids, start: utcDay(Math.max(sinceMs, firstMs)), end: utcDay(nowMs) };
}

/** Whether a history that was fetched once lacks its newest part. The first fetch is the user's decision. */
function needsNewDays({ historyUntilMs }: ProductLink, { historyEnd }: ProductNeeds, nowMs: number): boolean {
  if (historyEnd === null || historyUntilMs === null) return false;
  const endMs = Math.min(nowMs, Date.parse(historyEnd) + DAY_MS);
  return endMs - historyUntilMs >= freshForMs.offers;
}

/** The query for a product; `null` if its data is fresh, or it is the user's own, which is never sent upstream. */
function queryFor(
  db: ReadDb,
  upstreamId: number,
  identifier: string,
  needs: ProductNeeds,
  nowMs: number,
): UpstreamQuery | null {
  const local = resolveIdentifier(db, identifier);
  if (local === null) return { kind: "offers", ids: [identifier] };
  const link = linkOfProduct(db, upstreamId, local.id);
  if (link === undefined) return null;
  const ids = [link.remoteId];
  if (link.historyUntilMs !== null && needsNewDays(link, needs, nowMs))
    return historySince(ids, link.historyUntilMs, nowMs);
  const isOld = needs.offers
    ? isStale("offers", link.offersMs, nowMs)
    : isStale("product", link.productMs, nowMs);
  return isOld ? { kind: "offers", ids } : null;
}

/** The contract's limit per request. */
const maxIdsPerQuery = 100;

/** The queries to one upstream that bring what a look-up lacks, each for as many products as possible. */
export function queriesFor(
  db: ReadDb,
  upstreamId: number,
  needs: ProductNeeds,
  nowMs: number,
  isRecent: (id: string) => boolean,
): UpstreamQuery[] {
  const groups = new Map<string, { readonly query: UpstreamQuery; readonly ids: Set<string> }>();
  for (const identifier of needs.identifiers) {
    const query = queryFor(db, upstreamId, identifier, needs, nowMs);
    const [id] = query !== null && "ids" in query ? query.ids : [];
    if (query === null || id === undefined || isRecent(id)) continue;
    const key = JSON.stringify({ ...query, ids: [] });
    const group = groups.get(key) ?? { query, ids: new Set() };
    groups.set(key, group);
    group.ids.add(id);
  }
  return [...groups.values()].flatMap(({ query, ids }) =>
    chunk([...ids], maxIdsPerQuery).map((part) => ({ ...query, ids: part })),
  );
}

/** Each review takes a request of its own; a large batch must not cause a hundred of them. */
const maxReviewsPerRequest = 20;

/** The remote ids of products whose review is needed, but missing or stale. */
export function missingReviews(db: ReadDb, upstreamId: number, needs: ProductNeeds, nowMs: number): string[] {
  if (!needs.reviews) return [];
  const ids = needs.identifiers.flatMap((identifier) => {
    const local = resolveIdentifier(db, identifier);
    const link = local === null ? undefined : linkOfProduct(db, upstreamId, local.id);
    return link !== undefined && isStale("review", link.reviewMs, nowMs) ? [link.remoteId] : [];
  });
  return [...new Set(ids)].slice(0, maxReviewsPerRequest);
}

/** Whether all needed data is stored, even if stale. The request then waits only briefly for newer data. */
export function isAllStored(db: ReadDb, upstreamId: number, needs: DataNeeds): boolean {
  if (needs.kind !== "products") return needs.kind === "deals";
  return needs.identifiers.every((identifier) => {
    const local = resolveIdentifier(db, identifier);
    if (local === null) return false;
    const link = linkOfProduct(db, upstreamId, local.id);
    if (link === undefined) return true;
    return (!needs.offers || link.offersMs !== null) && (!needs.reviews || link.reviewMs !== null);
  });
}
