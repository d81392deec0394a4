import { DAY_MS, HOUR_MS, MINUTE_MS } from "./clock.js";

/** Why a service gave no answer. The words are kept with the service and with failed checks. */
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
  /** From `Retry-After`, where there was one. */
  readonly retryAfterSeconds: number | null;
  /** When the service's billing period ends, where it told. */
  readonly periodEndMs: number | null;
  /** Failures in a row, this one included. */
  readonly failures: number;
}

export interface Pause {
  readonly untilMs: number | null;
  /** A key that is refused will be refused again: the user has to do something. */
  readonly isDisabled: boolean;
}

const unaskedForMs = MINUTE_MS;
const longestRetryAfterMs = DAY_MS;
const firstBackOffMs = 30_000;
const longestBackOffMs = 15 * MINUTE_MS;

function backOffMs(failures: number): number {
  return Math.min(longestBackOffMs, firstBackOffMs * 2 ** Math.min(10, Math.max(0, failures - 1)));
}

/** How long a service is left alone after a request that failed (contract, section 7, Retry). */
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
      // This very request was not to its liking; another may be.
      return { untilMs: null, isDisabled: false };
    default:
      return until(backOffMs(failures));
  }
}

export interface ServiceUse {
  readonly isEnabled: boolean;
  readonly pausedUntilMs: number | null;
}

/** Whether the service may be asked now. */
export function isUsable({ isEnabled, pausedUntilMs }: ServiceUse, nowMs: number): boolean {
  return isEnabled && (pausedUntilMs === null || pausedUntilMs <= nowMs);
}
