import { HOUR_MS, MINUTE_MS } from "../../../../shared/time.js";
import type { StoredUpstream } from "../../db/upstreams/upstream.js";
import { isUsable } from "../../domain/upstream-pause.js";

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

export type UpstreamState = "ready" | "paused" | "failing" | "disabled" | "refused";

export function connectionState(upstream: Paused, nowMs: number): UpstreamState {
  if (!upstream.isEnabled) return upstream.problem === null ? "disabled" : "refused";
  if (!isUsable(upstream, nowMs)) return "paused";
  return upstream.problem === null ? "ready" : "failing";
}
