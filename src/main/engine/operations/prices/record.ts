import { offerById, offerByPublicId, updateOfferPrice } from "../../db/prices/offer.js";
import {
  appendPoint,
  enteredTimes,
  type LastPoints,
  mergePoints,
  readPointBefore,
  readPointsSince,
} from "../../db/prices/price-history.js";
import { type RecordingState, readRecordingState, saveSuspect } from "../../db/prices/recording-state.js";
import type { WriteDb } from "../../db/store.js";
import { columnPrice } from "../../domain/best-price.js";
import type { OfferState } from "../../domain/price-event.js";
import {
  type AvailabilityCode,
  availabilityCodes,
  hasSameValue,
  type PricePoint,
} from "../../domain/price-point.js";
import {
  confirmAfterMs,
  evaluatePrice,
  isNearEveryPoint,
  medianWindowMs,
  recentMedian,
} from "../../domain/quality.js";
import { aboutOffer, act } from "../acts/perform-act.js";
import { endRound } from "../alerts/round.js";
import { type PublishContext, reportChange } from "../webhooks/publish-event.js";
import { correctedMisreading } from "./misreading.js";

/** An offer's price and availability as seen by a source. */
export interface Observation {
  readonly offerId: number;
  readonly priceMinor: number;
  readonly availability: AvailabilityCode;
  /** Milliseconds UTC. */
  readonly atMs: number;
}

export type RecordOutcome =
  /** Price or availability differ from `before`. */
  | { readonly kind: "changed"; readonly before: RecordingState }
  | { readonly kind: "same" }
  /** An outlier that waits for a second check (decision 17). */
  | { readonly kind: "quarantined" }
  | { readonly kind: "rejected" }
  | { readonly kind: "unknown-offer" };

/** Records one observation in the offer and its history. */
export function recordObservation(tx: WriteDb, observation: Observation): RecordOutcome {
  const state = readRecordingState(tx, observation.offerId);
  if (state === undefined) return { kind: "unknown-offer" };
  if (observation.priceMinor <= 0) return { kind: "rejected" };
  const isSame =
    state.priceMinor === observation.priceMinor && state.availability === observation.availability;
  if (isSame && observation.atMs >= state.seenMs) {
    updateOfferPrice(tx, observation.offerId, { ...observation, seenMs: observation.atMs });
    if (state.suspect !== null) saveSuspect(tx, observation.offerId, null);
    return { kind: "same" };
  }
  return recordChange(tx, state, observation);
}

function recordChange(tx: WriteDb, state: RecordingState, observation: Observation): RecordOutcome {
  const last = state.readLastPoints();
  if (state.priceMinor !== observation.priceMinor && !isPlausible(tx, state, observation, last))
    return { kind: "quarantined" };
  const point: PricePoint = observation;
  if (!state.isAuction && !appendPoint(tx, observation.offerId, last, point))
    mergePoints(tx, observation.offerId, [point]);
  // A late observation belongs in the history, but does not change the current price.
  if (observation.atMs >= state.seenMs)
    updateOfferPrice(tx, observation.offerId, { ...observation, seenMs: observation.atMs });
  else if (!state.isAuction) endWithPresentPrice(tx, observation.offerId, state.seenMs);
  return { kind: "changed", before: state };
}

/**
 * Appends the offer's present state to a history whose last point has another price, or can be bought where the offer cannot
 * be or the reverse: at the time when the offer was last seen if that is later, else now.
 */
export function endWithPresentPrice(tx: WriteDb, offerId: number, nowMs: number): void {
  const offer = offerById(tx, offerId);
  const last = readPointBefore(tx, offerId, Number.MAX_SAFE_INTEGER);
  if (offer === undefined || last === null || columnPrice(last) === columnPrice(offer)) return;
  const { priceMinor, availability, seenMs } = offer;
  const atMs = seenMs > last.atMs ? seenMs : Math.max(nowMs, last.atMs + 1);
  mergePoints(tx, offerId, [{ priceMinor, availability, atMs }]);
}

/** The newest block, plus earlier points if that block does not cover the median's whole window. */
function recentPoints(tx: WriteDb, observation: Observation, last: LastPoints): readonly PricePoint[] {
  const sinceMs = observation.atMs - medianWindowMs;
  const coversWindow = last.isComplete || last.block === null || last.block.from_at <= sinceMs;
  return coversWindow ? last.points : readPointsSince(tx, observation.offerId, sinceMs);
}

