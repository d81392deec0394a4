import { backoffMs, DAY_MS, HOUR_MS, MINUTE_MS } from "../../../shared/time.js";

/** Why a request to an upstream failed. Stored with the upstream and with failed checks; never reword. */
export type UpstreamErrorKind =
  | "limited"
  | "no credits"
  | "key refused"
  | "no plan"
  | "offline"
  | "timeout"
  | "server error"
  | "invalid answer"
  | "refused";

export interface PauseReason {
  readonly problem: UpstreamErrorKind;
  /** From `Retry-After`, if the upstream sent it. */
  readonly retryAfterSeconds: number | null;
  /** End of the billing period at the upstream, if known. */
  readonly periodEndMs: number | null;
  /** Consecutive failures, this one included. */
  readonly failures: number;
}

export interface Pause {
  readonly untilMs: number | null;
  /** A rejected key will be rejected again, until the user replaces it. */
  readonly isDisabled: boolean;
}

const defaultRetryAfterMs = MINUTE_MS;
const maxRetryAfterMs = DAY_MS;
const backoff = { firstMs: 30_000, maxMs: 15 * MINUTE_MS };

/** How long to pause an upstream after a failed request (contract §7, Retry). */
export function upstreamPauseAfter(reason: PauseReason, nowMs: number): Pause {
  const { problem, retryAfterSeconds, periodEndMs, failures } = reason;
  const pauseFor = (ms: number): Pause => ({ untilMs: nowMs + ms, isDisabled: false });
  switch (problem) {
    case "key refused":
      return { untilMs: null, isDisabled: true };
    case "limited":
      return pauseFor(
        retryAfterSeconds === null
          ? defaultRetryAfterMs
          : Math.min(maxRetryAfterMs, Math.max(1, retryAfterSeconds) * 1_000),
      );
    case "no credits":
      return periodEndMs !== null && periodEndMs > nowMs
        ? { untilMs: periodEndMs, isDisabled: false }
        : pauseFor(HOUR_MS);
    case "no plan":
      return pauseFor(HOUR_MS);
    case "refused":
      // The upstream rejected only this request; the next one may succeed.
      return { untilMs: null, isDisabled: false };
    default:
      return pauseFor(backoffMs(failures, backoff));
  }
}

/** A month, until the credits are back. A clock that ran ahead has begun a longer pause. */
const maxPauseMs = 31 * DAY_MS;

/** Whether the upstream may be queried now. */
export function isUsable(
  { isEnabled, pausedUntilMs }: { readonly isEnabled: boolean; readonly pausedUntilMs: number | null },
  nowMs: number,
): boolean {
  if (!isEnabled || pausedUntilMs === null) return isEnabled;
  return pausedUntilMs <= nowMs || pausedUntilMs > nowMs + maxPauseMs;
}
