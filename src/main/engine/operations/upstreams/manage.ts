import type { AppOutput, AppRequest } from "../../../../shared/app/operations.js";
import type { UpstreamSummary } from "../../../../shared/app/upstreams.js";
import { utcDay } from "../../../../shared/time.js";
import { type ReadDb, write, writeDurably } from "../../db/store.js";
import {
  allUpstreams,
  deleteUpstream,
  insertUpstream,
  type StoredUpstream,
  updateUpstream,
} from "../../db/upstreams/upstream.js";
import { countCached } from "../../db/upstreams/upstream-link.js";
import { isoOrNull } from "../../domain/clock.js";
import type { UpstreamResponse } from "../../sources/upstream/query.js";
import { refuse } from "../request/contract-error.js";
import { assertNewAddress, parseApiKey, requireUpstream, validateBaseUrl } from "./check-input.js";
import { fetchServiceHistory, type Owner } from "./fetch-history.js";
import { applyResponse, connectionState, describePause, type UpstreamContext } from "./query-upstream.js";
import { RecentQueries } from "./read-through.js";

export interface ManageContext extends UpstreamContext {
  readonly baseUrl: () => string;
  /** Called after an upstream was added, changed or removed. */
  readonly onListChanged: () => void;
}

function queryUsage({ client }: ManageContext, baseUrl: string, key: string): Promise<UpstreamResponse> {
  return client({ baseUrl, key }, { kind: "usage" });
}

/** Throws if the upstream cannot be used, with the reason and the next step. */
function assertUsable(response: UpstreamResponse): void {
  if (!response.ok)
    throw refuse(
      "serviceNotSaved",
      response.failure.problem,
      response.failure.detail.replace(/ Enter another one under Settings\.$/, ""),
    );
  if (response.data.kind !== "usage") throw refuse("serviceWithoutUsage");
}

/** Connects an upstream after a successful test query. */
async function addUpstream(
  context: ManageContext,
  request: AppRequest<"upstreams.add">,
): Promise<AppOutput<"upstreams.add">> {
  const { db, clock, effects } = context;
  const baseUrl = validateBaseUrl(context, request.base_url, null);
  const key = parseApiKey(request.key);
  const response = await queryUsage(context, baseUrl, key);
  assertUsable(response);
  const added = writeDurably(db, (tx) => {
    // Of two concurrent requests, the first to reach this transaction wins.
    assertNewAddress(tx, baseUrl, null);
    const name = request.name.trim() || new URL(baseUrl).host;
    const id = insertUpstream(tx, { name, baseUrl, key: effects.secrets.seal(key), addedMs: clock.now() });
    const upstream = applyResponse(requireUpstream(tx, String(id)), response, clock.now());
    updateUpstream(tx, upstream);
    return upstream;
  });
  context.onListChanged();
  return toUpstreamSummary(db, added, clock.now());
}

/** Clears past failures: a new key, or enabling, starts afresh. */
function withoutFailures(upstream: StoredUpstream): StoredUpstream {
  const fresh = { pausedUntilMs: null, problem: null, problemDetail: null, failures: 0 };
  return { ...upstream, ...fresh, isEnabled: true };
}

async function changeUpstream(
  context: ManageContext,
  { id, name, base_url, key: newKey, enabled }: AppRequest<"upstreams.update">,
): Promise<AppOutput<"upstreams.update">> {
  const { db, clock, effects } = context;
  const upstream = requireUpstream(db, id);
  const baseUrl = base_url === undefined ? upstream.baseUrl : validateBaseUrl(context, base_url, upstream);
  if (baseUrl !== upstream.baseUrl && newKey === undefined) throw refuse("keyForNewAddress");
  const key = newKey === undefined ? null : parseApiKey(newKey);
  const response = key === null ? null : await queryUsage(context, baseUrl, key);
  if (response !== null) assertUsable(response);
  const changed = writeDurably(db, (tx) => {
    const before = requireUpstream(tx, id);
    const named = { ...before, baseUrl, name: name?.trim() || before.name };
    const keyed =
      key === null || response === null
        ? named
        : applyResponse({ ...withoutFailures(named), key: effects.secrets.seal(key) }, response, clock.now());
    const after = enabled === undefined ? keyed : { ...withoutFailures(keyed), isEnabled: enabled };
    updateUpstream(tx, after);
    return after;
  });
  context.onListChanged();
  return toUpstreamSummary(db, changed, clock.now());
}

