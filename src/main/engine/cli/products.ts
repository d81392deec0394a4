import { linkOf } from "../../../shared/links-in.js";
import { productIdByKey } from "../db/products/product.js";
import type { ReadDb } from "../db/store.js";
import { resolveIdentifier } from "../operations/products/resolve-identifiers.js";
import { CommandError } from "./environment.js";

/** The key of the product with this key, or with a page at this link. Throws `CommandError`. */
export function requireProductKey(db: ReadDb, keyOrLink: string): string {
  // Keys have slashes, but no host.
  const link = linkOf(keyOrLink);
  const key = link === null ? keyOrLink : resolveIdentifier(db, link)?.product.service;
  if (key === undefined || productIdByKey(db, key) === undefined)
    throw new CommandError(
      `No product has the ${link === null ? "key" : "link"} '${keyOrLink.slice(0, 200)}'. 'tidemark watch list' shows all keys.`,
    );
  return key;
}
