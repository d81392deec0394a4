import type { RoundChange } from "../../db/alerts/round.js";
import { offersOfProduct, type StoredOffer } from "../../db/prices/offer.js";
import { readColumns } from "../../db/prices/price-history.js";
import type { ReadDb } from "../../db/store.js";
import {
  type AlertFacts,
  bestQuote,
  matchesFilter,
  type OfferChange,
  type OfferFilter,
} from "../../domain/alerts/facts.js";
import { type PastPrices, pastPrices } from "../../domain/alerts/past-prices.js";
import {
  bestPriceSteps,
  comparableSince,
  offersSeries,
  type PointColumns,
  presentTime,
} from "../../domain/best-price.js";
import { paidBefore } from "../../domain/paid-price.js";
import { hasSameValue } from "../../domain/price-point.js";
import { paidOffers } from "../prices/paid-offers.js";
import { isEligible, shownCurrency, wantedOf } from "../products/best-offer.js";

/** A product, and what changed in its round. */
export interface RoundSubject {
  readonly productId: number;
  /** When the round began; its prices are not past. */
  readonly fromMs: number;
  readonly changes: readonly RoundChange[];
}

/** The eligible offers at the prices that the owner pays. */
export function eligibleOffers(db: ReadDb, productId: number): StoredOffer[] {
  return paidOffers(db, offersOfProduct(db, productId).filter(isEligible));
}

/**
 * The currency of the best price that views show among the offers that a rule considers: a shop that has sold out does not
 * decide while another can be bought at. Null without offers.
 */
export function currencyOfRule(
  db: ReadDb,
  productId: number,
  offers: readonly StoredOffer[],
): (rule: Pick<OfferFilter, "retailer" | "condition">) => string | null {
  const wanted = wantedOf(db, productId, null);
  return (rule) => {
    const matching = offers.filter((offer) => matchesFilter({ ...rule, currency: offer.currency }, offer));
    return shownCurrency(matching, wanted);
  };
}

type ChangesByOffer = ReadonlyMap<number, Omit<RoundChange, "offerId">>;

/** The changes with the prices that the owner paid before, by all that counts now: so a new condition is no drop. */
function paidChanges(
  offers: readonly StoredOffer[],
  { changes, fromMs }: Pick<RoundSubject, "changes" | "fromMs">,
): ChangesByOffer {
  const paidOf = new Map(offers.map(({ id, paid }) => [id, paid]));
  return new Map(
    changes.map(({ offerId, priceMinor: statedMinor, ...change }) => {
      const paid = paidOf.get(offerId);
      const isPaid = statedMinor !== null && paid !== undefined;
      const priceMinor = isPaid ? paidBefore(statedMinor, paid, fromMs) : statedMinor;
      return [offerId, { ...change, priceMinor }];
    }),
  );
}

/** The offers as they were before the round; those that are new are left out. */
function offersBefore(offers: readonly StoredOffer[], changes: ChangesByOffer): readonly StoredOffer[] {
  return offers.flatMap((offer) => {
    const change = changes.get(offer.id);
    if (change === undefined) return [offer];
    const { priceMinor, availability } = change;
    return priceMinor === null ? [] : [{ ...offer, priceMinor, availability }];
  });
}

/** An offer that returned to its state has not changed. */
function offerChanges(offers: readonly StoredOffer[], changes: ChangesByOffer): readonly OfferChange[] {
  return offers.flatMap((after) => {
    const change = changes.get(after.id);
    if (change === undefined || change.priceMinor === null) return [];
    const before = { priceMinor: change.priceMinor, availability: change.availability };
    const { isRelease } = change;
    return isRelease || !hasSameValue(before, after) ? [{ before, after, isRelease }] : [];
  });
}

/** Reads each history once, and each filter's best price once: rules share them. */
function pastReader(
  db: ReadDb,
  offers: readonly StoredOffer[],
  { fromMs, nowMs }: { readonly fromMs: number; readonly nowMs: number },
): AlertFacts["past"] {
  const known = new Map<string, PastPrices>();
  const columns = new Map<number, PointColumns>();
  const columnsOf = ({ id }: StoredOffer) => {
    const read = columns.get(id) ?? readColumns(db, id);
    columns.set(id, read);
    return read;
  };
  const read = (filter: OfferFilter) => {
    const matching = offers.filter((offer) => matchesFilter(filter, offer));
    const series = offersSeries(matching, { columnsOf, nowMs });
    const presentMs = presentTime(series, nowMs);
    const presentMinor = bestQuote(filter, matching)?.priceMinor ?? null;
    const sinceMs = comparableSince(matching);
    return pastPrices(bestPriceSteps(series), { presentMinor, fromMs, nowMs: presentMs, sinceMs });
  };
  return ({ retailer, condition, currency }) => {
    const key = JSON.stringify([retailer, condition, currency]);
    const past = known.get(key) ?? read({ retailer, condition, currency });
    known.set(key, past);
    return past;
  };
}

/** The input of the alert rules. History is read only if a rule needs it. */
export function roundFacts(
  db: ReadDb,
  { productId, fromMs, changes }: RoundSubject,
  nowMs: number,
): AlertFacts {
  const offers = eligibleOffers(db, productId);
  const changeOf = paidChanges(offers, { changes, fromMs });
  const currencyOf = currencyOfRule(db, productId, offers);
  return {
    nowMs,
    currencyOf: (rule) => currencyOf(rule) ?? "USD",
    quotes: offers,
    quotesBefore: offersBefore(offers, changeOf),
    changes: offerChanges(offers, changeOf),
    past: pastReader(db, offers, { fromMs, nowMs }),
  };
}
