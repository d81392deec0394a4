import { z } from "zod";
import { openEnum, unitInterval } from "./primitives.js";

/** The field that an identifier matched; all matches except `name` are exact (contract §2, Match). */
export const matchField = openEnum(["barcode", "service_id", "asin", "url", "model", "mpn", "name"]);
export type MatchField = z.infer<typeof matchField>;

export const match = z
  .object({
    identifier: z.string().meta({ description: "The identifier as sent." }),
    by: matchField,
    candidates: z
      .int()
      .min(1)
      .meta({ description: "How many products matched on that field; more than 1 means it is shared." }),
  })
  .meta({ id: "Match", example: { identifier: "AH-100", by: "model", candidates: 1 } });
export type Match = z.infer<typeof match>;

export const score = z
  .object({
    overall: unitInterval.optional(),
    customer: unitInterval.optional(),
    professional: unitInterval.optional(),
    aspects: z.record(z.string(), unitInterval).optional(),
  })
  .meta({ id: "Score", description: "Values from 0 to 1; only populated fields are present." });
export type Score = z.infer<typeof score>;

export const rating = z.object({
  value: z.number().min(0).max(5).meta({ description: "Out of 5." }),
  count: z.int().min(0),
});

/** Contract §2, Product. Fields without a value are omitted (decision 13). */
export const product = z
  .object({
    title: z.string(),
    service: z
      .string()
      .meta({ description: "The service's product id, accepted wherever an identifier is." }),
    brand: z.string().optional(),
    category: z.string().optional(),
    images: z.array(z.string()).optional(),
    barcode: z.string().optional(),
    marketplace: z.string().optional().meta({ description: "The marketplace ASIN." }),
    model: z.string().optional(),
    mpn: z.string().optional(),
    color: z.string().optional(),
    title_short: z.string().optional(),
    slug: z.string().optional(),
    description: z.string().optional(),
    categories: z.array(z.string()).optional(),
    attributes: z.record(z.string(), z.string()).optional(),
    rating: rating.optional().meta({ description: "Review-count-weighted average across retailers." }),
    score: score.optional().meta({ description: "Review scores." }),
    keywords: z.array(z.string()).optional(),
    identifiers: z
      .record(z.string(), z.string())
      .optional()
      .meta({ description: "Every identifier known for the product, by source name." }),
    match: match.optional().meta({ description: "How the product was found; present on lookups." }),
  })
  .meta({ id: "Product" });
/** OpenAPI 3.0 cannot make a reference nullable, so this is a schema of its own. */
export const nullableProduct = z.object(product.shape).nullable().meta({ id: "NullableProduct" });
export type Product = z.infer<typeof product>;

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