function isPlausible(
  tx: WriteDb,
  { suspect }: RecordingState,
  observation: Observation,
  last: LastPoints,
): boolean {
  const recent = recentPoints(tx, observation, last);
  if (suspect === null && isNearEveryPoint(observation.priceMinor, recent)) return true;
  const median = recentMedian(recent, observation.atMs);
  const decision = evaluatePrice(observation.priceMinor, observation.atMs, median, suspect);
  if (decision === "accept") {
    if (suspect !== null) saveSuspect(tx, observation.offerId, null);
    return true;
  }
  // The time of the first sighting stays: checking every minute must not postpone the confirmation. Nor must a clock that
  // was ahead.
  if (suspect?.priceMinor !== observation.priceMinor || suspect.firstSeenMs > observation.atMs)
    saveSuspect(tx, observation.offerId, {
      priceMinor: observation.priceMinor,
      firstSeenMs: observation.atMs,
    });
  return false;
}

/**
 * Records a series of observations of one offer, oldest first, and reports at most one change: from the
 * state before the first to the state after the last. A computer that was off for a week reports the current
 * price, not every step to it. `isRelease` marks goods in stock that could only be ordered ahead before.
 */
export function recordObservations(
  tx: WriteDb,
  publishContext: PublishContext,
  observations: readonly Observation[],
  isRelease = false,
): RecordOutcome | undefined {
  let before: OfferState | null = null;
  let first: Observation | null = null;
  let after: Observation | null = null;
  let last: RecordOutcome | undefined;
  for (const observation of observations) {
    last = recordObservation(tx, observation);
    if (last.kind === "same" && isRelease) {
      before ??= observation;
      first ??= observation;
      after = observation;
    }
    // A late observation belongs in the history, but does not change the current state.
    if (last.kind !== "changed" || observation.atMs < last.before.seenMs) continue;
    before ??= lastKnownState(tx, last.before, observation);
    first ??= observation;
    after = observation;
  }
  if (before !== null && first !== null && after !== null)
    reportChange(tx, publishContext, after.offerId, { before, after, atMs: first.atMs, isRelease });
  return last;
}

/** The point in effect at the observation's time; nearly always the newest one. */
function effectivePoint(
  tx: WriteDb,
  state: RecordingState,
  { offerId, atMs }: Observation,
): PricePoint | undefined {
  const newest = state.readLastPoints().points.at(-1);
  if (newest === undefined || newest.atMs <= atMs) return newest;
  return readPointsSince(tx, offerId, atMs)
    .filter((point) => point.atMs <= atMs)
    .at(-1);
}

/**
 * Adds the observation if the history contradicts it. A clock that ran ahead leaves points in the future, so
 * the history can contradict an unchanged offer, even after those times have passed. Histories edited by hand
 * are left alone.
 */
export function repairHistoryEnd(tx: WriteDb, observation: Observation): void {
  const state = readRecordingState(tx, observation.offerId);
  if (state === undefined || state.isAuction) return;
  const effective = effectivePoint(tx, state, observation);
  if (state.isEdited || (effective !== undefined && hasSameValue(effective, observation))) return;
  if (!appendPoint(tx, observation.offerId, state.readLastPoints(), observation))
    mergePoints(tx, observation.offerId, [observation]);
}

/**
 * The offer's state to compare an observation with: the last price that a source saw, or the observed one if the user
 * entered all others, and the last known availability.
 */
export function lastKnownState(
  tx: WriteDb,
  before: RecordingState,
  { offerId, atMs, priceMinor }: Pick<Observation, "offerId" | "atMs" | "priceMinor">,
): OfferState {
  const findLast = (matches: (point: PricePoint) => boolean) =>
    before.readLastPoints().points.findLast((point) => point.atMs < atMs && matches(point));
  const entered: ReadonlySet<number> = before.isEdited ? enteredTimes(tx, offerId) : new Set();
  // A check that sees the entered price confirms it.
  const price = entered.has(before.seenMs)
    ? (findLast((point) => !entered.has(point.atMs))?.priceMinor ?? priceMinor)
    : before.priceMinor;
  if (before.availability !== availabilityCodes.unknown)
    return { priceMinor: price, availability: before.availability };
  const known = findLast(({ availability }) => availability !== availabilityCodes.unknown);
  return { priceMinor: price, availability: known?.availability ?? before.availability };
}

/**
 * Records an outlier that awaits a second check, or a figure that the user had corrected, because the user says that it is
 * right. It causes the events and alerts of a change that a check sees.
 */
export const acceptHeldPrice = act("prices.accept", aboutOffer, (tx, context, { offer_id }) => {
  const { nowMs } = context;
  const offer = offerByPublicId(tx, offer_id);
  const held = offer && (readRecordingState(tx, offer.id)?.suspect ?? correctedMisreading(tx, offer));
  if (!offer || !held) return { is_accepted: false };
  const { priceMinor } = held;
  saveSuspect(tx, offer.id, { priceMinor, firstSeenMs: nowMs - confirmAfterMs });
  const { availability } = offer;
  recordObservations(tx, context, [{ offerId: offer.id, priceMinor, availability, atMs: nowMs }]);
  endRound(tx, context, offer.productId);
  return { is_accepted: true };
});
