import { productIdByKey } from "../db/products/product.js";
import type { ReadDb } from "../db/store.js";
import { resolveIdentifier } from "../operations/products/resolve-identifiers.js";
import { CommandError } from "./environment.js";

/** The key of the product with this key, or with a page at this link. Throws `CommandError`. */
export function requireProductKey(db: ReadDb, keyOrLink: string): string {
  const isLink = /^https?:\/\//i.test(keyOrLink);
  const key = isLink ? resolveIdentifier(db, keyOrLink)?.product.service : keyOrLink;
  if (key === undefined || productIdByKey(db, key) === undefined)
    throw new CommandError(
      `No product has the ${isLink ? "link" : "key"} '${keyOrLink.slice(0, 200)}'. 'tidemark watch list' shows all keys.`,
    );
  return key;
}
