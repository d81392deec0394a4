import type { OfferTerms, Ordering, PageListing, PagePick } from "../../../../shared/app/pages.js";
import { fromMinor } from "../../domain/money.js";
import { allRows, change, getRow, type ReadDb, type WriteDb } from "../store.js";

/** Cache validators from the shop's last response. */
export interface PageValidators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** A page that the user has added. */
export interface TrackedPage extends PageValidators {
  /** The title of its product. */
  readonly title: string;
  /** Which of the page's prices to track; `null` to let the extraction decide. */
  readonly pick: PagePick | null;
  /** Which of the products that the page lists count; `null` for a page of one product. */
  readonly listing: PageListing | null;
  /** Whether the price appears only after the page's scripts have run. */
  readonly isRendered: boolean;
}

interface PageRow {
  title: string;
  etag: string | null;
  last_modified: string | null;
  pick: string | null;
  listing: string | null;
  is_doubted: number;
  is_rendered: number;
}

export function trackedPage(db: ReadDb, url: string): TrackedPage | null {
  const row = getRow<PageRow>(
    db,
    `SELECT product.title, etag, last_modified, pick, listing, is_rendered, suspect_minor IS NOT NULL AS is_doubted
     FROM tracked_page
     JOIN offer ON offer.id = tracked_page.offer_id
     JOIN product ON product.id = offer.product_id
     WHERE tracked_page.url = ?`,
    url,
  );
  if (row === undefined) return null;
  // An outlier needs a second check, and with validators the shop would not resend an unchanged page.
  const needsFullFetch = row.is_doubted === 1;
  return {
    title: row.title,
    etag: needsFullFetch ? null : row.etag,
    lastModified: needsFullFetch ? null : row.last_modified,
    // Written only by this module.
    pick: row.pick === null ? null : (JSON.parse(row.pick) as PagePick),
    listing: toListing(row.listing),
    isRendered: row.is_rendered === 1,
  };
}

export function filterTrackedUrls(db: ReadDb, urls: readonly string[]): Set<string> {
  const rows = allRows<{ url: string }>(
    db,
    "SELECT url FROM json_each(?) AS wanted CROSS JOIN tracked_page ON url = wanted.value",
    JSON.stringify(urls),
  );
  return new Set(rows.map(({ url }) => url));
}

function toListing(text: string | null): PageListing | null {
  // Written only by this module.
  return text === null ? null : (JSON.parse(text) as PageListing);
}

/** The currency of all of a shop's pages that the user has added; `null` if there are none or several. */
export function currencyOfShop(db: ReadDb, retailer: string): string | null {
  const rows = allRows<{ currency: string }>(
    db,
    `SELECT DISTINCT currency FROM tracked_page JOIN offer ON offer.id = tracked_page.offer_id
     WHERE retailer = ? LIMIT 2`,
    retailer,
  );
  return rows.length === 1 ? (rows[0]?.currency ?? null) : null;
}

