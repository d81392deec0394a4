import { groupBy } from "../../../../shared/arrays.js";
import { allRows, allValues, change, getValue, type ReadDb, type WriteDb } from "../store.js";

/** A tag that an account gave a product. */
export interface ProductTag {
  readonly accountId: number;
  readonly productId: number;
  readonly name: string;
}

/** Spellings that differ only in case or Unicode form are the same tag. */
export function tagKey(name: string): string {
  return name.normalize("NFC").toLowerCase();
}

/** In alphabetical order. */
export function tagsOfProduct(db: ReadDb, accountId: number, productId: number): string[] {
  const sql = "SELECT name FROM tag WHERE product_id = ? AND account_id = ? ORDER BY key";
  return allValues(db, sql, productId, accountId);
}

/** Tags by product id; products without tags are left out. */
export function tagsOfProducts(
  db: ReadDb,
  accountId: number,
  productIds: readonly number[],
): ReadonlyMap<number, readonly string[]> {
  const sql = `SELECT tag.product_id, tag.name FROM json_each(?) AS wanted
    JOIN tag ON tag.product_id = wanted.value AND tag.account_id = ? ORDER BY tag.key`;
  const rows = allRows<{ product_id: number; name: string }>(db, sql, productIds, accountId);
  const byProduct = groupBy(rows, ({ product_id }) => product_id);
  return new Map([...byProduct].map(([id, own]) => [id, own.map(({ name }) => name)]));
}

export interface TagCount {
  readonly name: string;
  readonly products: number;
}

/** Every tag of an account with its number of products, in alphabetical order. */
export function tagCounts(db: ReadDb, accountId: number): TagCount[] {
  return allRows<TagCount>(
    db,
    "SELECT min(name) AS name, count(*) AS products FROM tag WHERE account_id = ? GROUP BY key ORDER BY key",
    accountId,
  );
}

/** The account's existing spelling of a tag, or `name` itself. */
export function existingSpelling(db: ReadDb, accountId: number, name: string): string {
  const sql = "SELECT name FROM tag WHERE account_id = ? AND key = ? LIMIT 1";
  return getValue<string>(db, sql, accountId, tagKey(name)) ?? name;
}

export function insertTag(tx: WriteDb, { accountId, productId, name }: ProductTag): void {
  const sql = "INSERT OR IGNORE INTO tag (account_id, product_id, key, name) VALUES (?, ?, ?, ?)";
  change(tx, sql, accountId, productId, tagKey(name), name);
}

export function deleteTag(tx: WriteDb, { accountId, productId, name }: ProductTag): void {
  const sql = "DELETE FROM tag WHERE product_id = ? AND account_id = ? AND key = ?";
  change(tx, sql, productId, accountId, tagKey(name));
}

/** A tag of a product that is merged into another one. */
export interface MergedTag {
  readonly accountId: number;
  readonly name: string;
  /** Whether the target product lacks the tag. */
  readonly isNew: boolean;
}

export function tagsToMerge(db: ReadDb, productId: number, into: number): MergedTag[] {
  return allRows(
    db,
    `SELECT account_id AS accountId, name, NOT EXISTS (
       SELECT 1 FROM tag AS theirs
       WHERE theirs.product_id = ? AND theirs.account_id = tag.account_id AND theirs.key = tag.key) AS isNew
     FROM tag WHERE product_id = ?`,
    into,
    productId,
  );
}

/** Tags that both products have stay with the source and are deleted with it. */
export function moveTags(tx: WriteDb, from: number, into: number): void {
  change(tx, "UPDATE OR IGNORE tag SET product_id = ? WHERE product_id = ?", into, from);
}

/** Moves the tags of a merged product back to it; tags that both products had stay with both. */
export function returnTags(tx: WriteDb, from: number, into: number, merged: readonly MergedTag[]): void {
  for (const { accountId, name, isNew } of merged) {
    insertTag(tx, { accountId, productId: into, name });
    if (isNew) deleteTag(tx, { accountId, productId: from, name });
  }
}

export function copyTags(tx: WriteDb, from: number, into: number): void {
  change(
    tx,
    `INSERT OR IGNORE INTO tag (account_id, product_id, key, name)
     SELECT account_id, ?, key, name FROM tag WHERE product_id = ?`,
    into,
    from,
  );
}
