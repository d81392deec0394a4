import { thinHistoryDays } from "../../../../shared/app/limits.js";
import type { EditedHistory, HistoryEdit } from "../../../../shared/app/manual-edits.js";
import { DAY_MS } from "../../../../shared/time.js";
import { deleteEditAt, editAt, editedTimes, editsOfProduct, saveEdit } from "../../db/prices/history-edit.js";
import { offerById, type StoredOffer, updateOfferPrice } from "../../db/prices/offer.js";
import {
  firstPointTimes,
  observedAt,
  readAllPoints,
  readPointBefore,
  readPoints,
} from "../../db/prices/price-history.js";
import type { ReadDb, WriteDb } from "../../db/store.js";
import { fromMinor, isUnpriced, toMinor } from "../../domain/money.js";
import {
  dropRepeats,
  fromAvailabilityCode,
  isSameValue,
  type PricePoint,
  type PriceValue,
  toAvailabilityCode,
} from "../../domain/price-point.js";
import { aboutOffer, act } from "../acts/perform-act.js";
import { endRound } from "../alerts/round.js";
import { toContractPoint } from "../products/read-offers.js";
import { requireOffer, requireProductId } from "../products/require-product.js";
import { refuse } from "../request/contract-error.js";
import { addToRound } from "../webhooks/publish-event.js";

function toContractValue(value: PriceValue | null) {
  return value === null
    ? null
    : { price: fromMinor(value.priceMinor), availability: fromAvailabilityCode(value.availability) };
}

export function listEdits(db: ReadDb, productKey: string): HistoryEdit[] {
  return editsOfProduct(db, requireProductId(db, productKey)).flatMap((edit) => {
    const offer = offerById(db, edit.offerId);
    if (offer === undefined) return [];
    return [
      {
        id: edit.id,
        offer_id: offer.publicId,
        retailer: offer.retailer,
        currency: offer.currency,
        timestamp: new Date(edit.atMs).toISOString(),
        before: toContractValue(observedAt(db, offer.id, edit.atMs)),
        after: toContractValue(edit.after),
      },
    ];
  });
}

interface Edit {
  readonly atMs: number;
  /** `null` excludes the point. */
  readonly to: PriceValue | null;
}

/** Edits the point at `atMs`, or lifts its edit, and updates the offer if its newest point changes. */
function editPoint(tx: WriteDb, nowMs: number, offer: StoredOffer, { atMs, to }: Edit): void {
  const newestMs = newestPoint(tx, offer.id)?.atMs ?? Number.NEGATIVE_INFINITY;
  if (isSameValue(observedAt(tx, offer.id, atMs), to)) deleteEditAt(tx, offer.id, atMs);
  else saveEdit(tx, { offerId: offer.id, atMs, after: to, madeMs: nowMs });
  const last = newestPoint(tx, offer.id);
  if (last === null) throw refuse("onlyPrice");
  // An edit of the past does not affect the current price.
  if (atMs >= newestMs) {
    updateOfferPrice(tx, offer.id, { ...last, seenMs: Math.max(offer.seenMs, last.atMs) });
    // What the user enters is no change of the price, but a target may be reached by it.
    addToRound(tx, { nowMs }, offer, { before: null, atMs });
  }
}

function newestPoint(db: ReadDb, offerId: number): PricePoint | null {
  return readPointBefore(db, offerId, Number.MAX_SAFE_INTEGER);
}

function requireEditableOffer(tx: WriteDb, publicId: string): StoredOffer {
  const offer = requireOffer(tx, publicId);
  if (isUnpriced(offer)) throw refuse("noPriceYet");
  if (offer.isAuction) throw refuse("auction");
  return offer;
}

function isKnownTime(db: ReadDb, offerId: number, atMs: number): boolean {
  return editAt(db, offerId, atMs) !== undefined || observedAt(db, offerId, atMs) !== null;
}

/** Edits a point, or lifts its edit. Throws `ContractError`. */
export const editHistory = act("history.edit", aboutOffer, (tx, context, { offer_id, timestamp, to }) => {
  const { nowMs } = context;
  const atMs = Date.parse(timestamp);
  if (atMs > nowMs) throw refuse("timeInFuture");
  // A year that was typed with two digits.
  if (atMs < 0) throw refuse("timeTooLongAgo");
  const after =
    to === null ? null : { priceMinor: toMinor(to.price), availability: toAvailabilityCode(to.availability) };
  if (after !== null && after.priceMinor <= 0) throw refuse("priceNotAboveZero");
  const offer = requireEditableOffer(tx, offer_id);
  if (after === null && !isKnownTime(tx, offer.id, atMs)) throw refuse("noPriceThen");
  editPoint(tx, nowMs, offer, { atMs, to: after });
  endRound(tx, context, offer.productId);
  const history = dropRepeats(readAllPoints(tx, offer.id));
  return {
    offer_id: offer.publicId,
    history: history.map((point) => toContractPoint(point, offer.currency)),
  } satisfies EditedHistory;
});

/**
 * Replaces an offer's newest price before a time, which was read wrongly. In a history too young for a verdict, the earlier
 * prices no longer count either. All are listed as edits, and are no price changes.
 */
export function correctMisreadPrices(
  tx: WriteDb,
  offer: StoredOffer,
  {
    priceMinor,
    nowMs,
    beforeMs = Number.MAX_SAFE_INTEGER,
  }: { priceMinor: number; nowMs: number; beforeMs?: number },
): void {
  const last = readPointBefore(tx, offer.id, beforeMs);
  if (last === null || last.priceMinor === priceMinor) return;
  const { atMs, availability } = last;
  const firstMs = firstPointTimes(tx, [offer.id]).get(offer.id) ?? atMs;
  editPoint(tx, nowMs, offer, { atMs, to: { priceMinor, availability } });
  if (firstMs <= nowMs - thinHistoryDays * DAY_MS) return;
  const edited = editedTimes(tx, offer.id);
  const misread = readPoints(tx, offer.id, firstMs, beforeMs).filter((point) => !edited.has(point.atMs));
  for (const point of misread) editPoint(tx, nowMs, offer, { atMs: point.atMs, to: null });
}

/** Counts a clicked price instead of the earlier ones. Throws `ContractError`. */
export const settleClick = act("prices.settle_click", aboutOffer, (tx, context, { offer_id, clicked_at }) => {
  const offer = requireEditableOffer(tx, offer_id);
  const beforeMs = Date.parse(clicked_at);
  const [clicked] = readPoints(tx, offer.id, beforeMs, beforeMs + 1);
  if (clicked === undefined) throw refuse("clickUndone");
  correctMisreadPrices(tx, offer, { priceMinor: clicked.priceMinor, nowMs: context.nowMs, beforeMs });
  endRound(tx, context, offer.productId);
  return {};
});
