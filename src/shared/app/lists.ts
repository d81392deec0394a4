import { z } from "zod";
import { cadence } from "../contract/schedule.js";
import { actId } from "./acts.js";
import { maxListChars, maxListItems, maxTagsPerProduct } from "./limits.js";
import { listEntryState, pageUrl, tagName } from "./primitives.js";

const time = z.iso.datetime();

/** The format of a file of links. `watch-list` is a list that Tidemark exported. */
export const listFormats = [
  "watch-list",
  "text",
  "csv",
  "history",
  "bookmarks",
  "page",
  "changedetection",
  "pricebuddy",
] as const;
export type ListFormat = (typeof listFormats)[number];

/** One product page in a file or on a page. */
export const listItem = z.object({
  url: z.string(),
  /** As the list says it. */
  title: z.string().nullable(),
  /** A price beside the link. */
  price: z.number().nullable(),
  /** A code, or a sign such as `$` that several currencies share. */
  currency: z.string().nullable(),
  target: z.number().nullable(),
  /** What the target may mean as well: `1.299` is a thousand, or little more than one. */
  other_target: z.number().nullable(),
  /** A code or a sign; null if the target is in the page's currency. */
  target_currency: z.string().nullable(),
  tags: z.array(z.string()),
  /** The number of its price points in the file. */
  points: z.int(),
  /** Where it stands in the file, from 1; null on a page. */
  line: z.int().nullable(),
  /** Whether it looks like a product: a saved page links to much else. */
  is_suggested: z.boolean(),
});
export type ListItem = z.infer<typeof listItem>;

/** Why a file, or a part of it, is left out: the keys of `reasons.files` in the texts. */
export const fileProblem = z.enum([
  "too large",
  "archive",
  "pdf",
  "single file page",
  "no text",
  "unknown json",
  "no links",
  "no prices",
  "no json",
  "other version",
  "no link",
  "no web page",
  "nested",
  "no address",
  "address not exported",
  "template",
  "only ids",
  "no page address",
  "picture",
  "long address",
  "two targets",
  "long tag",
  "many tags",
  "no shop",
  "more lines",
  "more links",
  "more products",
  "more rules",
  "no currency",
  "bad target",
  "bad price",
  "price in two ways",
  "row without price",
  "row with price in two ways",
  "more cells",
  "date in two ways",
  "bad date",
  "future date",
  "invalid",
]);
export type FileProblem = z.infer<typeof fileProblem>;

/** A part of a file that is left out; `line` is 0 for the rest of it. */
export const skippedLine = z.object({
  line: z.int(),
  text: z.string().max(200),
  problem: fileProblem,
  /** The number, amount or sentence of programs that the reason names; empty without one. */
  detail: z.string(),
  reason: z.string(),
});
export type SkippedLine = z.infer<typeof skippedLine>;

/** Why a file cannot be read; of its first line, if no line could be. */
export const fileIssue = skippedLine
  .pick({ problem: true, detail: true })
  .extend({ line: z.int().nullable() });
export type FileIssue = z.infer<typeof fileIssue>;

const listFile = z.object({
  content: z.string().min(1).max(maxListChars),
  file_name: z.string().max(255).default(""),
  /** The page or shop that links without an address of their own are from: of a saved page, or of ASINs. */
  page_url: pageUrl.optional(),
});

/**
 * `offered`: new on a followed page, until the user decides. `waiting`: will be read. `watched`: was added by this list.
 * `known`: was watched before. `question`: needs an answer that only the user can give.
 */
export type ListEntryState = z.infer<typeof listEntryState>;

export const listEntry = listItem.pick({ url: true, title: true, price: true, currency: true }).extend({
  id: z.int(),
  state: listEntryState,
  product_key: z.string().nullable(),
  /** Why it failed or waits, or what is asked. */
  reason: z.string().nullable(),
  /** Since when a followed page no longer has it. */
  gone_at: time.nullable(),
});
export type ListEntry = z.infer<typeof listEntry>;

export const linkList = z.object({
  id: z.int(),
  kind: z.enum(["import", "page"]),
  name: z.string(),
  /** The followed page; null for an import. */
  url: z.string().nullable(),
  format: z.enum(listFormats),
  created_at: time,
  counts: z.record(listEntryState, z.int()),
  gone: z.int(),
  state: z.enum(["running", "ended", "cancelled", "undone"]),
  /** Of a followed page. */
  last_check: z.object({ at: time, outcome: z.string(), reason: z.string().nullable() }).nullable(),
  next_check_at: time.nullable(),
  /** All that an import has added, for `acts.undo`; null for a followed page. */
  act_id: actId,
});
export type LinkList = z.infer<typeof linkList>;

const listId = z.int().min(1);

/** App operations for lists of links: imports of files, and pages that are followed. */
export const listOperations = {
  /** What importing a file would do. Changes nothing. */
  "lists.preview": {
    input: listFile,
    output: z.object({
      format: z.enum(listFormats),
      name: z.string(),
      /** Without repeated links. */
      items: z.array(listItem.extend({ is_known: z.boolean(), product_key: z.string().nullable() })),
      repeated: z.int(),
      skipped: z.array(skippedLine),
      /** Whether links are left out that `page_url` would complete. */
      needs_page_url: z.boolean(),
    }),
  },
  /** Starts an import, which continues in the background and after a restart. Without `urls`, of all suggested items. */
  "lists.import": {
    input: listFile.extend({
      urls: z.array(z.string().max(4_096)).max(maxListItems).optional(),
      schedule: cadence.default("daily"),
      tags: z.array(tagName).max(maxTagsPerProduct).default([]),
    }),
    output: z.object({ id: z.int(), items: z.int(), skipped: z.array(skippedLine) }),
  },
  /** The newest first. */
  "lists.all": { input: z.object({}), output: z.object({ lists: z.array(linkList) }) },
  "lists.entries": {
    input: z.object({
      id: listId,
      states: z.array(listEntryState).optional(),
      after: z.int().optional(),
      limit: z.int().min(1).max(1_000).default(200),
    }),
    output: z.object({ entries: z.array(listEntry), next: z.int().nullable() }),
  },
  /** Stops an import; what has been added stays. */
  "lists.cancel": { input: z.object({ id: listId }), output: z.object({ cancelled: z.boolean() }) },
  /** Forgets a list; its products stay. */
  "lists.remove": { input: z.object({ id: listId }), output: z.object({ removed: z.boolean() }) },
  /** Reads a page of links now, then daily, and offers what is new on it. */
  "lists.follow": {
    input: z.object({ url: pageUrl, name: z.string().trim().max(200).optional() }),
    output: z.object({ id: z.int(), offered: z.int() }),
  },
  "lists.check": { input: z.object({ id: listId }), output: linkList },
  /**
   * Decides on entries: `waiting` watches what a followed page offers, and tries again what failed or had a question;
   * `offered` undoes `dismissed` on a followed page. Others are left as they are.
   */
  "lists.decide": {
    input: z.object({
      id: listId,
      entry_ids: z.array(z.int()).min(1).max(1_000),
      state: z.enum(["waiting", "dismissed", "offered"]),
    }),
    output: z.object({ changed: z.int() }),
  },
  /** The watch list with links, schedules, targets, rules and tags, as the text of a readable file that `lists.import` reads. */
  "watch.export": { input: z.object({}), output: z.object({ content: z.string() }) },
} as const;