/** Disconnects an upstream; data fetched from it stays. */
function removeUpstream(
  { db, onListChanged }: ManageContext,
  { id }: AppRequest<"upstreams.remove">,
): AppOutput<"upstreams.remove"> {
  const cachedCounts = writeDurably(db, (tx) => {
    const upstream = requireUpstream(tx, id);
    const cached = countCached(tx, upstream.id);
    deleteUpstream(tx, upstream.id);
    return cached;
  });
  onListChanged();
  return { kept: cachedCounts };
}

/** Queries the usage despite any pause; a successful response ends the pause. */
async function testUpstream(
  context: ManageContext,
  { id }: AppRequest<"upstreams.test">,
): Promise<AppOutput<"upstreams.test">> {
  const { db, clock, effects } = context;
  const upstream = requireUpstream(db, id);
  const key = effects.secrets.open(upstream.key);
  if (key === null) throw refuse("keySealed");
  const response = await queryUsage(context, upstream.baseUrl, key);
  const after = write(db, (tx) => {
    const tested = applyResponse(requireUpstream(tx, id), response, clock.now());
    updateUpstream(tx, tested);
    return tested;
  });
  context.onListChanged();
  return {
    problem: response.ok ? null : response.failure.detail,
    upstream: toUpstreamSummary(db, after, clock.now()),
  };
}

/** An upstream as shown in the window, without its key. */
function toUpstreamSummary(db: ReadDb, upstream: StoredUpstream, nowMs: number): UpstreamSummary {
  const state = connectionState(upstream, nowMs);
  const { rateLimit, rateRemaining, rateResetMs, periodEndMs } = upstream;
  return {
    id: String(upstream.id),
    name: upstream.name,
    base_url: upstream.baseUrl,
    state,
    note: state === "ready" || state === "disabled" ? null : describePause(upstream, nowMs),
    credits_remaining: upstream.creditsRemaining,
    credits_limit: upstream.creditsLimit,
    period_end: periodEndMs === null ? null : utcDay(periodEndMs - 1),
    rate:
      rateLimit === null || rateRemaining === null
        ? null
        : { limit: rateLimit, remaining: rateRemaining, reset_at: isoOrNull(rateResetMs) },
    last_contact_at: isoOrNull(upstream.lastOkMs),
    added_at: new Date(upstream.addedMs).toISOString(),
    cached: countCached(db, upstream.id),
  };
}

/** The app's own operations for upstream servers. */
export function createManagement(given: ManageContext) {
  const misses = new RecentQueries();
  const onListChanged = () => {
    misses.clear();
    given.onListChanged();
  };
  const context = { ...given, onListChanged };
  return {
    list: (): AppOutput<"upstreams.list"> => ({
      upstreams: allUpstreams(given.db).map((each) => toUpstreamSummary(given.db, each, given.clock.now())),
    }),
    add: (request: AppRequest<"upstreams.add">) => addUpstream(context, request),
    change: (request: AppRequest<"upstreams.update">) => changeUpstream(context, request),
    remove: (request: AppRequest<"upstreams.remove">) => removeUpstream(context, request),
    test: (request: AppRequest<"upstreams.test">) => testUpstream(context, request),
    history: (request: AppRequest<"upstreams.history">, owner: Owner) =>
      fetchServiceHistory({ ...context, misses }, owner, request),
  };
}

export type UpstreamManagement = ReturnType<typeof createManagement>;
