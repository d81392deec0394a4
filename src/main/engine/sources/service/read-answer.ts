import { z } from "zod";
import { tldrReview } from "../../../../shared/contract/review.js";
import { usage } from "../../../../shared/contract/usage.js";
import { catalogueDeal, catalogueOffer, catalogueProduct } from "../catalogue/line.js";
import type { ServiceAnswer, ServiceQuestion, UpstreamOffer, UpstreamProduct } from "./service-client.js";

/**
 * Answers as they come from a server of somebody else's. What the contract lets grow (section 9) is read leniently: one
 * offer or product that is not understood is left out, and does not take the others with it.
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

function understood<T>(schema: z.ZodType<T>, values: readonly unknown[]): T[] {
  return values.flatMap((value) => {
    const read = schema.safeParse(value);
    return read.success ? [read.data] : [];
  });
}

/** A service vouches for what it returns (contract, section 4, offer rules). */
function toOffer(read: z.infer<typeof upstreamOffer>): UpstreamOffer {
  return { ...read, trusted: true, valid: true, auction: false };
}

function toProduct({ service, match, offers, ...fields }: z.infer<typeof upstreamProduct>): UpstreamProduct {
  return {
    upstreamId: service,
    match: match ?? null,
    line: { ...fields, type: "product", offers: understood(upstreamOffer, offers).map(toOffer) },
  };
}

function readProducts(body: unknown): ServiceAnswer | null {
  const read = productsBody.safeParse(body);
  if (!read.success) return null;
  const products = understood(upstreamProduct, read.data.data).map(toProduct);
  // A list of which nothing can be understood is no answer in this contract.
  return products.length === 0 && read.data.data.length > 0 ? null : { kind: "products", products };
}

/** What a parsed body says as the answer to a question; `null` where it is none. */
export function readAnswer(question: ServiceQuestion, body: unknown): ServiceAnswer | null {
  switch (question.kind) {
    case "review": {
      const read = reviewBody.safeParse(body);
      return read.success ? { kind: "review", review: read.data.review } : null;
    }
    case "deals": {
      const read = dealsBody.safeParse(body);
      return read.success ? { kind: "deals", deals: understood(upstreamDeal, read.data.deals) } : null;
    }
    case "usage": {
      const read = usageBody.safeParse(body);
      return read.success ? { kind: "usage", usage: read.data.data as z.infer<typeof usage> } : null;
    }
    default:
      return readProducts(body);
  }
}
