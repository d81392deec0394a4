import { z } from "zod";
import { batchJob, batchResult, batchSummary } from "./batch.js";
import { deal } from "./deal.js";
import { dealsPagination, meta, pagination } from "./meta.js";
import { productWithOffers } from "./offer.js";
import { product } from "./product.js";
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
import { nullableReview } from "./review.js";
import { scheduledProduct } from "./schedule.js";
import { usage } from "./usage.js";
import { listedWebhook, newWebhook, webhook, webhookTestResult } from "./webhook.js";

const ok = { success: z.literal(true) };

/** Response for up to 20 identifiers. */
export const batchAnswer = z.object({ ...ok, results: z.array(batchResult), summary: batchSummary, meta });
/** Response for more than 20: a job to poll. It has no `meta` (decision 7). */
export const batchAccepted = z.object({ ...ok, batch: batchJob });

/**
 * The request and response of every operation in the contract. The HTTP API, the window's calls and the OpenAPI document
 * are derived from this map, so they cannot disagree.
 */
export const contractOperations = {
  "products.get": {
    input: productsRequest,
    output: z.object({ ...ok, data: z.array(product), meta }),
  },
  "products.search": {
    input: searchRequest,
    output: z.object({ ...ok, data: z.array(product), pagination, meta }),
  },
  "offers.get": {
    input: offersRequest,
    output: z.object({ ...ok, data: z.array(productWithOffers), meta }),
  },
  "offers.history": {
    input: historyRequest,
    output: z.object({ ...ok, data: z.array(productWithOffers), meta }),
  },
  "reviews.get": {
    input: reviewsRequest,
    output: z.object({
      ...ok,
      product: z.object({ path: z.string(), title: z.string() }),
      review: nullableReview,
      meta,
    }),
  },
  "deals.list": {
    input: dealsRequest,
    output: z.object({ ...ok, deals: z.array(deal), pagination: dealsPagination, meta }),
  },
  "usage.get": {
    input: usageRequest,
    output: z.object({ ...ok, data: usage, meta }),
  },
  "batch.create": {
    input: batchRequest,
    output: z.union([batchAnswer, batchAccepted]),
  },
  "batch.get": {
    input: batchJobRequest,
    output: z.object({
      ...ok,
      batch: batchJob,
      results: z.array(batchResult).optional().meta({ description: "Once completed." }),
      summary: batchSummary.optional().meta({ description: "Once completed." }),
      error: z.string().optional().meta({ description: "Why the job failed." }),
    }),
  },
  "schedules.list": {
    input: scheduledListRequest,
    output: z.object({ ...ok, data: z.array(scheduledProduct), meta }),
  },
  "schedules.put": {
    input: scheduleRequest,
    output: z.object({ ...ok, data: z.array(scheduledProduct), meta }),
  },
  "schedules.delete": {
    input: unscheduleRequest,
    output: z.object({ ...ok, message: z.string(), meta }),
  },
  "webhooks.list": {
    input: webhookListRequest,
    output: z.object({ ...ok, webhooks: z.array(listedWebhook), meta }),
  },
  "webhooks.create": {
    input: webhookCreateRequest,
    output: z.object({ ...ok, webhook: newWebhook }),
  },
  "webhooks.update": {
    input: webhookUpdateRequest,
    output: z.object({ ...ok, webhook }),
  },
  "webhooks.delete": {
    input: webhookRequest,
    output: z.object({ ...ok, deleted: z.boolean(), meta }),
  },
  "webhooks.test": {
    input: webhookRequest,
    output: z.object({ ...ok, test_result: webhookTestResult, meta }),
  },
} as const;

export type ContractOperation = keyof typeof contractOperations;
/** The input as sent, without defaults. */
export type ContractInput<K extends ContractOperation> = z.input<(typeof contractOperations)[K]["input"]>;
/** The validated input, with defaults. */
export type ContractRequest<K extends ContractOperation> = z.output<(typeof contractOperations)[K]["input"]>;
export type ContractOutput<K extends ContractOperation> = z.output<(typeof contractOperations)[K]["output"]>;
/** The operation's own part of the response; the pipeline adds `success` and `meta`. */
export type ContractResult<K extends ContractOperation> = OwnPart<ContractOutput<K>>;
/** Distributes over the members of a union. */
type OwnPart<T> = T extends unknown ? Omit<T, "success" | "meta"> : never;
