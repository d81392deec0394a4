import { isUnreached } from "../../../../shared/app/unreached.js";
import { assertNever } from "../../../../shared/assert-never.js";
import type { EventData } from "../../../../shared/contract/webhook.js";
import { roundOfProduct } from "../../db/alerts/round.js";
import {
  filterTracked,
  savePageTerms,
  savePageValidators,
  trackedPages,
} from "../../db/pages/tracked-page.js";
import {
  capSeenTime,
  offerById,
  offersOfProduct,
  returnableOffers,
  type StoredOffer,
  updateOffer,
  updateOfferSeller,
} from "../../db/prices/offer.js";
import {
  hasOnlyFailedSince,
  lastCheckOfOffer,
  lastChecksOfOffers,
  type StoredCheck,
  saveBrowserVisit,
  saveCheck,
} from "../../db/prices/offer-check.js";
import { oldestSuspectMs } from "../../db/prices/recording-state.js";
import { productById } from "../../db/products/product.js";
import { type ReadDb, type WriteDb, write, writeDurably } from "../../db/store.js";
import { hasEnabledUpstream } from "../../db/upstreams/upstream.js";
import { filterLinkedOffers } from "../../db/upstreams/upstream-link.js";
import {
  beginScheduleRun,
  endScheduleRun,
  type StoredSchedule,
  scheduleById,
} from "../../db/watch/schedule.js";
import { fromMinor, isUnpriced } from "../../domain/money.js";
import type { OfferState } from "../../domain/price-event.js";
import { availabilityCodes } from "../../domain/price-point.js";
import { maxBriefFailures, nextConfirmationMs, nextSlotMs, retryMs } from "../../domain/schedule-times.js";
import { isSampleOffer } from "../../sources/sample/index.js";
import type {
  CheckReading,
  CheckResult,
  FurtherPrice,
  PageVisitDetails,
  Source,
} from "../../sources/source.js";
import { endRound } from "../alerts/round.js";
import { hasSample } from "../catalogue/sample.js";
import { saveSeenShop } from "../pages/shops.js";
import { recordFurther } from "../prices/further-offers.js";
import { correctedMisreading, recordBesideMisreading } from "../prices/misreading.js";
import { recordTerms } from "../prices/paid-offers.js";
import { type RecordOutcome, recordObservations, repairHistoryEnd } from "../prices/record.js";
import { type PublishContext, publishEvent, toEventProduct } from "../webhooks/publish-event.js";
import { notifyCheckHealth } from "./notify-check-health.js";

/** The cheapest offer in stock that a schedule covers, in dollars only, as in the API. */
export function bestReturnableOffer(
  db: ReadDb,
  { productId, retailer }: Pick<StoredSchedule, "productId" | "retailer">,
): StoredOffer | undefined {
  // Returnable offers are sorted by stock, then by price.
  const [first] = returnableOffers(db, productId, retailer);
  return first?.availability === availabilityCodes.in ? first : undefined;
}

export function findSource(sources: readonly Source[], offer: StoredOffer): Source | undefined {
  return sources.find((source) => source.canCheck(offer));
}

/** The offers that a source can check: like `findSource` for each of them, but with few queries. */
export function filterCheckable(db: ReadDb, offers: readonly StoredOffer[]): readonly StoredOffer[] {
  const [ids, publicIds] = [offers.map(({ id }) => id), offers.map(({ publicId }) => publicId)];
  const tracked = filterTracked(db, ids);
  const linked = hasEnabledUpstream(db) ? filterLinkedOffers(db, publicIds) : new Set<string>();
  const isSampleLoaded = hasSample(db);
  return offers.filter(
    (offer) =>
      tracked.has(offer.id) || linked.has(offer.publicId) || (isSampleLoaded && isSampleOffer(offer)),
  );
}

/** The offers that a run of the schedule checks (contract, section 4, Scheduling). */
export function checkableOffers(
  db: ReadDb,
  sources: readonly Source[],
  { productId, retailer }: Pick<StoredSchedule, "productId" | "retailer">,
): StoredOffer[] {
  return offersOfProduct(db, productId).filter(
    (offer) => (retailer === null || offer.retailer === retailer) && findSource(sources, offer) !== undefined,
  );
}

/** The last check of each offer that has had one, by the ids of the offers. */
export function lastChecks(db: ReadDb, offers: readonly StoredOffer[]): ReadonlyMap<number, StoredCheck> {
  const ids = offers.map(({ id }) => id);
  return lastChecksOfOffers(db, ids);
}

function isBriefOutage({ outcome, failures }: StoredCheck): boolean {
  return isUnreached(outcome) && failures <= maxBriefFailures;
}

