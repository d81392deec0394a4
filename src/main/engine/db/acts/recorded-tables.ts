import type { KeptPart } from "../../../../shared/app/acts.js";

/** A row's values by column; those of BLOB columns in hexadecimal. */
export type RowValues = Readonly<Record<string, string | number | null>>;

/** A row before and after an act; null where it did not exist. */
export type RowChange = readonly [table: string, before: RowValues | null, after: RowValues | null];

/** How acts record a table, and what an undo does with its rows. */
export interface RecordedTable {
  /** The kind by which an undo reports a row that stays; absent if checks, too, insert and delete rows of the table. */
  readonly what?: KeptPart["what"];
  /** Columns that checks write too: an undo restores them where nothing newer has, and reports nothing. */
  readonly quiet?: readonly string[];
  /** Columns that are not restored in a row that stays, because something else keeps them right. */
  readonly derived?: readonly string[];
  /** Only these columns of rows that stay are recorded, and no rows that come or go. */
  readonly only?: readonly string[];
  /** Rows that checks write. They are recorded where they go with their parent, which cannot come back without them. */
  readonly goesWith?: { readonly table: string; readonly column: string };
  /** Whether an undo stops if a row cannot come back because it has been added again; by default the newer one stays. */
  readonly isUnique?: boolean;
}

/** The shopper's tables, by name. */
export const recordedTables: Readonly<Record<string, RecordedTable>> = {
  product: {
    what: "product",
    quiet: ["title_short", "details", "rating_count", "is_sample", "updated_at"],
    derived: ["offer_count"],
    isUnique: true,
  },
  offer: {
    what: "shop",
    // The first price of a page brings its currency with it.
    quiet: [
      "price_minor",
      "currency",
      "is_valid",
      "availability",
      "seen_at",
      "suspect_minor",
      "suspect_seen_at",
    ],
    derived: ["last_block_at", "block_count"],
    isUnique: true,
  },
  /** Blocks of an offer that stays are compared by points: see `db/acts/recorded-points.ts`. */
  price_block: { what: "price" },
  review: { what: "review" },
  tracked_page: {
    what: "shop",
    quiet: ["etag", "last_modified", "terms", "is_rendered", "added_at"],
    isUnique: true,
  },
  condition_point: { goesWith: { table: "offer", column: "offer_id" } },
  counted_term: {},
  offer_check: { goesWith: { table: "offer", column: "offer_id" } },
  round_change: { goesWith: { table: "offer", column: "offer_id" } },
  round: { goesWith: { table: "product", column: "product_id" } },
  schedule: { what: "schedule", quiet: ["due_at", "run_started_at", "run_price_minor", "last_run_at"] },
  tag: { what: "tag" },
  product_size: { what: "size" },
  alert_rule: { what: "rule" },
  alert_memory: { quiet: ["at", "price_minor", "retailer"] },
  alert_snooze: { what: "snooze" },
  purchase: { what: "purchase", quiet: ["notified_minor"] },
  merged_product: { what: "group", quiet: ["merged_at"] },
  moved_offer: {},
  history_edit: { what: "price", quiet: ["made_at"] },
  archive_page: {
    quiet: ["is_urgent", "is_automatic", "asked_at", "copies", "is_open", "requests", "failures", "reason"],
  },
  /** Samples go with their page, and so with the act that asked for it. */
  price_sample: {},
  recipe: { what: "recipe", quiet: ["made_at"] },
  shop_name: { what: "shop" },
  inbox: { what: "alert", only: ["removed_at"] },
  service_product: { quiet: ["product_at", "offers_at", "review_at", "history_until"] },
  service_identifier: {},
  service_offer: {},
};
