import { isUnreached } from "../../../../shared/app/unreached.js";
import { overrides, recipeHost } from "../../../../shared/recipe/recipe.js";
import { allRecipes } from "../../db/pages/recipe.js";
import { editsOfOffer, type HistoryEdit } from "../../db/prices/history-edit.js";
import { type StoredOffer, updateOfferPrice } from "../../db/prices/offer.js";
import { lastCheckOfOffer, type StoredCheck } from "../../db/prices/offer-check.js";
import { lastObserved, mergePoints, readPoints } from "../../db/prices/price-history.js";
import type { ReadDb, WriteDb } from "../../db/store.js";
import type { OfferState } from "../../domain/price-event.js";
import { availabilityCodes } from "../../domain/price-point.js";
import { type PublishContext, reportChange } from "../webhooks/publish-event.js";

/** The edit that entered the present price; no check has changed the price since. */
function enteringEdit(db: ReadDb, { id, priceMinor }: StoredOffer): HistoryEdit | undefined {
  const edit = editsOfOffer(db, id).findLast(({ after }) => after !== null);
  const points = edit === undefined ? [] : readPoints(db, id, edit.atMs, Number.MAX_SAFE_INTEGER);
  return points.every((point) => point.priceMinor === priceMinor) ? edit : undefined;
}

/** A price entered while the shop refuses checks, or its page shows none, corrects no reading. */
function isOfReadPage({ outcome, lastGoodMs }: StoredCheck, madeMs: number): boolean {
  return outcome === "ok" || isUnreached(outcome) || (lastGoodMs ?? 0) > madeMs;
}

/** A click says where to read the price: what is read there counts. */
function isClickedSince(db: ReadDb, url: string, sinceMs: number): boolean {
  const page = new URL(url);
  return allRecipes(db, recipeHost(page)).some(
    ({ recipe, madeMs }) => madeMs >= sinceMs && overrides(recipe, page),
  );
}

/**
 * The figure of an offer's page that the user has corrected by entering the present price, and whether a check has read it
 * again since; null without one, or once a check has seen another price.
 */
export function correctedMisreading(db: ReadDb, offer: StoredOffer) {
  const edit = enteringEdit(db, offer);
  const check = lastCheckOfOffer(db, offer.id);
  if (edit === undefined || check === undefined || offer.seenMs > edit.madeMs) return null;
  if (!isOfReadPage(check, edit.madeMs) || isClickedSince(db, offer.url, edit.madeMs)) return null;
  const read = lastObserved(db, offer.id, edit.atMs);
  if (read === undefined || read.priceMinor === offer.priceMinor) return null;
  return { priceMinor: read.priceMinor, isReadAgain: (check.lastGoodMs ?? 0) > edit.madeMs };
}

/** Records only the availability that a check read beside a misread price. The entered price stays as old as it is. */
export function recordBesideMisreading(
  tx: WriteDb,
  publishContext: PublishContext,
  { id, priceMinor, seenMs, availability: before }: StoredOffer,
  { availability }: Pick<OfferState, "availability">,
): void {
  if (availability === before || availability === availabilityCodes.unknown) return;
  const after = { priceMinor, availability };
  mergePoints(tx, id, [{ ...after, atMs: publishContext.nowMs }]);
  updateOfferPrice(tx, id, { ...after, seenMs });
  const change = { before: { priceMinor, availability: before }, after, atMs: publishContext.nowMs };
  reportChange(tx, publishContext, id, change);
}
