import { isUnreached } from "../../../../shared/app/unreached.js";
import type { WatchHealth } from "../../../../shared/app/watch.js";
import { DAY_MS } from "../../../../shared/time.js";
import type { StoredOffer } from "../../db/prices/offer.js";
import type { StoredCheck } from "../../db/prices/offer-check.js";
import { isoOrNull } from "../../domain/clock.js";
import { maxBriefFailures } from "../../domain/schedule-times.js";

/** Without a good check for this long, a product that is checked daily has missed more than one. */
const briefOutageMs = 2 * DAY_MS;

/** An offer and its last check. */
export interface OfferCheck {
  readonly offer: StoredOffer;
  readonly check: Pick<StoredCheck, "outcome" | "failures" | "checkedMs" | "lastGoodMs">;
}

/** Pages of shops that refuse checks, whose price has not been seen for `maxAgeMs`. */
export function pagesToVisit(checks: readonly OfferCheck[], maxAgeMs: number, nowMs: number): string[] {
  return checks.flatMap(({ offer, check }) => {
    const isDue = check.lastGoodMs === null || check.lastGoodMs <= nowMs - maxAgeMs;
    return checkState(check) === "blocked" && isDue ? [offer.url] : [];
  });
}

function worstFirst({ check: one }: OfferCheck, { check: other }: OfferCheck): number {
  return other.failures - one.failures || other.checkedMs - one.checkedMs;
}

function checkState({ failures, outcome, checkedMs, lastGoodMs }: OfferCheck["check"]): WatchHealth["state"] {
  if (failures === 0) return "ok";
  const isRecent = lastGoodMs !== null && checkedMs - lastGoodMs < briefOutageMs;
  if (isUnreached(outcome) && failures <= maxBriefFailures && isRecent) return "retrying";
  return outcome === "blocked" ? "blocked" : "failing";
}

/**
 * Summarizes the checks of a product's offers by the one that failed most often, or else by the latest one.
 * Offers that no source can check any more are ignored. `canCheck` is called as rarely as possible, because
 * each call queries the database.
 */
export function summarizeHealth(
  offers: readonly StoredOffer[],
  checks: readonly OfferCheck[],
  canCheck: (offer: StoredOffer) => boolean,
): WatchHealth {
  const worst = [...checks].sort(worstFirst).find(({ offer }) => canCheck(offer));
  if (worst === undefined) {
    const checked = new Set(checks.map(({ offer }) => offer));
    const state = offers.some((each) => !checked.has(each) && canCheck(each)) ? "unchecked" : "unwatchable";
    return { state, outcome: null, failures: 0, last_good_at: null, retailer: null, is_everywhere: false };
  }
  const { offer, check } = worst;
  return {
    state: checkState(check),
    outcome: check.outcome,
    failures: check.failures,
    last_good_at: isoOrNull(check.lastGoodMs),
    retailer: offer.retailer,
    is_everywhere: checks.every((each) => each.check.failures > 0),
  };
}
