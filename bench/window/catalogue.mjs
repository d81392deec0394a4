/** Large catalogues for the window's benchmarks. */
import { writeFileSync } from "node:fs";

const DAY_MS = 86_400_000;

/** @typedef {{ price: number, timestamp: string, availability: "in" | "out" }} Point */

/**
 * @param {string} id
 * @param {number} offer
 * @param {Point[]} history
 */
function createOffer(id, offer, history) {
  const last = history.at(-1);
  return {
    id: `${id}-${offer}`,
    retailer: `shop-${offer + 1}.example`,
    condition: "new",
    price: last?.price ?? 1,
    availability: last?.availability ?? "in",
    currency: "USD",
    URL: `https://shop-${offer + 1}.example/${id}`,
    timestamp: new Date().toISOString(),
    history,
  };
}

/**
 * A random walk of prices, the same in every run.
 * @param {number} seed
 * @param {number} count
 * @param {number} days
 * @returns {Point[]}
 */
function createHistory(seed, count, days) {
  let state = seed + 1;
  let price = 50 + (seed % 400);
  return Array.from({ length: count }, (_, n) => {
    state = (state * 48_271) % 2_147_483_647;
    price = Math.max(5, price + (state / 2_147_483_647 - 0.5) * 4);
    const ageMs = (days - (n / count) * (days - 0.1)) * DAY_MS;
    return {
      price: Math.round(price * 100) / 100,
      availability: state % 29 === 0 ? "out" : "in",
      timestamp: new Date(Date.now() - Math.round(ageMs)).toISOString(),
    };
  });
}

/** @param {number} index */
export function productId(index) {
  return `product/bench-${index}/b${index}`;
}

/**
 * Writes products with three offers and two months of prices each, then one with eight offers of 10,000 prices, whose
 * index is `products`.
 * @param {string} file
 * @param {number} products
 */
export function writeCatalogue(file, products) {
  const lines = Array.from({ length: products }, (_, index) => ({
    type: "product",
    service: productId(index),
    title: `Bench product ${index} of a brand`,
    brand: `Brand ${index % 40}`,
    offers: [0, 1, 2].map((offer) =>
      createOffer(`bench-${index}`, offer, createHistory(index * 3 + offer, 20, 60)),
    ),
  }));
  // A line for each offer: one for all of them would be too long.
  const busiest = Array.from({ length: 8 }, (_, offer) => ({
    type: "product",
    service: productId(products),
    title: "Much observed product",
    offers: [createOffer("busiest", offer, createHistory(offer, 10_000, 360))],
  }));
  writeFileSync(file, [...lines, ...busiest].map((line) => `${JSON.stringify(line)}\n`).join(""));
}
