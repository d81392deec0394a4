import { HOUR_MS, MINUTE_MS } from "../../../../shared/time.js";
import type { StoredService } from "../../db/service.js";
import { isUsable } from "../../domain/service-pause.js";

type Paused = Pick<StoredService, "isEnabled" | "pausedUntilMs" | "problem" | "problemDetail">;

function formatSpan(ms: number): string {
  if (ms < 90_000) return `${Math.max(1, Math.ceil(ms / 1_000))} s`;
  if (ms < 90 * MINUTE_MS) return `${Math.ceil(ms / MINUTE_MS)} min`;
  return ms < 48 * HOUR_MS ? `${Math.ceil(ms / HOUR_MS)} h` : `${Math.ceil(ms / (24 * HOUR_MS))} days`;
}

/** Explains why an upstream is paused, and for how long. */
export function describePause(service: Paused, nowMs: number): string {
  const why = service.problemDetail ?? "The service is paused.";
  if (!service.isEnabled) return service.problem === null ? "The service is disabled." : why;
  const { pausedUntilMs } = service;
  return pausedUntilMs === null || pausedUntilMs <= nowMs
    ? why
    : `${why} Next attempt in ${formatSpan(pausedUntilMs - nowMs)}.`;
}

export type ServiceState = "ready" | "paused" | "failing" | "disabled" | "refused";

export function connectionState(service: Paused, nowMs: number): ServiceState {
  if (!service.isEnabled) return service.problem === null ? "disabled" : "refused";
  if (!isUsable(service, nowMs)) return "paused";
  return service.problem === null ? "ready" : "failing";
}
