import { countBlocks } from "../../db/prices/offer.js";
import { offerCountOf, productCountBound } from "../../db/products/product.js";
import type { ReadDb } from "../../db/store.js";
import { planLookup } from "../../domain/identifier.js";
import { findByProbes } from "./resolve-identifiers.js";

/** A read of more than one of these takes some ten milliseconds. */
const light = {
  identifiers: 20,
  offers: 500,
  /** Of points; a year of daily prices fills three. */
  blocks: 60,
  /** Products that searches by words may have to rank. */
  ranked: 1_000,
};

/** Whether searches by words can take long. */
export function isHeavySearch(db: ReadDb, searches = 1): boolean {
  return searches * productCountBound(db) > light.ranked;
}

/** Whether it can take long to find these products. */
export function isHeavyLookup(db: ReadDb, identifiers: readonly string[]): boolean {
  if (identifiers.length > light.identifiers) return true;
  const names = identifiers.map(planLookup).filter(({ shouldSearchName }) => shouldSearchName);
  if (!isHeavySearch(db, names.length)) return false;
  return isHeavySearch(db, names.filter(({ probes }) => findByProbes(db, probes) === null).length);
}

/** Whether it can take long to find these products and to read their offers. */
export function readsManyOffers(db: ReadDb, identifiers: readonly string[]): boolean {
  if (isHeavyLookup(db, identifiers)) return true;
  const counts = exactProducts(db, identifiers).map((id) => offerCountOf(db, id));
  return counts.reduce((sum, count) => sum + count, 0) > light.offers;
}

/** Whether it can take long to find these products and to read their offers' histories. */
export function readsManyHistories(db: ReadDb, identifiers: readonly string[]): boolean {
  return readsManyOffers(db, identifiers) || haveManyPoints(db, exactProducts(db, identifiers));
}

/** Whether the histories of products take long to read. */
export function haveManyPoints(db: ReadDb, productIds: readonly number[]): boolean {
  return countBlocks(db, productIds) > light.blocks;
}

function exactProducts(db: ReadDb, identifiers: readonly string[]): number[] {
  return identifiers.flatMap((each) => findByProbes(db, planLookup(each).probes)?.productId ?? []);
}
