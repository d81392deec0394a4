import { thinHistoryDays } from "../../../../shared/app/limits.js";
import type { EditedHistory, HistoryEdit } from "../../../../shared/app/manual-edits.js";
import type { AppOutput, AppRequest } from "../../../../shared/app/operations.js";
import { DAY_MS } from "../../../../shared/time.js";
import {
  deleteEdit,
  editAt,
  editedTimes,
  editsOfProduct,
  type HistoryEdit as StoredEdit,
  saveEdit,
} from "../../db/prices/history-edit.js";
import { offerById, offerByPublicId, type StoredOffer, updateOfferPrice } from "../../db/prices/offer.js";
import { readAllPoints, replacePoints } from "../../db/prices/price-history.js";
import { productIdByKey } from "../../db/products/product.js";
import type { ReadDb, WriteDb } from "../../db/store.js";
import { fromMinor, toMinor } from "../../domain/money.js";
import {
  dropRepeats,
  fromAvailabilityCode,
  isSameValue,
  type PricePoint,
  toAvailabilityCode,
} from "../../domain/price-point.js";
import { type ActingContext, performAct, subjectOfOffer } from "../acts/perform-act.js";
import { endRound } from "../alerts/round.js";
import { toContractPoint } from "../products/read-offers.js";
import { ContractError, invalidParams } from "../request/contract-error.js";
import { addToRound, createPublishContext, type PublishContext } from "../webhooks/publish-event.js";

type PointValue = StoredEdit["before"];

function toContractValue(value: PointValue) {
  return value === null
    ? null
    : { price: fromMinor(value.priceMinor), availability: fromAvailabilityCode(value.availability) };
}

export function listEdits(db: ReadDb, productKey: string): HistoryEdit[] {
  const productId = productIdByKey(db, productKey);
  if (productId === undefined)
    throw new ContractError("ERR_PRODUCT_NOT_FOUND", `Unknown product ${productKey}.`);
  return editsOfProduct(db, productId).flatMap((edit) => {
    const offer = offerById(db, edit.offerId);
    if (offer === undefined) return [];
    return [
      {
        id: edit.id,
        offer_id: offer.publicId,
        retailer: offer.retailer,
        currency: offer.currency,
        timestamp: new Date(edit.atMs).toISOString(),
        before: toContractValue(edit.before),
        after: toContractValue(edit.after),
      },
    ];
  });
}

/**
 * Replaces or removes the point at `atMs`, and updates the offer if its newest point changes. A neighbour
 * with the same value stays stored: another edit, or an undo, can make it a change again.
 */
function replacePoint(
  tx: WriteDb,
  { nowMs }: Pick<PublishContext, "nowMs">,
  offer: StoredOffer,
  { atMs, to }: { readonly atMs: number; readonly to: PointValue },
): EditedHistory {
  const before = readAllPoints(tx, offer.id);
  const others = before.filter((point) => point.atMs !== atMs);
  const points = to === null ? others : [...others, { atMs, ...to }].sort((a, b) => a.atMs - b.atMs);
  const last = points.at(-1);
  if (last === undefined)
    throw invalidParams(
      "This is the offer's only price.",
      "Correct it instead, or split off the offer if it belongs to another product.",
    );
  replacePoints(tx, offer.id, points);
  const newestMs = before.at(-1)?.atMs ?? Number.NEGATIVE_INFINITY;
  // An edit of the past does not affect the current price.
  if (atMs >= newestMs) {
    updateOfferPrice(tx, offer.id, { ...last, seenMs: Math.max(offer.seenMs, last.atMs) });
    // What the user enters is no change of the price, but a target may be reached by it.
    addToRound(tx, { nowMs }, offer, { before: null, atMs });
  }
  return {
    offer_id: offer.publicId,
    history: dropRepeats(points).map((point) => toContractPoint(point, offer.currency)),
  };
}

function pointAt(points: readonly PricePoint[], atMs: number): PointValue {
  const point = points.find((each) => each.atMs === atMs);
  return point === undefined ? null : { priceMinor: point.priceMinor, availability: point.availability };
}

