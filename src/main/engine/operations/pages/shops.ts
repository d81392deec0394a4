import type { AppOutput } from "../../../../shared/app/operations.js";
import { recipeHost } from "../../../../shared/recipe/recipe.js";
import type { ShopNamer } from "../../../../shared/texts/sentences.js";
import {
  allShops,
  saveOwnShopName,
  saveShopOnPages,
  saveShopWay,
  shopOnPages,
  shopWay,
} from "../../db/pages/shop.js";
import type { StoredOffer } from "../../db/prices/offer.js";
import type { ReadDb, WriteDb } from "../../db/store.js";
import { write } from "../../db/store.js";
import type { Clock } from "../../domain/clock.js";
import { nameShops, shopNameIn, withVote } from "../../domain/shop-name.js";
import type { ExtractedProduct } from "../../extract/extraction.js";
import type { ShopWays } from "../../sources/page/both-ways.js";
import { aboutHost, act } from "../acts/perform-act.js";

/** Saves the name and icon that a page states for its shop. Without an icon, tries the address where browsers look for one. */
export function saveSeenShop(
  tx: WriteDb,
  { retailer, url }: Pick<StoredOffer, "retailer" | "url">,
  { shop = "", shop_icon }: ExtractedProduct,
): void {
  const known = shopOnPages(tx, retailer) ?? { name: null, votes: 0, icon: null };
  const name = shopNameIn(shop);
  const votes = name === null ? known : withVote(known, name);
  const icon = shop_icon ?? known.icon ?? new URL("/favicon.ico", url).href;
  const isSame = known.name === votes.name && known.votes === votes.votes && known.icon === icon;
  if (!isSame) saveShopOnPages(tx, retailer, { ...votes, icon });
}

/** What sentences call shops: as the user does, else as their pages do, else by their hosts. */
export function shopNamer(db: ReadDb): ShopNamer {
  const names = nameShops(allShops(db));
  return (host) => names.get(host) ?? host;
}

export function listShops(db: ReadDb): AppOutput<"shops.list"> {
  const shops = allShops(db);
  const names = nameShops(shops);
  return {
    shops: shops.map(({ host, ownName, icon }) => ({
      host,
      name: names.get(host) ?? host,
      is_own_name: ownName !== null,
      icon,
    })),
  };
}

export const renameShop = act("shops.rename", aboutHost, (tx, _context, { host, name }) => {
  saveOwnShopName(tx, host, name);
  return {};
});

/** The ways of fetching in the database. */
export function storedShopWays(db: ReadDb, clock: Clock): ShopWays {
  return {
    find: (url) => shopWay(db, recipeHost(new URL(url))),
    save: (url, way) => write(db, (tx) => saveShopWay(tx, recipeHost(new URL(url)), way)),
    nowMs: () => clock.now(),
  };
}
