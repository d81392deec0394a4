import { z } from "zod";
import { availability, condition } from "../contract/primitives.js";
import { maxPageChars } from "./limits.js";
import { pageChoice, statedCondition } from "./pages.js";
import { pageUrl } from "./primitives.js";

/** The browser extension: its pairing, and the pages that it passes on. */

/** `POST /app/v1/pair`, without a key. Repeated with the same key, it changes nothing and returns the present state. */
export const pairingRequest = z.object({
  /** The browser's name, which the user sees. */
  name: z.string().trim().min(1).max(60),
  /**
   * SHA-256, in hexadecimal, of a random key of the extension's own, in the form of an API key. The key itself is sent only
   * once it is valid.
   */
  key_hash: z.string().regex(/^[0-9a-f]{64}$/),
  /** False only asks for the state of an earlier request, and whether this engine has paired the key. */
  is_new: z.boolean().default(true),
});

export const pairingState = z.discriminatedUnion("state", [
  /** The user must confirm the code in the app, or with `tidemark keys pair`. */
  z.object({ state: z.literal("waiting"), code: z.string(), seconds_left: z.int() }),
  z.object({ state: z.literal("paired") }),
  z.object({ state: z.literal("refused") }),
  /** The key was never paired with this engine, or no longer is. */
  z.object({ state: z.literal("unknown") }),
]);
export type PairingState = z.infer<typeof pairingState>;

/** The engine's answer. Older engines do not name their version. */
export type PairingAnswer = PairingState & { readonly version?: string };

/** A page as the shopper's browser shows it. */
const shownPage = z.object({ url: pageUrl, html: z.string().min(1).max(maxPageChars) });

/** What is read on a page. */
export const visitReading = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("price"),
    title: z.string(),
    image: z.string().nullable(),
    price: z.number(),
    /** Null if the page does not state it. */
    currency: z.string().nullable(),
    /** The sign beside it, if several currencies share it. */
    sign: z.string().nullable(),
    availability: availability.nullable(),
    /** Of an item that is not new. */
    condition: condition.exclude(["new"]).optional(),
    /** What some shoppers pay instead. `counts`: the owner does. */
    conditions: z.array(statedCondition.extend({ counts: z.boolean() })),
  }),
  /** Out of stock, without a price. */
  z.object({ kind: z.literal("sold-out"), title: z.string(), image: z.string().nullable() }),
  /** One or several prices, and no sign of the right one. */
  z.object({
    kind: z.literal("several"),
    title: z.string(),
    image: z.string().nullable(),
    choices: z.array(pageChoice),
  }),
  /** `title`: null if the page shows no name of a product. `reason`: in English. */
  z.object({ kind: z.literal("unread"), title: z.string().nullable(), reason: z.string() }),
]);
export type VisitReading = z.infer<typeof visitReading>;

export const extensionOperations = {
  /** Extensions that wait to be paired. */
  "pairings.list": {
    input: z.object({}),
    output: z.object({
      pairings: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          origin: z.string(),
          code: z.string(),
          expires_at: z.iso.datetime(),
        }),
      ),
    }),
  },
  /** Makes the extension's key valid. `pairing` is the id or the code. */
  "pairings.confirm": {
    input: z.object({ pairing: z.string().min(1).max(60) }),
    output: z.object({ key_id: z.string(), name: z.string() }),
  },
  "pairings.refuse": {
    input: z.object({ pairing: z.string().min(1).max(60) }),
    output: z.object({}),
  },
  /** The product that a known page belongs to; null if the page is not known. */
  "visits.find": {
    input: z.object({ url: pageUrl }),
    output: z.object({ product_key: z.string().nullable() }),
  },
  /** Reads a page and finds its product, without saving anything. */
  "visits.read": {
    input: shownPage,
    output: z.object({
      reading: visitReading,
      /** The known product that the page sells; null if there is none. */
      product_key: z.string().nullable(),
      /** Whether the page itself is known to belong to it. */
      is_known_page: z.boolean(),
      /** What the product's shops are called, by their hosts. */
      shop_names: z.record(z.string(), z.string()),
    }),
  },
  /** Records the price of a known page, as a check does. A page without a price changes nothing. */
  "visits.record": {
    input: shownPage,
    output: z.discriminatedUnion("outcome", [
      z.object({
        outcome: z.literal("recorded"),
        product_key: z.string(),
        /** What the owner pays on the page; null if it is out of stock. */
        page: z.object({ price: z.number(), currency: z.string() }).nullable(),
      }),
      /** In English. */
      z.object({ outcome: z.literal("unread"), reason: z.string() }),
      /** The page is not one of a product's. */
      z.object({ outcome: z.literal("unknown") }),
    ]),
  },
} as const;
