import { DAY_MS } from "../../../../shared/time.js";
import type { StoredService } from "../../db/service.js";
import { upstreamPauseAfter } from "../../domain/service-pause.js";
import type { ServiceReply, ServiceTold } from "../../sources/service/service-client.js";

/** Keeps the last known values if the reply has none. */
function withLimits(service: StoredService, limits: ServiceTold, nowMs: number): StoredService {
  const { creditsRemaining, rateLimit, rateRemaining, rateResetSeconds } = limits;
  return {
    ...service,
    creditsRemaining: creditsRemaining ?? service.creditsRemaining,
    rateLimit: rateLimit ?? service.rateLimit,
    rateRemaining: rateRemaining ?? service.rateRemaining,
    rateResetMs: rateResetSeconds === null ? service.rateResetMs : nowMs + rateResetSeconds * 1_000,
  };
}

function withUsage(service: StoredService, reply: ServiceReply): StoredService {
  if (!reply.ok || reply.answer.kind !== "usage") return service;
  const { credits_limit, credits_remaining, end_date } = reply.answer.usage.current_period;
  return {
    ...service,
    creditsLimit: credits_limit,
    creditsRemaining: credits_remaining,
    // `end_date` is the period's last day.
    periodEndMs: Date.parse(end_date) + DAY_MS,
  };
}

/** The upstream's state after a reply: its reported limits and any pause. */
export function applyReply(service: StoredService, reply: ServiceReply, nowMs: number): StoredService {
  const updated = withUsage(withLimits(service, reply.limits, nowMs), reply);
  if (reply.ok)
    return {
      ...updated,
      lastOkMs: nowMs,
      failures: 0,
      problem: null,
      problemDetail: null,
      pausedUntilMs: null,
    };
  const { problem, detail, retryAfterSeconds } = reply.failure;
  const failures = service.failures + 1;
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
    isEnabled: service.isEnabled && !pause.isDisabled,
    creditsRemaining: problem === "no credits" ? 0 : updated.creditsRemaining,
  };
}
