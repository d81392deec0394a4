import type { AppOutput } from "../../../../shared/app/operations.js";
import { sizeInTitle } from "../../../../shared/app/pack-size.js";
import type { FoundShop } from "../../../../shared/app/shop-search.js";
import { isAllowedHost, isPublicUrl } from "../../../../shared/node/address-guard.js";
import { recipeOfPage } from "../../db/pages/recipe.js";
import { offersOfProduct } from "../../db/prices/offer.js";
import { isSampleProduct, type StoredProduct } from "../../db/products/product.js";
import { deleteSetting, readSetting, saveSetting } from "../../db/setting.js";
import { type ReadDb, writeDurably } from "../../db/store.js";
import { fromMinor } from "../../domain/money.js";
import { normaliseHost } from "../../domain/product-url.js";
import { isFarPrice, matchOf, searchWords, selectPages } from "../../domain/shop-search.js";
import type { ArchiveFetch } from "../../sources/archive/archive.js";
import type { PageVisitor } from "../../sources/page/visitor.js";
import { searchWeb } from "../../sources/search-engine.js";
import { currencyAtShop, trackedAddress } from "../pages/add-link.js";
import { allowedHosts } from "../pages/allowed-hosts.js";
import { readShopPage } from "../pages/read-shop-page.js";
import { storedShopWays } from "../pages/shops.js";
import type { AsyncOperation, RequestContext } from "../request/context.js";
import { refuse } from "../request/contract-error.js";
import { bestBuyableOffer, wantedOf } from "./best-offer.js";
import { requireProduct } from "./require-product.js";
import { differentSize } from "./terms.js";

type SearchContext = RequestContext & { readonly archive: ArchiveFetch; readonly visitor: PageVisitor };

const engineKey = "search.engine";
const maxPages = 5;

/** The address before `/search`, as SearXNG shows it. Throws `ContractError`. */
function toEngine(address: string): string {
  const url = new URL(address);
  if (url.username !== "" || url.password !== "") throw refuse("searchLogin");
  if (url.protocol === "http:" && isPublicUrl(url)) throw refuse("searchUnencrypted");
  return `${url.origin}${url.pathname.replace(/(?:\/search)?\/*$/, "")}`;
}

/** Null also for an address that only a foreign backup can have brought. */
export function readEngine({ db }: Pick<RequestContext, "db">): AppOutput<"shops.engine"> {
  const address = readSetting(db, engineKey);
  return { address: address !== null && URL.canParse(address) ? address : null };
}

/** Stores a search engine that works. Throws `ContractError`. */
export const setEngine: AsyncOperation<"shops.set_engine", Pick<SearchContext, "db" | "archive">> = async (
  { db, archive },
  { address },
) => {
  const engine = address === null ? null : toEngine(address);
  if (engine !== null) await search(archive, engine, "lantern");
  writeDurably(db, (tx) =>
    engine === null ? deleteSetting(tx, engineKey) : saveSetting(tx, engineKey, engine),
  );
  return { address: engine };
};

/** The addresses that a search engine finds. Throws `ContractError`. */
async function search(archive: ArchiveFetch, engine: string, words: string): Promise<readonly string[]> {
  const answer = await searchWeb(archive.get, engine, words);
  if (answer.kind === "results") return answer.urls;
  throw refuse(answer.problem, new URL(engine).host, answer.status);
}

function selectResults(db: ReadDb, { id }: StoredProduct, urls: readonly string[]) {
  const allowed = new Set(allowedHosts(db));
  return selectPages(urls, {
    maxPages,
    knownHosts: new Set(offersOfProduct(db, id).map(({ retailer }) => normaliseHost(retailer))),
    isKnown: (url) => trackedAddress(db, url) !== null,
    isAllowed: (url) => isAllowedHost(url, allowed),
  });
}

/** What a page offers, as a check would read it; null without a clear price, and for another product. */
async function readResult(
  { db, clock, visitor }: SearchContext,
  { id, product }: StoredProduct,
  url: URL,
): Promise<FoundShop | null> {
  const recipe = recipeOfPage(db, url);
  const request = { isRendered: false, recipe, listing: null, pick: null, isNewRecipe: false };
  const visit = await readShopPage(
    // Five hidden windows at once would be too many; a page that needs one is left out.
    { ...visitor, canRender: false },
    url.href,
    { ...request, isUrgent: true, signal: undefined },
    storedShopWays(db, clock),
  );
  if ("waitMs" in visit || visit.reading.kind !== "read") return null;
  const { status, product: shown, offer } = visit.reading.extraction;
  if (status !== "found" || shown?.title === undefined || offer?.price == null) return null;
  const match = matchOf(product, { ...shown, title: shown.title });
  if (match === null) return null;
  const currency = offer.currency ?? currencyAtShop(db, url, offer);
  const best = bestBuyableOffer(offersOfProduct(db, id), wantedOf(db, id, null));
  const size = offer.size ?? sizeInTitle(shown.title);
  return {
    url: url.href,
    retailer: normaliseHost(url.hostname),
    title: shown.title.slice(0, 300),
    price: offer.price,
    currency,
    availability: offer.availability,
    match,
    is_far_price: best?.currency === currency && isFarPrice(offer.price, fromMinor(best.priceMinor)),
    is_other_size: differentSize(db, { productId: id, title: product.title }, size) !== null,
  };
}

/** Sorted by how sure the match is, then by price. */
function compareFound(one: FoundShop, other: FoundShop): number {
  return one.match === other.match ? one.price - other.price : one.match === "barcode" ? -1 : 1;
}

/**
 * Finds pages of other shops that may sell a product. Writes nothing, so that nothing joins the product before the shopper
 * accepts it. Throws `ContractError`.
 */
export const findShops: AsyncOperation<"shops.find", SearchContext> = async (
  context,
  { product_key, search: isAsked },
) => {
  const { db, archive } = context;
  const product = requireProduct(db, product_key);
  const { address } = readEngine(context);
  const words = isSampleProduct(db, product.id) ? null : searchWords(product.product);
  const asked = { engine: address === null ? null : new URL(address).host, words };
  if (!isAsked) return { ...asked, found: [], left_out: 0 };
  if (address === null || words === null) throw refuse("noSearchEngine");
  const urls = [...new Set(await search(archive, address, words))];
  const pages = selectResults(db, product, urls);
  const read = await Promise.all(pages.map((url) => readResult(context, product, url)));
  const found = read.flatMap((each) => each ?? []).sort(compareFound);
  return { ...asked, found, left_out: urls.length - found.length };
};
