import { maxTagsPerProduct } from "../../../../shared/app/limits.js";
import type { AppRequest } from "../../../../shared/app/operations.js";
import { productIdByKey } from "../../db/products/product.js";
import { deleteTag, existingSpelling, insertTag, tagKey, tagsOfProduct } from "../../db/products/tag.js";
import type { WriteDb } from "../../db/store.js";
import { aboutProducts, act } from "../acts/perform-act.js";
import { refuse } from "../request/contract-error.js";

interface TagOwner {
  readonly accountId: number;
  readonly productId: number;
}

/** Replaces a product's tags with `wanted`; returns whether anything changed. */
function putTags(
  tx: WriteDb,
  owner: TagOwner,
  before: readonly string[],
  wanted: readonly string[],
): boolean {
  const beforeKeys = new Set(before.map(tagKey));
  const wantedKeys = new Set(wanted.map(tagKey));
  const added = wanted.filter((name) => !beforeKeys.has(tagKey(name)));
  const removed = before.filter((name) => !wantedKeys.has(tagKey(name)));
  for (const name of removed) deleteTag(tx, { ...owner, name });
  for (const name of added) insertTag(tx, { ...owner, name: existingSpelling(tx, owner.accountId, name) });
  return added.length + removed.length > 0;
}

/** Adds tags as far as a product can have more; returns the others. */
export function addTags(tx: WriteDb, owner: TagOwner, names: readonly string[]): string[] {
  const before = tagsOfProduct(tx, owner.accountId, owner.productId);
  const known = new Set(before.map(tagKey));
  const fresh = new Map(names.map((name) => [tagKey(name), name]));
  const added = [...fresh].filter(([key]) => !known.has(key)).map(([, name]) => name);
  const room = Math.max(0, maxTagsPerProduct - before.length);
  putTags(tx, owner, before, [...before, ...added.slice(0, room)]);
  return added.slice(room);
}

type TagChange = Pick<AppRequest<"tags.change">, "add" | "remove">;

/** A tag that is both added and removed is added. */
function applyTagChange(before: readonly string[], { add, remove }: TagChange): string[] {
  const gone = new Set(remove.map(tagKey));
  const byKey = new Map(
    [...before.filter((name) => !gone.has(tagKey(name))), ...add].map((name) => [tagKey(name), name]),
  );
  return [...byKey.values()];
}

/** Returns whether anything changed. */
function changeProductTags(tx: WriteDb, accountId: number, productKey: string, change: TagChange): boolean {
  const productId = productIdByKey(tx, productKey);
  if (productId === undefined) return false;
  const before = tagsOfProduct(tx, accountId, productId);
  const after = applyTagChange(before, change);
  if (after.length > maxTagsPerProduct && after.length > before.length)
    throw refuse("tooManyTags", maxTagsPerProduct, productKey.slice(0, 80), after.length);
  return putTags(tx, { accountId, productId }, before, after);
}

/** Adds and removes tags of many products in one transaction. Throws `ContractError`. */
export const changeTags = act("tags.change", aboutProducts, (tx, { accountId }, request) => {
  const keys = [...new Set(request.product_keys)];
  return {
    changed: keys.filter((productKey) => changeProductTags(tx, accountId, productKey, request)).length,
    gone: keys.filter((productKey) => productIdByKey(tx, productKey) === undefined),
  };
});
