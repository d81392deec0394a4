import type { NameVotes } from "../../domain/shop-name.js";
import { allRows, change, eachRow, getRow, getValue, type ReadDb, type WriteDb } from "../store.js";

interface StoredShop {
  readonly host: string;
  /** What its pages say. */
  readonly name: string | null;
  /** What the user calls it. */
  readonly ownName: string | null;
  readonly icon: string | null;
}

export function allShops(db: ReadDb): StoredShop[] {
  const sql = `SELECT host, shop.name, shop_name.name AS ownName, shop.icon
    FROM shop FULL JOIN shop_name USING (host) ORDER BY host`;
  return allRows<StoredShop>(db, sql);
}

/** What a shop's pages call it, how many more of them use that name than another, and the icon's address. */
export interface ShopOnPages extends NameVotes {
  readonly icon: string | null;
}

export function shopOnPages(db: ReadDb, host: string): ShopOnPages | undefined {
  return getRow<ShopOnPages>(db, "SELECT name, votes, icon FROM shop WHERE host = ?", host);
}

export function saveShopOnPages(tx: WriteDb, host: string, { name, votes, icon }: ShopOnPages): void {
  const sql = "INSERT OR REPLACE INTO shop (host, name, votes, icon) VALUES (?, ?, ?, ?)";
  change(tx, sql, host, name, votes, icon);
}

/** Addresses of all shops' icons. */
export function* iconUrls(db: ReadDb): Generator<string> {
  for (const { icon } of eachRow<{ icon: string }>(db, "SELECT icon FROM shop WHERE icon IS NOT NULL"))
    yield icon;
}

export function ownShopName(db: ReadDb, host: string): string | null {
  return getValue<string>(db, "SELECT name FROM shop_name WHERE host = ?", host) ?? null;
}

/** Replaces the user's name for a shop, or forgets it. */
export function saveOwnShopName(tx: WriteDb, host: string, name: string | null): void {
  if (name === null) change(tx, "DELETE FROM shop_name WHERE host = ?", host);
  else change(tx, "INSERT OR REPLACE INTO shop_name (host, name) VALUES (?, ?)", host, name);
}

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
