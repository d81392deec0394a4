import type { PagePick } from "../../../shared/app/pages.js";
import { change, getRow, type ReadDb, type WriteDb } from "./store.js";

/** What a shop told with a page the last time it was fetched. */
export interface PageTold {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** A page that the shopper has added, as it is remembered. */
export interface TrackedPage extends PageTold {
  /** Which of its several prices is meant. */
  readonly pick: PagePick | null;
}

interface PageRow {
  etag: string | null;
  last_modified: string | null;
  pick: string | null;
  is_doubted: number;
}

export function trackedPage(db: ReadDb, url: string): TrackedPage | null {
  const row = getRow<PageRow>(
    db,
    `SELECT etag, last_modified, pick, suspect_minor IS NOT NULL AS is_doubted
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
  };
}

export function saveTrackedPage(
  tx: WriteDb,
  page: TrackedPage & { readonly offerId: number; readonly url: string; readonly addedMs: number },
): void {
  change(
    tx,
    `INSERT OR REPLACE INTO tracked_page (offer_id, url, etag, last_modified, added_at, pick)
     VALUES (?, ?, ?, ?, ?, ?)`,
    page.offerId,
    page.url,
    page.etag,
    page.lastModified,
    page.addedMs,
    page.pick === null ? null : JSON.stringify(page.pick),
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

/** The offer that a page is tracked for, or `null`. */
export function trackedOffer(db: ReadDb, url: string): number | null {
  const sql = "SELECT offer_id FROM tracked_page WHERE url = ?";
  return getRow<{ offer_id: number }>(db, sql, url)?.offer_id ?? null;
}
