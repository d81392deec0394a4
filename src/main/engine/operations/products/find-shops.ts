import type { AppOutput, AppRequest } from "../../../../shared/app/operations.js";
import { sizeInTitle } from "../../../../shared/app/pack-size.js";
import type { FoundShop, LeftOutReason } from "../../../../shared/app/shop-search.js";
import { groupBy } from "../../../../shared/group-by.js";
import { isAllowedHost, isPublicUrl } from "../../../../shared/node/address-guard.js";
import { recipeOfPage } from "../../db/pages/recipe.js";
import { offersOfProduct } from "../../db/prices/offer.js";
import {
  isSampleProduct,
  productById,
  productIdByKey,
  type StoredProduct,
} from "../../db/products/product.js";
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
import { storedShopWays } from "../pages/shop-ways.js";
import type { RequestContext } from "../request/context.js";
import { ContractError, invalidParams } from "../request/contract-error.js";
import { bestBuyableOffer, wantedOf } from "./best-offer.js";
import { differentSize } from "./terms.js";

type SearchContext = RequestContext & { readonly archive: ArchiveFetch; readonly visitor: PageVisitor };

const engineKey = "search.engine";
const maxPages = 5;

/** The address before `/search`, as SearXNG shows it. Throws `ContractError`. */
function toEngine(address: string): string {
  const url = new URL(address);
  if (url.username !== "" || url.password !== "")
    throw invalidParams("The address of a search engine must not contain a user name.", "Leave it out.");
  if (url.protocol === "http:" && isPublicUrl(url))
    throw invalidParams(
      "Without encryption, others could read what you search for.",
      "Use https, or an address in your own network.",
    );
  return `${url.origin}${url.pathname.replace(/(?:\/search)?\/*$/, "")}`;
}

export function readEngine({ db }: Pick<RequestContext, "db">): AppOutput<"shops.engine"> {
  return { address: readSetting(db, engineKey) };
}

export function setEngine(
  { db }: Pick<RequestContext, "db">,
  { address }: AppRequest<"shops.set_engine">,
): AppOutput<"shops.set_engine"> {
  const engine = address === null ? null : toEngine(address);
  writeDurably(db, (tx) =>
    engine === null ? deleteSetting(tx, engineKey) : saveSetting(tx, engineKey, engine),
  );
  return { address: engine };
}

export async function testEngine(
  { archive }: Pick<SearchContext, "archive">,
  { address }: AppRequest<"shops.test_engine">,
): Promise<AppOutput<"shops.test_engine">> {
  const answer = await searchWeb(archive.get, toEngine(address), "lantern");
  return answer.kind === "failed"
    ? { problem: answer.problem, results: 0 }
    : { problem: null, results: answer.urls.length };
}

function requireProduct(db: ReadDb, productKey: string): StoredProduct {
  const id = productIdByKey(db, productKey);
  const stored = id === undefined ? undefined : productById(db, id);
  if (stored === undefined)
    throw new ContractError("ERR_PRODUCT_NOT_FOUND", `Unknown product ${productKey}.`);
  return stored;
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

/** What a page offers, as a check would read it; the reason if it is left out. */
async function readResult(
  { db, clock, visitor }: SearchContext,
  { id, product }: StoredProduct,
  url: URL,
): Promise<FoundShop | LeftOutReason> {
  const recipe = recipeOfPage(db, url);
  const request = { isRendered: false, recipe, listing: null, pick: null, isNewRecipe: false };
  const visit = await readShopPage(
    // Five hidden windows at once would be too many; a page that needs one is left out.
    { ...visitor, canRender: false },
    url.href,
    { ...request, isUrgent: true, signal: undefined },
    storedShopWays(db, clock),
  );
  if ("waitMs" in visit) return "unread";
  const { reading } = visit;
  if (reading.kind === "failed" && reading.outcome.startsWith("refused")) return "private";
  if (reading.kind !== "read" || reading.extraction.status !== "found") return "unread";
  const { product: shown, offer } = reading.extraction;
  if (shown?.title === undefined || offer?.price == null) return "unread";
  const match = matchOf(product, { ...shown, title: shown.title });
  if (match === null) return "other";
  const currency = offer.currency ?? currencyAtShop(db, url, offer);
  const best = bestBuyableOffer(offersOfProduct(db, id), wantedOf(db, id, null));
  const size = offer.size ?? sizeInTitle(shown.title);
  return {
    ...{ url: url.href, retailer: normaliseHost(url.hostname), title: shown.title.slice(0, 300) },
    ...{ price: offer.price, currency, availability: offer.availability, match },
    is_far_price: best?.currency === currency && isFarPrice(offer.price, fromMinor(best.priceMinor)),
    is_other_size: differentSize(db, { productId: id, title: product.title }, size) !== null,
  };
}

function countReasons(reasons: readonly LeftOutReason[]) {
  return [...groupBy(reasons, (reason) => reason)].map(([reason, own]) => ({ reason, results: own.length }));
}

/** Sorted by how sure the match is, then by price. */
function compareFound(one: FoundShop, other: FoundShop): number {
  return one.match === other.match ? one.price - other.price : one.match === "barcode" ? -1 : 1;
}

/**
 * Finds pages of other shops that may sell a product. Writes nothing, so that nothing joins the product before the shopper
 * accepts it. Throws `ContractError`.
 */
export async function findShops(
  context: SearchContext,
  { product_key: productKey, search }: AppRequest<"shops.find">,
): Promise<AppOutput<"shops.find">> {
  const { db, archive } = context;
  const product = requireProduct(db, productKey);
  const address = readSetting(db, engineKey);
  const words = isSampleProduct(db, product.id) ? null : searchWords(product.product);
  const asked = { engine: address === null ? null : new URL(address).host, words };
  if (!search) return { ...asked, found: [], left_out: [] };
  if (address === null || words === null)
    throw invalidParams("There is no search engine to ask.", "Enter its address under Settings → Shops.");
  const answer = await searchWeb(archive.get, address, words);
  if (answer.kind === "failed")
    throw invalidParams(`${asked.engine}: ${answer.problem}`, "Test it under Settings → Shops.");
  const { pages, leftOut } = selectResults(db, product, answer.urls);
  const read = await Promise.all(pages.map((url) => readResult(context, product, url)));
  const found = read.flatMap((each) => (typeof each === "string" ? [] : [each])).sort(compareFound);
  const reasons = [...leftOut, ...read.flatMap((each) => (typeof each === "string" ? [each] : []))];
  return { ...asked, found, left_out: countReasons(reasons) };
}
