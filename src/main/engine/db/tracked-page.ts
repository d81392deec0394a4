import type { PagePick } from "../../../shared/app/pages.js";
import { allRows, change, getRow, type ReadDb, type WriteDb } from "./store.js";

/** What a shop told with a page the last time it was fetched. */
export interface PageTold {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** A page that the shopper has added, as it is remembered. */
export interface TrackedPage extends PageTold {
  /** Which of its several prices is meant. */
  readonly pick: PagePick | null;
  /** Its price is there only once its scripts have run. */
  readonly isRendered: boolean;
}

interface PageRow {
  etag: string | null;
  last_modified: string | null;
  pick: string | null;
  is_doubted: number;
  is_rendered: number;
}

export function trackedPage(db: ReadDb, url: string): TrackedPage | null {
  const row = getRow<PageRow>(
    db,
    `SELECT etag, last_modified, pick, is_rendered, suspect_minor IS NOT NULL AS is_doubted
     FROM tracked_page JOIN offer ON offer.id = tracked_page.offer_id WHERE tracked_page.url = ?`,
    url,
  );
  if (row === undefined) return null;
  // A price that waits for a second look has to be looked at: an unchanged page would not be sent.
  const isWhole = row.is_doubted === 1;
  return {
    etag: isWhole ? null : row.etag,
    lastModified: isWhole ? null : row.last_modified,
    // Written by `saveTrackedPage` only.
    pick: row.pick === null ? null : (JSON.parse(row.pick) as PagePick),
    isRendered: row.is_rendered === 1,
  };
}

export function saveTrackedPage(
  tx: WriteDb,
  page: TrackedPage & { readonly offerId: number; readonly url: string; readonly addedMs: number },
): void {
  change(
    tx,
    `INSERT OR REPLACE INTO tracked_page (offer_id, url, etag, last_modified, added_at, pick, is_rendered)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    page.offerId,
    page.url,
    page.etag,
    page.lastModified,
    page.addedMs,
    page.pick === null ? null : JSON.stringify(page.pick),
    page.isRendered ? 1 : 0,
  );
}

export function rememberPage(tx: WriteDb, url: string, told: PageTold): void {
  change(
    tx,
    "UPDATE tracked_page SET etag = ?, last_modified = ? WHERE url = ?",
    told.etag,
    told.lastModified,
    url,
  );
}

/** The pages of a host are fetched whole the next time: what is read on them is another matter now. */
export function forgetToldOfHost(tx: WriteDb, host: string): void {
  change(
    tx,
    `UPDATE tracked_page SET etag = NULL, last_modified = NULL
     WHERE instr(url, '://' || ? || '/') > 0 OR instr(url, '://www.' || ? || '/') > 0`,
    host,
    host,
  );
}

/** Addresses of a product's pages that the shopper has added. */
export function trackedUrls(db: ReadDb, productId: number): string[] {
  return allRows<{ url: string }>(
    db,
    "SELECT t.url FROM tracked_page t JOIN offer o ON o.id = t.offer_id WHERE o.product_id = ? ORDER BY t.url",
    productId,
  ).map(({ url }) => url);
}

/** The offer that a page's checks belong to, and its product, which a shopper may have moved it to. */
export function trackedOffer(db: ReadDb, url: string): { service: string; publicId: string } | null {
  const row = getRow<{ service: string; publicId: string }>(
    db,
    `SELECT p.service, o.public_id AS publicId FROM tracked_page t
     JOIN offer o ON o.id = t.offer_id JOIN product p ON p.id = o.product_id WHERE t.url = ?`,
    url,
  );
  return row ?? null;
}
