import { z } from "zod";
import { condition } from "../contract/primitives.js";
import { paidFields } from "./paying.js";

const retailer = z.string().nullable();
const percent = z.int();
/** `condition` is that of an item that is not new. */
const offer = {
  price: z.number(),
  currency: z.string(),
  retailer,
  condition: condition.exclude(["new"]).optional(),
  ...paidFields,
};
const checks = { retailer: z.string() };

/** The first part of a reason. `retailer` is null if the event does not name one. */
export const reasonHead = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("price"), ...offer }),
  z.object({ kind: z.literal("back_in_stock"), ...offer }),
  /** It could only be ordered ahead before. */
  z.object({ kind: z.literal("in_stock"), ...offer }),
  z.object({ kind: z.literal("out_of_stock"), retailer }),
  /** `detail` describes the last check, in English, without a full stop. */
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

/** A further part of a reason. Amounts are in the currency's main unit. */
export const reasonClause = z.discriminatedUnion("kind", [
  /** The user's target price, reached or, with `is_under`, beaten. */
  z.object({ kind: z.literal("target"), price: z.number(), currency: z.string(), is_under: z.boolean() }),
  /** The best price before. `percent` is positive if it has fallen; `is_elsewhere` marks one that was another shop's. */
  z.object({
    kind: z.literal("was"),
    price: z.number(),
    currency: z.string(),
    percent,
    is_elsewhere: z.boolean().optional(),
  }),
  z.object({ kind: z.literal("under_median30"), percent }),
  z.object({ kind: z.literal("under_highest"), percent, price: z.number(), currency: z.string() }),
  z.object({ kind: z.literal("lowest_ever") }),
  /** `at` is when the price was last this low. */
  z.object({ kind: z.literal("lowest_since"), at: z.iso.datetime() }),
  /** The lowest price of a history that is only `days` long. */
  z.object({ kind: z.literal("lowest_in_days"), days: z.int() }),
  z.object({ kind: z.literal("lowest_so_far") }),
  /** Another shop asks less. */
  z.object({ kind: z.literal("cheaper_at"), price: z.number(), currency: z.string(), retailer: z.string() }),
  /** The best price at the other shops, where the price fell from above it. */
  z.object({
    kind: z.literal("next_best_at"),
    price: z.number(),
    currency: z.string(),
    retailer: z.string(),
  }),
  /** Something that was bought costs less now than was paid, and can be returned until a day. */
  z.object({
    kind: z.literal("less_than_paid"),
    amount: z.number(),
    currency: z.string(),
    return_until: z.iso.date(),
  }),
]);
export type ReasonClause = z.infer<typeof reasonClause>;

/** The reason for an alert, most important clause first. `reasonSentence` formats it in a language. */
export const reasonClauses = z.object({ head: reasonHead, clauses: z.array(reasonClause) });
export type ReasonClauses = z.infer<typeof reasonClauses>;
