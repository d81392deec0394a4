import { assertNever } from "../../../shared/assert-never.js";
import type { OfferedUpdate, UpdateProblem, UpdateProgress, UpdateState } from "../../../shared/updates.js";

export type UpdateEvent =
  | { readonly kind: "check-asked" }
  | { readonly kind: "up-to-date"; readonly atMs: number }
  | { readonly kind: "found"; readonly offer: OfferedUpdate }
  | { readonly kind: "download-asked" }
  | { readonly kind: "progress"; readonly progress: UpdateProgress }
  | { readonly kind: "downloaded" }
  | { readonly kind: "cancelled" }
  | { readonly kind: "failed"; readonly problem: UpdateProblem };

/** Returns the next state, or the same object if the event does not apply to the current one. */
export function nextUpdateState(now: UpdateState, event: UpdateEvent): UpdateState {
  switch (event.kind) {
    case "check-asked":
      return canCheck(now) ? { state: "checking" } : now;
    case "up-to-date":
      return now.state === "checking" ? { state: "none", checkedAtMs: event.atMs } : now;
    case "found":
      return now.state === "checking" ? { state: "available", offer: event.offer } : now;
    case "download-asked":
      return downloadOf(now);
    case "progress":
      return now.state === "downloading" ? { ...now, progress: event.progress } : now;
    case "downloaded":
      return now.state === "downloading" ? { state: "ready", offer: now.offer } : now;
    case "cancelled":
      return now.state === "downloading" ? { state: "available", offer: now.offer } : now;
    case "failed":
      return failureOf(now, event.problem);
    default:
      return assertNever(event);
  }
}

/** Another check must not discard a download that is running or complete. */
function canCheck({ state }: UpdateState): boolean {
  return state === "idle" || state === "none" || state === "available" || state === "failed";
}

function downloadOf(now: UpdateState): UpdateState {
  const offer = now.state === "available" || now.state === "failed" ? now.offer : null;
  if (offer === null || offer.byHandFrom !== null) return now;
  return { state: "downloading", offer, progress: null };
}

function failureOf(now: UpdateState, problem: UpdateProblem): UpdateState {
  switch (now.state) {
    case "checking":
      return { state: "failed", step: "check", problem, offer: null };
    case "downloading":
      return { state: "failed", step: "download", problem, offer: now.offer };
    case "ready":
      return { state: "failed", step: "install", problem, offer: now.offer };
    default:
      return now;
  }
}
