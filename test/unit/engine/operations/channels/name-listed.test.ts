import { expect, it } from "vitest";
import { saveTrackedPage } from "../../../../../src/main/engine/db/pages/tracked-page.js";
import { offersOfProduct } from "../../../../../src/main/engine/db/prices/offer.js";
import { productIdByKey } from "../../../../../src/main/engine/db/products/product.js";
import { write } from "../../../../../src/main/engine/db/store.js";
import { nameListed } from "../../../../../src/main/engine/operations/channels/queue-alert.js";
import type { ReasonHead } from "../../../../../src/shared/app/reasons.js";
import { productKey, startMs, WatchedProduct } from "../alerts/watched-product.js";

type PriceHead = Extract<ReasonHead, { price: number }>;

const cheapest = { title: "Bosch PST 700", url: "https://shop.example/p", price: 12.5 };
const head: PriceHead = { kind: "price", price: 12.5, currency: "USD", retailer: "shop.example" };

/** The title of an alert about a product whose page is watched as a list. */
async function titleWith(
  change: Partial<PriceHead>,
  {
    terms = { cheapest },
    listing = { words: "jigsaw" },
  }: {
    readonly terms?: {
      readonly cheapest?: { readonly title: string | null; readonly url: string; readonly price?: number };
    };
    readonly listing?: { readonly words: string } | null;
  } = {},
): Promise<string> {
  const { db } = await WatchedProduct.open();
  const [offer] = offersOfProduct(db, productIdByKey(db, productKey)!);
  const page = { pick: null, isRendered: false, etag: null, lastModified: null, addedMs: startMs };
  write(db, (tx) => saveTrackedPage(tx, { ...page, offerId: offer!.id, url: offer!.url, listing, terms }));
  const product = { service: productKey, title: "jigsaw · shop.example" };
  const data = { product, retailer: null, price: null, availability: null };
  return nameListed(db, { data, clauses: { head: { ...head, ...change }, clauses: [] } }).data.product.title;
}

it.each([[{}], [{ retailer: null }], [{ kind: "back_in_stock" }]] as const)(
  "names the cheapest product of the list in an alert to its price: %j",
  async (change) => {
    expect(await titleWith(change)).toBe("jigsaw · Bosch PST 700");
  },
);

it.each([
  ["to another price", { price: 12 }, {}],
  ["at another shop", { retailer: "other.example" }, {}],
  ["in another currency", { currency: "EUR" }, {}],
  [
    "to a price read before prices were stored",
    {},
    { terms: { cheapest: { ...cheapest, price: undefined } } },
  ],
  ["where the list names no product", {}, { terms: { cheapest: { ...cheapest, title: null } } }],
  ["where nothing is listed", {}, { terms: {} }],
  ["about a page of one product", {}, { listing: null }],
] as const)("leaves the title of an alert %s", async (_case, change, page) => {
  expect(await titleWith(change, page as Parameters<typeof titleWith>[1])).toBe("jigsaw · shop.example");
});
