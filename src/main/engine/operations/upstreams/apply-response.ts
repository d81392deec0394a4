import { DAY_MS } from "../../../../shared/time.js";
import type { StoredUpstream } from "../../db/upstreams/upstream.js";
import { upstreamPauseAfter } from "../../domain/upstream-pause.js";
import type { UpstreamLimits, UpstreamResponse } from "../../sources/upstream/query.js";

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
