import type { InboxEntry } from "../../../../shared/app/alerts.js";
import { channelsOfRules } from "../../db/alerts/alert-rule.js";
import { insertEntry, type NewInboxEntry } from "../../db/alerts/inbox.js";
import { allChannelIds } from "../../db/channels/channel.js";
import { queueChannelAlert } from "../../db/channels/channel-message.js";
import { trackedPages } from "../../db/pages/tracked-page.js";
import { offersOfProduct } from "../../db/prices/offer.js";
import { productIdByKey } from "../../db/products/product.js";
import type { ReadDb, WriteDb } from "../../db/store.js";
import { titleOfListed } from "../../domain/list-title.js";
import { normaliseHost } from "../../domain/product-url.js";

/**
 * An alert about the cheapest product of a list, with the title of that product. A page whose last reading had another
 * price does not say whose the alert's is. Call it after the page's reading was saved.
 */
export function nameListed<T extends Pick<NewInboxEntry, "data" | "clauses">>(db: ReadDb, alert: T): T {
  const head = alert.clauses?.head;
  if (head === undefined || !("price" in head)) return alert;
  const { product } = alert.data;
  const productId = productIdByKey(db, product.service);
  if (productId === undefined) return alert;
  const offers = offersOfProduct(db, productId).filter(
    ({ retailer, currency }) => currency === head.currency && (head.retailer ?? retailer) === retailer,
  );
  const page = trackedPages(db, productId).find(
    ({ offer_id, listing, terms }) =>
      listing !== null &&
      terms.cheapest?.price === head.price &&
      offers.some(({ publicId }) => publicId === offer_id),
  );
  const name = page?.terms.cheapest?.title;
  if (page === undefined || name == null) return alert;
  const host = normaliseHost(new URL(page.url).hostname);
  const title = titleOfListed(product.title, host, name);
  return { ...alert, data: { ...alert.data, product: { ...product, title } } };
}

/**
 * Adds an alert to the inbox, and queues it for the channels of its rules. Without a rule, such as that of failing checks,
 * it goes to all channels. Returns `null` if the event already has an entry.
 */
export function addAlert(tx: WriteDb, entry: NewInboxEntry): InboxEntry | null {
  const added = insertEntry(tx, nameListed(tx, entry));
  if (added === null) return null;
  const selections = entry.ruleIds.length === 0 ? [null] : channelsOfRules(tx, entry.ruleIds);
  for (const id of allChannelIds(tx))
    if (selections.some((ids) => ids === null || ids.includes(id)))
      queueChannelAlert(tx, id, added.id, entry.receivedMs);
  return added;
}
