import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../../shared/time.js";
import { write } from "../../db/store.js";
import { type StoredUpstream, updateUpstream, upstreamById } from "../../db/upstreams/upstream.js";
import { isUsable, upstreamPauseAfter } from "../../domain/upstream-pause.js";
import type {
  UpstreamClient,
  UpstreamConnection,
  UpstreamLimits,
  UpstreamQuery,
  UpstreamResponse,
} from "../../sources/upstream/query.js";
import type { RequestContext } from "../request/context.js";

export interface UpstreamContext extends RequestContext {
  readonly client: UpstreamClient;
  /**
   * Aborted when the engine stops: requests in progress are abandoned, and their responses are not recorded.
   */
  readonly stopSignal: AbortSignal;
  /** Called after an upstream's state changed, or its data was saved. */
  readonly onChange: (kind: "upstreams" | "prices") => void;
}

const lostKeyResponse: UpstreamResponse = {
  ok: false,
  failure: {
    problem: "key refused",
    detail: "The key was sealed by another installation. Enter it again under Settings.",
    retryAfterSeconds: null,
  },
  limits: { creditsRemaining: null, rateLimit: null, rateRemaining: null, rateResetSeconds: null },
};

/** A response to an old key, or from an old address, does not apply to the new one. */
function isSameConnection(current: StoredUpstream, queried: StoredUpstream): boolean {
  return current.baseUrl === queried.baseUrl && current.key.equals(queried.key);
}

/** Updates the upstream's state, unless the upstream was changed or removed in the meantime. */
function recordResponse(
  { db, clock, onChange }: UpstreamContext,
  queried: StoredUpstream,
  response: UpstreamResponse,
): StoredUpstream | undefined {
  const updated = write(db, (tx) => {
    const upstream = upstreamById(tx, queried.id);
    if (upstream === undefined || !isSameConnection(upstream, queried)) return undefined;
    const after = applyResponse(upstream, response, clock.now());
    updateUpstream(tx, after);
    return after;
  });
  onChange("upstreams");
  return updated;
}

/**
 * Queries an upstream and records the outcome. Returns `null` if it was removed, disabled or paused. Never
 * rejects.
 */
export async function queryUpstream(
  context: UpstreamContext,
  id: number,
  query: UpstreamQuery,
  callerSignal?: AbortSignal,
): Promise<UpstreamResponse | null> {
  const { db, clock, client, effects, stopSignal } = context;
  const signal = callerSignal === undefined ? stopSignal : AbortSignal.any([stopSignal, callerSignal]);
  const upstream = upstreamById(db, id);
  if (upstream === undefined || !isUsable(upstream, clock.now())) return null;
  const key = effects.secrets.open(upstream.key);
  const connection: UpstreamConnection | null =
    key === null ? null : { baseUrl: upstream.baseUrl, key, signal };
  const response = connection === null ? lostKeyResponse : await client(connection, query);
  // A request that this side aborted is not the upstream's failure.
  if (signal.aborted) return null;
  const after = recordResponse(context, upstream, response);
  const isPeriodEndUnknown = after?.problem === "no credits" && (after.periodEndMs ?? 0) <= clock.now();
  if (connection === null || !isPeriodEndUnknown) return response;
  // The pause lasts until the end of the billing period, which only the usage contains.
  const usage = await client(connection, { kind: "usage" });
  if (usage.ok && !signal.aborted) {
    recordResponse(context, upstream, usage);
    recordResponse(context, upstream, response);
  }
  return response;
}

/** Keeps the last known values where the response reports none. */
function withLimits(upstream: StoredUpstream, limits: UpstreamLimits, nowMs: number): StoredUpstream {
  const { creditsRemaining, rateLimit, rateRemaining, rateResetSeconds } = limits;
  return {
    ...upstream,
    creditsRemaining: creditsRemaining ?? upstream.creditsRemaining,
    rateLimit: rateLimit ?? upstream.rateLimit,
    rateRemaining: rateRemaining ?? upstream.rateRemaining,
    rateResetMs: rateResetSeconds === null ? upstream.rateResetMs : nowMs + rateResetSeconds * 1_000,
  };
}

function withUsage(upstream: StoredUpstream, response: UpstreamResponse): StoredUpstream {
  if (!response.ok || response.data.kind !== "usage") return upstream;
  const { credits_limit, credits_remaining, end_date } = response.data.usage.current_period;
  return {
    ...upstream,
    creditsLimit: credits_limit,
    creditsRemaining: credits_remaining,
    // `end_date` is the period's last day.
    periodEndMs: Date.parse(end_date) + DAY_MS,
  };
}

/** The upstream's state after a response: its reported limits and any pause. */
export function applyResponse(
  upstream: StoredUpstream,
  response: UpstreamResponse,
  nowMs: number,
): StoredUpstream {
  const updated = withUsage(withLimits(upstream, response.limits, nowMs), response);
  if (response.ok)
    return {
      ...updated,
      lastOkMs: nowMs,
      failures: 0,
      problem: null,
      problemDetail: null,
      pausedUntilMs: null,
    };
  const { problem, detail, retryAfterSeconds } = response.failure;
  const failures = upstream.failures + 1;
  const pause = upstreamPauseAfter(
    { problem, retryAfterSeconds, periodEndMs: updated.periodEndMs, failures },
    nowMs,
  );
  return {
    ...updated,
    failures,
    problem,
    problemDetail: detail,
    pausedUntilMs: pause.untilMs,
    isEnabled: upstream.isEnabled && !pause.isDisabled,
    creditsRemaining: problem === "no credits" ? 0 : updated.creditsRemaining,
  };
}

type Paused = Pick<StoredUpstream, "isEnabled" | "pausedUntilMs" | "problem" | "problemDetail">;

function formatSpan(ms: number): string {
  if (ms < 90_000) return `${Math.max(1, Math.ceil(ms / 1_000))} s`;
  if (ms < 90 * MINUTE_MS) return `${Math.ceil(ms / MINUTE_MS)} min`;
  return ms < 48 * HOUR_MS ? `${Math.ceil(ms / HOUR_MS)} h` : `${Math.ceil(ms / (24 * HOUR_MS))} days`;
}

/** Explains why an upstream is paused, and for how long. */
export function describePause(upstream: Paused, nowMs: number): string {
  const why = upstream.problemDetail ?? "The service is paused.";
  if (!upstream.isEnabled) return upstream.problem === null ? "The service is disabled." : why;
  const { pausedUntilMs } = upstream;
  return pausedUntilMs === null || pausedUntilMs <= nowMs
    ? why
    : `${why} Next attempt in ${formatSpan(pausedUntilMs - nowMs)}.`;
}

type UpstreamState = "ready" | "paused" | "failing" | "disabled" | "refused";

export function connectionState(upstream: Paused, nowMs: number): UpstreamState {
  if (!upstream.isEnabled) return upstream.problem === null ? "disabled" : "refused";
  if (!isUsable(upstream, nowMs)) return "paused";
  return upstream.problem === null ? "ready" : "failing";
}
