import type { FetchOutcome } from "./fetch-outcome.js";
import type { FetchOptions } from "./fetch-page.js";
import type { HostQueue, Turn, Visit } from "./host-queue.js";

/** Fetches pages politely: each shop in its turn, within the limits, from public addresses. */
export interface PageVisitor {
  visit(
    url: string,
    options: { readonly mostWaitMs: number; readonly signal: AbortSignal } & Pick<
      FetchOptions,
      "etag" | "lastModified"
    >,
  ): Promise<Turn<FetchOutcome>>;
}

export interface PageVisitorOptions {
  readonly queue: HostQueue;
  /** Read for each visit: the user may allow a host at any time. */
  readonly allowedHosts: () => ReadonlySet<string>;
  readonly userAgent: string;
  /** For `Accept-Language`. Read for each visit, not at the start: it costs the engine milliseconds. */
  readonly language: () => string;
  /** How long a page may take, where it is not the usual time. */
  readonly timeoutMs?: number;
}

function visitOf(outcome: FetchOutcome): Visit<FetchOutcome> {
  const isFailure = outcome.kind === "failed" || (outcome.kind === "page" && outcome.status >= 400);
  const retryAfterSeconds = outcome.kind === "page" ? outcome.retryAfterSeconds : null;
  const isUnnoticed = outcome.kind === "failed" && outcome.outcome === "refused address";
  return { result: outcome, isFailure, retryAfterSeconds, isUnnoticed };
}

export function pageVisitor(given: PageVisitorOptions): PageVisitor {
  const { queue, allowedHosts, userAgent, language, timeoutMs } = given;
  return {
    visit: (url, { mostWaitMs, signal, etag, lastModified }) =>
      queue.visit(new URL(url).host, { mostWaitMs, signal }, async () => {
        const told = { etag: etag ?? null, lastModified: lastModified ?? null };
        const fixed = { userAgent, language: language(), allowedHosts: allowedHosts(), signal };
        // Loaded with the first page: the engine's start does without.
        const { fetchPage, pageLimits } = await import("./fetch-page.js");
        const limits = { ...pageLimits, timeoutMs: timeoutMs ?? pageLimits.timeoutMs };
        return visitOf(await fetchPage(url, { ...fixed, ...told, limits }));
      }),
  };
}
