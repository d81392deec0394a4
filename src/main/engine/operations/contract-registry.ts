import type { ContractOperation } from "../../../shared/contract/operations.js";
import { createBatch, getBatch } from "./batch.js";
import type { ContractOperationDefinition } from "./contract-operation.js";
import { listDeals } from "./read-deals.js";
import { getHistory, getOffers } from "./read-offers.js";
import { getProducts, getReview, searchProducts } from "./read-products.js";
import { getUsage } from "./read-usage.js";
import { deleteSchedules, listSchedules, putSchedules } from "./schedules.js";
import { changeWebhook, createWebhook, listWebhooks, removeWebhook, testWebhook } from "./webhooks.js";

/** The implementation of each contract operation. */
export const contractRegistry: { readonly [K in ContractOperation]: ContractOperationDefinition<K> } = {
  "products.get": { canCost: true, writes: false, run: ({ tx }, request) => getProducts(tx, request) },
  "products.search": { canCost: true, writes: false, run: ({ tx }, request) => searchProducts(tx, request) },
  "offers.get": { canCost: true, writes: false, run: ({ tx }, request) => getOffers(tx, request) },
  "offers.history": { canCost: true, writes: false, run: ({ tx }, request) => getHistory(tx, request) },
  "reviews.get": { canCost: true, writes: false, run: ({ tx }, request) => getReview(tx, request) },
  "deals.list": { canCost: true, writes: false, run: listDeals },
  "usage.get": { canCost: false, writes: false, run: getUsage },
  "batch.create": { canCost: true, writes: true, run: createBatch },
  "batch.get": { canCost: false, writes: false, run: getBatch },
  "schedules.list": { canCost: false, writes: false, run: listSchedules },
  "schedules.put": { canCost: true, writes: true, isDurable: true, run: putSchedules },
  "schedules.delete": { canCost: false, writes: true, isDurable: true, run: deleteSchedules },
  "webhooks.list": { canCost: false, writes: false, run: listWebhooks },
  "webhooks.create": { canCost: false, writes: true, isDurable: true, run: createWebhook },
  "webhooks.update": { canCost: false, writes: true, isDurable: true, run: changeWebhook },
  "webhooks.delete": { canCost: false, writes: true, isDurable: true, run: removeWebhook },
  "webhooks.test": { canCost: false, writes: false, run: testWebhook },
};
