import { z } from "zod";
import { score } from "./product.js";

export const tldrReview = z.object({
  slug: z.string(),
  headline: z.string(),
  pros: z.array(z.string()),
  cons: z.array(z.string()),
  bottom_line: z.string(),
  scores: score,
});
export const nullableReview = tldrReview.nullable().meta({ id: "NullableTLDRReview" });
export type TldrReview = z.infer<typeof tldrReview>;
