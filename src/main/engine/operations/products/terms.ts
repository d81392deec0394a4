import type { AppOutput } from "../../../../shared/app/operations.js";
import { isOtherSize, isSameSize, type PackSize, sizeInTitle } from "../../../../shared/app/pack-size.js";
import type { ConditionalPrice, OfferTerms, StatedCondition } from "../../../../shared/app/pages.js";
import { type PageOfProduct, savePageTerms, trackedPages } from "../../db/pages/tracked-page.js";
import { currentConditions } from "../../db/prices/condition-point.js";
import { offerByPublicId, type StoredOffer } from "../../db/prices/offer.js";
import { readColumns } from "../../db/prices/price-history.js";
import { samplesOfOffers } from "../../db/prices/price-sample.js";
import { productIdByKey, setSizeByHand, sizeByHand } from "../../db/products/product.js";
import type { ReadDb, WriteDb } from "../../db/store.js";
import { checkListPrice } from "../../domain/list-price-check.js";
import { fromMinor, isUnpriced, toMinor } from "../../domain/money.js";
import { availabilityCodes } from "../../domain/price-point.js";
import { aboutProduct, act } from "../acts/perform-act.js";
import { correctedMisreading } from "../prices/misreading.js";
import { paidOffers } from "../prices/paid-offers.js";
import type { AsyncOperation, StoreContext } from "../request/context.js";
import { requireProductId } from "./require-product.js";

/** What the shops' pages say beside their prices; nothing for an unknown product. */
export const readTerms: AsyncOperation<"offers.terms", StoreContext> = async (
  { db, clock },
  { product_key },
) => {
  const productId = productIdByKey(db, product_key);
  if (productId === undefined) return { pages: [], size: null, is_size_by_hand: false };
  const byHand = sizeByHand(db, productId);
  const pages = trackedPages(db, productId).map((page) => ({
    ...page,
    ...offerFields(db, page, clock.now()),
  }));
  const stated = pages.map(async (page) => ({
    ...page,
    conditions: await toStatedConditions(page.conditions),
  }));
  return {
    pages: await Promise.all(stated),
    size: byHand ?? sizeOnPages(pages),
    is_size_by_hand: byHand !== null,
  };
};

/** What a subscription or a trade-in is called is no help. */
export async function toStatedConditions(
  conditions: readonly ConditionalPrice[],
): Promise<StatedCondition[]> {
  if (conditions.length === 0) return [];
  // Imported with the first condition, to keep the engine's start fast.
  const { namesCondition } = await import("../../extract/text/amount-words.js");
  return conditions.map((condition) => {
    const { kind, words } = condition;
    return { ...condition, is_named: (kind === "code" || kind === "member") && namesCondition(words) };
  });
}

type OfferFields = "has_price" | "held_price" | "is_corrected" | "counted" | "list_price_check";

/** Whether a page has a price, its prices with conditions, and the price that it reads but that is held or was corrected. */
function offerFields(
  db: ReadDb,
  page: PageOfProduct,
  nowMs: number,
): Pick<AppOutput<"offers.terms">["pages"][number], OfferFields> & { conditions: ConditionalPrice[] } {
  const offer = offerByPublicId(db, page.offer_id);
  const known = {
    has_price: offer !== undefined && !isUnpriced(offer),
    conditions: offer === undefined ? [] : currentConditions(db, offer.id),
    counted: offer === undefined ? [] : countedFor(db, offer),
    list_price_check: offer === undefined ? null : listPriceCheck(db, offer, page.terms, nowMs),
  };
  const misreading = page.held_price === null && offer !== undefined ? correctedMisreading(db, offer) : null;
  return misreading?.isReadAgain === true
    ? { ...known, held_price: fromMinor(misreading.priceMinor), is_corrected: true }
    : { ...known, held_price: page.held_price, is_corrected: false };
}

function countedFor(db: ReadDb, offer: StoredOffer) {
  const terms = paidOffers(db, [offer]).flatMap(({ paid }) => paid?.terms ?? []);
  return terms.map(({ atMs, conditional, shipping }) => ({
    at: new Date(atMs).toISOString(),
    conditional: conditional && { ...conditional, price: fromMinor(conditional.price) },
    shipping: fromMinor(shipping),
  }));
}

/** How often the shop has asked its list price, in the days since it is watched and on copies from before. */
export function listPriceCheck(
  db: ReadDb,
  { id }: StoredOffer,
  { list_price: list }: OfferTerms,
  nowMs: number,
) {
  if (list === undefined) return null;
  const columns = readColumns(db, id);
  const firstMs = columns.times[0] ?? nowMs;
  const copies = samplesOfOffers(db, [id]).flatMap(({ atMs, priceMinor, availability, source }) =>
    source === "archive" && atMs < firstMs && availability !== availabilityCodes.out ? [priceMinor] : [],
  );
  return checkListPrice({ listMinor: toMinor(list), columns, copies, nowMs });
}

/** How much is in a pack, as the pages say; `null` if none does, or they sell packs of different sizes. */
function sizeOnPages(pages: readonly Pick<PageOfProduct, "terms">[]): PackSize | null {
  const [first, ...others] = pages.flatMap(({ terms }) => terms.size ?? []);
  return first !== undefined && others.every((each) => isSameSize(each, first)) ? first : null;
}

interface TitledProduct {
  readonly productId: number;
  readonly title: string;
}

/** The size of a product's pack: what the user says, else its pages, else its title. */
function knownSize(db: ReadDb, { productId, title }: TitledProduct): PackSize | null {
  return sizeByHand(db, productId) ?? sizeOnPages(trackedPages(db, productId)) ?? sizeInTitle(title);
}

/** The size of a product's pack if a page that would join it sells another one; `null` if not, or if one is unknown. */
export function differentSize(db: ReadDb, product: TitledProduct, size: PackSize | null): PackSize | null {
  const known = knownSize(db, product);
  return known !== null && size !== null && isOtherSize(known, size) ? known : null;
}

/**
 * Saves a product's size for its pages that do not state their own, before pages of another size join them: by then, what
 * the title or the user says is no longer true of all pages.
 */
export function keepSizeOfPages(tx: WriteDb, productId: number, size: PackSize): void {
  for (const { url, terms } of trackedPages(tx, productId))
    if (terms.size === undefined) savePageTerms(tx, url, { ...terms, size });
}

/** Saves the sizes of two products for their own pages before a merge, if they differ. */
export function keepSizesApart(tx: WriteDb, source: TitledProduct, target: TitledProduct): void {
  const size = knownSize(tx, source);
  const targetSize = differentSize(tx, target, size);
  if (size === null || targetSize === null) return;
  keepSizeOfPages(tx, source.productId, size);
  keepSizeOfPages(tx, target.productId, targetSize);
}

export const setSize = act("products.set_size", aboutProduct, (tx, _context, { product_key, size }) => {
  setSizeByHand(tx, requireProductId(tx, product_key), size);
  return {};
});
