import { z } from "zod";
import { deal } from "../../../../shared/contract/deal.js";
import { availability, condition } from "../../../../shared/contract/primitives.js";
import { product, score } from "../../../../shared/contract/product.js";
import { tldrReview } from "../../../../shared/contract/review.js";

/** One line of a catalogue file: the contract's field names, with more of the fields optional. */

const currency = z.string().regex(/^[A-Z]{3}$/, "is not an ISO currency code");

/** Above any retail price, and still exact to the cent. */
const maxPrice = 1e10;

export const catalogueHistoryPoint = z.object({
  price: z.number().max(maxPrice),
  currency: currency.nullish(),
  availability: availability.nullish(),
  timestamp: z.iso.datetime({ offset: true }),
});
export type CatalogueHistoryPoint = z.infer<typeof catalogueHistoryPoint>;

export const catalogueOffer = z.object({
  id: z.string().min(1).max(500).optional(),
  retailer: z.string().trim().min(1).max(253),
  price: z.number().positive().max(maxPrice),
  currency,
  availability: availability.nullish(),
  condition: condition.nullish(),
  condition_grade: z.string().nullish(),
  URL: z.string().max(4_096).default(""),
  seller: z.string().nullish(),
  is_marketplace: z.boolean().nullish(),
  timestamp: z.iso.datetime({ offset: true }).optional(),
  history: z.array(catalogueHistoryPoint).default([]),
  trusted: z.boolean().default(true),
  valid: z.boolean().default(true),
  auction: z.boolean().default(false),
});
export type CatalogueOffer = z.infer<typeof catalogueOffer>;

export const catalogueProduct = product.omit({ match: true }).extend({
  type: z.literal("product"),
  title: z.string().trim().min(1),
  service: z
    .string()
    .regex(/^product\/[^/\s]+\/[^/\s]+$/, "is not of the form product/<slug>/<id>")
    .optional(),
  score: score.optional(),
  offers: z.array(catalogueOffer).default([]),
  review: tldrReview.optional(),
});
export type CatalogueProduct = z.infer<typeof catalogueProduct>;

export const catalogueDeal = deal.extend({
  type: z.literal("deal"),
  pricing: deal.shape.pricing.extend({
    current: z.number().min(0).max(maxPrice),
    original: z.number().min(0).max(maxPrice),
  }),
  created_at: z.iso.datetime({ offset: true }),
  category: z.string().optional(),
});
export type CatalogueDeal = z.infer<typeof catalogueDeal>;

export const catalogueLine = z.discriminatedUnion("type", [catalogueProduct, catalogueDeal]);
export type CatalogueLine = z.infer<typeof catalogueLine>;
