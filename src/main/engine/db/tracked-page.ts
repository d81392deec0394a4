import { change, getRow, type ReadDb, type WriteDb } from "./store.js";

/** What a shop told with a page the last time it was fetched. */
export interface PageTold {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

export function trackedPage(db: ReadDb, url: string): PageTold | null {
  const row = getRow<{ etag: string | null; last_modified: string | null }>(
    db,
    "SELECT etag, last_modified FROM tracked_page WHERE url = ?",
    url,
  );
  return row === undefined ? null : { etag: row.etag, lastModified: row.last_modified };
}

export function saveTrackedPage(
  tx: WriteDb,
  page: PageTold & { readonly offerId: number; readonly url: string; readonly addedMs: number },
): void {
  change(
    tx,
    `INSERT OR REPLACE INTO tracked_page (offer_id, url, etag, last_modified, added_at) VALUES (?, ?, ?, ?, ?)`,
    page.offerId,
    page.url,
    page.etag,
    page.lastModified,
    page.addedMs,
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
