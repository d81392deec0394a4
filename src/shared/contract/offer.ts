import { z } from "zod";
import { amount, availability, condition, dateTime } from "./primitives.js";
import { product } from "./product.js";

export const historyPoint = z
  .object({
    price: amount,
    currency: z.string().nullable(),
    availability: availability.optional(),
    timestamp: dateTime,
  })
  .meta({
    id: "HistoryPoint",
    example: { price: 199.99, currency: "USD", availability: "in", timestamp: "2026-06-01T00:00:00.000Z" },
  });
export type HistoryPoint = z.infer<typeof historyPoint>;

/** One listing of a product at one retailer or marketplace seller (contract §2, Offer). */
export const offer = z
  .object({
    id: z.string(),
    retailer: z.string().meta({ description: "Domain of the retailer." }),
    price: amount,
    currency: z.string().meta({ description: "ISO currency code; the API returns USD offers only." }),
    availability: availability.optional(),
    condition: condition.nullable(),
    condition_grade: z.string().nullable().meta({
      description: "Finer grade; null when ungraded. New values may appear.",
      example: "open-box",
    }),
    URL: z.string(),
    seller: z.string().nullable().meta({ description: "Marketplace seller; null for first-party offers." }),
    is_marketplace: z
      .boolean()
      .nullable()
      .meta({ description: "true: third-party seller; false: the retailer itself; null: not known." }),
    timestamp: dateTime.meta({ description: "When the offer was last seen." }),
    history: z.array(historyPoint).meta({ description: "Empty on /products/offers." }),
  })
  .meta({ id: "Offer" });
export type Offer = z.infer<typeof offer>;

export const productWithOffers = product.extend({ offers: z.array(offer) }).meta({ id: "ProductWithOffers" });
export type ProductWithOffers = z.infer<typeof productWithOffers>;
