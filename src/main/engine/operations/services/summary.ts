import type { ServiceSummary } from "../../../../shared/app/services.js";
import type { StoredService } from "../../db/service.js";
import { countCached } from "../../db/service-link.js";
import type { ReadDb } from "../../db/store.js";
import { utcDay } from "../../domain/clock.js";
import { connectionState, describePause } from "./describe-pause.js";

function isoOrNull(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}

/** An upstream as shown in the window, without its key. */
export function toUpstreamSummary(db: ReadDb, service: StoredService, nowMs: number): ServiceSummary {
  const state = connectionState(service, nowMs);
  const { rateLimit, rateRemaining, rateResetMs, periodEndMs } = service;
  return {
    id: String(service.id),
    name: service.name,
    base_url: service.baseUrl,
    state,
    note: state === "ready" || state === "disabled" ? null : describePause(service, nowMs),
    credits_remaining: service.creditsRemaining,
    credits_limit: service.creditsLimit,
    period_end: periodEndMs === null ? null : utcDay(periodEndMs - 1),
    rate:
      rateLimit === null || rateRemaining === null
        ? null
        : { limit: rateLimit, remaining: rateRemaining, reset_at: isoOrNull(rateResetMs) },
    last_contact_at: isoOrNull(service.lastOkMs),
    added_at: new Date(service.addedMs).toISOString(),
    cached: countCached(db, service.id),
  };
}
