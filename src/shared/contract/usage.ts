import { z } from "zod";

export const usage = z
  .object({
    current_period: z.object({
      start_date: z.iso.date(),
      end_date: z.iso.date(),
      credits_used: z.int(),
      credits_limit: z.int().meta({ description: "Monthly allowance, referral bonus included." }),
      credits_remaining: z.int(),
      requests_made: z.int(),
    }),
    usage_percentage: z.number(),
    subscription_required: z.boolean(),
    subscription_status: z.enum(["active", "trialing", "past_due"]).nullable(),
  })
  .meta({ id: "Usage" });
export type Usage = z.infer<typeof usage>;
