import type { CatalogueLine } from "../../../../../src/main/engine/sources/catalogue/line.js";
import { sampleCatalogue, sampleSeed } from "../../../../../src/main/engine/sources/sample/index.js";

export const nowMs = Date.UTC(2026, 10, 21, 5, 30);

export function productsIn(lines: Iterable<CatalogueLine>) {
  return [...lines].filter((line) => line.type === "product");
}

export function dealsIn(lines: Iterable<CatalogueLine>) {
  return [...lines].filter((line) => line.type === "deal");
}

export function catalogueAt(now: number, seed = sampleSeed): CatalogueLine[] {
  return [...sampleCatalogue({ seed, now })];
}

/** Every offer of the market, by its id. */
export function offersAt(now: number, seed = sampleSeed) {
  const offers = productsIn(catalogueAt(now, seed)).flatMap((product) => product.offers);
  return new Map(offers.map((offer) => [offer.id ?? "", offer]));
}
