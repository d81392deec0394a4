import { trackedOffer } from "../../db/pages/tracked-page.js";
import { productById, productIdByKey, type StoredProduct } from "../../db/products/product.js";
import type { ReadDb } from "../../db/store.js";
import { trackedAddress } from "../pages/add-link.js";
import { resolveIdentifier } from "../products/resolve-identifiers.js";

export interface KnownLink extends StoredProduct {
  /** The public id of the offer whose page is tracked; null if the product is known otherwise. */
  readonly offerId: string | null;
}

/** The product of a link that needs no visit: its page is tracked, or the product is known by it. Null for a new link. */
export function findKnownLink(db: ReadDb, link: string): KnownLink | null {
  const url = new URL(link);
  url.hash = "";
  const address = trackedAddress(db, url);
  const offer = address === null ? null : trackedOffer(db, address);
  const id = offer === null ? undefined : productIdByKey(db, offer.productKey);
  const tracked = id === undefined ? undefined : productById(db, id);
  if (tracked !== undefined) return { ...tracked, offerId: offer?.publicId ?? null };
  const known = resolveIdentifier(db, url.href);
  return known === null || known.match.by === "name" ? null : { ...known, offerId: null };
}
