import { z } from "zod";
import { maxPrice } from "../../../../shared/app/limits.js";
import { termKinds } from "../../../../shared/app/paying.js";
import { deal } from "../../../../shared/contract/deal.js";
import { availability, condition } from "../../../../shared/contract/primitives.js";
import { product, score, tldrReview } from "../../../../shared/contract/product.js";
import { parseJson } from "../../../../shared/parse-json.js";
import { cleanTexts } from "../../domain/clean-text.js";
import { describeIssue, valueAt } from "../../domain/describe-issue.js";

/** One line of a catalogue file: the contract's fields, more of them optional. */

let currencies: ReadonlySet<string> | undefined;
/** `Intl` takes milliseconds to load, so the codes are read with the first line. */
function isCurrency(code: string): boolean {
  currencies ??= new Set(Intl.supportedValuesOf("currency"));
  return currencies.has(code);
}
const currency = z.string().refine(isCurrency, "is not an ISO currency code");

/** Times outside of these years are those of a wrong clock. */
const time = z.iso
  .datetime({ offset: true })
  .refine((text) => /^(?:19[7-9]|20)\d/.test(text), "is not between 1970 and 2099");

const shopUrl = z
  .string()
  .max(4_096)
  .refine((url) => url === "" || /^https?:\/\//i.test(url), "is not an http or https address");

export const catalogueHistoryPoint = z.object({
  price: z.number().max(maxPrice),
  currency: currency.nullish(),
  availability: availability.nullish(),
  timestamp: time,
});
export type CatalogueHistoryPoint = z.infer<typeof catalogueHistoryPoint>;

/** A price of a single day. */
export const catalogueSample = z.object({
  price: z.number().positive().max(maxPrice),
  currency,
  availability: availability.nullish(),
  timestamp: time,
  url: shopUrl,
  source: z.string().min(1).max(40),
  evidence: z.string().max(500),
});
export type CatalogueSample = z.infer<typeof catalogueSample>;

/** A change of a price with a condition, or of shipping; without a price from when on the page no longer states it. */
export const catalogueCondition = z.object({
  kind: z.enum(termKinds),
  price: z.number().min(0).max(maxPrice).nullable(),
  words: z.string().max(200).nullable(),
  timestamp: time,
});

export const catalogueOffer = z.object({
  id: z.string().min(1).max(500).optional(),
  retailer: z.string().trim().min(1).max(253),
  price: z.number().positive().max(maxPrice),
  currency,
  availability: availability.nullish(),
  condition: condition.nullish(),
  condition_grade: z.string().max(200).nullish(),
  URL: shopUrl.default(""),
  seller: z.string().max(500).nullish(),
  is_marketplace: z.boolean().nullish(),
  timestamp: time.optional(),
  history: z.array(catalogueHistoryPoint).default([]),
  samples: z.array(catalogueSample).max(20_000).optional(),
  conditions: z.array(catalogueCondition).max(5_000).optional(),
  trusted: z.boolean().default(true),
  valid: z.boolean().default(true),
  auction: z.boolean().default(false),
});
export type CatalogueOffer = z.infer<typeof catalogueOffer>;

export const maxOffers = 1_000;

const texts = z.array(z.string().max(500)).max(500);

export const catalogueProduct = product.omit({ match: true }).extend({
  type: z.literal("product"),
  title: z.string().trim().min(1).max(1_000),
  images: z.array(z.string().max(4_096)).max(100).optional(),
  categories: texts.optional(),
  keywords: texts.optional(),
  service: z
    .string()
    .max(2_000)
    .regex(/^product\/[^/\s]+\/[^/\s]+$/, "is not of the form product/<slug>/<id>")
    .optional(),
  score: score.optional(),
  offers: z.array(catalogueOffer).max(maxOffers).default([]),
  review: tldrReview.optional(),
});
export type CatalogueProduct = z.infer<typeof catalogueProduct>;

export const catalogueDeal = deal.extend({
  type: z.literal("deal"),
  pricing: deal.shape.pricing.extend({
    current: z.number().min(0).max(maxPrice),
    original: z.number().min(0).max(maxPrice),
  }),
  created_at: time,
  category: z.string().optional(),
});
export type CatalogueDeal = z.infer<typeof catalogueDeal>;

export const catalogueLine = z.discriminatedUnion("type", [catalogueProduct, catalogueDeal]);
export type CatalogueLine = z.infer<typeof catalogueLine>;

type ParsedLine =
  | { readonly ok: true; readonly line: CatalogueLine }
  | { readonly ok: false; readonly reason: string };

/** Formats a path within a line: `offers[2].price`. */
function formatPath(path: readonly PropertyKey[]): string {
  return path
    .map((key, i) => (typeof key === "number" ? `[${key}]` : `${i === 0 ? "" : "."}${String(key)}`))
    .join("");
}

function describeError(error: z.ZodError, value: unknown): string {
  const [first] = error.issues;
  if (first === undefined) return "is not a catalogue line";
  const where = formatPath(first.path);
  if (where === "type" || where === "") return 'is neither a "product" nor a "deal"';
  return `${where}: ${valueAt(value, first.path) === undefined ? "is missing" : describeIssue(first)}`;
}

/** Why a line with a field named `__proto__` is refused: the schema would drop the field silently. */
function lostName(value: unknown): string | null {
  const line = value as { attributes?: unknown; identifiers?: unknown; score?: { aspects?: unknown } } | null;
  const named = {
    attributes: line?.attributes,
    identifiers: line?.identifiers,
    "score.aspects": line?.score?.aspects,
  };
  const lost = Object.entries(named).find(([, each]) => Object.hasOwn(Object(each), "__proto__"));
  return lost === undefined ? null : `has a field named '__proto__' in '${lost[0]}'`;
}

/** Backups with larger products, reviews or deals would lose them when they are restored. */
const maxRowBytes = 1_000_000;

/** Whether a line holds more than that besides its offers. */
function isTooLarge(text: string, line: CatalogueLine): boolean {
  if (text.length * 3 <= maxRowBytes) return false;
  return Buffer.byteLength(JSON.stringify({ ...line, offers: [] })) > maxRowBytes;
}

/** Parses one line of a catalogue file; the reason names the invalid field. */
export function parseLine(text: string): ParsedLine {
  const value = parseJson(text);
  if (value === undefined) return { ok: false, reason: "is not valid JSON" };
  const lost = lostName(value);
  if (lost !== null) return { ok: false, reason: lost };
  const parsed = catalogueLine.safeParse(value);
  if (!parsed.success) return { ok: false, reason: describeError(parsed.error, value) };
  if (isTooLarge(text, parsed.data)) return { ok: false, reason: "holds more than 1 MB besides its offers" };
  const line = cleanTexts(parsed.data);
  // A cleaned text may be too short.
  return line === parsed.data ? { ok: true, line } : parseLine(JSON.stringify(line));
}
