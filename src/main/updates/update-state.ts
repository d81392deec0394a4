import { assertNever } from "../../shared/assert-never.js";
import type { OfferedUpdate, UpdateErrorKind, UpdateProgress, UpdateState } from "../../shared/updates.js";

export type UpdateEvent =
  | { readonly kind: "check-requested" }
  | { readonly kind: "up-to-date"; readonly atMs: number }
  | { readonly kind: "found"; readonly offer: OfferedUpdate }
  | { readonly kind: "download-requested" }
  | { readonly kind: "progress"; readonly progress: UpdateProgress }
  | { readonly kind: "downloaded" }
  | { readonly kind: "cancelled" }
  | { readonly kind: "failed"; readonly reason: UpdateErrorKind };

/** Returns the next state, or the same object if the event does not apply to the current one. */
export function nextUpdateState(current: UpdateState, event: UpdateEvent): UpdateState {
  switch (event.kind) {
    case "check-requested":
      return canCheck(current) ? { state: "checking" } : current;
    case "up-to-date":
      return current.state === "checking" ? { state: "none", checkedAtMs: event.atMs } : current;
    case "found":
      return current.state === "checking" ? { state: "available", offer: event.offer } : current;
    case "download-requested":
      return startDownload(current);
    case "progress":
      return current.state === "downloading" ? { ...current, progress: event.progress } : current;
    case "downloaded":
      return current.state === "downloading" ? { state: "ready", offer: current.offer } : current;
    case "cancelled":
      return current.state === "downloading" ? { state: "available", offer: current.offer } : current;
    case "failed":
      return toFailed(current, event.reason);
    default:
      return assertNever(event);
  }
}

/** Another check must not discard a download that is running or complete. */
function canCheck({ state }: UpdateState): boolean {
  return state === "idle" || state === "none" || state === "available" || state === "failed";
}

function startDownload(current: UpdateState): UpdateState {
  const offer = current.state === "available" || current.state === "failed" ? current.offer : null;
  if (offer === null || offer.manualDownloadUrl !== null) return current;
  return { state: "downloading", offer, progress: null };
}

function toFailed(current: UpdateState, reason: UpdateErrorKind): UpdateState {
  switch (current.state) {
    case "checking":
      return { state: "failed", step: "check", reason, offer: null };
    case "downloading":
      return { state: "failed", step: "download", reason, offer: current.offer };
    case "ready":
      return { state: "failed", step: "install", reason, offer: current.offer };
    default:
      return current;
  }
}
