import { z } from "zod";

/** What the owner can do and take back, by the operation that does it. */
export const actKind = z.enum([
  "links.add",
  "lists.import",
  "products.remove",
  "products.merge",
  "products.split",
  "products.rename",
  "products.set_size",
  "offers.remove",
  "tags.change",
  "watch.put",
  "watch.stop",
  "rules.save",
  "rules.save_many",
  "rules.remove",
  "rules.snooze",
  "purchases.save",
  "purchases.remove",
  "history.edit",
  "history.fetch",
  "history.forget",
  "history.bring",
  "upstreams.history",
  "paying.count",
  "prices.accept",
  "prices.enter",
  "prices.teach",
  "prices.settle_click",
  "recipes.save",
  "recipes.import",
  "recipes.remove",
  "shops.rename",
  "inbox.remove",
]);
export type ActKind = z.infer<typeof actKind>;

/** What an act was about: the name of the first thing, how many there were, and whether rules are a product's target. */
const actSubject = z.object({
  title: z.string().nullable(),
  count: z.int(),
  is_target: z.literal(true).optional(),
});
export type ActSubject = z.infer<typeof actSubject>;

/** A part that an undo left as it is, because it has changed since. */
const keptPart = z.object({
  what: z.enum([
    "product",
    "shop",
    "price",
    "tag",
    "schedule",
    "rule",
    "snooze",
    "purchase",
    "size",
    "recipe",
    "review",
    "group",
    "alert",
  ]),
  /** The product's title, or the shop of a recipe; null for what belongs to no product. */
  title: z.string().nullable(),
});
export type KeptPart = z.infer<typeof keptPart>;

const act = z.object({
  id: z.int(),
  kind: actKind,
  subject: actSubject,
  at: z.iso.datetime(),
  is_undone: z.boolean(),
});
export type Act = z.infer<typeof act>;

/** What stayed because it has changed since, at most 100 parts. */
const kept = z.array(keptPart);

/** The act that an operation recorded; null if it changed nothing. For `acts.undo`. */
export const actId = z.int().nullable();

/** An act that this one continues, so that one undo takes back both. */
export const partOf = z.int().optional();

/** App operations that take back what the owner did, for 30 days. */
export const actOperations = {
  /** Without `id`: the latest act of this client within a day; null if there is none. */
  "acts.undo": {
    input: z.object({ id: z.int().optional() }),
    output: z.object({ act: act.nullable(), kept }),
  },
  "acts.redo": { input: z.object({ id: z.int() }), output: z.object({ act, kept }) },
  /** The latest first. */
  "acts.list": {
    input: z.object({ limit: z.int().min(1).max(500).default(50) }),
    output: z.object({ acts: z.array(act) }),
  },
} as const;
