import type { FetchOutcome } from "./fetch-outcome.js";
import type { FetchOptions } from "./fetch-page.js";
import type { HostQueue, Turn, Visit } from "./host-queue.js";
import type { Renderer } from "./renderer.js";

/** Fetches pages politely: through the host queue, within the limits, and from public addresses only. */
export interface PageVisitor {
  visit(
    url: string,
    options: {
      readonly mostWaitMs: number;
      readonly signal: AbortSignal;
      /** Opens the page in a hidden window and runs its scripts. */
      readonly isRendered?: boolean;
    } & Pick<FetchOptions, "etag" | "lastModified">,
  ): Promise<Turn<FetchOutcome>>;
}

export interface PageVisitorOptions {
  readonly queue: HostQueue;
  readonly render: Renderer;
  /** Read for each visit: the user may allow a host at any time. */
  readonly allowedHosts: () => ReadonlySet<string>;
  readonly userAgent: string;
  /** For `Accept-Language`. Read for each visit, not at the start: it costs the engine milliseconds. */
  readonly language: () => string;
  /** `pageLimits.timeoutMs` by default. */
  readonly timeoutMs?: number;
}

/** Outcomes of visits that sent no request. */
const unnoticed = new Set(["refused address", "needs a window"]);

function visitOf(outcome: FetchOutcome): Visit<FetchOutcome> {
  const isFailure = outcome.kind === "failed" || (outcome.kind === "page" && outcome.status >= 400);
  const retryAfterSeconds = outcome.kind === "page" ? outcome.retryAfterSeconds : null;
  const isUnnoticed = outcome.kind === "failed" && unnoticed.has(outcome.outcome);
  return { result: outcome, isFailure, retryAfterSeconds, isUnnoticed };
}

export function pageVisitor(given: PageVisitorOptions): PageVisitor {
  const { queue, allowedHosts, userAgent, language, timeoutMs } = given;
  const fetched = async (
    url: string,
    told: Pick<FetchOptions, "etag" | "lastModified">,
    signal: AbortSignal,
  ) => {
    const fixed = { userAgent, language: language(), allowedHosts: allowedHosts(), signal };
    // Imported with the first page, to keep the engine's start fast.
    const { fetchPage, pageLimits } = await import("./fetch-page.js");
    const limits = { ...pageLimits, timeoutMs: timeoutMs ?? pageLimits.timeoutMs };
    return fetchPage(url, { ...fixed, ...told, limits });
  };
  const rendered = async (url: string, signal: AbortSignal): Promise<FetchOutcome> => {
    const wish = { url, allowedHosts: [...allowedHosts()], language: language() };
    const result = await given.render(wish, signal);
    return result.kind === "failed"
      ? result
      : { ...result, etag: null, lastModified: null, retryAfterSeconds: null };
  };
  return {
    visit: (url, { mostWaitMs, signal, isRendered = false, etag, lastModified }) =>
      queue.visit(new URL(url).host, { mostWaitMs, signal }, async () => {
        const told = { etag: etag ?? null, lastModified: lastModified ?? null };
        return visitOf(isRendered ? await rendered(url, signal) : await fetched(url, told, signal));
      }),
  };
}
