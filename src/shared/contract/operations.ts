import { z } from "zod";
import { batchJob, batchResult, batchSummary } from "./batch.js";
import { deal } from "./deal.js";
import { dealsPagination, meta, pagination } from "./meta.js";
import { productWithOffers } from "./offer.js";
import { nullableReview, product } from "./product.js";
import {
  batchJobRequest,
  batchRequest,
  dealsRequest,
  historyRequest,
  offersRequest,
  productsRequest,
  reviewsRequest,
  scheduledListRequest,
  scheduleRequest,
  searchRequest,
  unscheduleRequest,
  usageRequest,
  webhookCreateRequest,
  webhookListRequest,
  webhookRequest,
  webhookUpdateRequest,
} from "./requests.js";
import { scheduledProduct } from "./schedule.js";
import { usage } from "./usage.js";
import { listedWebhook, newWebhook, webhook, webhookTestResult } from "./webhook.js";

const successFlag = { success: z.literal(true) };

/** Response for up to 20 identifiers. */
export const batchResponse = z.object({
  ...successFlag,
  results: z.array(batchResult),
  summary: batchSummary,
  meta,
});
/** Response for more than 20: a job to poll. It has no `meta` (decision 7). */
export const batchAccepted = z.object({ ...successFlag, batch: batchJob });

/**
 * The request and response of every operation in the contract. The HTTP API, the window's calls and the OpenAPI
 * document are derived from this map, so they cannot disagree.
 */
export const contractOperations = {
  "products.get": {
    input: productsRequest,
    output: z.object({ ...successFlag, data: z.array(product), meta }),
  },
  "products.search": {
    input: searchRequest,
    output: z.object({ ...successFlag, data: z.array(product), pagination, meta }),
  },
  "offers.get": {
    input: offersRequest,
    output: z.object({ ...successFlag, data: z.array(productWithOffers), meta }),
  },
  "offers.history": {
    input: historyRequest,
    output: z.object({ ...successFlag, data: z.array(productWithOffers), meta }),
  },
  "reviews.get": {
    input: reviewsRequest,
    output: z.object({
      ...successFlag,
      product: z.object({ path: z.string(), title: z.string() }),
      review: nullableReview,
      meta,
    }),
  },
  "deals.list": {
    input: dealsRequest,
    output: z.object({ ...successFlag, deals: z.array(deal), pagination: dealsPagination, meta }),
  },
  "usage.get": {
    input: usageRequest,
    output: z.object({ ...successFlag, data: usage, meta }),
  },
  "batch.create": {
    input: batchRequest,
    output: z.union([batchResponse, batchAccepted]),
  },
  "batch.get": {
    input: batchJobRequest,
    output: z.object({
      ...successFlag,
      batch: batchJob,
      results: z.array(batchResult).optional().meta({ description: "Once completed." }),
      summary: batchSummary.optional().meta({ description: "Once completed." }),
      error: z.string().optional().meta({ description: "Why the job failed." }),
    }),
  },
  "schedules.list": {
    input: scheduledListRequest,
    output: z.object({ ...successFlag, data: z.array(scheduledProduct), meta }),
  },
  "schedules.put": {
    input: scheduleRequest,
    output: z.object({ ...successFlag, data: z.array(scheduledProduct), meta }),
  },
  "schedules.delete": {
    input: unscheduleRequest,
    output: z.object({ ...successFlag, message: z.string(), meta }),
  },
  "webhooks.list": {
    input: webhookListRequest,
    output: z.object({ ...successFlag, webhooks: z.array(listedWebhook), meta }),
  },
  "webhooks.create": {
    input: webhookCreateRequest,
    output: z.object({ ...successFlag, webhook: newWebhook }),
  },
  "webhooks.update": {
    input: webhookUpdateRequest,
    output: z.object({ ...successFlag, webhook }),
  },
  "webhooks.delete": {
    input: webhookRequest,
    output: z.object({ ...successFlag, deleted: z.boolean(), meta }),
  },
  "webhooks.test": {
    input: webhookRequest,
    output: z.object({ ...successFlag, test_result: webhookTestResult, meta }),
  },
} as const;

export type ContractOperation = keyof typeof contractOperations;
/** The input as sent, without defaults. */
export type ContractInput<K extends ContractOperation> = z.input<(typeof contractOperations)[K]["input"]>;
/** The validated input, with defaults. */
export type ContractRequest<K extends ContractOperation> = z.output<(typeof contractOperations)[K]["input"]>;
export type ContractOutput<K extends ContractOperation> = z.output<(typeof contractOperations)[K]["output"]>;
/** The operation's own part of the response; the pipeline adds `success` and `meta`. */
export type ContractResult<K extends ContractOperation> = OmitEnvelope<ContractOutput<K>>;
/** A conditional type, so that it distributes over unions. */
type OmitEnvelope<T> = T extends unknown ? Omit<T, "success" | "meta"> : never;
