import { overrides, type Recipe } from "../../../../shared/recipe/recipe.js";
import type { FetchOutcome } from "./fetch-outcome.js";
import type { FetchOptions } from "./fetch-page.js";
import type { HostQueue, VisitOutcome, VisitReport } from "./host-queue.js";
import type { PageReader } from "./page-reader.js";
import { noWindowRenderer, type Renderer } from "./renderer.js";

/** Fetches pages politely: through the host queue, within the limits, and from public addresses only. */
export interface PageVisitor {
  /** Reads the fetched pages. */
  readonly reader: PageReader;
  /** Whether this process can open hidden windows. */
  readonly canRender: boolean;
  visit(
    url: string,
    options: {
      readonly maxWaitMs: number;
      readonly signal: AbortSignal;
      /** Opens the page in a hidden window and runs its scripts. */
      readonly isRendered?: boolean;
      /** Whether the user waits for the page. */
      readonly isUrgent?: boolean;
      /** The host's, for which a hidden window waits. */
      readonly recipe?: Recipe | null;
    } & Pick<FetchOptions, "etag" | "lastModified">,
  ): Promise<VisitOutcome<FetchOutcome>>;
}

export interface PageVisitorOptions {
  readonly queue: HostQueue;
  readonly render: Renderer;
  readonly reader: PageReader;
  /** Read for each visit: the user may allow a host at any time. */
  readonly allowedHosts: () => ReadonlySet<string>;
  readonly userAgent: string;
  /** For `Accept-Language`. Read for each visit, because reading it at the start would take milliseconds. */
  readonly language: () => string;
  /** `pageLimits.timeoutMs` by default. */
  readonly timeoutMs?: number;
}

/** Outcomes of visits that sent no request. */
const unsentOutcomes = new Set(["refused address", "needs a window"]);

/** The pause of a shop that asks for fewer requests without saying for how long. */
const defaultRetryAfterSeconds = 60;

function toVisitReport(outcome: FetchOutcome): VisitReport<FetchOutcome> {
  const isFailure = outcome.kind === "failed" || (outcome.kind === "page" && outcome.status >= 400);
  const isTooMany = outcome.kind === "page" && outcome.status === 429;
  const retryAfterSeconds =
    (outcome.kind === "page" ? outcome.retryAfterSeconds : null) ??
    (isTooMany ? defaultRetryAfterSeconds : null);
  const wasNotSent = outcome.kind === "failed" && unsentOutcomes.has(outcome.outcome);
  return { result: outcome, isFailure, retryAfterSeconds, wasNotSent };
}

export function pageVisitor(options: PageVisitorOptions): PageVisitor {
  const { queue, allowedHosts, userAgent, language, timeoutMs } = options;
  const fetchPlain = async (
    url: string,
    validators: Pick<FetchOptions, "etag" | "lastModified">,
    signal: AbortSignal,
  ) => {
    const fixed = { userAgent, language: language(), allowedHosts: allowedHosts(), signal };
    // Imported with the first page, to keep the engine's start fast.
    const { fetchPage, pageLimits } = await import("./fetch-page.js");
    const limits = { ...pageLimits, timeoutMs: timeoutMs ?? pageLimits.timeoutMs };
    return fetchPage(url, { ...fixed, ...validators, limits });
  };
  const fetchRendered = async (
    url: string,
    recipe: Recipe | null,
    signal: AbortSignal,
  ): Promise<FetchOutcome> => {
    // The page is shown until it has the clicked price, or any.
    const clicked = recipe !== null && overrides(recipe, new URL(url)) ? recipe : null;
    const renderRequest = { url, recipe: clicked, allowedHosts: [...allowedHosts()], language: language() };
    const result = await options.render(renderRequest, signal);
    return result.kind === "failed"
      ? result
      : { ...result, etag: null, lastModified: null, retryAfterSeconds: null };
  };
  return {
    reader: options.reader,
    canRender: options.render !== noWindowRenderer,
    visit: (
      url,
      { maxWaitMs, signal, isUrgent = false, isRendered = false, recipe = null, etag, lastModified },
    ) =>
      queue.visit(new URL(url).host, { maxWaitMs, signal, isUrgent }, async () => {
        const validators = { etag: etag ?? null, lastModified: lastModified ?? null };
        return toVisitReport(
          isRendered ? await fetchRendered(url, recipe, signal) : await fetchPlain(url, validators, signal),
        );
      }),
  };
}
