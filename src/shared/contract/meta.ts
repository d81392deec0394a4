import { z } from "zod";
import { errorCodes } from "./errors.js";
import { openEnum } from "./primitives.js";

/** Part of every response, including errors, unless the endpoint's shape omits it (decision 7). */
export const meta = z
  .object({
    request_id: z.string().meta({ description: "Quote it when asking for help." }),
    credits_used: z.int().min(0).meta({ description: "Always 0 on an error." }),
    credits_remaining: z.int().min(0),
    rate_limit_remaining: z.int().min(0),
  })
  .meta({
    id: "Meta",
    example: {
      request_id: "req_01K0Z7Q4V8M2X6T9B3C5D1F7G4",
      credits_used: 1,
      credits_remaining: 999_999,
      rate_limit_remaining: 998,
    },
  });
export type Meta = z.infer<typeof meta>;

export const errorDetail = z.object({
  code: openEnum(errorCodes),
  message: z.string(),
  action: z.string(),
  docs_url: z.string(),
});
export type ErrorDetail = z.infer<typeof errorDetail>;

export const errorResponse = z
  .object({
    success: z.literal(false),
    error: z.string(),
    error_detail: errorDetail,
    meta,
  })
  .meta({ id: "ErrorResponse" });
export type ErrorResponse = z.infer<typeof errorResponse>;

export const pagination = z
  .object({ total: z.int(), limit: z.int(), offset: z.int(), returned: z.int() })
  .meta({ id: "Pagination", example: { total: 6, limit: 2, offset: 0, returned: 2 } });

export const dealsPagination = pagination.extend({ has_more: z.boolean() }).meta({ id: "DealsPagination" });
export type DealsPagination = z.infer<typeof dealsPagination>;
