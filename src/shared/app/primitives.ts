import { z } from "zod";

/** A product's public id, as sent by the window or the command line. */
export const productKey = z.string().min(1).max(2_000);

/** A shop's `host` or `host:port`. */
export const host = z.string().min(1).max(260);

export const pageUrl = z.url({ protocol: /^https?$/ }).max(4_096);

const timeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "is not a time such as 22:00");

/** In local time; may span midnight. */
export const quietHours = z.object({ from: timeOfDay, to: timeOfDay });
export type QuietHours = z.infer<typeof quietHours>;

/** An ISO 4217 code. */
export const currencyCode = z.string().regex(/^[A-Z]{3}$/);

/** See `ExchangeRates`. */
export const exchangeRates = z.object({
  date: z.iso.date(),
  fetched_ms: z.int(),
  per_euro: z
    .record(z.string().regex(/^[A-Z]{3}$/), z.number().positive())
    .refine((rates) => Object.keys(rates).length > 0 && Object.keys(rates).length <= 200),
});

/** Case-insensitive: `Garden` and `garden` are the same tag. */
export const tagName = z.string().trim().min(1).max(40);

/** The state of a list's link. */
export const listEntryState = z.enum([
  "offered",
  "dismissed",
  "waiting",
  "watched",
  "known",
  "question",
  "failed",
]);
