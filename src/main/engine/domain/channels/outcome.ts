import type { ChannelKind } from "../../../../shared/app/channels.js";
import { deliveryProblems as said } from "../../../../shared/texts/en/delivery-problems.js";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../../shared/time.js";
import { recognisesRepeats } from "./target.js";

/** The outcome of one attempt to send a message. `error` and `action` are sentences. */
export type SendOutcome =
  | { readonly kind: "delivered" }
  /** Nothing was delivered, and a later attempt may succeed. */
  | {
      readonly kind: "retry";
      readonly error: string;
      readonly action: string;
      /** The pause that the service asks for, or null. */
      readonly retryAfterMs: number | null;
      /** Whether the service did not answer at all, which is often the own network's fault. */
      readonly isUnreached: boolean;
    }
  | { readonly kind: "failed"; readonly error: string; readonly action: string }
  /** The connection broke after the message was sent, so it may have arrived. */
  | { readonly kind: "unknown"; readonly error: string; readonly action: string };

/** What becomes of a message after an attempt. */
export type NextStep =
  | { readonly status: "delivered" }
  | { readonly status: "due"; readonly dueMs: number; readonly error: string; readonly action: string }
  | { readonly status: "failed" | "unconfirmed"; readonly error: string; readonly action: string };

/** Pauses before the second and later attempts; the last one repeats. */
const pausesMs = [1, 5, 15, 60, 180, 360].map((minutes) => minutes * MINUTE_MS);
/** A computer that was offline should not wait long once its network is back. */
const maxUnreachedPauseMs = 15 * MINUTE_MS;
/** An older alert is no news: it ends as failed. */
export const maxSendingMs = DAY_MS;

function pauseMs(attempt: number, isUnreached: boolean): number {
  const pause = pausesMs[Math.min(attempt, pausesMs.length) - 1] ?? HOUR_MS;
  return isUnreached ? Math.min(pause, maxUnreachedPauseMs) : pause;
}

interface Attempt {
  readonly kind: ChannelKind;
  /** From 1. */
  readonly attempt: number;
  readonly createdMs: number;
  readonly nowMs: number;
}

/** Decides whether a message is sent again, and when. */
export function decideNext(outcome: SendOutcome, { kind, attempt, createdMs, nowMs }: Attempt): NextStep {
  if (outcome.kind === "delivered") return { status: "delivered" };
  const { error, action } = outcome;
  if (outcome.kind === "failed") return { status: "failed", error, action };
  if (outcome.kind === "unknown" && !recognisesRepeats(kind)) return { status: "unconfirmed", error, action };
  const { retryAfterMs, isUnreached } =
    outcome.kind === "retry" ? outcome : { retryAfterMs: null, isUnreached: true };
  const dueMs = nowMs + Math.max(pauseMs(attempt, isUnreached), retryAfterMs ?? 0);
  return dueMs > createdMs + maxSendingMs
    ? { status: "failed", error, action }
    : { status: "due", dueMs, error, action };
}

/** What becomes of a message whose engine ended while it was being sent. */
export function decideAfterCrash(kind: ChannelKind, nowMs: number): NextStep {
  const error = said.stopped;
  const action = said.lookInInbox;
  return recognisesRepeats(kind)
    ? { status: "due", dueMs: nowMs, error, action }
    : { status: "unconfirmed", error, action };
}
