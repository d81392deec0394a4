import type { CatalogueLine } from "../../../../../src/main/engine/sources/catalogue/line.js";
import { sampleCatalogue } from "../../../../../src/main/engine/sources/sample/index.js";

export const nowMs = Date.UTC(2026, 10, 21, 5, 30);

export function productsIn(lines: Iterable<CatalogueLine>) {
  return [...lines].filter((line) => line.type === "product");
}

export function catalogueAt(now: number): CatalogueLine[] {
  return [...sampleCatalogue({ now })];
}

/** Every offer of the market, by its id. */
export function offersAt(now: number) {
  const offers = productsIn(catalogueAt(now)).flatMap((product) => product.offers);
  return new Map(offers.map((offer) => [offer.id ?? "", offer]));
}