export function saveTrackedPage(
  tx: WriteDb,
  page: Omit<TrackedPage, "title"> & {
    readonly offerId: number;
    readonly url: string;
    readonly addedMs: number;
    readonly terms: OfferTerms;
  },
): void {
  const terms = withKnownSize(tx, page.url, page.terms);
  change(
    tx,
    `INSERT OR REPLACE INTO tracked_page (offer_id, url, etag, last_modified, added_at, pick, listing, is_rendered, terms)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    page.offerId,
    page.url,
    page.etag,
    page.lastModified,
    page.addedMs,
    page.pick === null ? null : JSON.stringify(page.pick),
    page.listing === null ? null : JSON.stringify(page.listing),
    page.isRendered ? 1 : 0,
    JSON.stringify(terms),
  );
}

/** A pack's size stays where a page no longer says it. */
function withKnownSize(db: ReadDb, url: string, terms: OfferTerms): OfferTerms {
  const row = getRow<{ terms: string | null }>(db, "SELECT terms FROM tracked_page WHERE url = ?", url);
  const { size } = toTerms(row?.terms ?? null);
  return size === undefined ? terms : { size, ...terms };
}

/** Saves what a page says now. */
export function savePageTerms(tx: WriteDb, url: string, terms: OfferTerms): void {
  const known = withKnownSize(tx, url, terms);
  change(tx, "UPDATE tracked_page SET terms = ? WHERE url = ?", JSON.stringify(known), url);
}

function toTerms(text: string | null): OfferTerms {
  // Written only by this module.
  return text === null ? {} : (JSON.parse(text) as OfferTerms);
}

export function savePageValidators(tx: WriteDb, url: string, validators: PageValidators): void {
  change(
    tx,
    "UPDATE tracked_page SET etag = ?, last_modified = ? WHERE url = ?",
    validators.etag,
    validators.lastModified,
    url,
  );
}

/** Forces a full fetch of a host's pages, because its recipe has changed. */
export function clearValidatorsOfHost(tx: WriteDb, host: string): void {
  change(
    tx,
    `UPDATE tracked_page SET etag = NULL, last_modified = NULL
     WHERE instr(url, '://' || ? || '/') > 0 OR instr(url, '://www.' || ? || '/') > 0`,
    host,
    host,
  );
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
  return allRows<{
    offer_id: string;
    url: string;
    terms: string | null;
    listing: string | null;
    held: number | null;
  }>(
    db,
    `SELECT o.public_id AS offer_id, t.url, t.terms, t.listing, o.suspect_minor AS held
     FROM tracked_page t JOIN offer o ON o.id = t.offer_id WHERE o.product_id = ? ORDER BY t.url`,
    productId,
  ).map(({ terms, listing, held, ...page }) => ({
    ...page,
    terms: toTerms(terms),
    listing: toListing(listing),
    held_price: held === null ? null : fromMinor(held),
  }));
}

/** When a page of a host, such as `shop.example:8080`, was last checked; `null` if never. */
export function lastCheckOfHost(db: ReadDb, host: string): number | null {
  // The ranges of an index: "0" is the character after "/".
  const rangeOf = (protocol: string) => [`${protocol}://${host}/`, `${protocol}://${host}0`];
  const row = getRow<{ at: number | null }>(
    db,
    `SELECT max(checked_at) AS at FROM tracked_page JOIN offer_check USING (offer_id)
     WHERE (url >= ? AND url < ?) OR (url >= ? AND url < ?)`,
    ...rangeOf("https"),
    ...rangeOf("http"),
  );
  return row?.at ?? null;
}

/** When an offer's page was added; `null` if it has none. */
export function pageAddedMs(db: ReadDb, offerId: number): number | null {
  const sql = "SELECT added_at AS at FROM tracked_page WHERE offer_id = ?";
  return getRow<{ at: number }>(db, sql, offerId)?.at ?? null;
}

/** When the first of a product's pages was added; `null` if it has none. */
export function firstPageMs(db: ReadDb, productId: number): number | null {
  const row = getRow<{ at: number | null }>(
    db,
    "SELECT min(added_at) AS at FROM tracked_page JOIN offer ON offer.id = offer_id WHERE product_id = ?",
    productId,
  );
  return row?.at ?? null;
}

/** How these offers can be ordered, by offer, where their pages say that it is not as usual. */
export function orderingsOfOffers(db: ReadDb, offerIds: readonly number[]): ReadonlyMap<number, Ordering> {
  const rows = allRows<{ id: number; ordering: Ordering }>(
    db,
    `SELECT page.offer_id AS id, page.terms ->> 'ordering' AS ordering FROM json_each(?) AS wanted
     CROSS JOIN tracked_page AS page ON page.offer_id = wanted.value
     WHERE page.terms LIKE '%"ordering"%'`,
    JSON.stringify(offerIds),
  );
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
