import type { ReadDb } from "../../db/store.js";
import { hasEnabledLink, linkOfProduct, remoteIdsOfProduct } from "../../db/upstream-link.js";
import { type DayWindow, isStale, missingWindows } from "../../domain/upstream-freshness.js";
import type { UpstreamQuery } from "../../sources/upstream/query.js";
import { resolveIdentifier } from "../products/resolve-identifiers.js";
import type { DataNeeds } from "./data-needs.js";

type ProductNeeds = Extract<DataNeeds, { kind: "products" }>;

/**
 * Missing or stale data of one identifier: the `id` to query and, for a history, the windows of days to
 * fetch.
 */
type Gap =
  | { readonly id: string; readonly kind: "products" | "offers" }
  | { readonly id: string; readonly kind: "history"; readonly windows: readonly DayWindow[] };

function unknownProductGap(identifier: string, { offers, history }: ProductNeeds, nowMs: number): Gap {
  const windows = history === null ? [] : missingWindows(null, history, nowMs);
  if (windows.length > 0) return { id: identifier, kind: "history", windows };
  return { id: identifier, kind: offers ? "offers" : "products" };
}

/**
 * The user's own products are never sent upstream. A product whose upstream was removed may be known to
 * another one, or to the same one at another address.
 */
function orphanGap(db: ReadDb, productId: number, needs: ProductNeeds, nowMs: number): Gap | null {
  const [id] = remoteIdsOfProduct(db, productId);
  return id === undefined || hasEnabledLink(db, productId) ? null : unknownProductGap(id, needs, nowMs);
}

function findGap(
  db: ReadDb,
  upstreamId: number,
  identifier: string,
  needs: ProductNeeds,
  nowMs: number,
): Gap | null {
  const local = resolveIdentifier(db, identifier);
  if (local === null) return unknownProductGap(identifier, needs, nowMs);
  const link = linkOfProduct(db, upstreamId, local.id);
  if (link === undefined) return orphanGap(db, local.id, needs, nowMs);
  const id = link.remoteId;
  const windows = needs.history === null ? [] : missingWindows(link.history, needs.history, nowMs);
  if (windows.length > 0) return { id, kind: "history", windows };
  if (needs.offers && isStale("offers", link.offersMs, nowMs)) return { id, kind: "offers" };
  return isStale("product", link.productMs, nowMs) ? { id, kind: "products" } : null;
}

/** The contract's limit per request. */
const maxIdsPerQuery = 100;

/** Queries that differ only in their identifiers. */
interface QueryGroup {
  readonly ids: string[];
  readonly buildQuery: (ids: readonly string[]) => UpstreamQuery;
}

type IsRecent = (kind: string, id: string) => boolean;

/** The part of a query besides its identifiers, as a key for grouping and remembering queries. */
export function queryGroupKey(query: UpstreamQuery): string {
  return query.kind === "history" ? `history ${query.window.start} ${query.window.end}` : query.kind;
}

function queryBuilders(gap: Gap): ((ids: readonly string[]) => UpstreamQuery)[] {
  if (gap.kind === "history") return gap.windows.map((window) => (ids) => ({ kind: "history", ids, window }));
  return [(ids) => ({ kind: gap.kind, ids })];
}

/** Combines identifiers with the same gap into one query. */
function toQueries(gaps: readonly Gap[], isRecent: IsRecent): UpstreamQuery[] {
  const groups = new Map<string, QueryGroup>();
  for (const gap of gaps)
    for (const buildQuery of queryBuilders(gap)) {
      const kind = queryGroupKey(buildQuery([]));
      if (isRecent(kind, gap.id)) continue;
      const group = groups.get(kind) ?? { ids: [], buildQuery };
      if (!group.ids.includes(gap.id)) group.ids.push(gap.id);
      groups.set(kind, group);
    }
  return [...groups.values()].flatMap(({ ids, buildQuery }) =>
    Array.from({ length: Math.ceil(ids.length / maxIdsPerQuery) }, (_, i) =>
      buildQuery(ids.slice(i * maxIdsPerQuery, (i + 1) * maxIdsPerQuery)),
    ),
  );
}

/** The queries to one upstream that fill a look-up's gaps. */
export function queriesFor(
  db: ReadDb,
  upstreamId: number,
  needs: ProductNeeds,
  nowMs: number,
  isRecent: IsRecent,
): UpstreamQuery[] {
  const gaps = needs.identifiers.flatMap(
    (identifier) => findGap(db, upstreamId, identifier, needs, nowMs) ?? [],
  );
  return toQueries(gaps, isRecent);
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

/**
 * Whether all needed data is stored, even if stale. The request then waits only briefly for newer data.
 */
export function isAllStored(db: ReadDb, upstreamId: number, needs: DataNeeds): boolean {
  if (needs.kind !== "products") return needs.kind === "deals";
  return needs.identifiers.every((identifier) => {
    const local = resolveIdentifier(db, identifier);
    if (local === null) return false;
    const link = linkOfProduct(db, upstreamId, local.id);
    if (link === undefined) return true;
    return (
      (!needs.offers || link.offersMs !== null) &&
      (needs.history === null || link.history !== null) &&
      (!needs.reviews || link.reviewMs !== null)
    );
  });
}
