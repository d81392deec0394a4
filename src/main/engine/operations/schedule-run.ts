import type { InboxEntry } from "../../../shared/app/alerts.js";
import { assertNever } from "../../../shared/assert-never.js";
import type { EventData } from "../../../shared/contract/webhook.js";
import { offerById, offersOfProduct, pullSeenBack, returnableOffers, type StoredOffer } from "../db/offer.js";
import { checkOf, saveCheck } from "../db/offer-check.js";
import { productById } from "../db/product.js";
import {
  type StoredSchedule,
  beginRun as saveBegin,
  endRun as saveEnd,
  scheduleById,
} from "../db/schedule.js";
import { type ReadDb, type WriteDb, write } from "../db/store.js";
import { fromMinor } from "../domain/money.js";
import type { OfferState } from "../domain/price-event.js";
import { availabilityCodes } from "../domain/price-point.js";
import { nextSlot } from "../domain/schedule-times.js";
import type { CheckResult, Source } from "../sources/source.js";
import { type Announcer, announce, eventProduct } from "./announce.js";
import { tellHealth } from "./check-health.js";
import { endHistoryWith } from "./end-history.js";
import { observe } from "./observe.js";
import type { Recorded } from "./record.js";

/** The cheapest offer in stock that a schedule covers, in dollars only, as in the API. */
export function bestOffer(
  db: ReadDb,
  { productId, retailer }: Pick<StoredSchedule, "productId" | "retailer">,
): StoredOffer | undefined {
  // Returnable offers are sorted by stock, then by price.
  const [first] = returnableOffers(db, productId, retailer);
  return first?.availability === availabilityCodes.in ? first : undefined;
}

export function sourceOf(sources: readonly Source[], offer: StoredOffer): Source | undefined {
  return sources.find((source) => source.canCheck(offer));
}

/** The offers that a run of the schedule checks (contract, section 4, Scheduling). */
export function checkableOffers(
  db: ReadDb,
  sources: readonly Source[],
  { productId, retailer }: Pick<StoredSchedule, "productId" | "retailer">,
): StoredOffer[] {
  return offersOfProduct(db, productId).filter(
    (offer) => (retailer === null || offer.retailer === retailer) && sourceOf(sources, offer) !== undefined,
  );
}

/** Marks a run as started and stores the price to compare with. A resumed run keeps its original price. */
export function beginRun(db: ReadDb, schedule: StoredSchedule, nowMs: number): void {
  if (schedule.runStartedMs !== null) return;
  write(db, (tx) => saveBegin(tx, schedule.id, nowMs, bestOffer(tx, schedule)?.priceMinor ?? null));
}

interface CheckNote {
  readonly outcome: string;
  readonly detail: string | null;
  readonly isGood: boolean;
  readonly isCounted: boolean;
}

/** The note in the offer's health for a check that saw a price. */
function noteOf(recorded: Recorded | undefined): CheckNote {
  switch (recorded?.kind) {
    case "quarantined":
      return {
        outcome: "ok",
        detail: "The price is far from the usual one; it counts once a second check confirms it.",
        isGood: true,
        isCounted: true,
      };
    case "rejected":
      return {
        outcome: "no price",
        detail: "The shop returned no price above 0.",
        isGood: false,
        isCounted: true,
      };
    default:
      return { outcome: "ok", detail: null, isGood: true, isCounted: true };
  }
}

/** The offer as a check found it. */
function stateSeen(offer: StoredOffer, result: Exclude<CheckResult, { kind: "failed" }>): OfferState {
  switch (result.kind) {
    case "seen":
      return result;
    case "unchanged":
      return offer;
    case "sold-out":
      return { priceMinor: offer.priceMinor, availability: availabilityCodes.out };
    default:
      return assertNever(result);
  }
}

function enter(tx: WriteDb, announcer: Announcer, offer: StoredOffer, result: CheckResult): CheckNote {
  if (result.kind === "failed") {
    const { outcome, detail } = result;
    return { outcome, detail, isGood: false, isCounted: outcome !== "paused" };
  }
  // A check sees the offer now, so a last-seen time in the future must be wrong.
  pullSeenBack(tx, offer.id, announcer.nowMs);
  const { priceMinor, availability } = stateSeen(offer, result);
  // A relayed price is as old as its origin reports, but never newer than now.
  const seenMs = (result.kind === "seen" ? result.seenMs : undefined) ?? announcer.nowMs;
  const seen = { offerId: offer.id, priceMinor, availability, atMs: Math.min(seenMs, announcer.nowMs) };
  const recorded = observe(tx, announcer, [seen]);
  if (recorded?.kind === "same") endHistoryWith(tx, seen);
  return noteOf(recorded);
}

/**
 * Records one check: price, history, events and the offer's health, all or nothing. Returns the inbox entry
 * about a change of that health, or `null`.
 */
export function enterCheck(
  db: ReadDb,
  announcer: Announcer,
  { id: offerId, publicId }: Pick<StoredOffer, "id" | "publicId">,
  result: CheckResult,
): InboxEntry | null {
  return write(db, (tx) => {
    const offer = offerById(tx, offerId);
    // The offer may have been removed during the check, and its row id reused.
    if (offer?.publicId !== publicId) return null;
    saveCheck(tx, offerId, { ...enter(tx, announcer, offer, result), atMs: announcer.nowMs });
    const check = checkOf(tx, offerId);
    return check === undefined ? null : tellHealth(tx, offer, check, announcer.nowMs);
  });
}

/** The data of a `schedule_completion` event; `null` if the product no longer exists. */
export function completionData(
  tx: WriteDb,
  schedule: Pick<StoredSchedule, "productId" | "retailer" | "runPriceMinor">,
): EventData | null {
  const product = productById(tx, schedule.productId)?.product;
  if (product === undefined) return null;
  const best = bestOffer(tx, schedule);
  const [current, previous] = [best?.priceMinor ?? null, schedule.runPriceMinor].map((priceMinor) =>
    priceMinor === null ? null : fromMinor(priceMinor),
  );
  return {
    product: eventProduct(product, best?.url),
    retailer: null,
    price:
      current == null && previous == null
        ? null
        : { current: current ?? null, previous: previous ?? null, currency: "USD" },
    availability: null,
  };
}

/**
 * Ends a run after its last offer. The next slot and `schedule_completion` share a transaction, so that each
 * run has exactly one event (decision 28). The schedule may have been changed or removed in the meantime, and
 * its row id reused by one that has not started.
 */
export function finishRun(db: ReadDb, announcer: Announcer, scheduleId: number): void {
  write(db, (tx) => {
    const schedule = scheduleById(tx, scheduleId);
    if (schedule === undefined || schedule.runStartedMs === null) return;
    const { accountId, cadence } = schedule;
    const data = completionData(tx, schedule);
    if (data !== null) announce(tx, announcer, { accountId, type: "schedule_completion", data });
    saveEnd(tx, scheduleId, announcer.nowMs, nextSlot(schedule, announcer.nowMs, cadence));
  });
}
