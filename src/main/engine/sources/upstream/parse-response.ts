import { z } from "zod";
import { limits } from "../../../../shared/contract/limits.js";
import { tldrReview } from "../../../../shared/contract/product.js";
import { usage } from "../../../../shared/contract/usage.js";
import { catalogueDeal, catalogueOffer, catalogueProduct, maxOffers } from "../catalogue/line.js";
import type { UpstreamData, UpstreamOffer, UpstreamProduct, UpstreamQuery } from "./query.js";

/**
 * Responses come from other servers. Fields that the contract may extend (section 9) are read leniently: an
 * unreadable offer or product is dropped, the others stay.
 */
const upstreamOffer = catalogueOffer.extend({ id: z.string().min(1).max(500) }).omit({
  trusted: true,
  valid: true,
  auction: true,
});

const upstreamProduct = catalogueProduct
  .omit({ type: true, service: true, offers: true, review: true })
  .extend({
    service: z.string().min(1).max(2_000),
    match: z.object({ identifier: z.string(), by: z.string() }).optional(),
    offers: z.array(z.unknown()).default([]),
  });

const upstreamDeal = catalogueDeal.omit({ type: true, category: true });

const productsBody = z.object({ data: z.array(z.unknown()) });
const reviewBody = z.object({ review: tldrReview.nullable() });
const dealsBody = z.object({ deals: z.array(z.unknown()) });
const lenientUsage = usage.extend({ subscription_status: z.string().nullable() });
const usageBody = z.object({ data: lenientUsage });

/** An honest server sends at most as many products as a request can name (contract §8), and offers as a file can have. */
function parseValid<T>(
  schema: z.ZodType<T>,
  values: readonly unknown[],
  max: number = limits.identifiersPerRequest,
): T[] {
  return values.slice(0, max).flatMap((value) => {
    const read = schema.safeParse(value);
    return read.success ? [read.data] : [];
  });
}

/** The contract returns only trusted, valid offers (section 4, offer rules). */
function toOffer(read: z.infer<typeof upstreamOffer>): UpstreamOffer {
  return { ...read, trusted: true, valid: true, auction: false };
}

function toProduct({
  service: productKey,
  match,
  offers,
  ...fields
}: z.infer<typeof upstreamProduct>): UpstreamProduct {
  return {
    remoteId: productKey,
    match: match ?? null,
    line: { ...fields, type: "product", offers: parseValid(upstreamOffer, offers, maxOffers).map(toOffer) },
  };
}

function parseProducts(body: unknown): UpstreamData | null {
  const read = productsBody.safeParse(body);
  if (!read.success) return null;
  const products = parseValid(upstreamProduct, read.data.data).map(toProduct);
  // A list without a single readable product does not follow the contract.
  return products.length === 0 && read.data.data.length > 0 ? null : { kind: "products", products };
}

/** Reads a parsed body as the response to a query; `null` if it is invalid. */
export function parseResponse(query: UpstreamQuery, body: unknown): UpstreamData | null {
  switch (query.kind) {
    case "review": {
      const read = reviewBody.safeParse(body);
      return read.success ? { kind: "review", review: read.data.review } : null;
    }
    case "deals": {
      const read = dealsBody.safeParse(body);
      return read.success ? { kind: "deals", deals: parseValid(upstreamDeal, read.data.deals) } : null;
    }
    case "usage": {
      const read = usageBody.safeParse(body);
      return read.success ? { kind: "usage", usage: read.data.data as z.infer<typeof usage> } : null;
    }
    default:
      return parseProducts(body);
  }
}
