import { setTimeout as delay } from "node:timers/promises";
import { searchProductText } from "../../db/products/product-text.js";
import { write } from "../../db/store.js";
import { allUpstreams, type StoredUpstream, upstreamById } from "../../db/upstreams/upstream.js";
import { parseSearchTerms } from "../../domain/search-terms.js";
import { freshForMs, isStale, missCacheMs } from "../../domain/upstream-freshness.js";
import { isUsable } from "../../domain/upstream-pause.js";
import type { UpstreamQuery } from "../../sources/upstream/query.js";
import { isExactIdentifier } from "../products/resolve-identifiers.js";
import { canSpendCredits } from "../request/account-state.js";
import { isMetered } from "../request/caller.js";
import type { UpcomingRequest } from "../request/effects.js";
import { type DataNeeds, findDataNeeds } from "./data-needs.js";
import { isAllStored, missingReviews, queriesFor } from "./missing-data.js";
import { queryUpstream, type UpstreamContext } from "./query-upstream.js";
import { saveResponse } from "./save-products.js";

/** More than are ever needed at a time; the oldest are evicted first. */
const maxEntries = 5_000;

/**
 * Recent queries to upstream servers, so that the same query is not sent, and paid for, again. In memory
 * only.
 */
export class RecentQueries {
  readonly #untilMs = new Map<string, number>();

  has(key: string, nowMs: number): boolean {
    const until = this.#untilMs.get(key);
    return until !== undefined && nowMs < until;
  }

  remember(key: string, untilMs: number): void {
    this.#untilMs.delete(key);
    this.#untilMs.set(key, untilMs);
    if (this.#untilMs.size <= maxEntries) return;
    const oldest = this.#untilMs.keys().next();
    if (oldest.done !== true) this.#untilMs.delete(oldest.value);
  }

  clear(): void {
    this.#untilMs.clear();
  }
}

/** A search with this many stored results queries no upstream. */
const sufficientResults = 5;
/** A search costs the account at the upstream a credit for each product. */
const maxSearchResults = 20;
/** Three credits an hour, while deals are being viewed. */
const dealsPerFetch = 25;
/** How long a request with stored data waits for newer data; the query itself continues. */
const refreshTimeoutMs = 2_500;

/**
 * Read-through cache in front of the upstream servers: missing or stale data is fetched and saved before the
 * request runs. If no upstream has it, the request uses the stored data, however old.
 */
export class ReadThrough {
  readonly #context: UpstreamContext;
  readonly #recentQueries = new RecentQueries();
  /** Queries in progress, shared by requests that need the same data. */
  readonly #inFlight = new Map<string, Promise<boolean>>();

  constructor(context: UpstreamContext) {
    this.#context = context;
  }

  /**
   * Call this when an upstream was added, changed or removed: queries that failed recently may now succeed.
   */
  forgetRecentQueries(): void {
    this.#recentQueries.clear();
  }

  /** Fetches what the request needs. Resolves immediately if no upstream can help. */
  async fetchMissing(request: UpcomingRequest): Promise<void> {
    const { db, clock, log } = this.#context;
    const needs = findDataNeeds(request, (identifier) => isExactIdentifier(this.#context.db, identifier));
    if (needs === null) return;
    // An API key without credits here must not spend credits upstream.
    if (isMetered(request.caller) && !canSpendCredits(db, request.caller.accountId, clock.now())) return;
    const upstreams = allUpstreams(db).filter((upstream) => isUsable(upstream, clock.now()));
    if (upstreams.length === 0) return;
    const isStored = upstreams.every(({ id }) => isAllStored(db, id, needs));
    const work = this.#fill(upstreams, needs).catch((error: unknown) =>
      log.error("An upstream's response could not be saved.", error),
    );
    await (isStored ? Promise.race([work, delay(refreshTimeoutMs, undefined, { ref: false })]) : work);
  }

  async #fill(upstreams: readonly StoredUpstream[], needs: DataNeeds): Promise<void> {
    for (const upstream of upstreams)
      if (needs.kind === "deals") await this.#fillDeals(upstream);
      else if (needs.kind === "search") await this.#fillSearch(upstream, needs);
      else await this.#fillProducts(upstream, needs);
  }

  async #fillDeals({ id, dealsMs }: StoredUpstream): Promise<void> {
    if (!isStale("deals", dealsMs, this.#context.clock.now())) return;
    await this.#fetch(id, { kind: "deals", limit: dealsPerFetch });
  }

  async #fillSearch(
    { id }: StoredUpstream,
    { words, limit }: Extract<DataNeeds, { kind: "search" }>,
  ): Promise<void> {
    const { db } = this.#context;
    const { total } = searchProductText(db, parseSearchTerms(words), { limit: 1, offset: 0 });
    if (total >= sufficientResults || this.#isRecent(id, "search", words)) return;
    await this.#fetch(id, { kind: "search", words, limit: Math.min(limit, maxSearchResults) });
  }

  async #fillProducts(
    { id }: StoredUpstream,
    needs: Extract<DataNeeds, { kind: "products" }>,
  ): Promise<void> {
    const { db, clock } = this.#context;
    const isRecent = (subject: string) => this.#isRecent(id, "offers", subject);
    for (const query of queriesFor(db, id, needs, clock.now(), isRecent))
      if (!(await this.#fetch(id, query))) return;
    for (const remoteId of missingReviews(db, id, needs, clock.now())) {
      if (this.#isRecent(id, "review", remoteId)) continue;
      if (!(await this.#fetch(id, { kind: "review", id: remoteId }))) return;
    }
  }

  #isRecent(id: number, kind: string, subject: string): boolean {
    return this.#recentQueries.has(`${id} ${kind} ${subject}`, this.#context.clock.now());
  }

  /** The subject of a query is an identifier, or the words of a search. */
  #rememberQuery(id: number, query: UpstreamQuery): void {
    const nowMs = this.#context.clock.now();
    const remember = (subject: string, forMs: number) =>
      this.#recentQueries.remember(
        `${id} ${"ids" in query ? "offers" : query.kind} ${subject}`,
        nowMs + forMs,
      );
    if ("ids" in query) for (const subject of query.ids) remember(subject, missCacheMs);
    else if (query.kind === "review") remember(query.id, missCacheMs);
    else if (query.kind === "search") remember(query.words, freshForMs.search);
  }

  /**
   * Queries an upstream and saves the response; identical queries are shared. Returns whether the upstream
   * may be queried further.
   */
  #fetch(id: number, query: UpstreamQuery): Promise<boolean> {
    const key = `${id} ${JSON.stringify(query)}`;
    const inFlight =
      this.#inFlight.get(key) ?? this.#fetchOnce(id, query).finally(() => this.#inFlight.delete(key));
    this.#inFlight.set(key, inFlight);
    return inFlight;
  }

  async #fetchOnce(id: number, query: UpstreamQuery): Promise<boolean> {
    const { db } = this.#context;
    const response = await queryUpstream(this.#context, id, query);
    if (response === null) return false;
    if (!response.ok && response.failure.problem !== "refused") return false;
    this.#rememberQuery(id, query);
    if (!response.ok) return true;
    write(db, (tx) => {
      const upstream = upstreamById(tx, id);
      // The upstream may have been removed in the meantime.
      if (upstream !== undefined) saveResponse(this.#context, tx, upstream, query, response.data);
    });
    this.#context.onChange("prices");
    return true;
  }
}