function requireEditableOffer(tx: WriteDb, publicId: string): StoredOffer {
  const offer = offerByPublicId(tx, publicId);
  if (offer === undefined) throw invalidParams("This offer no longer exists.", "Open the product again.");
  if (offer.isAuction) throw invalidParams("Auctions have no price history.", "Nothing was changed.");
  return offer;
}

/** Edits a point, or lifts its edit. Throws `ContractError`. */
export function editHistory(
  context: ActingContext,
  { offer_id, timestamp, to }: AppRequest<"history.edit">,
): AppOutput<"history.edit"> {
  const publishContext = createPublishContext(context);
  const { nowMs } = publishContext;
  const atMs = Date.parse(timestamp);
  if (atMs > nowMs) throw invalidParams("This time is in the future.", "Choose a time in the past.");
  const after =
    to === null ? null : { priceMinor: toMinor(to.price), availability: toAvailabilityCode(to.availability) };
  if (after !== null && after.priceMinor <= 0)
    throw invalidParams("A price must be above 0.", "Exclude the point instead.");
  const subject = (tx: ReadDb) => subjectOfOffer(tx, offer_id);
  return performAct(context, "history.edit", { subject }, (tx) => {
    const offer = requireEditableOffer(tx, offer_id);
    const existingEdit = editAt(tx, offer.id, atMs);
    const before =
      existingEdit === undefined ? pointAt(readAllPoints(tx, offer.id), atMs) : existingEdit.before;
    if (after === null && existingEdit === undefined && before === null)
      throw invalidParams("No price is recorded at this time.", "Open the product again.");
    if (existingEdit !== undefined && isSameValue(before, after)) deleteEdit(tx, existingEdit.id);
    else saveEdit(tx, { offerId: offer.id, atMs, before, after, madeMs: nowMs });
    const edited = replacePoint(tx, publishContext, offer, { atMs, to: after });
    endRound(tx, publishContext, offer.productId);
    return edited;
  });
}

/**
 * Replaces an offer's newest price, which was read wrongly. In a history too young for a verdict, the earlier prices no
 * longer count either. All are listed as edits, and are no price changes.
 */
export function correctMisreadPrices(
  tx: WriteDb,
  offer: StoredOffer,
  priceMinor: number,
  nowMs: number,
): void {
  const points = readAllPoints(tx, offer.id);
  const last = points.at(-1);
  if (last === undefined || last.priceMinor === priceMinor) return;
  const edit = ({ atMs, priceMinor: was, availability }: PricePoint, after: PointValue) => {
    const before = editAt(tx, offer.id, atMs)?.before ?? { priceMinor: was, availability };
    saveEdit(tx, { offerId: offer.id, atMs, before, after, madeMs: nowMs });
    replacePoint(tx, { nowMs }, offer, { atMs, to: after });
  };
  edit(last, { priceMinor, availability: last.availability });
  const edited = editedTimes(tx, offer.id);
  const isYoung = (points[0]?.atMs ?? 0) > nowMs - thinHistoryDays * DAY_MS;
  const misread = isYoung ? points.filter(({ atMs }) => !edited.has(atMs)) : [];
  for (const point of misread) edit(point, null);
}

/** Counts a clicked price instead of the earlier ones. Throws `ContractError`. */
export function settleClick(
  context: ActingContext,
  { offer_id, clicked_at, part_of: partOf }: AppRequest<"prices.settle_click">,
): AppOutput<"prices.settle_click"> {
  const publishContext = createPublishContext(context);
  const subject = (tx: ReadDb) => subjectOfOffer(tx, offer_id);
  return performAct(context, "prices.settle_click", { subject, partOf }, (tx) => {
    const offer = requireEditableOffer(tx, offer_id);
    const clickedMs = Date.parse(clicked_at);
    const clicked = pointAt(readAllPoints(tx, offer.id), clickedMs);
    if (clicked === null) throw invalidParams("This click has been undone.", "Open the product again.");
    replacePoint(tx, publishContext, offer, { atMs: clickedMs, to: null });
    correctMisreadPrices(tx, offer, clicked.priceMinor, publishContext.nowMs);
    endRound(tx, publishContext, offer.productId);
    return {};
  });
}
