import type { OfferTerms, Ordering, PageListing, PagePick } from "../../../../shared/app/pages.js";
import { fromMinor, unpriced } from "../../domain/money.js";
import { allRows, allValues, change, getRow, getValue, type ReadDb, type WriteDb } from "../store.js";

/** Cache validators from the shop's last response. */
export interface PageValidators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** A page that the user has added. */
export interface TrackedPage extends PageValidators {
  /** The public id of the offer that has the page's own price. */
  readonly publicId: string;
  /** The title of its product. */
  readonly title: string;
  /** Which of the page's prices to track; `null` to let the extraction decide. */
  readonly pick: PagePick | null;
  /** Which of the products that the page lists count; `null` for a page of one product. */
  readonly listing: PageListing | null;
  /** Whether the price appears only after the page's scripts have run. */
  readonly isRendered: boolean;
}

export function trackedPage(db: ReadDb, url: string): TrackedPage | null {
  const sql = `SELECT public_id AS publicId, product.title, etag, last_modified AS lastModified, pick AS "pick:json", listing AS "listing:json",
      is_rendered AS isRendered, suspect_minor IS NOT NULL AS isDoubted
    FROM tracked_page
    JOIN offer ON offer.id = tracked_page.offer_id
    JOIN product ON product.id = offer.product_id
    WHERE tracked_page.url = ?`;
  const row = getRow<TrackedPage & { readonly isDoubted: boolean }>(db, sql, url);
  if (row === undefined) return null;
  const { isDoubted, ...page } = row;
  // An outlier needs a second check, and with validators the shop would not resend an unchanged page.
  return isDoubted ? { ...page, etag: null, lastModified: null } : page;
}

/** Those of the given offers that have pages of their own. */
export function filterTracked(db: ReadDb, offerIds: readonly number[]): Set<number> {
  const sql =
    "SELECT offer_id FROM json_each(?) AS wanted CROSS JOIN tracked_page ON offer_id = wanted.value";
  return new Set(allValues<number>(db, sql, offerIds));
}

/** The currency of all of a shop's pages that the user has added; `null` if there are none or several. */
export function currencyOfShop(db: ReadDb, retailer: string): string | null {
  const sql = `SELECT DISTINCT currency FROM tracked_page JOIN offer ON offer.id = tracked_page.offer_id
    WHERE retailer = ? AND currency <> ? LIMIT 2`;
  const [currency = null, ...others] = allValues<string>(db, sql, retailer, unpriced.currency);
  return others.length === 0 ? currency : null;
}

export function saveTrackedPage(
  tx: WriteDb,
  page: Omit<TrackedPage, "publicId" | "title"> & {
    readonly offerId: number;
    readonly url: string;
    readonly addedMs: number;
    readonly terms: OfferTerms;
  },
): void {
  const sql = `INSERT OR REPLACE INTO tracked_page
      (offer_id, url, etag, last_modified, added_at, pick, listing, is_rendered, terms)
    VALUES (:offerId, :url, :etag, :lastModified, :addedMs, :pick, :listing, :isRendered, :terms)`;
  change(tx, sql, { ...page, terms: withKnownSize(tx, page.url, page.terms) });
}

/** A pack's size stays where a page no longer says it. */
function withKnownSize(db: ReadDb, url: string, terms: OfferTerms): OfferTerms {
  const sql = `SELECT terms ->> 'size' AS "size:json" FROM tracked_page WHERE url = ?`;
  const size = getValue<OfferTerms["size"] | null>(db, sql, url);
  return size == null ? terms : { size, ...terms };
}

/** Saves what a page says now. */
export function savePageTerms(tx: WriteDb, url: string, terms: OfferTerms): void {
  change(tx, "UPDATE tracked_page SET terms = :terms WHERE url = :url", {
    terms: withKnownSize(tx, url, terms),
    url,
  });
}

export function savePageValidators(tx: WriteDb, url: string, validators: PageValidators): void {
  const sql = "UPDATE tracked_page SET etag = :etag, last_modified = :lastModified WHERE url = :url";
  change(tx, sql, { ...validators, url });
}

/** Forces a full fetch of a host's pages, because its recipe has changed. */
export function clearValidatorsOfHost(tx: WriteDb, host: string): void {
  const sql = `UPDATE tracked_page SET etag = NULL, last_modified = NULL
    WHERE instr(url, '://' || :host || '/') > 0 OR instr(url, '://www.' || :host || '/') > 0`;
  change(tx, sql, { host });
}

export interface PageOfProduct {
  readonly offer_id: string;
  readonly url: string;
  readonly terms: OfferTerms;
  readonly listing: PageListing | null;
  readonly held_price: number | null;
}

/** The pages that the user has added for a product, with what they say beside the price. */
export function trackedPages(db: ReadDb, productId: number): PageOfProduct[] {
  const sql = `SELECT o.public_id AS offer_id, t.url, coalesce(t.terms, '{}') AS "terms:json", t.listing AS "listing:json",
      o.suspect_minor AS held_price
    FROM tracked_page t JOIN offer o ON o.id = t.offer_id WHERE o.product_id = ? ORDER BY t.url`;
  return allRows<PageOfProduct>(db, sql, productId).map((page) => ({
    ...page,
    held_price: page.held_price === null ? null : fromMinor(page.held_price),
  }));
}

/** When a page of a host, such as `shop.example:8080`, was last checked; `null` if never. */
export function lastCheckOfHost(db: ReadDb, host: string): number | null {
  // The ranges of an index: "0" is the character after "/".
  const rangeOf = (protocol: string) => [`${protocol}://${host}/`, `${protocol}://${host}0`];
  const sql = `SELECT max(checked_at) FROM tracked_page JOIN offer_check USING (offer_id)
    WHERE (url >= ? AND url < ?) OR (url >= ? AND url < ?)`;
  return getValue<number>(db, sql, ...rangeOf("https"), ...rangeOf("http")) ?? null;
}

/** When an offer's page was added; `null` if it has none. */
export function pageAddedMs(db: ReadDb, offerId: number): number | null {
  const sql = "SELECT added_at AS at FROM tracked_page WHERE offer_id = ?";
  return getValue<number>(db, sql, offerId) ?? null;
}

/** When the first of a product's pages was added; `null` if it has none. */
export function firstPageMs(db: ReadDb, productId: number): number | null {
  const sql = "SELECT min(added_at) FROM tracked_page JOIN offer ON offer.id = offer_id WHERE product_id = ?";
  return getValue<number>(db, sql, productId) ?? null;
}

/** How these offers can be ordered, by offer, where their pages say that it is not as usual. */
export function orderingsOfOffers(db: ReadDb, offerIds: readonly number[]): ReadonlyMap<number, Ordering> {
  const sql = `SELECT page.offer_id AS id, page.terms ->> 'ordering' AS ordering FROM json_each(?) AS wanted
    CROSS JOIN tracked_page AS page ON page.offer_id = wanted.value
    WHERE page.terms LIKE '%"ordering"%'`;
  const rows = allRows<{ id: number; ordering: Ordering }>(db, sql, offerIds);
  return new Map(rows.map(({ id, ordering }) => [id, ordering]));
}

/** The offer that a page's checks update, with its current product: the user may have moved it. */
export function trackedOffer(db: ReadDb, url: string): { productKey: string; publicId: string } | null {
  const row = getRow<{ productKey: string; publicId: string }>(
    db,
    `SELECT p.service AS productKey, o.public_id AS publicId FROM tracked_page t
     JOIN offer o ON o.id = t.offer_id JOIN product p ON p.id = o.product_id WHERE t.url = ?`,
    url,
  );
  return row ?? null;
}
