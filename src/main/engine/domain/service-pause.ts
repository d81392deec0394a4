import { DAY_MS, HOUR_MS, MINUTE_MS } from "./clock.js";

/** Why a request to an upstream failed. Stored with the upstream and with failed checks; never reword. */
export type ServiceProblem =
  | "limited"
  | "no credits"
  | "key refused"
  | "no plan"
  | "offline"
  | "timeout"
  | "server error"
  | "invalid answer"
  | "refused";

export interface ServiceFault {
  readonly problem: ServiceProblem;
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

const unaskedForMs = MINUTE_MS;
const longestRetryAfterMs = DAY_MS;
const firstBackOffMs = 30_000;
const longestBackOffMs = 15 * MINUTE_MS;

function backOffMs(failures: number): number {
  return Math.min(longestBackOffMs, firstBackOffMs * 2 ** Math.min(10, Math.max(0, failures - 1)));
}

/** How long to pause an upstream after a failed request (contract §7, Retry). */
export function pauseAfter(fault: ServiceFault, nowMs: number): Pause {
  const { problem, retryAfterSeconds, periodEndMs, failures } = fault;
  const until = (ms: number): Pause => ({ untilMs: nowMs + ms, isDisabled: false });
  switch (problem) {
    case "key refused":
      return { untilMs: null, isDisabled: true };
    case "limited":
      return until(
        retryAfterSeconds === null
          ? unaskedForMs
          : Math.min(longestRetryAfterMs, Math.max(1, retryAfterSeconds) * 1_000),
      );
    case "no credits":
      return periodEndMs !== null && periodEndMs > nowMs
        ? { untilMs: periodEndMs, isDisabled: false }
        : until(HOUR_MS);
    case "no plan":
      return until(HOUR_MS);
    case "refused":
      // The upstream rejected only this request; the next one may succeed.
      return { untilMs: null, isDisabled: false };
    default:
      return until(backOffMs(failures));
  }
}

export interface ServiceUse {
  readonly isEnabled: boolean;
  readonly pausedUntilMs: number | null;
}

/** Whether the upstream may be queried now. */
export function isUsable({ isEnabled, pausedUntilMs }: ServiceUse, nowMs: number): boolean {
  return isEnabled && (pausedUntilMs === null || pausedUntilMs <= nowMs);
}
