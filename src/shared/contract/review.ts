import { z } from "zod";
import { score } from "./product.js";

export const tldrReview = z
  .object({
    slug: z.string(),
    headline: z.string(),
    pros: z.array(z.string()),
    cons: z.array(z.string()),
    bottom_line: z.string(),
    scores: score,
  })
  .meta({ id: "TLDRReview" });
/** OpenAPI 3.0 cannot make a reference nullable, so this is a schema of its own. */
export const nullableReview = z.object(tldrReview.shape).nullable().meta({ id: "NullableTLDRReview" });
export type TldrReview = z.infer<typeof tldrReview>;
