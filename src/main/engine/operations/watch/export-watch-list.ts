import type { AppOutput } from "../../../../shared/app/operations.js";
import { rulesOfProduct, type StoredRule } from "../../db/alerts/alert-rule.js";
import { ownShopName } from "../../db/pages/shop.js";
import { trackedPage, trackedPages } from "../../db/pages/tracked-page.js";
import { offersOfProduct, type StoredOffer } from "../../db/prices/offer.js";
import { isSampleProduct, productById, productIdByKey } from "../../db/products/product.js";
import { tagsOfProduct } from "../../db/products/tag.js";
import type { ReadDb } from "../../db/store.js";
import { purchasesOf } from "../../db/watch/purchase.js";
import { scheduleOfProduct, schedulesOfAccount } from "../../db/watch/schedule.js";
import { everyUnwatched, unwatchedProducts } from "../../db/watch/watch-list.js";
import { toRequestedTrigger } from "../../domain/alerts/kinds.js";
import { fromMinor } from "../../domain/money.js";
import { fromAvailabilityCode } from "../../domain/price-point.js";
import {
  type BoughtProduct,
  type ExportedRule,
  exportedRule,
  type WatchedLink,
  type WatchedProduct,
} from "../lists/watch-file.js";
import { statedPrice } from "../products/best-offer.js";
import { createYielder } from "../request/task-control.js";

interface ExportContext {
  readonly db: ReadDb;
  readonly accountId: number;
}

function byText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** In an order that does not depend on the data folder. */
function exportRules(rules: readonly StoredRule[]): ExportedRule[] {
  return rules
    .map(({ trigger, retailer, condition, isEnabled }) =>
      exportedRule.parse({
        trigger: toRequestedTrigger(trigger),
        retailer,
        condition,
        is_enabled: isEnabled,
      }),
    )
    .sort((one, other) => byText(JSON.stringify(one), JSON.stringify(other)));
}

function exportLink(db: ReadDb, url: string, offer: StoredOffer): WatchedLink {
  const page = trackedPage(db, url);
  const shopName = ownShopName(db, offer.retailer);
  return {
    url,
    retailer: offer.retailer,
    ...statedPrice(offer),
    availability: fromAvailabilityCode(offer.availability),
    condition: offer.condition,
    seen_at: new Date(offer.seenMs).toISOString(),
    is_rendered: page?.isRendered ?? false,
    pick: page?.pick ?? null,
    ...(page?.listing == null ? {} : { listing: page.listing }),
    ...(shopName === null ? {} : { shop_name: shopName }),
  };
}

function exportLinks(db: ReadDb, productId: number): WatchedLink[] {
  const offers = new Map(offersOfProduct(db, productId).map((offer) => [offer.publicId, offer]));
  return trackedPages(db, productId).flatMap(({ url, offer_id: offerId }) => {
    const offer = offers.get(offerId);
    return offer === undefined ? [] : [exportLink(db, url, offer)];
  });
}

function exportPurchases(db: ReadDb, productId: number): BoughtProduct[] {
  const oldestFirst = purchasesOf(db, productId).toReversed();
  return oldestFirst.map((each) => ({
    price: fromMinor(each.priceMinor),
    currency: each.currency,
    on: each.boughtOn,
    return_until: each.returnUntil,
    retailer: each.retailer,
    list_price: each.listMinor && fromMinor(each.listMinor),
    usual_price: each.usualMinor && fromMinor(each.usualMinor),
    first_price: each.firstMinor && fromMinor(each.firstMinor),
    schedule: each.cadence,
    is_open: each.isOpen,
  }));
}

function exportProduct({ db, accountId }: ExportContext, productId: number): WatchedProduct | null {
  const stored = productById(db, productId);
  if (stored === undefined) return null;
  const { title, brand, barcode, marketplace, model, mpn, images } = stored.product;
  const schedule = scheduleOfProduct(db, accountId, productId);
  const bought = exportPurchases(db, productId);
  return {
    title,
    ...(brand === undefined ? {} : { brand }),
    identifiers: {
      ...(barcode === undefined ? {} : { barcode }),
      ...(marketplace === undefined ? {} : { marketplace }),
      ...(model === undefined ? {} : { model }),
      ...(mpn === undefined ? {} : { mpn }),
    },
    image: images?.[0] ?? null,
    schedule: schedule?.cadence ?? null,
    retailer: schedule?.retailer ?? null,
    tags: tagsOfProduct(db, accountId, productId),
    rules: exportRules(rulesOfProduct(db, productId)),
    links: exportLinks(db, productId),
    ...(bought.length === 0 ? {} : { bought }),
  };
}

/** Products that are watched or were added by link, except those of the sample market. */
function exportedIds({ db, accountId }: ExportContext): number[] {
  const unwatched = unwatchedProducts(db, accountId, everyUnwatched);
  const ids = [
    ...schedulesOfAccount(db, accountId).map(({ productId }) => productId),
    ...unwatched.flatMap(({ productKey }) => productIdByKey(db, productKey) ?? []),
  ];
  return ids.filter((id) => !isSampleProduct(db, id));
}

/** The watch list as the text of a file, the same for equal lists. */
export async function exportWatchList(context: ExportContext): Promise<AppOutput<"watch.export">> {
  const yieldIfDue = createYielder();
  const products: { title: string; text: string }[] = [];
  for (const id of exportedIds(context)) {
    await yieldIfDue();
    const product = exportProduct(context, id);
    if (product !== null) products.push({ title: product.title, text: JSON.stringify(product, null, 1) });
  }
  products.sort((one, other) => byText(one.title, other.title) || byText(one.text, other.text));
  const rules = JSON.stringify(exportRules(rulesOfProduct(context.db, null)), null, 1);
  const texts = products.map(({ text }) => text).join(",\n");
  return { content: `{"tidemark_watch_list":1,"products":[\n${texts}\n],"rules":${rules}}\n` };
}
