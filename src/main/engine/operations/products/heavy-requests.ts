import { blocksOfProducts } from "../../db/prices/offer.js";
import { offerCountOf, productCountBound } from "../../db/products/product.js";
import type { ReadDb } from "../../db/store.js";
import { planLookup } from "../../domain/identifier.js";
import { yieldToEventLoop } from "../request/task-control.js";
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
  const blocks = [...blocksOfProducts(db, productIds).values()];
  return blocks.reduce((sum, count) => sum + count, 0) > light.blocks;
}

/** As many take some twenty milliseconds. A product without points counts as one. */
const maxBlocksPerTurn = 400;

/** Reads something of products, and lets the event loop turn before it would read too many of their points at once. */
export async function readInTurns<Product, Result>(
  db: ReadDb,
  products: readonly (readonly [productId: number, Product])[],
  read: (part: readonly Product[]) => readonly Result[],
): Promise<Result[]> {
  const blocks = blocksOfProducts(
    db,
    products.map(([id]) => id),
  );
  const results: Result[] = [];
  let part: Product[] = [];
  let blocksOfPart = 0;
  for (const [id, product] of products) {
    const own = 1 + (blocks.get(id) ?? 0);
    if (part.length > 0 && blocksOfPart + own > maxBlocksPerTurn) {
      results.push(...read(part));
      await yieldToEventLoop();
      [part, blocksOfPart] = [[], 0];
    }
    part.push(product);
    blocksOfPart += own;
  }
  return [...results, ...read(part)];
}

function exactProducts(db: ReadDb, identifiers: readonly string[]): number[] {
  return identifiers.flatMap((each) => findByProbes(db, planLookup(each).probes)?.productId ?? []);
}