/** The offers to check in a due run: a retry visits only the shops that the run before did not reach. */
export function offersToCheck(
  db: ReadDb,
  sources: readonly Source[],
  schedule: Pick<StoredSchedule, "productId" | "retailer" | "dueMs">,
): StoredOffer[] {
  const offers = checkableOffers(db, sources, schedule);
  const checks = lastChecks(db, offers);
  const outages = new Map([...checks].filter(([, check]) => isBriefOutage(check)));
  return schedule.dueMs === retryMs([...outages.values()])
    ? offers.filter(({ id }) => outages.has(id))
    : offers;
}

/** Marks a run as started and stores the price to compare with. A resumed run keeps its original price. */
export function beginRun(db: ReadDb, schedule: StoredSchedule, nowMs: number): void {
  if (schedule.runStartedMs !== null) return;
  write(db, (tx) =>
    beginScheduleRun(tx, schedule.id, nowMs, bestReturnableOffer(tx, schedule)?.priceMinor ?? null),
  );
}

interface CheckOutcome {
  readonly outcome: string;
  readonly detail: string | null;
  readonly isGood: boolean;
  readonly isCounted: boolean;
}

/** The outcome of a check that saw a price, with what the shopper should know of it. */
export function goodCheck(detail: string | null = null): CheckOutcome {
  return { outcome: "ok", detail, isGood: true, isCounted: true };
}

function describeCheck(recorded: RecordOutcome | undefined): CheckOutcome {
  switch (recorded?.kind) {
    case "quarantined":
      return goodCheck("The price is far from the usual one; it counts once a second check confirms it.");
    case "rejected":
      return { ...goodCheck("The shop returned no price above 0."), outcome: "no price", isGood: false };
    default:
      return goodCheck();
  }
}

type GoodReading = Exclude<CheckReading, { kind: "failed" }>;

/**
 * Splits what a check found into the offer's own reading and those in other conditions. If the page's price is now that
 * of a used item, the new one is sold out, unless the page states its price, too.
 */
function byCondition(
  tx: ReadDb,
  known: StoredOffer,
  result: GoodReading & Pick<CheckResult, "visit">,
): { own: typeof result; further?: readonly FurtherPrice[] | null } {
  if (result.kind === "sold-out") return { own: result, further: [] };
  if (result.kind === "unchanged") return { own: result, further: null };
  const { condition = null, further, seller = null, visit } = result;
  if (further === undefined) return { own: result };
  const ownCondition = known.condition ?? "new";
  // The first check decides the condition of a price that was entered by hand.
  const isFirst = (lastCheckOfOffer(tx, known.id)?.lastGoodMs ?? null) === null;
  if (isFirst || condition === null || condition === ownCondition) return { own: result, further };
  const { priceMinor, availability } = result;
  const named = further.find((each) => each.condition === ownCondition);
  const others = further.filter((each) => each !== named);
  return {
    own: {
      ...(named === undefined ? { kind: "sold-out" } : { ...named, kind: "seen" }),
      ...(visit && { visit }),
    },
    further: [{ condition, priceMinor, availability, seller }, ...others],
  };
}

/** The offer as a check found it. `priceMinor` is the price that its page showed before. */
function observedState({ availability }: StoredOffer, priceMinor: number, result: GoodReading): OfferState {
  switch (result.kind) {
    case "seen":
      return result;
    case "unchanged":
      return { priceMinor, availability };
    case "sold-out":
      return { priceMinor, availability: availabilityCodes.out };
    default:
      return assertNever(result);
  }
}

/** Gives an unpriced offer the first price that its page shows. It stays sold out, so that this reading counts as its return. */
function atFirstPrice(tx: WriteDb, offer: StoredOffer, result: CheckResult): StoredOffer | null {
  if (result.kind !== "seen" || result.currency === undefined || result.priceMinor <= 0) return null;
  const { currency, priceMinor } = result;
  const first = { ...offer, currency, priceMinor, isValid: true };
  updateOffer(tx, first);
  return first;
}

function recordResult(
  tx: WriteDb,
  publishContext: PublishContext,
  known: StoredOffer,
  result: CheckResult,
): CheckOutcome {
  if (result.kind === "failed") {
    const { outcome, detail } = result;
    return { outcome, detail, isGood: false, isCounted: outcome !== "paused" };
  }
  const { own, further } = byCondition(tx, known, result);
  if (further !== undefined) recordFurther(tx, publishContext, known, further);
  return recordOwn(tx, publishContext, known, own);
}

