import type { ContractOperation } from "../../../shared/contract/operations.js";
import { getUsage } from "./account/accounts.js";
import { createBatch, getBatch, hasManyResults, isHeavyBatch, lookUpAll } from "./batch/batch.js";
import {
  isHeavyLookup,
  isHeavySearch,
  readsManyHistories,
  readsManyOffers,
} from "./products/heavy-requests.js";
import { getHistory, getOffers } from "./products/read-offers.js";
import { getProducts, getReview, listDeals, searchProducts } from "./products/read-products.js";
import type { ContractOperationDefinition } from "./request/contract-operation.js";
import { deleteSchedules, hasManySchedules, listSchedules, putSchedules } from "./watch/schedules.js";
import {
  changeWebhook,
  createWebhook,
  listWebhooks,
  removeWebhook,
  testWebhook,
} from "./webhooks/webhooks.js";

/** The implementation of each contract operation. */
export const contractRegistry: { readonly [K in ContractOperation]: ContractOperationDefinition<K> } = {
  "products.get": {
    canCostCredits: true,
    isWrite: false,
    isHeavy: (db, { ids }) => isHeavyLookup(db, ids),
    run: getProducts,
  },
  "products.search": {
    canCostCredits: true,
    isWrite: false,
    isHeavy: (db) => isHeavySearch(db),
    run: searchProducts,
  },
  "offers.get": {
    canCostCredits: true,
    isWrite: false,
    isHeavy: (db, { ids }) => readsManyOffers(db, ids),
    run: getOffers,
  },
  "offers.history": {
    canCostCredits: true,
    isWrite: false,
    isHeavy: (db, { ids }) => readsManyHistories(db, ids),
    run: getHistory,
  },
  "reviews.get": {
    canCostCredits: true,
    isWrite: false,
    isHeavy: (db, { id }) => isHeavyLookup(db, [id]),
    run: getReview,
  },
  "deals.list": { canCostCredits: true, isWrite: false, run: listDeals },
  "usage.get": { canCostCredits: false, isWrite: false, run: getUsage },
  "batch.create": {
    canCostCredits: true,
    isWrite: true,
    isHeavy: isHeavyBatch,
    run: createBatch,
    runHeavy: ({ tx }, request) => lookUpAll(tx, request),
  },
  "batch.get": { canCostCredits: false, isWrite: false, isHeavy: hasManyResults, run: getBatch },
  "schedules.list": {
    canCostCredits: false,
    isWrite: false,
    isHeavy: (db, _request, caller) => hasManySchedules(db, caller),
    run: listSchedules,
  },
  "schedules.put": { canCostCredits: true, isWrite: true, isDurable: true, run: putSchedules },
  "schedules.delete": { canCostCredits: false, isWrite: true, isDurable: true, run: deleteSchedules },
  "webhooks.list": { canCostCredits: false, isWrite: false, run: listWebhooks },
  "webhooks.create": { canCostCredits: false, isWrite: true, isDurable: true, run: createWebhook },
  "webhooks.update": { canCostCredits: false, isWrite: true, isDurable: true, run: changeWebhook },
  "webhooks.delete": { canCostCredits: false, isWrite: true, isDurable: true, run: removeWebhook },
  "webhooks.test": { canCostCredits: false, isWrite: false, run: testWebhook },
};
