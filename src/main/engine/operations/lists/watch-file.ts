import { z } from "zod";
import { maxListItems, maxPrice, maxShopName } from "../../../../shared/app/limits.js";
import type { ListItem, SkippedLine } from "../../../../shared/app/lists.js";
import { pageListing, pagePick } from "../../../../shared/app/pages.js";
import { currencyCode, pageUrl, tagName } from "../../../../shared/app/primitives.js";
import { ruleOperations } from "../../../../shared/app/rules.js";
import { availability, condition } from "../../../../shared/contract/primitives.js";
import { cadence } from "../../../../shared/contract/schedule.js";
import { parseJson } from "../../../../shared/parse-json.js";
import { describeError } from "../../domain/describe-issue.js";
import { ListFileError, skippedLine } from "../../sources/lists/parsed-list.js";

/** The file of a watch list: what `watch.export` writes, and `lists.import` reads. */

/** A rule without its product. Channels are left out, because another computer has its own. */
export const exportedRule = ruleOperations["rules.save"].input.omit({
  id: true,
  product_key: true,
  channels: true,
});
export type ExportedRule = z.output<typeof exportedRule>;

const watchedLink = z.object({
  url: pageUrl,
  retailer: z.string().max(260),
  /** Null, with its currency, if the page has shown none yet. */
  price: z.number().positive().max(maxPrice).nullable(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, "is not an ISO currency code")
    .nullable(),
  availability: availability.nullable(),
  condition: condition.nullable(),
  seen_at: z.iso.datetime(),
  is_rendered: z.boolean(),
  pick: pagePick.nullable(),
  /** Left out for a page of one product. */
  listing: pageListing.optional(),
  /** Left out unless the user has named the shop. */
  shop_name: z.string().trim().min(1).max(maxShopName).optional(),
});
export type WatchedLink = z.output<typeof watchedLink>;

/** Amounts are in `currency`. */
const boughtProduct = z.object({
  price: z.number().positive().max(maxPrice),
  currency: currencyCode,
  on: z.iso.date(),
  return_until: z.iso.date().nullable(),
  retailer: z.string().max(260).nullable(),
  list_price: z.number().positive().nullable(),
  usual_price: z.number().positive().nullable(),
  first_price: z.number().positive().nullable(),
  /** How it was watched before; null if it was not. */
  schedule: cadence.nullable(),
  /** Whether its own alerts are off since. */
  is_open: z.boolean(),
});
export type BoughtProduct = z.output<typeof boughtProduct>;

const maxLinks = 100;
const text = z.string().max(1_000);

export const watchedProduct = z.object({
  title: z.string().trim().min(1).max(1_000),
  brand: text.optional(),
  identifiers: z.object({
    barcode: text.optional(),
    marketplace: text.optional(),
    model: text.optional(),
    mpn: text.optional(),
  }),
  image: z.string().max(4_096).nullable(),
  /** Null if the product is not watched. */
  schedule: cadence.nullable(),
  /** The only shop that is checked; null for all. */
  retailer: z.string().max(260).nullable(),
  // Two products that became one may have more than one product can.
  tags: z.array(tagName).max(1_000),
  rules: z.array(exportedRule).max(1_000),
  links: z.array(watchedLink).max(maxLinks),
  /** Left out if it was never bought. */
  bought: z.array(boughtProduct).max(100).optional(),
});
export type WatchedProduct = z.output<typeof watchedProduct>;

const watchFile = z.object({
  tidemark_watch_list: z.literal(1),
  products: z.array(z.unknown()),
  rules: z.array(z.unknown()).default([]),
});

interface WatchFile {
  /** With their places in the file, from 1. */
  readonly products: readonly { readonly product: WatchedProduct; readonly place: number }[];
  readonly rules: readonly ExportedRule[];
  readonly skipped: readonly SkippedLine[];
}

function titleOf(value: unknown): string {
  const title = typeof value === "object" && value !== null ? Reflect.get(value, "title") : "";
  return typeof title === "string" ? title.slice(0, 200) : "";
}

function skip(place: number, value: unknown, error: z.ZodError): SkippedLine {
  return skippedLine(place, titleOf(value), "invalid", describeError(error));
}

/** Skips invalid products and rules. Throws `ListFileError` if the file is no watch list. */
export function parseWatchFile(content: string): WatchFile {
  const data = parseJson(content.replace(/^\uFEFF/, ""));
  if (data === undefined) throw new ListFileError("no json");
  const file = watchFile.safeParse(data);
  if (!file.success) throw new ListFileError("other version");
  const skipped: SkippedLine[] = [];
  const products = file.data.products.slice(0, maxListItems).flatMap((value, i) => {
    const parsed = watchedProduct.safeParse(value);
    if (parsed.success) return [{ product: parsed.data, place: i + 1 }];
    skipped.push(skip(i + 1, value, parsed.error));
    return [];
  });
  const beyond = file.data.products.length - maxListItems;
  if (beyond > 0) skipped.push(skippedLine(maxListItems + 1, "", "more products", String(beyond)));
  const rules = file.data.rules.flatMap((value, i) => {
    const parsed = exportedRule.safeParse(value);
    if (parsed.success) return [parsed.data];
    skipped.push(skip(i + 1, value, parsed.error));
    return [];
  });
  return { products, rules, skipped };
}

/** A product as the items of other files look. */
export function toListItem({ title, tags, rules, links }: WatchedProduct, place: number): ListItem {
  const [first] = links;
  const target = rules
    .filter(({ is_enabled: isEnabled }) => isEnabled)
    .map(({ trigger }) => trigger)
    .find((trigger) => trigger.kind === "target");
  return {
    url: first?.url ?? "",
    title,
    price: first?.price ?? null,
    currency: first?.currency ?? null,
    target: target?.price ?? null,
    other_target: null,
    target_currency: target?.currency ?? null,
    tags,
    points: 0,
    line: place,
    is_suggested: true,
  };
}
