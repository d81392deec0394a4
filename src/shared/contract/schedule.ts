import { z } from "zod";
import { product } from "./product.js";

export const cadence = z.enum(["hourly", "daily", "weekly"]);
export type Cadence = z.infer<typeof cadence>;

export const scheduledProduct = product
  .extend({
    schedule: cadence,
    retailer: z
      .string()
      .optional()
      .meta({ description: "Present only when the schedule is limited to one retailer." }),
    checkable: z.literal(false).optional().meta({
      description:
        "Present, and false, only while no source can check the product: add its page, or connect a service that lists it.",
    }),
  })
  .meta({ id: "ScheduledProduct" });
export type ScheduledProduct = z.infer<typeof scheduledProduct>;
