import { offerCountOf, productCountBound } from "../../db/product.js";
import type { ReadDb } from "../../db/store.js";
import { planLookup } from "../../domain/identifier.js";
import { findByProbes } from "./resolve-identifiers.js";

/** In a larger catalogue, a search for common words takes far longer than a look-up. */
const manyProducts = 1_000;
const manyIdentifiers = 20;
/** Offers whose histories of a year take about ten milliseconds to read. */
const manyHistories = 20;
/** Offers that take as long to read without their histories. */
const manyOffers = 500;

/** Whether a search can take long. */
export function isHeavySearch(db: ReadDb): boolean {
  return productCountBound(db) > manyProducts;
}

/** Whether it can take long to find these products. */
export function isHeavyLookup(db: ReadDb, identifiers: readonly string[]): boolean {
  if (identifiers.length > manyIdentifiers) return true;
  return identifiers.some((each) => {
    const { probes, shouldSearchName } = planLookup(each);
    return shouldSearchName && isHeavySearch(db) && findByProbes(db, probes) === null;
  });
}

/** Whether it can take long to find these products and to read their offers. */
export function readsManyOffers(db: ReadDb, identifiers: readonly string[]): boolean {
  return isHeavyLookup(db, identifiers) || countOffers(db, identifiers) > manyOffers;
}

/** Whether it can take long to find these products and to read their offers' histories. */
export function readsManyHistories(db: ReadDb, identifiers: readonly string[]): boolean {
  return isHeavyLookup(db, identifiers) || countOffers(db, identifiers) > manyHistories;
}

function countOffers(db: ReadDb, identifiers: readonly string[]): number {
  let count = 0;
  for (const identifier of identifiers) {
    const found = findByProbes(db, planLookup(identifier).probes);
    if (found !== null) count += offerCountOf(db, found.productId);
  }
  return count;
}
