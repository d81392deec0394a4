import { z } from "zod";

const text = z.string().nullable();

/** What a careful shopper reads on a page. Only fields that are present count; `null` means that nothing may be found. */
export const expectation = z.strictObject({
  status: z.enum(["found", "ambiguous", "blocked", "nothing"]),
  price: z.number().nullable().optional(),
  currency: text.optional(),
  availability: z.enum(["in", "out"]).nullable().optional(),
  list_price: z.number().nullable().optional(),
  condition: text.optional(),
  seller: text.optional(),
  title: text.optional(),
  brand: text.optional(),
  gtin: text.optional(),
  sku: text.optional(),
  mpn: text.optional(),
  /** Prices that must be among those that the shopper selects from. */
  candidates: z.array(z.number()).optional(),
});
export type Expectation = z.infer<typeof expectation>;

/** A line of `expected.jsonl`. */
export const expectedPage = z.object({
  /** Name of the page's file in the same folder. */
  file: z.string().min(1),
  url: z.url({ protocol: /^https?$/ }),
  note: z.string().default(""),
  expect: expectation,
});
export type ExpectedPage = z.infer<typeof expectedPage>;
