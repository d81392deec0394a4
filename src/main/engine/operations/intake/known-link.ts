import type { LinkOptions } from "../../../../shared/app/links.js";
import { trackedOffer } from "../../db/pages/tracked-page.js";
import { productById, productIdByKey } from "../../db/products/product.js";
import type { ReadDb } from "../../db/store.js";
import { withoutFragment } from "../../domain/product-url.js";
import { trackedAddress } from "../pages/add-link.js";
import { resolveIdentifier } from "../products/resolve-identifiers.js";

/**
 * The product of a number, or of a link that needs no visit: its page is tracked, or the product is known by it. `offerId`
 * is the public id of the offer whose page is tracked.
 */
export function findKnownLink(db: ReadDb, text: string) {
  const url = URL.canParse(text) ? withoutFragment(text) : null;
  const address = url === null ? null : trackedAddress(db, url);
  const offer = address === null ? null : trackedOffer(db, address);
  const id = offer === null ? undefined : productIdByKey(db, offer.productKey);
  const tracked = id === undefined ? undefined : productById(db, id);
  if (tracked !== undefined) return { ...tracked, offerId: offer?.publicId ?? null };
  const known = resolveIdentifier(db, url?.href ?? text);
  return known === null || known.match.by === "name" ? null : { ...known, offerId: null };
}

/** Whether the shopper has said how to read the page, so that it is read although it is known. */
export function hasAnswers({ pick, listing, into, other_size, render, recipe }: LinkOptions): boolean {
  return [pick, listing, into, other_size, render, recipe].some((answer) => answer != null);
}
