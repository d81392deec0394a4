import { z } from "zod";
import { deal } from "./deal.js";
import { dealsPagination, meta, pagination } from "./meta.js";
import { productWithOffers } from "./offer.js";
import { product } from "./product.js";
import {
  dealsRequest,
  historyRequest,
  offersRequest,
  productsRequest,
  reviewsRequest,
  searchRequest,
  usageRequest,
} from "./requests.js";
import { tldrReview } from "./review.js";
import { usage } from "./usage.js";

const ok = { success: z.literal(true) };

/**
 * Every operation of the contract: what it takes and what it answers. HTTP, the window and the OpenAPI document
 * are all derived from this map, so that they cannot disagree.
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
      review: tldrReview.nullable(),
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
} as const;

export type ContractOperation = keyof typeof contractOperations;
/** What a caller sends: before defaults are filled in. */
export type ContractInput<K extends ContractOperation> = z.input<(typeof contractOperations)[K]["input"]>;
/** What an operation works with: validated, defaults filled in. */
export type ContractRequest<K extends ContractOperation> = z.output<(typeof contractOperations)[K]["input"]>;
export type ContractOutput<K extends ContractOperation> = z.output<(typeof contractOperations)[K]["output"]>;
/** An operation's own part of the answer; `success` and `meta` are added by the pipeline. */
export type ContractResult<K extends ContractOperation> = Omit<ContractOutput<K>, "success" | "meta">;
