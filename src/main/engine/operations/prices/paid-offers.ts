import type { StatedTerm, TermKind } from "../../../../shared/app/paying.js";
import { groupBy } from "../../../../shared/arrays.js";
import { pointsOfOffers, recordConditions } from "../../db/prices/condition-point.js";
import { type CountedTerm, countedTerms, everyShop } from "../../db/prices/counted-term.js";
import { offerById, type StoredOffer } from "../../db/prices/offer.js";
import type { ReadDb, WriteDb } from "../../db/store.js";
import { isUnpriced } from "../../domain/money.js";
import { asPaid } from "../../domain/paid-price.js";
import { addToRound, type PublishContext } from "../webhooks/publish-event.js";

/** What counts at a shop beside the price, and since when. */
export function countedAt(db: ReadDb, retailer: string): ReadonlyMap<TermKind, number> {
  return sinceAt(countedTerms(db), retailer);
}

function sinceAt(terms: readonly CountedTerm[], retailer: string): ReadonlyMap<TermKind, number> {
  return new Map(
    terms
      .filter((term) => term.retailer === retailer || term.retailer === everyShop)
      .map(({ kind, sinceMs }) => [kind, sinceMs]),
  );
}

/**
 * The offers at the prices that the owner pays. Whoever compares, shows or reports prices to the owner begins with these;
 * the API returns what pages state.
 */
export function paidOffers(db: ReadDb, offers: readonly StoredOffer[]): StoredOffer[] {
  const counted = countedTerms(db);
  const sinceOf = new Map<string, ReadonlyMap<TermKind, number>>();
  for (const { retailer } of counted.length === 0 ? [] : offers)
    if (!sinceOf.has(retailer)) sinceOf.set(retailer, sinceAt(counted, retailer));
  const concerned = offers.filter(
    (offer) => (sinceOf.get(offer.retailer)?.size ?? 0) > 0 && !isUnpriced(offer),
  );
  if (concerned.length === 0) return [...offers];
  const ids = new Set(concerned.map(({ id }) => id));
  const points = groupBy(pointsOfOffers(db, [...ids]), ({ offerId }) => offerId);
  return offers.map((offer) => {
    const since = sinceOf.get(offer.retailer);
    if (since === undefined || !ids.has(offer.id)) return offer;
    return asPaid(offer, points.get(offer.id) ?? [], since);
  });
}

/**
 * Records what a page states beside its price. Where that changes what the owner pays, the product's round hears of it, as
 * of any other change of the price.
 */
export function recordTerms(
  tx: WriteDb,
  context: Pick<PublishContext, "nowMs" | "isBulk">,
  offerId: number,
  stated: readonly StatedTerm[],
): void {
  const paid = () => {
    const offer = offerById(tx, offerId);
    return offer === undefined ? [] : paidOffers(tx, [offer]);
  };
  const [before] = paid();
  recordConditions(tx, offerId, stated, context.nowMs);
  const [after] = paid();
  if (before?.paid === undefined || before.priceMinor === after?.priceMinor) return;
  const { statedMinor: priceMinor } = before.paid;
  addToRound(tx, context, before, { before: { ...before, priceMinor }, atMs: context.nowMs });
}
