import { z } from "zod";

/** Part of every response, including errors, unless the endpoint's shape omits it (decision 7). */
export const meta = z
  .object({
    request_id: z.string().meta({ description: "Quote it when asking for help." }),
    credits_used: z.int().min(0).meta({ description: "Always 0 on an error." }),
    credits_remaining: z.int().min(0),
    rate_limit_remaining: z.int().min(0),
  })
  .meta({ id: "Meta" });
export type Meta = z.infer<typeof meta>;

export const pagination = z
  .object({ total: z.int(), limit: z.int(), offset: z.int(), returned: z.int() })
  .meta({ id: "Pagination" });

export const dealsPagination = pagination.extend({ has_more: z.boolean() }).meta({ id: "DealsPagination" });
export type DealsPagination = z.infer<typeof dealsPagination>;
