import { z } from "zod";

const retailer = z.string().nullable();
const percent = z.int();
const offer = { price: z.number(), currency: z.string(), retailer };
const checks = { retailer: z.string() };

/** What a reason begins with. A retailer is null where an event does not say whose the price is. */
export const reasonHead = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("price"), ...offer }),
  z.object({ kind: z.literal("back_in_stock"), ...offer }),
  z.object({ kind: z.literal("out_of_stock"), retailer }),
  /** `detail` is what the last check told, in English, without a full stop. */
  z.object({
    kind: z.literal("checks_failing"),
    ...checks,
    failures: z.int(),
    outcome: z.string(),
    detail: z.string(),
  }),
  z.object({ kind: z.literal("checks_recovered"), ...checks }),
]);
export type ReasonHead = z.infer<typeof reasonHead>;

/** What a reason adds. Amounts are in the main unit of their currency. */
export const reasonClause = z.discriminatedUnion("kind", [
  /** The shopper's own target, met or, with `is_under`, bettered. */
  z.object({ kind: z.literal("target"), price: z.number(), currency: z.string(), is_under: z.boolean() }),
  /** `percent` is positive where the price has fallen. */
  z.object({ kind: z.literal("was"), price: z.number(), currency: z.string(), percent }),
  z.object({ kind: z.literal("under_median30"), percent }),
  z.object({ kind: z.literal("under_highest"), percent, price: z.number(), currency: z.string() }),
  z.object({ kind: z.literal("lowest_ever") }),
  /** It was last as cheap then. */
  z.object({ kind: z.literal("lowest_since"), at: z.iso.datetime() }),
  /** There is no more history than so many days. */
  z.object({ kind: z.literal("lowest_in_days"), days: z.int() }),
  z.object({ kind: z.literal("lowest_so_far") }),
]);
export type ReasonClause = z.infer<typeof reasonClause>;

/** Why something is in the inbox, the most telling first. `reasonSentence` says it in a language. */
export const reasonClauses = z.object({ head: reasonHead, clauses: z.array(reasonClause) });
export type ReasonClauses = z.infer<typeof reasonClauses>;
