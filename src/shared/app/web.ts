import { z } from "zod";

/** The window as a page for phones and other computers, on a port of its own. */

const deviceName = z.string().trim().min(1).max(60);

/** `POST /web/pair`, with the six digits that the owner sees, or with the longer code of the QR code. */
export const webPairRequest = z.object({ code: z.string().trim().min(1).max(100), name: deviceName });

/** The answer of `GET /web/session` and `POST /web/pair` to a paired device. */
export interface WebSession {
  /** Sent as `X-Tidemark-Token` with each call of an operation. */
  readonly csrf: string;
  readonly version: string;
  readonly device: { readonly id: number; readonly name: string };
  /** Whether the browser came over TLS, or to localhost: it can install the page and keep what was seen. */
  readonly secure: boolean;
}

/** The answer to a request that was refused, also by `GET /web/session` to a device that is not paired. */
export interface WebRefusal {
  readonly message: string;
  readonly version: string;
}

/** Names and addresses, as URLs spell them; with a port for that one alone. */
const allowedHosts = z
  .array(
    z
      .string()
      .trim()
      .toLowerCase()
      .max(260)
      .regex(
        /^(?:\[[0-9a-f:.]+\]|[a-z0-9_.-]+)(?::\d{1,5})?$/,
        "is not a name or an address, such as nas.local",
      ),
  )
  .max(20);

export const webSettings = z.object({
  enabled: z.boolean(),
  port: z.int().min(0).max(65_535),
  /** IP addresses; none means this computer only. */
  listen: z.array(z.union([z.ipv4(), z.ipv6()])).max(10),
  /** Names under which the page may be opened, beside the addresses. */
  allowed_hosts: allowedHosts,
});
export type WebSettings = z.infer<typeof webSettings>;

const webStatus = webSettings.extend({
  running: z.boolean(),
  /** Where the page can be opened, the best first. Empty unless it is running. */
  urls: z.array(z.string()),
  /** Whether the first of these is `https:`. */
  secure: z.boolean(),
  /** A sentence with the next step if it should be running, but is not. */
  problem: z.string().nullable(),
  /** Whether that is because another program has the port. */
  port_in_use: z.boolean(),
});
export type WebStatus = z.infer<typeof webStatus>;

const device = z.object({
  id: z.int(),
  name: z.string(),
  kind: z.enum(["phone", "computer"]),
  created_at: z.iso.datetime(),
  /** At most a minute old while the device is in use. */
  last_seen_at: z.iso.datetime(),
});
export type WebDevice = z.infer<typeof device>;

export const webOperations = {
  "web.status": { input: z.object({}), output: webStatus },
  /** Saved, and in effect at once. Left out, a field keeps its value. */
  "web.configure": { input: webSettings.partial(), output: webStatus },
  /** A code for one device, which takes the place of an earlier one. Needs a page that is running. */
  "web.start_pairing": {
    input: z.object({}),
    /** `code` is to be typed; `url` has a longer one, for a QR code. */
    output: z.object({ code: z.string(), url: z.string(), expires_at: z.iso.datetime() }),
  },
  "web.list": { input: z.object({}), output: z.object({ devices: z.array(device) }) },
  /** Ends the device's access at once, also to its stream of events. */
  "web.revoke": { input: z.object({ id: z.int() }), output: z.object({ revoked: z.boolean() }) },
} as const;
