import type { Source } from "../source.js";

/** Offers that came from connected services, checked by asking those again. */
export function serviceSource(checks: Pick<Source, "canCheck" | "check">): Source {
  return {
    name: "service",
    canCheck: (offer) => checks.canCheck(offer),
    check: (offer, signal) => checks.check(offer, signal),
  };
}
