import { z } from "zod";
import { amount } from "./primitives.js";

export const deal = z
  .object({
    path: z.string(),
    title: z.string(),
    subtitle: z.string(),
    description: z.string(),
    emoji: z.string(),
    grade: z.object({
      letter: z.string().meta({ description: "A to F." }),
      suffix: z.string().meta({ description: "+, - or empty." }),
      value: z.number(),
      justification: z.string(),
    }),
    pricing: z.object({ current: amount, original: amount, currency: z.string() }),
    retailer: z.object({ name: z.string() }),
    url: z.string(),
    votes: z.object({ upvotes: z.int(), downvotes: z.int(), score: z.int() }),
    comment_count: z.int(),
    created_at: z.string(),
  })
  .meta({ id: "Deal" });
export type Deal = z.infer<typeof deal>;
