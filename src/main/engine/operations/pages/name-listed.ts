import type { NewInboxEntry } from "../../db/alerts/inbox.js";
import { cheapestListed } from "../../db/pages/tracked-page.js";
import type { ReadDb } from "../../db/store.js";
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
  const found = cheapestListed(db, product.service).find(
    ({ retailer, currency, cheapest: { price } }) =>
      price === head.price && currency === head.currency && (head.retailer ?? retailer) === retailer,
  );
  if (found?.cheapest.title == null) return alert;
  const host = normaliseHost(new URL(found.pageUrl).hostname);
  const title = titleOfListed(product.title, host, found.cheapest.title);
  return { ...alert, data: { ...alert.data, product: { ...product, title } } };
}
