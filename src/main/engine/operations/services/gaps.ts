import { formerUpstreamIds, hasEnabledLink, linkOfProduct } from "../../db/service-link.js";
import type { ReadDb } from "../../db/store.js";
import { type DayWindow, isStale, missingWindows } from "../../domain/service-freshness.js";
import type { ServiceQuestion } from "../../sources/service/service-client.js";
import { resolveIdentifier } from "../resolve-identifiers.js";
import type { Wants } from "./wants.js";

type ProductWants = Extract<Wants, { kind: "products" }>;

/**
 * Missing or stale data of one identifier: the `id` to query and, for a history, the windows of days to
 * fetch.
 */
type Gap =
  | { readonly id: string; readonly kind: "products" | "offers" }
  | { readonly id: string; readonly kind: "history"; readonly windows: readonly DayWindow[] };

function gapOfUnknown(identifier: string, { offers, history }: ProductWants, nowMs: number): Gap {
  const windows = history === null ? [] : missingWindows(null, history, nowMs);
  if (windows.length > 0) return { id: identifier, kind: "history", windows };
  return { id: identifier, kind: offers ? "offers" : "products" };
}

/**
 * The user's own products are never sent upstream. A product whose upstream was removed may be known to
 * another one, or to the same one at another address.
 */
function gapOfOrphan(db: ReadDb, productId: number, wants: ProductWants, nowMs: number): Gap | null {
  const [id] = formerUpstreamIds(db, productId);
  return id === undefined || hasEnabledLink(db, productId) ? null : gapOfUnknown(id, wants, nowMs);
}

function gapOf(
  db: ReadDb,
  serviceId: number,
  identifier: string,
  wants: ProductWants,
  nowMs: number,
): Gap | null {
  const local = resolveIdentifier(db, identifier);
  if (local === null) return gapOfUnknown(identifier, wants, nowMs);
  const link = linkOfProduct(db, serviceId, local.id);
  if (link === undefined) return gapOfOrphan(db, local.id, wants, nowMs);
  const id = link.upstreamId;
  const windows = wants.history === null ? [] : missingWindows(link.history, wants.history, nowMs);
  if (windows.length > 0) return { id, kind: "history", windows };
  if (wants.offers && isStale("offers", link.offersMs, nowMs)) return { id, kind: "offers" };
  return isStale("product", link.productMs, nowMs) ? { id, kind: "products" } : null;
}

/** The contract's limit per request. */
const idsPerQuestion = 100;

/** Queries that differ only in their identifiers. */
interface Group {
  readonly ids: string[];
  readonly ask: (ids: readonly string[]) => ServiceQuestion;
}

type IsRecent = (kind: string, id: string) => boolean;

/** The part of a query besides its identifiers, as a key for grouping and remembering queries. */
export function kindOf(question: ServiceQuestion): string {
  return question.kind === "history"
    ? `history ${question.window.start} ${question.window.end}`
    : question.kind;
}

function kindsOf(gap: Gap): ((ids: readonly string[]) => ServiceQuestion)[] {
  if (gap.kind === "history") return gap.windows.map((window) => (ids) => ({ kind: "history", ids, window }));
  return [(ids) => ({ kind: gap.kind, ids })];
}

/** Combines identifiers with the same gap into one query. */
function toQuestions(gaps: readonly Gap[], isRecent: IsRecent): ServiceQuestion[] {
  const groups = new Map<string, Group>();
  for (const gap of gaps)
    for (const ask of kindsOf(gap)) {
      const kind = kindOf(ask([]));
      if (isRecent(kind, gap.id)) continue;
      const group = groups.get(kind) ?? { ids: [], ask };
      if (!group.ids.includes(gap.id)) group.ids.push(gap.id);
      groups.set(kind, group);
    }
  return [...groups.values()].flatMap(({ ids, ask }) =>
    Array.from({ length: Math.ceil(ids.length / idsPerQuestion) }, (_, i) =>
      ask(ids.slice(i * idsPerQuestion, (i + 1) * idsPerQuestion)),
    ),
  );
}

/** The queries to one upstream that fill a look-up's gaps. */
export function questionsFor(
  db: ReadDb,
  serviceId: number,
  wants: ProductWants,
  nowMs: number,
  isRecent: IsRecent,
): ServiceQuestion[] {
  const gaps = wants.identifiers.flatMap(
    (identifier) => gapOf(db, serviceId, identifier, wants, nowMs) ?? [],
  );
  return toQuestions(gaps, isRecent);
}

/** Each review takes a request of its own; a large batch must not cause a hundred of them. */
const reviewsPerRequest = 20;

/** The upstream ids of products whose review is wanted, but missing or stale. */
export function reviewsFor(db: ReadDb, serviceId: number, wants: ProductWants, nowMs: number): string[] {
  if (!wants.reviews) return [];
  const ids = wants.identifiers.flatMap((identifier) => {
    const local = resolveIdentifier(db, identifier);
    const link = local === null ? undefined : linkOfProduct(db, serviceId, local.id);
    return link !== undefined && isStale("review", link.reviewMs, nowMs) ? [link.upstreamId] : [];
  });
  return [...new Set(ids)].slice(0, reviewsPerRequest);
}

/**
 * Whether all wanted data is stored already, even if stale. Then the request waits only briefly for newer
 * data.
 */
export function isAllHere(db: ReadDb, serviceId: number, wants: Wants): boolean {
  if (wants.kind !== "products") return wants.kind === "deals";
  return wants.identifiers.every((identifier) => {
    const local = resolveIdentifier(db, identifier);
    if (local === null) return false;
    const link = linkOfProduct(db, serviceId, local.id);
    if (link === undefined) return true;
    return (
      (!wants.offers || link.offersMs !== null) &&
      (wants.history === null || link.history !== null) &&
      (!wants.reviews || link.reviewMs !== null)
    );
  });
}