function recordOwn(
  tx: WriteDb,
  publishContext: PublishContext,
  known: StoredOffer,
  result: GoodReading & Pick<CheckResult, "visit">,
): CheckOutcome {
  // This check sees the offer now, so a last-seen time in the future is wrong.
  capSeenTime(tx, known.id, publishContext.nowMs);
  const offer = isUnpriced(known) ? atFirstPrice(tx, known, result) : known;
  if (offer === null) return describeCheck(undefined);
  const misreading = correctedMisreading(tx, offer);
  const observed = observedState(offer, misreading?.priceMinor ?? offer.priceMinor, result);
  if (observed.priceMinor === misreading?.priceMinor) {
    recordBesideMisreading(tx, publishContext, offer, observed);
    return goodCheck("The check read the price that was corrected by hand again; the entered price counts.");
  }
  const { priceMinor, availability } = observed;
  // A relayed price is as old as its origin reports, but never newer than now.
  const seenMs = (result.kind === "seen" ? result.seenMs : undefined) ?? publishContext.nowMs;
  const observation = {
    offerId: offer.id,
    priceMinor,
    availability,
    atMs: Math.min(seenMs, publishContext.nowMs),
  };
  // A page that shows a price at last, and does not say "out of stock", is worth an alert.
  const isBack = offer !== known && availability === availabilityCodes.unknown;
  const recorded = recordObservations(
    tx,
    publishContext,
    [observation],
    isBack || isRelease(tx, offer, result),
  );
  if (recorded?.kind === "same") repairHistoryEnd(tx, observation);
  if (result.kind === "seen") recordBeside(tx, offer, result, recorded, publishContext);
  return describeCheck(recorded);
}

/** Whether a page now has in stock what it only took orders for; a return from "out" has an event of its own. */
function isRelease(tx: WriteDb, offer: StoredOffer, result: CheckResult): boolean {
  const terms = result.visit?.terms ?? null;
  if (result.kind !== "seen" || result.availability !== availabilityCodes.in || terms === null) return false;
  if (offer.availability === availabilityCodes.out || terms.ordering !== undefined) return false;
  const page = trackedPages(tx, offer.productId).find(({ offer_id }) => offer_id === offer.publicId);
  return page?.terms.ordering !== undefined;
}

/** Records what a check has seen beside a price that counts. */
function recordBeside(
  tx: WriteDb,
  offer: StoredOffer,
  { seller, conditions }: Extract<CheckReading, { kind: "seen" }>,
  recorded: RecordOutcome | undefined,
  publishContext: PublishContext,
): void {
  recordSeller(tx, offer, seller, recorded);
  const counts = recorded?.kind === "same" || recorded?.kind === "changed";
  if (counts && conditions !== undefined) recordTerms(tx, publishContext, offer.id, conditions);
}

/** A marketplace page names its cheapest seller. One that names none says nothing about the seller of an unchanged price. */
function recordSeller(
  tx: WriteDb,
  { id }: StoredOffer,
  seller: string | null | undefined,
  recorded: RecordOutcome | undefined,
): void {
  if (seller === undefined || (seller === null && recorded?.kind === "same")) return;
  if (recorded?.kind === "same" || recorded?.kind === "changed") updateOfferSeller(tx, id, seller);
}

/** Saves the details of a check's visit besides the price. */
function savePageVisit(
  tx: WriteDb,
  offer: StoredOffer,
  { terms, product, ...validators }: PageVisitDetails,
): void {
  savePageValidators(tx, offer.url, validators);
  if (terms !== null) savePageTerms(tx, offer.url, terms);
  if (product !== null) saveSeenShop(tx, offer, product);
}

/** A shop that cannot be reached says nothing new about a page that was gone. */
function keepGone(tx: WriteDb, offerId: number, check: CheckOutcome): CheckOutcome {
  const last = isUnreached(check.outcome) ? lastCheckOfOffer(tx, offerId) : undefined;
  return last?.outcome === "gone" ? { ...check, outcome: last.outcome, detail: last.detail } : check;
}

/** Records one check: price, history, page, events and the offer's health, all or nothing. */
export function recordCheck(
  db: ReadDb,
  publishContext: PublishContext,
  { id: offerId }: Pick<StoredOffer, "id">,
  result: CheckResult,
): void {
  write(db, (tx) => {
    const offer = offerById(tx, offerId);
    // The offer may have been removed during the check.
    if (offer === undefined) return;
    const outcome = recordResult(tx, publishContext, offer, result);
    saveCheck(tx, offerId, { ...keepGone(tx, offerId, outcome), atMs: publishContext.nowMs });
    // With the price: validators saved alone would make the shop answer "unchanged" to a price that was never stored.
    if (result.visit !== undefined) savePageVisit(tx, offer, result.visit);
    const check = lastCheckOfOffer(tx, offerId);
    if (check !== undefined) notifyCheckHealth(tx, publishContext, offer, check);
  });
}

