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
