import type { ContractOperation } from "../../../shared/contract/operations.js";
import type { ContractOperationDefinition } from "./contract-operation.js";
import { listDeals } from "./read-deals.js";
import { getHistory, getOffers } from "./read-offers.js";
import { getProducts, getReview, searchProducts } from "./read-products.js";
import { getUsage } from "./read-usage.js";

/** How each operation of the contract is carried out. */
export const contractRegistry: { readonly [K in ContractOperation]: ContractOperationDefinition<K> } = {
  "products.get": { canCost: true, writes: false, run: ({ tx }, request) => getProducts(tx, request) },
  "products.search": { canCost: true, writes: false, run: ({ tx }, request) => searchProducts(tx, request) },
  "offers.get": { canCost: true, writes: false, run: ({ tx }, request) => getOffers(tx, request) },
  "offers.history": { canCost: true, writes: false, run: ({ tx }, request) => getHistory(tx, request) },
  "reviews.get": { canCost: true, writes: false, run: ({ tx }, request) => getReview(tx, request) },
  "deals.list": { canCost: true, writes: false, run: listDeals },
  "usage.get": { canCost: false, writes: false, run: getUsage },
};
