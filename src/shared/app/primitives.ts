import { z } from "zod";

/** A product's public id, as sent by the window or the command line. */
export const productKey = z.string().min(1).max(2_000);

/** A shop's `host` or `host:port`. */
export const host = z.string().min(1).max(260);

export const pageUrl = z.url({ protocol: /^https?$/ }).max(4_096);