/** Records the price of a page that the shopper's browser has shown, all or nothing. */
export function recordVisit(
  db: ReadDb,
  publishContext: PublishContext,
  { id: offerId, publicId }: Pick<StoredOffer, "id" | "publicId">,
  result: CheckResult,
): void {
  writeDurably(db, (tx) => {
    const offer = offerById(tx, offerId);
    if (offer?.publicId !== publicId) return;
    const { isGood } = recordResult(tx, publishContext, offer, result);
    if (isGood) saveBrowserVisit(tx, offerId, publishContext.nowMs);
    if (result.visit !== undefined) savePageVisit(tx, offer, result.visit);
    endRound(tx, publishContext, offer.productId);
  });
}

/** The data of a `schedule_completion` event; `null` if the product no longer exists. */
function completionData(
  tx: WriteDb,
  schedule: Pick<StoredSchedule, "productId" | "retailer" | "runPriceMinor">,
): EventData | null {
  const product = productById(tx, schedule.productId)?.product;
  if (product === undefined) return null;
  const best = bestReturnableOffer(tx, schedule);
  const [current, previous] = [best?.priceMinor ?? null, schedule.runPriceMinor].map((priceMinor) =>
    priceMinor === null ? null : fromMinor(priceMinor),
  );
  return {
    product: toEventProduct(product, best?.url),
    retailer: null,
    price:
      current == null && previous == null
        ? null
        : { current: current ?? null, previous: previous ?? null, currency: "USD" },
    availability: null,
  };
}

/** Whether a run of the schedule must reach the internet. */
export function needsInternet(db: ReadDb, sources: readonly Source[], schedule: StoredSchedule): boolean {
  return checkableOffers(db, sources, schedule).some(
    (offer) => findSource(sources, offer)?.needsInternet?.(offer) ?? false,
  );
}

/** The slot, or sooner after a run that did not reach each shop, or while a price awaits its confirmation. */
function nextRunMs(
  tx: WriteDb,
  { productId, retailer }: Pick<StoredSchedule, "productId" | "retailer">,
  { slotMs, nowMs, runStartedMs }: { readonly [K in "slotMs" | "nowMs" | "runStartedMs"]: number },
): number {
  const offers = offersOfProduct(tx, productId).filter(
    (offer) => retailer === null || offer.retailer === retailer,
  );
  const outages = [...lastChecks(tx, offers).values()].filter(
    (check) => check.checkedMs >= runStartedMs && isBriefOutage(check),
  );
  const suspectMs = oldestSuspectMs(tx, productId);
  return Math.min(
    slotMs,
    retryMs(outages) ?? slotMs,
    suspectMs === null ? slotMs : nextConfirmationMs(slotMs, nowMs, suspectMs),
  );
}

/** Outcomes of checks that sent no request. */
const unaskedOutcomes: ReadonlySet<string> = new Set(["paused", "refused address", "needs a window"]);

/** Whether a check has asked the shop or service for its price, successfully or not. */
export function wasAsked(result: CheckResult): boolean {
  return result.kind !== "failed" || !unaskedOutcomes.has(result.outcome);
}

/**
 * Ends a run after its last offer. Its end, the next slot, `schedule_completion` and the alert share a transaction, so
 * that each run that has asked a shop or service has exactly one event (decisions 28 and 54). The schedule may have been
 * changed or removed in the meantime.
 */
export function finishRun(
  db: ReadDb,
  publishContext: PublishContext,
  scheduleId: number,
  hasAsked: boolean,
): void {
  write(db, (tx) => {
    const schedule = scheduleById(tx, scheduleId);
    if (schedule === undefined || schedule.runStartedMs === null) return;
    const { accountId, cadence, productId, runStartedMs } = schedule;
    const data = hasAsked ? completionData(tx, schedule) : null;
    if (data !== null) publishEvent(tx, publishContext, { accountId, type: "schedule_completion", data });
    const { nowMs } = publishContext;
    const slotMs = nextSlotMs(schedule, nowMs, cadence);
    endScheduleRun(tx, scheduleId, nowMs, nextRunMs(tx, schedule, { slotMs, nowMs, runStartedMs }));
    // A run without a reading ends a round only if the price has changed in another way.
    const endsRound =
      roundOfProduct(tx, productId) !== undefined || !hasOnlyFailedSince(tx, productId, runStartedMs);
    if (endsRound) endRound(tx, publishContext, productId);
  });
}
