import { z } from "zod";
import { conditionKinds } from "../../src/shared/app/paying.js";

const text = z.string().nullable();

/**
 * The correct extraction of a page. Only the fields present are scored; `null` means that extraction must find no
 * value.
 */
export const expectation = z.strictObject({
  status: z.enum(["found", "ambiguous", "blocked", "nothing"]).optional(),
  price: z.number().nullable().optional(),
  currency: text.optional(),
  availability: z.enum(["in", "out"]).nullable().optional(),
  list_price: z.number().nullable().optional(),
  lowest_30_days: z.number().nullable().optional(),
  shipping: z.number().nullable().optional(),
  condition: text.optional(),
  seller: text.optional(),
  title: text.optional(),
  brand: text.optional(),
  gtin: text.optional(),
  sku: text.optional(),
  mpn: text.optional(),
  /** Each price with a condition, and no others; the page's words are not compared. */
  conditions: z.array(z.object({ kind: z.enum(conditionKinds), price: z.number() })).optional(),
  /** Prices that must be among the extracted candidates. */
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
