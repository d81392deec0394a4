import { change, getRow, type ReadDb, type WriteDb } from "../store.js";

/** What the last comparison of both ways of fetching a shop's pages showed. */
export interface ShopWay {
  /** Whether a hidden browser found a price that the plain page lacks; if not, neither had one. */
  readonly isRendered: boolean;
  readonly triedMs: number;
}

export function shopWay(db: ReadDb, host: string): ShopWay | null {
  const row = getRow<{ is_rendered: number; tried_at: number }>(
    db,
    "SELECT is_rendered, tried_at FROM shop_way WHERE host = ?",
    host,
  );
  return row === undefined ? null : { isRendered: row.is_rendered === 1, triedMs: row.tried_at };
}

/** Replaces the shop's way, or forgets it. */
export function saveShopWay(tx: WriteDb, host: string, way: ShopWay | null): void {
  if (way === null) change(tx, "DELETE FROM shop_way WHERE host = ?", host);
  else
    change(
      tx,
      "INSERT OR REPLACE INTO shop_way (host, is_rendered, tried_at) VALUES (?, ?, ?)",
      host,
      way.isRendered ? 1 : 0,
      way.triedMs,
    );
}
