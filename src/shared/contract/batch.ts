import { z } from "zod";
import { offer } from "./offer.js";
import { nullableProduct, nullableReview } from "./product.js";

export const batchResult = z
  .object({
    identifier: z.string().meta({ description: "As sent; of a long unknown one, its beginning." }),
    status: z.enum(["found", "not_found"]),
    product: nullableProduct,
    offers: z.array(offer).optional().meta({ description: "Present if include contains offers." }),
    review: nullableReview
      .optional()
      .meta({ description: "Present if include contains reviews; null without a review." }),
  })
  .meta({ id: "BatchResult" });
export type BatchResult = z.infer<typeof batchResult>;

export const batchSummary = z
  .object({ total: z.int(), found: z.int(), not_found: z.int() })
  .meta({ id: "BatchSummary", example: { total: 2, found: 1, not_found: 1 } });
export type BatchSummary = z.infer<typeof batchSummary>;

export const batchStatus = z.enum(["pending", "processing", "completed", "failed"]);
export type BatchStatus = z.infer<typeof batchStatus>;

export const batchJob = z
  .object({
    id: z.string(),
    status: batchStatus,
    total: z.int(),
    processed: z.int(),
    poll_url: z.string().meta({ description: "Path of the form /v1/batch/<batch_id>." }),
    estimated_seconds: z.int().optional().meta({ description: "On creation only." }),
  })
  .meta({ id: "BatchJob" });
export type BatchJob = z.infer<typeof batchJob>;
