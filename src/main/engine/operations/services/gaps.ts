import { formerUpstreamIds, hasEnabledLink, linkOfProduct } from "../../db/service-link.js";
import type { ReadDb } from "../../db/store.js";
import { type DayWindow, isStale, missingWindows } from "../../domain/service-freshness.js";
import type { ServiceQuestion } from "../../sources/service/service-client.js";
import { resolveIdentifier } from "../resolve-identifiers.js";
import type { Wants } from "./wants.js";

type ProductWants = Extract<Wants, { kind: "products" }>;

/** What one identifier lacks: asked with `id`, of a kind, over some windows of days where it is the history. */
type Gap =
  | { readonly id: string; readonly kind: "products" | "offers" }
  | { readonly id: string; readonly kind: "history"; readonly windows: readonly DayWindow[] };

function gapOfUnknown(identifier: string, { offers, history }: ProductWants, nowMs: number): Gap {
  const windows = history === null ? [] : missingWindows(null, history, nowMs);
  if (windows.length > 0) return { id: identifier, kind: "history", windows };
  return { id: identifier, kind: offers ? "offers" : "products" };
}

/**
 * The shopper's own product is nobody else's business. One whose service was removed may be known to another, or to the
 * same one under another address.
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

/** The contract's most identifiers in one request. */
const idsPerQuestion = 100;

/** Questions of one kind, which differ in the identifiers that they ask for. */
interface Group {
  readonly ids: string[];
  readonly ask: (ids: readonly string[]) => ServiceQuestion;
}

type IsRecent = (kind: string, id: string) => boolean;

/** Questions with this word are of one kind; the word under which it is remembered what was asked. */
export function kindOf(question: ServiceQuestion): string {
  return question.kind === "history"
    ? `history ${question.window.start} ${question.window.end}`
    : question.kind;
}

function kindsOf(gap: Gap): ((ids: readonly string[]) => ServiceQuestion)[] {
  if (gap.kind === "history") return gap.windows.map((window) => (ids) => ({ kind: "history", ids, window }));
  return [(ids) => ({ kind: gap.kind, ids })];
}

/** Identifiers that lack the same are asked for together. */
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

/** What a service is to be asked for, so that a look-up finds what it needs. */
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

/** A review is a request of its own each; a large batch must not become a hundred of them. */
const reviewsPerRequest = 20;

/** Products whose review is wanted and not at hand, by their ids at the service. */
export function reviewsFor(db: ReadDb, serviceId: number, wants: ProductWants, nowMs: number): string[] {
  if (!wants.reviews) return [];
  const ids = wants.identifiers.flatMap((identifier) => {
    const local = resolveIdentifier(db, identifier);
    const link = local === null ? undefined : linkOfProduct(db, serviceId, local.id);
    return link !== undefined && isStale("review", link.reviewMs, nowMs) ? [link.upstreamId] : [];
  });
  return [...new Set(ids)].slice(0, reviewsPerRequest);
}

/** Whether all that is wanted of the service is here already, be it old: then nobody waits long for a newer one. */
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
