import { change, getRow, type ReadDb, type WriteDb } from "../store.js";

/** What the last comparison of both ways of fetching a shop's pages showed. */
export interface ShopWay {
  /** Whether a hidden browser found a price that the plain page lacks; if not, neither had one. */
  readonly isRendered: boolean;
  readonly triedMs: number;
}

export function shopWay(db: ReadDb, host: string): ShopWay | null {
  const sql = "SELECT is_rendered AS isRendered, tried_at AS triedMs FROM shop_way WHERE host = ?";
  return getRow<ShopWay>(db, sql, host) ?? null;
}

/** Replaces the shop's way, or forgets it. */
export function saveShopWay(tx: WriteDb, host: string, way: ShopWay | null): void {
  const sql = `INSERT OR REPLACE INTO shop_way (host, is_rendered, tried_at)
    VALUES (:host, :isRendered, :triedMs)`;
  if (way === null) change(tx, "DELETE FROM shop_way WHERE host = ?", host);
  else change(tx, sql, { ...way, host });
}
