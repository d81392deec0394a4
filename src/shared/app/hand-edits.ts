import { z } from "zod";
import { historyPoint } from "../contract/offer.js";
import { availability } from "../contract/primitives.js";

const service = z.string().min(1).max(2_000);
const offerId = z.string().min(1).max(200);

const pointValue = z.object({ price: z.number(), availability: availability.nullable() });

/** A point of the history that the shopper has changed. */
export const historyEdit = z.object({
  id: z.int(),
  offer_id: z.string(),
  retailer: z.string(),
  currency: z.string(),
  timestamp: z.iso.datetime(),
  /** Null where there was no point. */
  before: pointValue.nullable(),
  /** Null where it was excluded. */
  after: pointValue.nullable(),
});
export type HistoryEdit = z.infer<typeof historyEdit>;

/** An offer's whole history, as it is after an edit. */
const editedHistory = z.object({
  offer_id: z.string(),
  history: z.array(historyPoint),
});
export type EditedHistory = z.infer<typeof editedHistory>;

/** Operations of the app alone with which the shopper puts things right by hand. */
export const handEditOperations = {
  "history.edits": { input: z.object({ service }), output: z.object({ edits: z.array(historyEdit) }) },
  /** Excludes a point (`to` is null), corrects it, or adds one where there is none at that time. */
  "history.edit": {
    input: z.object({
      offer_id: offerId,
      timestamp: z.iso.datetime(),
      to: z
        .object({ price: z.number().positive().max(1e10), availability: availability.nullable() })
        .nullable(),
    }),
    output: editedHistory,
  },
  "history.undo": { input: z.object({ id: z.int() }), output: editedHistory },
  /** Makes the offers of `service` offers of `into`; `service` leads there from then on. */
  "products.merge": {
    input: z.object({ service, into: service }),
    output: z.object({ service: z.string(), offer_ids: z.array(z.string()) }),
  },
  /** Makes offers a product of their own: the one that they came from, if they came from one. */
  "products.split": {
    input: z.object({ service, offer_ids: z.array(offerId).min(1).max(1_000) }),
    output: z.object({ service: z.string() }),
  },
} as const;
